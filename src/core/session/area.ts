import { baseName, folderOf } from "../project/paths.js";

/** The area of files that lie at the root itself. */
export const ROOT_AREA = ".";

/**
 * The part of a project that a file belongs to: its outermost two folders, as `src/billing` or `docs/checkout`; one
 * where there is no second, and `.` for a file at the root.
 */
export function areaOf(path: string): string {
  const folder = folderOf(path);
  return folder === "" ? ROOT_AREA : folder.split("/").slice(0, 2).join("/");
}

const MADE_FOLDERS =
  /(?:^|\/)(?:node_modules|dist|out|coverage|target|vendor|__pycache__|__snapshots__|\.sdd|\.git|\.cache|\.idea|\.vscode)\//;
const MADE_FILES =
  /(?:^|[-.])(?:lock|lockfile)(?:\.(?:json|yaml|yml))?$|^go\.sum$|\.(?:min\.js|map|snap|log|tmp|bak|pyc)$/i;

/** Whether a file is made by a tool (a lock file, output, a snapshot): nobody mentions those. */
export function isMadeByTools(path: string): boolean {
  return MADE_FOLDERS.test(path) || MADE_FILES.test(baseName(path));
}
