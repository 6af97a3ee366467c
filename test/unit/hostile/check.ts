import { fromMarkdown } from "mdast-util-from-markdown";
import { expect } from "vitest";
import { PACK_STRINGS } from "../../../src/core/context/pack-strings.js";
import type { PackOutcome, ProjectSession } from "../../../src/core/context/session.js";
import { PARTS } from "../../../src/core/context/vocabulary.js";
import type { Diagnostic } from "../../../src/core/diagnostics.js";
import { projectDiagnostics, type Project } from "../../../src/core/project/project.js";
import type { Stage } from "../../../src/core/project/stages.js";
import { redact } from "../../../src/core/redaction/redact.js";
import { fixture } from "../context/fixture.js";
import type { MemoryContent, MemoryProject } from "../memory-ports.js";

type Node = ReturnType<typeof fromMarkdown>["children"][number];
type Heading = Extract<Node, { type: "heading" }>;

const isLineLink = (child: Heading["children"][number]): boolean => {
  if (child.type !== "link") return false;
  const [text] = child.children;
  return text?.type === "text" && /^L\d+$/.test(text.value);
};

const textOf = (heading: Heading): string =>
  heading.children.map((child) => ("value" in child ? child.value : "")).join("");

/** The full parser is slow on long texts. */
const MOST_PARSED = 80_000;

/**
 * What holds of every pack, whatever it was made of: the limit, the manifest's figures, no secret, and that a full
 * Markdown parser sees our own headings where we put them, so that no quote swallows or forges one.
 */
export function checkPack({ text, manifest }: PackOutcome): void {
  expect(text.length).toBeLessThanOrEqual(manifest.limit);
  expect(manifest.chars).toBe(text.length);
  const strings = PACK_STRINGS[manifest.language];
  expect(text.endsWith(`- ${strings.limit}: ${manifest.limit}\n`)).toBe(true);
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  const { considered, included, excluded, stale } = manifest.counts;
  expect(included + excluded + stale).toBe(considered);
  expect(redact(text)).toEqual({ ok: true, text, count: 0 });
  for (const { chars, sections } of manifest.sources) {
    expect(sections.reduce((sum, section) => sum + section.chars, 0)).toBe(chars);
    for (const section of sections) expect(section.chars).toBeLessThanOrEqual(section.of);
  }
  if (text.length > MOST_PARSED) return;
  const headings = fromMarkdown(text).children.filter((node): node is Heading => node.type === "heading");
  const parts = headings.filter(({ depth }) => depth === 2).map(textOf);
  const wanted = [strings.traceability, ...PARTS.map((part) => strings.parts[part]), strings.manifest];
  expect(parts.filter((title) => wanted.includes(title))).toEqual(wanted);
  expect(parts.at(-1)).toBe(strings.manifest);
  const quoted = headings.filter(({ depth, children }) => depth === 4 && children.some(isLineLink));
  const sections = manifest.sources.reduce((sum, source) => sum + source.sections.length, 0);
  expect(quoted).toHaveLength(sections);
}

export interface Packed {
  readonly session: ProjectSession;
  readonly memory: MemoryProject;
  readonly project: Project;
  readonly outcome: PackOutcome;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds, and checks, the pack of the first (or named) orchestration of a project in memory. */
export async function packed(
  files: Record<string, MemoryContent>,
  options: { slug?: string; stage?: Stage; limit?: number } = {},
): Promise<Packed> {
  const { session, project: memory } = fixture(files);
  const project = await session.refresh();
  const orchestration = project.orchestrations.find(
    ({ slug }) => options.slug === undefined || slug === options.slug,
  );
  if (orchestration === undefined) throw new Error("There is no orchestration to build a pack of.");
  const outcome = session.build(project, orchestration, options.stage ?? "review", options.limit);
  checkPack(outcome);
  return { session, memory, project, outcome, diagnostics: projectDiagnostics(project) };
}

/** `path:line:column code`, for comparing. */
export const brief = ({ path, line, column, code }: Diagnostic): string =>
  `${path}:${line}:${column} ${code}`;

/** The source line that a pack's `#L<n>` link of a section title leads to, or `undefined`. */
export function lineOfSection({ manifest }: PackOutcome, path: string, title: string): number | undefined {
  const source = manifest.sources.find((item) => item.path === path);
  return source?.sections.find((section) => section.title === title)?.line;
}
