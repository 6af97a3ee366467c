/**
 * Everything that can go wrong in a way a person must read about. The code is stable (scripts and tests may rely on
 * it); the sentence is a template whose `{0}` places take the parameters, so that a face can translate it by template.
 */
const SENTENCES = {
  "not-a-project":
    "No project root was found from {0}: there is no docs folder, no sdd.config.yaml and no .sdd.",
  "no-orchestrations": 'There is no orchestration under {0} yet. Create one with: sdd init "<name>".',
  "unknown-orchestration": "There is no orchestration “{0}”. {1}",
  "unknown-stage": "There is no stage “{0}”. Stages: {1}.",
  "stage-not-in-orchestration": "“{0}” has no document for the stage {1} yet.",
  "invalid-limit": "The limit must be a whole number from 1000 to 1000000, not “{0}”.",
  "limit-too-small":
    "The limit of {0} characters cannot hold this pack's skeleton. The least that would fit: {1}.",
  "invalid-name": "“{0}” is no usable name: it must have at least one letter or digit.",
  "already-exists": "{0} exists already and was left as it is.",
  "path-refused": "The path {0} is refused: it leaves the project, or is no plain path.",
  "invalid-config": "{0}, line {1}: {2}",
  "invalid-map": "{0}, line {1}: {2}",
  "unreadable-file": "{0} cannot be read: {1}.",
  "write-failed": "{0} could not be written: {1}.",
  "store-locked":
    "{0} is in use by process {1} on {2}, and nothing was changed. Try again; if there is no such process any more, delete {3} beside it.",
  "store-unreadable":
    "{0} cannot be read: {1}. There is no good copy; what is there was kept as {2}. Mend it, or remove it to begin anew.",
  "store-newer": "{0} was written by a later version ({1}), so it was not changed.",
  "store-refused": "{0} was not changed: {1}.",
  "wrong-usage": "{0}",
  "feature-off": "{0} is switched off in sdd.config.yaml.",
  untrusted: "This workspace is not trusted: writing {0} waits until you trust it.",
  "engine-lost": "The engine stopped unexpectedly; the log says more. The next command starts it again.",
  "engine-silent":
    "The engine did not answer for {0} seconds and was stopped. The next command starts it again.",
  cancelled: "Cancelled.",
  internal: "An unexpected error occurred: {0}",
} as const;

export type ErrorCode = keyof typeof SENTENCES;

/** Exit codes of the command line: 2 wrong usage, 3 the input cannot be used, 4 state cannot be written. */
const EXIT: Partial<Record<ErrorCode, 2 | 4>> = {
  "unknown-stage": 2,
  "invalid-limit": 2,
  "invalid-name": 2,
  "wrong-usage": 2,
  "write-failed": 4,
  "already-exists": 4,
  "store-locked": 4,
  "store-unreadable": 4,
  "store-newer": 4,
  "store-refused": 4,
};

/** Puts the parameters into the `{0}`, `{1}` … places of a template. */
export function fillTemplate(template: string, params: readonly string[]): string {
  return template.replace(/\{(\d)\}/g, (place, digit: string) => params[Number(digit)] ?? place);
}

/** The English templates by code, for translation. */
export function errorTemplates(): Readonly<Record<ErrorCode, string>> {
  return SENTENCES;
}

/** An error with a stable code and a sentence for people. */
export class SddError extends Error {
  readonly code: ErrorCode;
  readonly params: readonly string[];

  constructor(code: ErrorCode, ...params: string[]) {
    super(fillTemplate(SENTENCES[code], params));
    this.name = "SddError";
    this.code = code;
    this.params = params;
  }

  /** The English sentence with its places still open, for translation. */
  get template(): string {
    return SENTENCES[this.code];
  }

  /** What a command line ends with: 2, 3 or 4. */
  get exitCode(): 2 | 3 | 4 {
    return EXIT[this.code] ?? 3;
  }
}
