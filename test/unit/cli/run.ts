import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExitCode } from "../../../src/cli/exit-code.js";
import { runCli } from "../../../src/cli/run.js";
import { sampleFiles } from "../context/fixture.js";
import { tempFolder } from "../node/temp.js";

export interface CliResult {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly input?: string | Uint8Array;
}

/** A project on disk with a cache folder beside it, in which the command line is run in process. */
export interface CliProject {
  readonly root: string;
  readonly cache: string;
  readonly run: (argv: readonly string[], options?: CliOptions) => Promise<CliResult>;
}

export type DiskContent = Parameters<typeof tempFolder>[0];

/** The sample project as files on a disk. */
export function sampleOnDisk(): Record<string, string> {
  const texts = Object.entries(sampleFiles()).filter((entry): entry is [string, string] => {
    return typeof entry[1] === "string";
  });
  return Object.fromEntries(texts);
}

export function cliProject(files: DiskContent = sampleOnDisk()): CliProject {
  const root = tempFolder(files);
  const cache = tempFolder();
  return {
    root,
    cache,
    async run(argv, { cwd = root, env = {}, isTerminal = false, input = "" } = {}) {
      let out = "";
      let err = "";
      const code = await runCli(argv, {
        cwd,
        env: { XDG_CACHE_HOME: cache, ...env },
        isTerminal,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        readInput: () => Promise.resolve(typeof input === "string" ? Buffer.from(input, "utf8") : input),
      });
      return { code, out, err };
    },
  };
}

/** Everything below a folder: path, kind, permission bits, size, time of the last change, and the bytes. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mode, size, mtimeMs, ino } = lstatSync(path);
      const bytes = lstatSync(path).isFile() ? readFileSync(path, "latin1") : "";
      return `${name} ${mode.toString(8)} ${size} ${mtimeMs} ${ino} ${bytes}`;
    });
}

/** What stands on standard output as one JSON document; anything else there makes this throw. */
export function jsonOf({ out }: CliResult): Readonly<Record<string, unknown>> {
  return JSON.parse(out) as Record<string, unknown>;
}

export function errorOf(result: CliResult): { readonly code: string; readonly message: string } {
  return jsonOf(result)["error"] as { code: string; message: string };
}
