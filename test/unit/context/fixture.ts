import { ProjectSession } from "../../../src/core/context/session.js";
import type { MemoryContent } from "../memory-ports.js";
import { memoryProject, testCodec, testHasher, type MemoryProject } from "../memory-ports.js";

const sentence = (topic: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `The ${topic} rule ${index} says that ${topic} number ${index} holds.`,
  ).join(" ");

/** A small project in English: two orchestrations, decisions in several states, global sources. */
export function sampleFiles(): Record<string, string> {
  return {
    "docs/checkout/traceability-map.yaml": [
      "orchestration: {name: Checkout Ágil, slug: checkout, state: in_progress}",
      "artifacts:",
      "  idea: {file: 01-idea.md, state: approved}",
      "  prd: {file: 02-prd.md, state: approved}",
      "  techspec: {file: 03-techspec.md, state: draft}",
      "  tasks: {file: 04-tasks.md, state: pending}",
      "",
    ].join("\n"),
    "docs/checkout/01-idea.md": `# Idea — Checkout\n\n## Problem\n\n${sentence("payment", 4)}\n`,
    "docs/checkout/02-prd.md": [
      "# PRD — Checkout",
      "## Traceability\n\n- Slug: checkout\n- Current state: approved",
      `## Requirements\n\n- FR-1 the buyer pays by card\n- FR-2 the buyer pays by transfer\n\n${sentence("card", 6)}`,
      "## Acceptance criteria\n\n- a paid order is confirmed within two seconds\n- a refused card shows the reason",
      "## Risks\n\nThe provider may be down for minutes at a time.",
      "Decided in [the adapter decision](adrs/0001-adapter.md).",
    ].join("\n\n"),
    "docs/checkout/03-techspec.md": [
      "# Tech Spec — Checkout",
      "## Traceability\n\n- Slug: checkout\n- Current state: approved",
      "## Contracts\n\n```ts\ninterface PaymentAdapter { pay(order: Order): Promise<Receipt>; }\n```",
      `## Architecture\n\n${sentence("adapter", 12)}`,
      "## Validation commands\n\n```sh\nnpm run test:payments\n```",
      "See [old](adrs/0003-old.md).",
    ].join("\n\n"),
    "docs/checkout/05-refinement.md": "# Refinement — Checkout\n\n## Decisions\n\nLater than tasks.\n",
    "docs/checkout/adrs/0001-adapter.md":
      "# 1. Adapter\n\n**Status:** Accepted\n\n## Decision\n\nOne adapter for each provider.\n\n## Considered options\n\nA single client was rejected because it grows with every provider.\n",
    "docs/checkout/adrs/0003-old.md":
      "# 3. Old\n\n**Status:** Superseded by 0001\n\n## Decision\n\nOld text.\n",
    "docs/adr/0009-other.md": "# 9. Other\n\n**Status:** Accepted\n\n## Decision\n\nUnrelated.\n",
    "docs/adr/0010-linked.md":
      "# 10. Linked\n\n**Status:** Proposed\n\n## Decision\n\nFor [checkout](../checkout/02-prd.md).\n",
    "docs/returns/traceability-map.yaml":
      "orchestration: {name: Returns, slug: returns}\nartifacts:\n  prd: {file: 02-prd.md, state: approved}\n  idea: {file: 01-idea.md, state: draft}\n",
    "docs/returns/02-prd.md":
      "# PRD — Returns\n\n## Requirements\n\n- the buyer sends an order back within thirty days\n",
    "docs/returns/01-idea.md": "# Idea — Returns\n\n## Problem\n\nReturns are slow.\n",
    "docs/_project-intelligence/patterns-and-conventions.md":
      "# Patterns\n\n## Conventions\n\nAmounts are whole cents, never floating point numbers.\n",
    "AGENTS.md": "# Agents\n\n## Code style\n\nRun the linter before every commit and never silence it.\n",
    "docs/guide/intro.md": "# Not a source\n",
  };
}

export interface Fixture {
  readonly session: ProjectSession;
  readonly project: MemoryProject;
}

/** A session over files in memory. */
export function fixture(files: Readonly<Record<string, MemoryContent>> = sampleFiles()): Fixture {
  const project = memoryProject(files);
  return { session: sessionOver(project), project };
}

/** Another session over the same files, as another process would have it. */
export function sessionOver(project: MemoryProject): ProjectSession {
  const { writer, clock, index } = project;
  const openFiles = () => project.files;
  const ports = { openFiles, writer, codec: testCodec, hasher: testHasher, clock, wallClock: clock, index };
  return new ProjectSession(ports);
}

/** Adds text at the end of one of the files. */
export function append(files: Record<string, string>, path: string, text: string): void {
  files[path] = (files[path] ?? "") + text;
}
