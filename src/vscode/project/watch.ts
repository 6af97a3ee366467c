import * as vscode from "vscode";
import { Debounced } from "../base/debounce.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";

/** Where sources lie (DESIGN §5); nothing else of a folder is watched. */
const WATCHED = [
  "docs/**",
  ".sdd/**",
  "{doc,decision-records}/**",
  "{sdd.config.yaml,AGENTS.md,CLAUDE.md,.adr-dir,.log4brains.yml}",
  ".github/{copilot-instructions.md,instructions/**}",
  ".cursor/rules/**",
];

const DEBOUNCE_MS = 250;

/**
 * A watcher is asked for now and takes effect some time later; what changes in between is told to nobody. So the files are
 * looked at again after these milliseconds, which costs a walk where nothing changed.
 */
const LOOK_AGAIN_MS = [1_000, 3_000, 8_000];

/** Calls `changed` once after a burst of changes to the sources below a folder. */
export function watchSources(folder: vscode.WorkspaceFolder, changed: () => void): DisposableLike {
  const all = new Disposables();
  const debounced = all.add(new Debounced(DEBOUNCE_MS, changed));
  const onEvent = (): void => {
    debounced.call();
  };
  for (const pattern of WATCHED) {
    const watcher = all.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern)),
    );
    all.add(watcher.onDidCreate(onEvent));
    all.add(watcher.onDidChange(onEvent));
    all.add(watcher.onDidDelete(onEvent));
  }
  const timers = LOOK_AGAIN_MS.map((delay) => setTimeout(onEvent, delay));
  all.add({
    dispose: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  });
  return all;
}
