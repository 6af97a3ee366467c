import { LearningService } from "../../../src/core/learning/service.js";
import type { LearningRecord } from "../../../src/core/learning/learning-record.js";
import type { AppendLog } from "../../../src/core/ports.js";
import { fixture, sessionOver } from "../context/fixture.js";
import { testCodec, testHasher, type MemoryContent, type MemoryProject } from "../memory-ports.js";

export interface LearningFixture {
  readonly project: MemoryProject;
  readonly service: LearningService;
  /** Another process on the same files. */
  readonly another: () => LearningService;
  /** The index file, line by line. */
  readonly lines: () => readonly LearningRecord[];
}

export const INDEX = ".sdd/intelligence/learnings.jsonl";
export const RECENT = ".sdd/intelligence/recent/learnings.jsonl";
export const REVIEWS = ".sdd/intelligence/reviews.jsonl";

function memoryLog(project: MemoryProject): AppendLog {
  return {
    append: (path, lines) => {
      project.write(path, (project.text(path) ?? "") + lines.join(""));
    },
    read: () => {
      throw new Error("The service reads reviews through the session.");
    },
  };
}

/** The learnings of a project in memory. */
export function learningFixture(files?: Readonly<Record<string, MemoryContent>>): LearningFixture {
  const { session, project } = fixture(files);
  const { writer, clock } = project;
  const documents = { files: project.files, codec: testCodec, hasher: testHasher, wallClock: clock };
  const open = (of: typeof session): LearningService =>
    new LearningService(of, {
      openDocuments: () => documents,
      writer,
      clock,
      log: memoryLog(project),
      locked: (action) => action(),
    });
  return {
    project,
    service: open(session),
    another: () => open(sessionOver(project)),
    lines: () =>
      (project.text(INDEX) ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as LearningRecord),
  };
}

/** The one record whose summary holds a text. */
export function recordWith(records: readonly LearningRecord[], text: string): LearningRecord {
  const found = records.filter(({ summary }) => summary.includes(text));
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(
      `${found.length} records hold “${text}”: ${JSON.stringify(records.map((r) => r.summary))}`,
    );
  return first;
}
