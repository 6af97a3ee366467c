import { LearningService } from "../core/learning/service.js";
import type { Clock } from "../core/ports.js";
import { createAppendLog } from "./append-log.js";
import { systemClock } from "./clock.js";
import { documentPorts } from "./document-ports.js";
import { withLock } from "./lock.js";
import { createProjectWriter } from "./project-writer.js";
import type { NodeSession } from "./session.js";
import { projectArea } from "./state-area.js";

/** One lock for the index and the reviews, wherever the configuration puts them. */
const LOCK = ".sdd/learnings.lock";

/** The learnings of a project root on this machine's disk. Nothing is read or written until they are used. */
export function openLearnings({ root, session }: NodeSession, clock: Clock = systemClock()): LearningService {
  const area = projectArea(root);
  return new LearningService(session, {
    openDocuments: () => documentPorts(root),
    writer: createProjectWriter(root),
    log: createAppendLog(area),
    clock,
    locked: (action) => withLock(area.place(LOCK).absolute, LOCK, action),
  });
}
