/** 0 fine, 1 a check found problems, 2 wrong usage, 3 the input cannot be used, 4 state cannot be written. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
