import { ProjectSession } from "../core/context/session.js";
import type { Clock, IndexStore } from "../core/ports.js";
import { systemClock, systemTime } from "./clock.js";
import { nodeCodec } from "./codec.js";
import { nodeHasher } from "./hasher.js";
import { createProjectFiles } from "./project-files.js";
import { createProjectWriter } from "./project-writer.js";

export interface NodeSession {
  readonly root: string;
  readonly session: ProjectSession;
}

/** Opens a project root on this machine's disk. Nothing is read or written until the session is used. */
export function openSession(root: string, index: IndexStore, clock: Clock = systemClock()): NodeSession {
  const openFiles = () => createProjectFiles(root);
  const writer = createProjectWriter(root);
  const session = new ProjectSession({
    openFiles,
    writer,
    codec: nodeCodec,
    hasher: nodeHasher,
    clock,
    wallClock: systemTime,
    index,
  });
  return { root, session };
}
