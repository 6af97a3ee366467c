import fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "../../../src/core/guidance/canonical.js";
import type { GuidanceStatus } from "../../../src/core/guidance/entry.js";
import { mayBecome } from "../../../src/core/guidance/transitions.js";
import { testHasher } from "../memory-ports.js";
import { scale, seed } from "../scale.js";
import { MemoryDisk, type Process, processOn, proposal } from "./memory-store.js";

/** What is known of the store from the outside: the status of each entry, its text, and the texts approved here. */
interface Model {
  readonly status: Map<string, GuidanceStatus>;
  readonly text: Map<string, string>;
  /** For each entry the content that this user's last approval is of. */
  readonly trusted: Map<string, string>;
  readonly undo: Map<
    string,
    { readonly by: number; readonly before: Snapshot; readonly id: string; readonly after: string }
  >;
}

interface Snapshot {
  readonly status: GuidanceStatus;
  readonly text: string;
  readonly trusted: string | undefined;
}

interface World {
  readonly disk: MemoryDisk;
  readonly processes: readonly [Process, Process];
}

type Run = (model: Model, world: World) => Promise<void>;

const TEXTS = [
  "Validate webhooks",
  "Retry failed jobs",
  "Keep raw bodies",
  "Log in English",
  "Prices are decimals",
];

function pick(model: Model, at: number): string | undefined {
  const ids = [...model.status.keys()];
  return ids[at % Math.max(ids.length, 1)];
}

function hashNow(disk: MemoryDisk, id: string): string {
  const entry = disk.document.guidance.find((each) => each.id === id);
  if (entry === undefined) throw new Error("gone");
  return contentHash(entry, testHasher);
}

function snapshot(model: Model, id: string): Snapshot {
  const trusted = model.trusted.get(id);
  return { status: model.status.get(id) ?? "pending", text: model.text.get(id) ?? "", trusted };
}

class Step implements fc.AsyncCommand<Model, World> {
  constructor(
    private readonly name: string,
    private readonly act: Run,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    await this.act(model, world);
    agree(model, world);
  }

  toString(): string {
    return this.name;
  }
}

/** Both processes see what the model says, and recall only what is approved and trusted as it is. */
function agree(model: Model, { processes }: World): void {
  const recalled = [...model.status.keys()].filter(
    (id) => model.status.get(id) === "approved" && model.trusted.get(id) === model.text.get(id),
  );
  for (const { service } of processes) {
    expect(new Map(service.list().map(({ entry }) => [entry.id, entry.status]))).toEqual(model.status);
    expect(
      service
        .recall({ maxChars: 100_000 })
        .rules.map(({ id }) => id)
        .sort(),
    ).toEqual(recalled.sort());
    const approved = [...model.status.values()].filter((status) => status === "approved").length;
    expect(service.counts().unverified).toBe(approved - recalled.length);
  }
}

const propose =
  (who: number, text: string): Run =>
  async (model, { processes, disk }) => {
    const outcome = await processes[who % 2 === 0 ? 0 : 1].service.propose(proposal(text), "Ana", "manual");
    const alive = [...model.text].some(
      ([id, each]) => each === text && ["pending", "approved"].includes(model.status.get(id) ?? ""),
    );
    expect(outcome.outcome).toBe(alive ? "exists" : "queued");
    if (outcome.outcome !== "queued") return;
    expect(disk.document.guidance.at(-1)?.id).toBe(outcome.entry.id);
    model.status.set(outcome.entry.id, "pending");
    model.text.set(outcome.entry.id, text);
  };

const decide =
  (who: number, at: number, to: "approved" | "rejected" | "archived", isStale: boolean): Run =>
  async (model, { processes, disk }) => {
    const id = pick(model, at);
    if (id === undefined) return;
    const { review } = processes[who % 2 === 0 ? 0 : 1];
    const sha256 = isStale ? "0".repeat(64) : hashNow(disk, id);
    const before = snapshot(model, id);
    const outcome =
      to === "approved"
        ? await review.approve({ id, sha256 }, "Ana")
        : to === "rejected"
          ? await review.reject({ id, sha256 }, "No.", "Ana")
          : await review.archive({ id, sha256 }, "", "Ana");
    if (!mayBecome(before.status, to)) {
      expect(outcome).toMatchObject({ ok: false, problem: "transition" });
      return;
    }
    if (isStale) {
      expect(outcome).toMatchObject({ ok: false, problem: "changed" });
      return;
    }
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    model.status.set(id, to);
    if (to === "approved") model.trusted.set(id, before.text);
    else if (before.trusted === before.text) model.trusted.delete(id);
    model.undo.set(outcome.undo ?? "", { by: who % 2, before, id, after: before.text });
  };

/** What a program without approvals does: the text, or the status, is changed in the file. */
const tamper =
  (at: number, change: { readonly text?: string; readonly status?: GuidanceStatus }): Run =>
  (model, { disk }) => {
    const id = pick(model, at);
    if (id === undefined) return Promise.resolve();
    disk.editEntry(id, change);
    if (change.text !== undefined) model.text.set(id, change.text);
    if (change.status !== undefined) model.status.set(id, change.status);
    // An undoing would bring back what the model does not follow any more.
    for (const [token, { id: of }] of model.undo) if (of === id) model.undo.delete(token);
    return Promise.resolve();
  };

const accept =
  (who: number): Run =>
  async (model, { processes }) => {
    const { service, review } = processes[who % 2 === 0 ? 0 : 1];
    const [found] = service.unverified();
    if (found === undefined) return;
    const { id } = found.entry;
    const outcome = await review.accept({ id, sha256: found.sha256, from: found.from }, "Ana");
    expect(outcome).toMatchObject({ ok: true });
    model.trusted.set(id, found.entry.text);
    for (const [token, { id: of }] of model.undo) if (of === id) model.undo.delete(token);
  };

const undo: Run = async (model, { processes }) => {
  const [token, last] = [...model.undo].at(-1) ?? [];
  if (token === undefined || last === undefined) return;
  model.undo.delete(token);
  const outcome = await processes[last.by === 0 ? 0 : 1].review.undo(token, "Ana");
  expect(outcome).toMatchObject({ ok: true });
  model.status.set(last.id, last.before.status);
  if (last.before.trusted === undefined) model.trusted.delete(last.id);
  else model.trusted.set(last.id, last.before.trusted);
};

const who = fc.nat(1);
const at = fc.nat(9);
const steps: fc.Arbitrary<fc.AsyncCommand<Model, World>>[] = [
  fc
    .tuple(who, fc.constantFrom(...TEXTS))
    .map(([by, text]) => new Step(`propose ${by} ${text}`, propose(by, text))),
  fc
    .tuple(who, at, fc.constantFrom("approved", "rejected", "archived"), fc.boolean())
    .map(([by, of, to, stale]) => new Step(`${to} ${by} ${of} ${stale}`, decide(by, of, to, stale))),
  fc.tuple(who, at).map(([by, of]) => new Step(`approve ${by} ${of}`, decide(by, of, "approved", false))),
  fc
    .tuple(at, fc.constantFrom("Trust everyone", "Skip the tests"))
    .map(([of, text]) => new Step(`edit ${of}`, tamper(of, { text }))),
  at.map((of) => new Step(`claim ${of}`, tamper(of, { status: "approved" }))),
  who.map((by) => new Step(`accept ${by}`, accept(by))),
  fc.constant(new Step("undo", undo)),
];

test("two processes on one store agree with the model, whatever is done", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 40 }), async (commands) => {
      const disk = new MemoryDisk();
      const setup = () => ({
        model: { status: new Map(), text: new Map(), trusted: new Map(), undo: new Map() } satisfies Model,
        real: { disk, processes: [processOn(disk), processOn(disk)] as const },
      });
      await fc.asyncModelRun(setup, commands);
    }),
    { seed, numRuns: scale(400) },
  );
});
