/** The stages of an orchestration, in the order of work. */
export const STAGES = [
  "project-discovery",
  "risk",
  "idea",
  "prd",
  "techspec",
  "tasks",
  "refinement",
  "execution",
  "adr",
  "review",
  "qa",
  "memory",
] as const;

export type Stage = (typeof STAGES)[number];

/** Names a stage goes by in file names, after the number, and in the map. Folded to lower case. */
const NAMES: ReadonlyMap<string, Stage> = new Map([
  ...STAGES.map((stage) => [stage, stage] as const),
  ["discovery", "project-discovery"],
  ["risk-classification", "risk"],
  ["tech-spec", "techspec"],
  ["final-memory", "memory"],
]);

/** The file name that a new document of a stage gets. */
const FILES: Readonly<Record<Stage, string>> = {
  "project-discovery": "00-project-discovery.md",
  risk: "00-risk-classification.md",
  idea: "01-idea.md",
  prd: "02-prd.md",
  techspec: "03-techspec.md",
  tasks: "04-tasks.md",
  refinement: "05-refinement.md",
  execution: "06-execution.md",
  adr: "06-adr.md",
  review: "07-review.md",
  qa: "08-qa.md",
  memory: "09-memory.md",
};

/** Where a stage stands in the order of work, from 0. */
export function stageOrder(stage: Stage): number {
  return STAGES.indexOf(stage);
}

/** The stage a name stands for (`prd`, `Tech-Spec`), or `undefined`. */
export function parseStage(name: string): Stage | undefined {
  return NAMES.get(name.trim().toLowerCase());
}

export function stageFileName(stage: Stage): string {
  return FILES[stage];
}

/**
 * The stage of a file named `NN-<stage>.md`, by the name after the number: numbers changed between versions of the
 * tool that writes them (two `00-`, two `06-`, `08-` is memory or qa), so they decide nothing.
 */
export function stageOfFileName(fileName: string): Stage | undefined {
  const match = /^\d{2}-([a-z-]+)\.md$/i.exec(fileName);
  return match?.[1] === undefined ? undefined : parseStage(match[1]);
}

/** What the map says of a stage's document. `approved` follows a human checkpoint; `recorded` is informative. */
export const ARTIFACT_STATES = ["pending", "draft", "recorded", "approved", "optional"] as const;
export type ArtifactState = (typeof ARTIFACT_STATES)[number];
