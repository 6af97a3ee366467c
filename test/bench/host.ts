/**
 * Inside a real VS Code: what our activation takes beyond that of an extension that does nothing, in the same extension
 * host, and how long the host is ever held up while a project is opened, packs are built, and edits are followed, beside a
 * host with the empty extension alone.
 *
 * `SDD_BENCH_PROFILE=folder` also writes a CPU profile of each host there, and prints the longest stalls;
 * `SDD_BENCH_PARTS=stalls` (or `activation`) takes one of the two parts, `SDD_BENCH_ROUNDS=1` so many rounds of stalls.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PhaseReport, ProbeTask, Span } from "./in-host/plan.js";
import { emptyExtension, OURS, probe } from "./support/in-host.js";
import { median } from "./support/measure.js";
import { FIGURE_COLUMNS, printFigure, printTitle } from "./support/report.js";
import { SIZES } from "./support/sizes.js";
import { createTree, type Tree } from "./support/tree.js";

const ACTIVATION_BOUND = 30;
const STALL_BOUND = 50;
const ACTIVATION_ROUNDS = 7;
const STALL_ROUNDS = Number(process.env["SDD_BENCH_ROUNDS"] ?? 3);
const PARTS = (process.env["SDD_BENCH_PARTS"] ?? "activation,stalls").split(",");

/** One that takes upon itself what only the first activation in a host costs, and one on either side of ours. */
const [FIRST, BEFORE, AFTER] = [emptyExtension("first"), emptyExtension("before"), emptyExtension("after")];

/** In ms, without the time that the host's thread waited for a processor. */
interface Activation {
  readonly ours: number;
  readonly base: number;
  /** What ours computed beyond the base. */
  readonly computing: number;
}

function activationRound(tree: Tree): Activation {
  const extensions = [FIRST, BEFORE, OURS, AFTER];
  const task: ProbeTask = { kind: "activation", extensions };
  const { activation = {} } = probe(tree.root, tree.aside, extensions, task);
  const of = (id: string, what: "own" | "cpu"): number => activation[id]?.[what] ?? NaN;
  const base = (what: "own" | "cpu"): number => (of(BEFORE, what) + of(AFTER, what)) / 2;
  return { ours: of(OURS, "own"), base: base("own"), computing: of(OURS, "cpu") - base("cpu") };
}

function measureActivation(size: number): void {
  const tree = createTree(size);
  // Without this folder nothing of the project asks VS Code to activate us, so that the probe can.
  rmSync(join(tree.root, "docs", "_project-intelligence"), { recursive: true });
  const rounds = Array.from({ length: ACTIVATION_ROUNDS }, () => activationRound(tree));
  const label = `${size.toLocaleString("en")} documents`;
  printFigure(`an empty extension, ${label}`, median(rounds.map(({ base }) => base)), "ms");
  const beyond = median(rounds.map(({ ours, base }) => ours - base));
  printFigure(`ours beyond it, ${label}`, beyond, "ms", ACTIVATION_BOUND);
  const computing = median(rounds.map((round) => round.computing));
  printFigure(`ours beyond it, computing alone, ${label}`, computing, "ms");
  tree.remove();
}

function stallRound(size: number, ours: boolean, round: number): readonly PhaseReport[] {
  const tree = createTree(size);
  const profiles = process.env["SDD_BENCH_PROFILE"];
  if (profiles !== undefined) mkdirSync(profiles, { recursive: true });
  const name = `${ours ? "ours" : "empty"}-${size}-${round}.cpuprofile`;
  const slugs = ["0001", "0002", "0003", "0004", "0005"].map((number) => `flow-${number}`);
  const task: ProbeTask = {
    kind: "stalls",
    ours,
    slugs,
    stages: ["tasks", "review"],
    edits: ["docs/flow-0001/02-prd.md", "docs/flow-0002/notes.md", "docs/flow-0001/03-techspec.md"],
    ...(profiles !== undefined && { profile: join(profiles, name) }),
  };
  const { phases = [] } = probe(tree.root, tree.aside, ours ? [FIRST, OURS] : [FIRST], task);
  tree.remove();
  if (profiles !== undefined) {
    const short = phases.map(({ name: phase, took, stalls }) => ({
      phase,
      took: Math.round(took),
      stalls: [...stalls]
        .sort((a, b) => b.cpu - a.cpu)
        .map((stall) => [stall.wall, stall.own, stall.cpu].map(Math.round).join("/"))
        .join(" "),
    }));
    console.error(name, JSON.stringify(short, null, 1));
  }
  return phases;
}

/** Of the longest stall in each round, the median: what else the machine has to do makes single ones of any length. */
function longest(rounds: readonly (readonly PhaseReport[])[], phase: string, what: keyof Span): number {
  const each = rounds.map((phases) => {
    const stalls = phases.find(({ name }) => name === phase)?.stalls ?? [];
    return Math.max(...stalls.map((stall) => stall[what]));
  });
  return median(each);
}

function measureStalls(size: number): void {
  const ours: (readonly PhaseReport[])[] = [];
  const base: (readonly PhaseReport[])[] = [];
  for (let round = 0; round < STALL_ROUNDS; round++) {
    base.push(stallRound(size, false, round));
    ours.push(stallRound(size, true, round));
  }
  for (const { name } of ours[0] ?? []) {
    const label = `${name}, ${size.toLocaleString("en")} documents`;
    printFigure(`${label}: empty`, longest(base, name, "own"), "ms");
    printFigure(`${label}: ours`, longest(ours, name, "own"), "ms", STALL_BOUND);
    printFigure(`${label}: empty, computing alone`, longest(base, name, "cpu"), "ms");
    printFigure(`${label}: ours, computing alone`, longest(ours, name, "cpu"), "ms");
    printFigure(`${label}: ours, waiting for a processor included`, longest(ours, name, "wall"), "ms");
  }
}

const sizes = SIZES.filter((size) => size >= 1_000);
if (PARTS.includes("activation")) {
  printTitle("Activation", FIGURE_COLUMNS);
  for (const size of sizes) measureActivation(size);
}
if (PARTS.includes("stalls")) {
  printTitle("Longest time that the extension host was held up", FIGURE_COLUMNS);
  for (const size of sizes) measureStalls(size);
}
