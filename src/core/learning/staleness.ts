import type { DocumentPorts } from "../context/document.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { readHandWritten } from "./hand-written.js";
import { plainRecord, type LearningRecord, type StaleReason } from "./learning-record.js";
import { sectionHashes, sectionsOf } from "./sections.js";

/**
 * Whether a learning still rests on what it was learned from. Computed whenever records are read: a source whose hash is
 * the record's is not opened, and of one that moved the sections are hashed once for each of its states.
 */
export class Staleness {
  /** Section hashes of sources as they are, by path, for the hash they were read at. */
  readonly #sections = new Map<
    string,
    { readonly hash: string; readonly hashes: ReadonlyMap<string, string> }
  >();

  /** The hash of each section of a source as it is now; `undefined` where it cannot be read. */
  sectionsNow(ports: DocumentPorts, { path, hash }: SourceRecord): ReadonlyMap<string, string> | undefined {
    const known = this.#sections.get(path);
    if (known?.hash === hash) return known.hashes;
    const safe = readHandWritten(ports, path);
    if (!safe.ok) return undefined;
    const { sections } = sectionsOf(safe, { path, isReview: false });
    const hashes = sectionHashes(safe.text, sections, ports.hasher);
    // A file that changed between the look and the reading is kept under what was read.
    this.#sections.set(path, { hash: safe.hash, hashes });
    return hashes;
  }

  #reasonFor(
    ports: DocumentPorts,
    record: LearningRecord,
    source: SourceRecord | undefined,
  ): StaleReason | undefined {
    if (source === undefined || source.hash === "") return "source_missing";
    if (source.hash === record.source_hash) return undefined;
    const hashes = this.sectionsNow(ports, source);
    if (hashes === undefined) return "source_missing";
    return hashes.get(record.section) === record.section_hash ? "file_changed" : "section_changed";
  }

  /** A record as it stands to its source now. One that was superseded stays so, whatever its source says. */
  current(ports: DocumentPorts, record: LearningRecord, source: SourceRecord | undefined): LearningRecord {
    if (record.status === "superseded") return record;
    const reason = this.#reasonFor(ports, record, source);
    if (reason === record.stale_reason && (reason === undefined) === (record.status === "active"))
      return record;
    const { verified, dismissed } = record;
    return {
      ...plainRecord(record),
      ...(verified === undefined ? {} : { verified }),
      ...(dismissed === undefined ? {} : { dismissed }),
      ...(reason === undefined ? { status: "active" } : { status: "stale", stale_reason: reason }),
    };
  }

  /** Forgets sources that are not among these any more. */
  keepOnly(paths: { has(path: string): boolean }): void {
    for (const path of this.#sections.keys()) if (!paths.has(path)) this.#sections.delete(path);
  }
}
