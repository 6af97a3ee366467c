import type { Diagnostic } from "../../../src/core/diagnostics.js";
import { healthOf, type HealthMemory, type HealthReport } from "../../../src/core/health/health.js";
import type { Cancellation } from "../../../src/core/ports.js";
import { fixture, type Fixture } from "../context/fixture.js";
import type { MemoryContent } from "../memory-ports.js";

/** Headings of a document that lacks nothing. */
const SECTIONS = {
  prd: "Traceability; Summary; Goals; Non-goals; Users; Requirements; Acceptance criteria; Metrics; Risks; Diagrams",
  idea: "Traceability; Problem; Goal; Users; Success criteria",
};

/** A document of a stage that has all its sections, and a text below the last one. */
export function whole(stage: keyof typeof SECTIONS, text = ""): string {
  const sections = SECTIONS[stage].split("; ").map((title) => `## ${title}\n\nSomething.\n`);
  return `# ${stage.toUpperCase()} — Checkout\n\n${sections.join("\n")}\n${text}\n`;
}

/** A map, from lines such as `prd: {file: 02-prd.md, state: approved}`. */
export function map(...entries: readonly string[]): string {
  return [
    "orchestration: {name: Checkout, slug: checkout}",
    "artifacts:",
    ...entries.map((each) => `  ${each}`),
    "",
  ].join("\n");
}

export interface HealthFixture extends Fixture {
  /** Looks at the project as it is now. */
  readonly check: (memory?: HealthMemory, cancellation?: Cancellation) => Promise<HealthReport>;
}

export function healthFixture(files: Readonly<Record<string, MemoryContent>>): HealthFixture {
  const made = fixture(files);
  const { session, project } = made;
  const ports = {
    files: project.files,
    codec: project.codec,
    hasher: project.hasher,
    wallClock: project.clock,
  };
  return {
    ...made,
    check: async (memory, cancellation) => {
      const present = await session.refresh();
      const config = session.configOf(present.inventory).health;
      const conflicts = session.listConflicts(present).open;
      return healthOf(ports, { project: present, config, conflicts }, memory, cancellation);
    },
  };
}

/** `severity code path:line:column parameters` */
export function told({ code, severity, path, line, column, params }: Diagnostic): string {
  return [severity, code, `${path}:${line}:${column}`, ...params].join(" ");
}

/** What is said of a project, by its files. */
export async function findingsOf(files: Readonly<Record<string, MemoryContent>>): Promise<string[]> {
  return (await healthFixture(files).check()).findings.map(told);
}
