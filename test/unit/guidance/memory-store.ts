import type { ApprovalDecision, ApprovalLedger } from "../../../src/core/guidance/approvals.js";
import { DecisionTable } from "../../../src/core/guidance/approvals.js";
import type { GuidanceEntry } from "../../../src/core/guidance/entry.js";
import { GuidanceReview, type ReviewOptions } from "../../../src/core/guidance/review.js";
import { type GuidancePorts, GuidanceService } from "../../../src/core/guidance/service.js";
import { sharedText, parseShared, type SharedGuidance } from "../../../src/core/guidance/shared.js";
import { GUIDANCE_STORE, type GuidanceStore } from "../../../src/core/guidance/store-document.js";
import { createIdSource } from "../../../src/core/ids.js";
import type { DocumentStore, StoreState } from "../../../src/core/ports.js";
import { SddError } from "../../../src/core/errors.js";
import { memoryClock, type MemoryClock, testHasher } from "../memory-ports.js";

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

/** The file that several processes share: its text, and what a person does to it by hand. */
export class MemoryDisk {
  text: string | undefined;
  approvals: ApprovalDecision[] = [];
  files = new Map<string, string>();
  failApprovals = false;
  failFiles = false;

  get document(): GuidanceStore {
    const value: unknown = JSON.parse(this.text ?? JSON.stringify(GUIDANCE_STORE.empty));
    return value as GuidanceStore;
  }

  /** Changes the store as an editor, or a program that knows nothing of approvals, would. */
  edit(change: (document: GuidanceStore) => GuidanceStore): void {
    this.text = JSON.stringify(change(this.document));
  }

  editEntry(id: string, change: Partial<GuidanceEntry>): void {
    this.edit((document) => ({
      ...document,
      guidance: document.guidance.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
    }));
  }
}

function parsed(text: string | undefined): GuidanceStore {
  if (text === undefined) return frozen(GUIDANCE_STORE.empty);
  const document = GUIDANCE_STORE.parse(JSON.parse(text) as Record<string, unknown>);
  if (typeof document === "string") throw new SddError("unreadable-file", ".sdd/store.json", document);
  return frozen(document);
}

/** One process's view of the store: it keeps what it read until the text changes. */
function storeOn(disk: MemoryDisk): DocumentStore<GuidanceStore> {
  let seen: string | undefined = "?";
  let state: StoreState<GuidanceStore> | undefined;
  const read = (): StoreState<GuidanceStore> => {
    if (state === undefined || seen !== disk.text) {
      state = { document: parsed(disk.text), stamp: disk.text ?? "", readOnly: false, notices: [] };
      seen = disk.text;
    }
    return state;
  };
  return {
    read,
    stamp: () => disk.text ?? "",
    async update(change) {
      await Promise.resolve();
      const before = read().document;
      const next = change(before);
      if (next === before) return read();
      const sealed = GUIDANCE_STORE.parse({ ...next, revision: before.revision + 1 });
      if (typeof sealed === "string") throw new SddError("store-refused", ".sdd/store.json", sealed);
      disk.text = JSON.stringify(sealed);
      state = { document: frozen(sealed), stamp: disk.text, readOnly: false, notices: [] };
      seen = disk.text;
      return state;
    },
  };
}

function approvalsOn(disk: MemoryDisk): ApprovalLedger {
  return {
    decisions() {
      const table = new DecisionTable();
      for (const decision of disk.approvals) table.add(decision);
      return table;
    },
    record(decisions) {
      if (disk.failApprovals) throw new SddError("write-failed", "approvals", "the disk is full");
      disk.approvals.push(...decisions);
    },
  };
}

function filesOn(disk: MemoryDisk): SharedGuidance {
  return {
    list: () =>
      new Map(
        [...disk.files].flatMap(([id, text]) => {
          const entry = parseShared(text, id);
          return entry === undefined ? [] : [[id, entry] as const];
        }),
      ),
    write(entries) {
      if (disk.failFiles) throw new SddError("write-failed", ".sdd/guidance", "the disk is full");
      for (const entry of entries) disk.files.set(entry.id, sharedText(entry));
    },
  };
}

export interface Process {
  readonly service: GuidanceService;
  readonly review: GuidanceReview;
  readonly clock: MemoryClock;
  readonly disk: MemoryDisk;
}

let processes = 0;

/** A process on a store: two on one disk are two windows. */
export function processOn(
  disk: MemoryDisk = new MemoryDisk(),
  options: ReviewOptions & Pick<GuidancePorts, "intentLine"> & { readonly clock?: MemoryClock } = {},
): Process {
  const clock = options.clock ?? memoryClock();
  const number = ++processes;
  let count = 0;
  const random = {
    bytes: (length: number) => Uint8Array.from({ length }, (_, at) => (number * 7 + ++count + at * 13) % 256),
  };
  const ports: GuidancePorts = {
    store: storeOn(disk),
    approvals: approvalsOn(disk),
    shared: filesOn(disk),
    clock,
    ids: createIdSource(clock, random),
    hasher: testHasher,
    ...(options.intentLine === undefined ? {} : { intentLine: options.intentLine }),
  };
  return { service: new GuidanceService(ports), review: new GuidanceReview(ports, options), clock, disk };
}

/** A proposal that passes, with parts of it changed. */
export function proposal(text: string, change: Readonly<Record<string, unknown>> = {}) {
  return { type: "guardrail", text, rationale: "It was decided after an incident.", ...change };
}

/** Proposes, and gives the queued entry with its hash. */
export async function queue(
  { service }: Pick<Process, "service">,
  text: string,
  change: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly sha256: string }> {
  const outcome = await service.propose(proposal(text, change), "agent");
  if (outcome.outcome !== "queued") throw new Error(`not queued: ${JSON.stringify(outcome)}`);
  return { id: outcome.entry.id, sha256: outcome.entry.sha256 };
}

/** Proposes and approves. */
export async function approved(
  process: Pick<Process, "service" | "review">,
  text: string,
  change: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly sha256: string }> {
  const shown = await queue(process, text, change);
  const outcome = await process.review.approve(shown, "Ana");
  if (!outcome.ok) throw new Error(`not approved: ${JSON.stringify(outcome)}`);
  return shown;
}
