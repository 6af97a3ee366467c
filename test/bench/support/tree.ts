import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generateDocument, type DocumentPlan } from "./documents.js";
import { randomFrom, Sentences, type Tongue } from "./words.js";

/** A generated project in a temporary folder. */
export interface Tree {
  readonly root: string;
  /** Project paths of all files that are sources, in code-unit order. */
  readonly paths: readonly string[];
  readonly bytes: number;
  /** A folder beside the project, for what a bench writes: indexes, results. */
  readonly aside: string;
  remove(): void;
}

/** What an orchestration consists of: eight stages, three decisions, one supporting document, and a map. */
const STAGES = [
  ["risk", "00-risk-classification.md"],
  ["idea", "01-idea.md"],
  ["prd", "02-prd.md"],
  ["techspec", "03-techspec.md"],
  ["tasks", "04-tasks.md"],
  ["review", "07-review.md"],
  ["qa", "08-qa.md"],
  ["memory", "09-memory.md"],
] as const;
const OF_ONE_ORCHESTRATION = STAGES.length + 4;

/** Documents that belong to the project as a whole. */
const GLOBAL = [
  "AGENTS.md",
  ...["project-profile", "architecture-map", "decision-index", "patterns-and-conventions"].map(
    (name) => `docs/_project-intelligence/${name}.md`,
  ),
  ...Array.from({ length: 15 }, (_, index) => `docs/adr/${String(index + 1).padStart(4, "0")}-record.md`),
];

/** Old enough that no time stamp is too fresh to be trusted. */
const WRITTEN_AT = new Date("2026-03-02T08:00:00Z");

function slugOf(number: number): string {
  return `flow-${String(number).padStart(4, "0")}`;
}

function tongueOf(number: number): Tongue {
  return number % 10 === 9 ? "ru" : number % 3 === 0 ? "pt" : "en";
}

function plansOf(count: number): DocumentPlan[] {
  const plans: DocumentPlan[] = GLOBAL.map((path) => ({ path, slug: "", stage: undefined, tongue: "en" }));
  for (let number = 0; plans.length < count; number++) {
    const slug = slugOf(number);
    const at = { slug, tongue: tongueOf(number) };
    const folder = `docs/${slug}`;
    for (const [stage, name] of STAGES) plans.push({ ...at, stage, path: `${folder}/${name}` });
    for (const name of ["0001-storage", "0002-retries", "0003-contracts"])
      plans.push({ ...at, stage: "adr", path: `${folder}/adrs/${name}.md` });
    plans.push({ ...at, stage: undefined, path: `${folder}/notes.md` });
  }
  return plans.slice(0, count);
}

/** A map as the tool writes it. The states are those of a work that is in hand: specified, not yet reviewed. */
function mapText(slug: string, number: number): string {
  const lines = [
    "orchestration:",
    `  name: Flow ${number}`,
    `  slug: ${slug}`,
    "  created_at: 2026-01-04T08:12:00Z",
    "  state: in_progress",
    "  source: local-artifact-store",
    "artifacts:",
  ];
  for (const [index, [stage, file]] of STAGES.entries()) {
    const state = index < 4 ? "approved" : number % 2 === 0 ? "recorded" : "draft";
    const approvedAt = state === "approved" ? "2026-02-01T10:00:00Z" : "''";
    lines.push(`  ${stage}:`, `    file: ${file}`, `    state: ${state}`, `    approved_at: ${approvedAt}`);
    lines.push("    revision: 1", "    updated_at: 2026-02-01T10:00:00Z", "    validation_status: valid");
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Writes a project of `count` Markdown documents of 2 to 20 KB, in the native layout, with a traceability map for every
 * twelve of them. The same count gives the same bytes, paths and times; the inodes are the disk's.
 */
export function createTree(count: number): Tree {
  const base = mkdtempSync(join(tmpdir(), "sdd-bench-"));
  const root = join(base, "project");
  const aside = join(base, "aside");
  mkdirSync(aside);
  const random = randomFrom(count);
  const sentences = new Sentences(random);
  const paths: string[] = [];
  const made = new Set<string>();
  let bytes = 0;
  const write = (path: string, text: string): void => {
    const absolute = join(root, path);
    const folder = dirname(absolute);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(absolute, text);
    utimesSync(absolute, WRITTEN_AT, WRITTEN_AT);
    bytes += statSync(absolute).size;
    paths.push(path);
  };
  for (const plan of plansOf(count)) write(plan.path, generateDocument(plan, sentences, random));
  const orchestrations = Math.ceil((count - GLOBAL.length) / OF_ONE_ORCHESTRATION);
  for (let number = 0; number < orchestrations; number++) {
    write(`docs/${slugOf(number)}/traceability-map.yaml`, mapText(slugOf(number), number));
  }
  paths.sort();
  const remove = (): void => {
    rmSync(base, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { root, paths, bytes, aside, remove };
}
