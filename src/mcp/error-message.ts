import { type ErrorCode, SddError } from "../core/errors.js";
import { redactShort } from "../core/redaction/redact.js";
import { ToolRefusal } from "./tool.js";

/** How a model goes on after an error, beside what the error says. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  "not-a-project":
    "Go on without the project's memory. A person can open the project's folder, or start the server with --root.",
  "wrong-usage": "Change that and try again.",
  "path-refused": "Go on without the project's memory, and tell the person.",
  "unreadable-file": "Go on without the project's memory, and tell the person.",
  "write-failed": "Nothing was stored: go on with your work, and tell the person.",
  "store-locked": "You can try again in a moment.",
  "store-unreadable": "Go on without the project's memory, and tell the person.",
  "store-newer": "Nothing was stored: tell the person that this server needs an update.",
  "store-refused": "Nothing was stored: go on with your work, and tell the person.",
  internal: "Go on with your work; trying again will hardly help.",
};

/** What a model reads of an error: what happened, in a sentence, and how to go on. Redacted. */
export function errorMessage(error: unknown): string {
  if (error instanceof ToolRefusal) return redactShort(error.message);
  const known =
    error instanceof SddError
      ? error
      : new SddError("internal", error instanceof Error ? error.message : String(error));
  const advice = ADVICE[known.code];
  return redactShort(advice === undefined ? known.message : `${known.message} ${advice}`);
}
