import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A link to be made in a temporary folder. */
export interface TempLink {
  readonly target: string;
}

export const linkTo = (target: string): TempLink => ({ target });

/** A fresh folder on disk, taken away after the test; `files` are made in it. A path ending in `/` is a folder. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array | TempLink>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdd-test-")));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    mkdirSync(path.endsWith("/") ? absolute : dirname(absolute), { recursive: true });
    if (path.endsWith("/")) continue;
    if (typeof content === "object" && "target" in content) symlinkSync(content.target, absolute);
    else writeFileSync(absolute, content);
  }
  return root;
}
