import type { DocumentPorts } from "../core/context/document.js";
import { systemTime } from "./clock.js";
import { nodeCodec } from "./codec.js";
import { nodeHasher } from "./hasher.js";
import { createProjectFiles } from "./project-files.js";

/** What reading the documents of a root needs, with a fresh look at its folders: make it anew for each refresh. */
export function documentPorts(root: string): DocumentPorts {
  return { files: createProjectFiles(root), codec: nodeCodec, hasher: nodeHasher, wallClock: systemTime };
}
