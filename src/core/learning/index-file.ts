import type { SddError } from "../errors.js";
import { compareCodeUnits } from "../text/fold.js";
import {
  compareLearnings,
  formatLearning,
  LEARNING_KINDS,
  parseLearnings,
  type LearningKind,
  type LearningRecord,
  type RejectedLine,
} from "./learning-record.js";

/** The records of one source, with their text in the file, which is made when it is first asked for. */
interface Block {
  readonly records: readonly LearningRecord[];
  text: string | undefined;
}

function textOf(block: Block): string {
  return (block.text ??= block.records.map(formatLearning).join(""));
}

/** A changed index that is at most this long (UTF-16 units) is written anew as a whole. */
const SMALL_INDEX = 256_000;

/** What was changed since the whole was written may grow to this before the whole is written again. */
const MOST_RECENT = 256_000;
const MOST_RECENT_SOURCES = 64;

/** Texts to be written. `recent` is what overrides the main file, source by source; empty: nothing does. */
export interface IndexTexts {
  readonly main: string | undefined;
  readonly recent: string;
}

/**
 * The learnings by source. The file is kept in blocks, one a source, so that a changed document costs its own block: an
 * index of thousands of documents is not put together anew for each, but the changed blocks go to a small file beside
 * it (`recent/learnings.jsonl`), which holds the whole truth of its sources until the main file is written again.
 */
export class LearningIndex {
  readonly #blocks = new Map<string, Block>();
  /** Sources that the main file does not hold as they are. */
  readonly #recent = new Set<string>();
  #rejected: readonly RejectedLine[];
  #length: number;
  readonly #active = new Map<LearningKind, number>();

  /** Files that are there and could not be read: what they hold is not known, so they must not be written. */
  readonly problems: readonly SddError[];

  /** @param main, recent the files' texts; empty where there is none. */
  constructor(main: string, recent: string, problems: readonly SddError[] = []) {
    this.problems = problems;
    const parsed = parseLearnings(main);
    const later = parseLearnings(recent);
    this.#rejected = [...parsed.rejected, ...later.rejected];
    this.#length = main.length;
    this.#fill(parsed.records);
    this.#fill(later.records);
    for (const { source_artifact: path } of later.records) this.#recent.add(path);
  }

  #fill(records: readonly LearningRecord[]): void {
    const bySource = new Map<string, LearningRecord[]>();
    for (const record of records) {
      const list = bySource.get(record.source_artifact);
      if (list === undefined) bySource.set(record.source_artifact, [record]);
      else list.push(record);
    }
    for (const [path, own] of bySource) {
      // An id that stands twice is one record: somebody put two files together.
      const once = new Map(own.map((record) => [record.id, record]));
      this.#set(path, { records: [...once.values()].sort(compareLearnings), text: undefined });
    }
  }

  #set(path: string, block: Block): void {
    this.#count(this.#blocks.get(path), -1);
    this.#count(block, 1);
    this.#blocks.set(path, block);
  }

  #count(block: Block | undefined, by: 1 | -1): void {
    for (const { kind, status, dismissed } of block?.records ?? []) {
      if (status === "active" && dismissed === undefined)
        this.#active.set(kind, (this.#active.get(kind) ?? 0) + by);
    }
  }

  /** Records that were active when they were learned, by kind. */
  activeByKind(): Readonly<Record<LearningKind, number>> {
    const counts = LEARNING_KINDS.map((kind) => [kind, this.#active.get(kind) ?? 0]);
    return Object.fromEntries(counts) as Record<LearningKind, number>;
  }

  /** Lines of the files that were no records, until the main file is written again without them. */
  get rejected(): readonly RejectedLine[] {
    return this.#rejected;
  }

  /** Whether nothing was learned here; of an index that cannot be read nobody knows. */
  get isEmpty(): boolean {
    return this.#blocks.size === 0 && this.problems.length === 0;
  }

  /** Paths of the sources that have records, in no particular order. */
  paths(): IterableIterator<string> {
    return this.#blocks.keys();
  }

  recordsOf(path: string): readonly LearningRecord[] {
    return this.#blocks.get(path)?.records ?? [];
  }

  /** Every record, sorted. */
  records(): LearningRecord[] {
    return this.#sorted().flatMap(([, { records }]) => records);
  }

  #sorted(): [string, Block][] {
    return [...this.#blocks].sort(([a], [b]) => compareCodeUnits(a, b));
  }

  /**
   * Puts records in the place of all that a source had.
   *
   * @param records sorted.
   * @returns whether that changed the source's text.
   */
  replace(path: string, records: readonly LearningRecord[]): boolean {
    const before = this.#blocks.get(path);
    const after: Block = { records, text: undefined };
    if (before !== undefined && textOf(before) === textOf(after)) return false;
    if (before === undefined && records.length === 0) return false;
    this.#set(path, after);
    this.#recent.add(path);
    return true;
  }

  /** The whole file. */
  text(): string {
    return this.#sorted()
      .map(([, block]) => textOf(block))
      .join("");
  }

  /**
   * What to write so that the files say what the index does.
   *
   * @param whole whether the main file is wanted whatever the size.
   */
  texts(whole: boolean): IndexTexts {
    const recent = [...this.#recent].sort(compareCodeUnits);
    const text = recent.map((path) => textOf(this.#blocks.get(path) ?? { records: [], text: "" })).join("");
    const isSmall = this.#length + text.length <= SMALL_INDEX;
    if (whole || isSmall || text.length > MOST_RECENT || recent.length > MOST_RECENT_SOURCES) {
      return { main: this.text(), recent: "" };
    }
    return { main: undefined, recent: text };
  }

  /** Tells that the files were written; `main` is the main file's new text, where it was among them. */
  wrote(main: string | undefined): void {
    if (main === undefined) return;
    this.#length = main.length;
    this.#recent.clear();
    this.#rejected = [];
  }
}
