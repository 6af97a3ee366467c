import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PACK_STRINGS } from "../../../src/core/context/pack-strings.js";
import type { PackOutcome } from "../../../src/core/context/session.js";
import { PARTS } from "../../../src/core/context/vocabulary.js";
import { SddError } from "../../../src/core/errors.js";
import { findOrchestration, projectDiagnostics } from "../../../src/core/project/project.js";
import { STAGES, stageFileName, type Stage } from "../../../src/core/project/stages.js";
import { redact } from "../../../src/core/redaction/redact.js";
import { openSession } from "../../../src/node/session.js";
import { corpora, hasCorpora, markdownBelow, trees } from "../corpora.js";
import { checkPack } from "../hostile/check.js";
import { memoryClock, memoryIndexStore } from "../memory-ports.js";
import { scale, seed } from "../scale.js";
import { fixture } from "./fixture.js";

const openTree = (root: string) => openSession(resolve(root), memoryIndexStore(), memoryClock()).session;

/** Roots in the native layout: the project's own documents, the example, and the trees. */
const ROOTS = [".", "examples/checkout", ...trees.map((tree) => join(corpora, tree))];

/** Builds a pack; where the limit is too small, checks that the error names the least that fits. */
function packOrLeast(build: (limit: number) => PackOutcome, limit: number): PackOutcome {
  try {
    return build(limit);
  } catch (error) {
    if (!(error instanceof SddError && error.code === "limit-too-small")) throw error;
    const least = Number(error.params[1]);
    expect(least).toBeGreaterThan(limit);
    return build(least);
  }
}

describe("real trees", () => {
  test.each(ROOTS)(
    "%s: every stage of every orchestration keeps every limit",
    { timeout: 120_000 },
    async (root) => {
      const session = openTree(root);
      const project = await session.refresh();
      for (const orchestration of project.orchestrations) {
        for (const limit of [1_000, 4_000, 24_000, 1_000_000]) {
          for (const stage of STAGES) {
            checkPack(packOrLeast((chars) => session.build(project, orchestration, stage, chars), limit));
          }
        }
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...STAGES),
            fc.integer({ min: 1_000, max: 60_000 }),
            (stage, limit) => {
              const build = (chars: number): PackOutcome =>
                session.build(project, orchestration, stage, chars);
              checkPack(packOrLeast(build, limit));
              return Promise.resolve();
            },
          ),
          { numRuns: scale(150), seed },
        );
      }
    },
  );

  test.each(["docs of this project", "examples/checkout"])("nothing is wrong with %s", async (name) => {
    const session = openTree(name.startsWith("examples") ? name : ".");
    const project = await session.refresh();
    const findings = session.listConflicts(project).open;
    expect(projectDiagnostics(project)).toEqual([]);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  /** What is known to be wrong with the trees, looked at by hand: anything else that is said of them is a mistake. */
  const TRUE_FINDINGS: Readonly<Record<string, readonly string[]>> = {
    "AI-Guiders+cascade-ide": ["docs/adr/0119-chat-slash-commands-intercom-surface.md:1 adr-number-repeated"],
    "sdd-layer": ["docs/project-intelligence-layer/traceability-map.yaml:20 artifact-missing"],
  };

  test.runIf(hasCorpora).each(trees)("%s: only what is true is said of it", async (tree) => {
    const root = join(corpora, tree);
    const files = Object.fromEntries(
      markdownBelow(root).map((path) => [relative(root, path), new Uint8Array(readFileSync(path))]),
    );
    const maps = ["project-intelligence-layer"].map((slug) => `docs/${slug}/traceability-map.yaml`);
    if (tree === "sdd-layer")
      for (const path of maps) files[path] = new Uint8Array(readFileSync(join(root, path)));
    // A tree without an orchestration gets one, so that its decisions are looked at, and its documents' front matter.
    const notes = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        `docs/zz/notes/${path.replace(/adr|decision/gi, "x")}`,
        content,
      ]),
    );
    const { session } = fixture({ ...files, ...notes, "docs/zz/01-idea.md": "# Idea\n" });
    const project = await session.refresh();
    const conflicts = session.listConflicts(project).open;
    const said = [...projectDiagnostics(project), ...conflicts].map(
      ({ path, line, code }) => `${path}:${line} ${code}`,
    );
    expect([...new Set(said)].sort()).toEqual(TRUE_FINDINGS[tree] ?? []);
  });
});

interface RealDocument {
  readonly name: string;
  readonly text: string;
}

/** Documents that a random project may be made of. Very long ones are few and would make every run slow. */
function documentsOf(root: string): RealDocument[] {
  return markdownBelow(root)
    .map((path) => ({ name: path, text: readFileSync(path, "utf8") }))
    .filter(({ text }) => text.length > 200 && text.length < 80_000);
}

const GONE = "This sentence of a decision that no longer holds is quoted nowhere.";
const LATER = "This sentence of a later document is quoted nowhere.";

interface Choice {
  readonly picks: readonly number[];
  readonly stage: Stage;
  readonly limit: number;
}

/** A project of random documents in the native layout. */
function projectOf(documents: readonly RealDocument[], { picks, stage }: Choice): Record<string, string> {
  const pick = (place: number): string => documents[(picks[place] ?? 0) % documents.length]?.text ?? "";
  const files: Record<string, string> = {};
  for (const [place, name] of (["idea", "prd", "techspec"] as const).entries())
    files[`docs/pay/${stageFileName(name)}`] = pick(place);
  files["docs/pay/adrs/0001-one.md"] = `# 1. One\n\n**Status:** Accepted\n\n${pick(3)}`;
  files["docs/pay/adrs/0002-two.md"] =
    `# 2. Two\n\n**Status:** Superseded by 0001\n\n## Decision\n\n${GONE}\n\n${pick(4)}`;
  files["docs/adr/0003-three.md"] =
    `# 3. Three\n\n**Status:** Accepted\n\nFor [pay](../pay/02-prd.md).\n\n${pick(5)}`;
  files["docs/_project-intelligence/architecture-map.md"] = pick(6);
  files["AGENTS.md"] = pick(7);
  files["docs/pay/notes.md"] = pick(8);
  files[`docs/pay/${stageFileName(stage)}`] = `# Later\n\n## Requirements\n\n${LATER}\n\n${pick(9)}`;
  return files;
}

/** Letters and digits, without comments and link targets: what the cleaning of a quote leaves alone. */
function letters(text: string, keepComments: boolean): string {
  const plain = keepComments ? text : text.replace(/<!--[^]*?-->/g, "");
  return plain.replace(/\]\([^)]*\)/g, "]").replace(/[^\p{L}\p{N}]+/gu, "");
}

const SECTION = /^#### .*\[L(\d+)\]\((\/[^)\s]+)#L\1\)\)?$/gm;

/** Each quoted section: its path, and its text up to the next heading of ours. */
function quotes({ text, manifest }: PackOutcome): { path: string; body: string }[] {
  const strings = PACK_STRINGS[manifest.language];
  const ours = [...PARTS.map((part) => strings.parts[part]), strings.manifest].map(
    (title) => `\n## ${title}\n`,
  );
  ours.push("\n### docs/", "\n### AGENTS.md");
  const marks = [...text.matchAll(SECTION)];
  return marks.map((mark, index) => {
    const body = text.slice(mark.index + mark[0].length, marks[index + 1]?.index);
    const ends = ours.map((title) => body.indexOf(title)).filter((at) => at !== -1);
    const path = decodeURIComponent(mark[2] ?? "").slice(1);
    return { path, body: body.slice(0, Math.min(body.length, ...ends)) };
  });
}

function checkQuotes(files: Readonly<Record<string, string>>, pack: PackOutcome): void {
  const sources = new Map<string, readonly string[]>();
  for (const { path, body } of quotes(pack)) {
    let source = sources.get(path);
    if (source === undefined) {
      const safe = redact(files[path] ?? "");
      const whole = safe.ok ? safe.text : "";
      sources.set(path, (source = [letters(whole, true), letters(whole, false)]));
    }
    for (const paragraph of body.split(/\n\s*\n|\[…\]/)) {
      const wanted = [letters(paragraph, true), letters(paragraph, false)];
      const found = source.some((whole) => wanted.some((part) => whole.includes(part)));
      if (!found) throw new Error(`${path} does not say: ${paragraph}`);
    }
  }
}

function checkLines(files: Readonly<Record<string, string>>, { manifest, text }: PackOutcome): void {
  for (const { path, sections } of manifest.sources) {
    const lines = (files[path] ?? "").split(/\r\n|\n|\r/);
    for (const { title, line } of sections) {
      expect(text).toContain(`[L${line}](/${encodeURI(path)}#L${line})`);
      const short = letters(title.replace(/…$/, ""), true);
      if (!title.includes("[REDACTED]")) expect(letters(lines[line - 1] ?? "", true)).toContain(short);
    }
  }
}

async function checkProject(files: Record<string, string>, { stage, limit }: Choice): Promise<void> {
  const first = fixture(files);
  const project = await first.session.refresh();
  const pay = findOrchestration(project, "pay");
  const pack = packOrLeast((chars) => first.session.build(project, pay, stage, chars), limit);
  checkPack(pack);
  checkLines(files, pack);
  checkQuotes(files, pack);
  expect(pack.text).not.toContain(GONE);
  expect(pack.text).not.toContain(LATER);
  const used = pack.manifest.limit;
  // Warm: the documents are in memory. Cold: nothing is. From an index: what was read before is known, not its text.
  expect(first.session.build(project, pay, stage, used).text).toBe(pack.text);
  const indexed = fixture(files);
  indexed.project.index.save(first.project.index.text ?? "");
  for (const { session } of [fixture(files), indexed]) {
    const again = await session.refresh();
    const second = session.build(again, findOrchestration(again, "pay"), stage, used);
    expect(second.text).toBe(pack.text);
    expect(second.manifest).toEqual(pack.manifest);
  }
}

describe("projects of random documents", () => {
  const sets = [
    ...["docs", "examples"].map((name) => [name, name] as const),
    ...trees.map((tree) => [tree, join(corpora, tree)] as const),
  ];

  test.each(sets)("of %s: every pack keeps what it promises", { timeout: 300_000 }, async (_, root) => {
    const documents = documentsOf(root);
    expect(documents.length).toBeGreaterThan(0);
    const choice = fc.record({
      picks: fc.array(fc.nat({ max: 10_000 }), { minLength: 10, maxLength: 10 }),
      stage: fc.constantFrom<Stage>("tasks", "review", "memory"),
      limit: fc.oneof(
        fc.integer({ min: 1_000, max: 6_000 }),
        fc.integer({ min: 6_000, max: 40_000 }),
        fc.constantFrom(24_000, 200_000),
      ),
    });
    await fc.assert(
      fc.asyncProperty(choice, async (chosen) => {
        await checkProject(projectOf(documents, chosen), chosen);
      }),
      { numRuns: scale(120), seed, endOnFailure: true },
    );
  });
});
