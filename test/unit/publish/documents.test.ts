import { describe, expect, test } from "vitest";
import { healthOf } from "../../../src/core/health/health.js";
import { DEFAULT_CONFIG } from "../../../src/core/project/config/config.js";
import type { DocumentProposal } from "../../../src/core/publish/apply.js";
import { publishLanguage } from "../../../src/core/publish/documents.js";
import { proposeIntelligence, type PublishProposal } from "../../../src/core/publish/publish.js";
import { fixture, sessionOver } from "../context/fixture.js";
import { learningFixture } from "../learning/fixture.js";
import { linkTo, testCodec, testHasher, type MemoryContent } from "../memory-ports.js";

const FOLDER = "docs/_project-intelligence";
const PROFILE = `${FOLDER}/project-profile.md`;
const DECISIONS = `${FOLDER}/decision-index.md`;
const PATTERNS = `${FOLDER}/patterns-and-conventions.md`;
const RISKS = `${FOLDER}/risk-register.md`;

const adr = (title: string, status: string, more = ""): string =>
  `# ${title}\n\n**Status:** ${status}\n**Date:** 2026-03-04\n\n## Decision\n\nWe store each order in one table of its own.\n${more}`;

const files = (): Record<string, MemoryContent> => ({
  "docs/checkout/traceability-map.yaml":
    "orchestration: {name: Checkout, slug: checkout, state: in_progress}\nartifacts:\n  prd: {file: 02-prd.md, state: approved}\n  techspec: {file: 03-techspec.md, state: approved}\n",
  "docs/checkout/02-prd.md":
    "# PRD — Checkout\n\n## Summary\n\nThe buyer pays for a basket on one page.\n\n## Risks\n\n- The provider | gateway may be down for <!-- sdd:end risks --> minutes.\n\n## Conventions\n\n- Money is kept as an integer number of cents.\n",
  "docs/checkout/03-techspec.md":
    "# Tech Spec — Checkout\n\n## Architecture\n\n### Components\n\n| Component | Role |\n|---|---|\n| Cart | keeps the basket |\n| Adapter | talks to the provider |\n\n## Decisions\n\n- The adapter retries each call with the same key.\n\n## Validation commands\n\n```sh\nnpm run test:payments\n```\n",
  "docs/adr/0001-old.md": adr("1. Old way", "Superseded by [2](0002-new.md)"),
  "docs/adr/0002-new.md": adr("2. New way", "Accepted"),
  "docs/pt/adr/0002-new.md": adr("2. Caminho novo", "Accepted"),
  "docs/adr/0010-later (draft).md": adr("10. Later", "Proposed"),
});

interface Publishing {
  readonly write: (path: string, text: string) => void;
  readonly text: (path: string) => string | undefined;
  readonly learn: () => Promise<unknown>;
  readonly propose: () => Promise<PublishProposal>;
  /** Writes what is proposed. @returns the paths that were written */
  readonly publish: () => Promise<readonly string[]>;
  readonly findings: () => Promise<readonly string[]>;
}

function publishing(content: Readonly<Record<string, MemoryContent>> = files()): Publishing {
  const { project, service } = learningFixture(content);
  const ports = { files: project.files, codec: testCodec, hasher: testHasher, wallClock: project.clock };
  const propose = async (): Promise<PublishProposal> => {
    project.clock.advance(60_000);
    return proposeIntelligence(sessionOver(project), ports, await service.list());
  };
  return {
    write: (path, text) => {
      project.write(path, text);
    },
    text: (path) => project.text(path),
    learn: () => service.learn(),
    propose,
    publish: async () => {
      const changed = (await propose()).documents.filter(
        ({ status }) => status === "create" || status === "update",
      );
      for (const { path, after } of changed) project.write(path, after);
      return changed.map(({ path }) => path);
    },
    findings: async () => {
      const { project: read } = await service.list();
      const { findings } = healthOf(ports, { project: read, config: DEFAULT_CONFIG.health, conflicts: [] });
      return findings.map(({ path, line, code, params }) => `${path}:${line} ${code} ${params.join(" ")}`);
    },
  };
}

async function learned(content?: Readonly<Record<string, MemoryContent>>): Promise<Publishing> {
  const all = publishing(content);
  await all.learn();
  return all;
}

const byPath = ({ documents }: PublishProposal, path: string): DocumentProposal => {
  const found = documents.find((each) => each.path === path);
  if (found === undefined) throw new Error(`There is no proposal for ${path}.`);
  return found;
};

describe("the six documents", () => {
  test("say what a newcomer asks, with links to the lines", async () => {
    const proposal = await (await learned()).propose();
    expect(proposal.documents.map(({ status }) => status)).toEqual(Array(6).fill("create"));
    const profile = byPath(proposal, PROFILE).after;
    expect(profile).toContain(
      "| [Checkout](../checkout/traceability-map.yaml) | The buyer pays for a basket on one page. | in_progress | tasks |",
    );
    expect(profile).toContain(
      "- `npm run test:payments` ([03-techspec.md:19](../checkout/03-techspec.md#L19))",
    );
    const map = byPath(proposal, `${FOLDER}/architecture-map.md`).after;
    expect(map).toContain("  - [Components](../checkout/03-techspec.md#L5): Cart, Adapter\n");
    expect(map).toContain("The adapter retries each call with the same key.");
    expect(byPath(proposal, PATTERNS).after).toContain(
      "  - Money is kept as an integer number of cents. ([13](../checkout/02-prd.md#L13))",
    );
    expect(byPath(proposal, `${FOLDER}/quality-health.md`).after).toContain("`stage-missing`");
  });

  test("list decisions in force, by number, and those that are not with their successor", async () => {
    const index = byPath(await (await learned()).propose(), DECISIONS).after;
    const [current = "", gone = ""] = index.split("## No longer in force");
    expect(current).toContain(
      "| 2 | [New way](../adr/0002-new.md) ([pt](../pt/adr/0002-new.md)) | accepted | 2026-03-04 |\n| 10 | [Later](../adr/0010-later%20%28draft%29.md) | proposed | 2026-03-04 |\n",
    );
    expect(current).not.toContain("Old way");
    expect(gone).toContain(
      "| 1 | [Old way](../adr/0001-old.md) | superseded | [2 New way](../adr/0002-new.md) |",
    );
  });

  test("quote nothing that could end a region or a table's cell", async () => {
    const risks = byPath(await (await learned()).propose(), RISKS);
    expect(risks.after).toContain("| The provider \\| gateway may be down for");
    expect(risks.after.match(/<!-- sdd:/g)).toHaveLength(2);
  });

  test("hold no secret", async () => {
    const token = ["ghp", "x9F3kQ7mZ2vB8nL4cR6tY1wE5uI0oP3aS7dG"].join("_");
    const content = files();
    content["docs/checkout/02-prd.md"] =
      `# PRD — Checkout\n\n## Risks\n\n- The provider refuses the token ${token} at night.\n`;
    const proposal = await (await learned(content)).propose();
    expect(byPath(proposal, RISKS).after).toContain("\\[REDACTED\\]");
    expect(JSON.stringify(proposal)).not.toContain(token);
  });

  test("stay within bounds, and count what is left out", async () => {
    const content = files();
    for (let number = 100; number < 400; number++)
      content[`docs/adr/0${number}-d${number}.md`] = adr(`${number}. D`, "Accepted");
    const index = byPath(await (await learned(content)).propose(), DECISIONS).after;
    expect(index.match(/^\| \d+ \|/gm)).toHaveLength(251);
    expect(index).toContain("… and 52 more");
  });

  test("have headings in the project's language", async () => {
    const content = { ...files(), "sdd.config.yaml": "intelligence: {language: ru}\n" };
    expect(byPath(await (await learned(content)).propose(), RISKS).after).toContain("# Реестр рисков");
    expect(publishLanguage("auto", ["pt-BR", "ru", "ru"], [])).toBe("ru");
    expect(publishLanguage("auto", ["ru", "en"], [])).toBe("en");
    expect(publishLanguage("pt-BR", ["ru"], [])).toBe("pt-BR");
  });

  test("say so where nothing was learned", async () => {
    const proposal = await publishing().propose();
    expect(proposal.isLearned).toBe(false);
    expect(byPath(proposal, `${FOLDER}/quality-health.md`).after).toContain("sdd intelligence learn --all");
  });
});

describe("publishing", () => {
  test("is a fixed point, and nothing is learned from what it wrote", async () => {
    const all = await learned({
      ...files(),
      [RISKS]: "# Our risks\n\n## Known issues\n\n- The nightly import overwrites the stock table.\n",
    });
    const index = all.text(".sdd/intelligence/learnings.jsonl");
    expect(await all.publish()).toHaveLength(6);
    // Before anything is learned anew, too: the sections that a person wrote did not change.
    expect(await all.publish()).toEqual([]);
    await all.learn();
    const lines = (text: string | undefined): readonly string[] =>
      (text ?? "")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { id: string }).id]));
    expect(lines(all.text(".sdd/intelligence/learnings.jsonl"))).toEqual(lines(index));
    expect(await all.publish()).toEqual([]);
  });

  test("is the same where hand-written text stands behind the regions", async () => {
    const all = await learned({
      ...files(),
      [RISKS]:
        "<!-- sdd:begin risks -->\n<!-- sdd:end risks -->\n\n## Lessons learned\n\n- Each retry carries the key of the first try.\n",
    });
    await all.publish();
    await all.learn();
    expect(await all.publish()).toEqual([]);
    expect(all.text(PATTERNS)).toContain("Each retry carries the key of the first try.");
  });

  test("makes links that lead somewhere, by health's own rules", async () => {
    const all = await learned();
    await all.publish();
    expect((await all.findings()).filter((line) => line.startsWith(FOLDER))).toEqual([]);
  });

  test("leaves a file with broken marks alone, and writes the others", async () => {
    const broken = "# Mine\n\n<!-- sdd:begin risks -->\n";
    const all = await learned({ ...files(), [RISKS]: broken });
    expect(byPath(await all.propose(), RISKS)).toMatchObject({
      status: "refused",
      diagnostics: [{ code: "region-unclosed", path: RISKS, line: 3 }],
    });
    expect(await all.publish()).toHaveLength(5);
    expect(all.text(RISKS)).toBe(broken);
  });

  test.each([
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x41, 0x00]), "region-encoding"],
    ["no UTF-8", new Uint8Array([0x41, 0xff, 0x41]), "invalid-utf8"],
    ["a link that leads out", linkTo("../../../outside.md"), "file-unreadable"],
  ])("leaves %s alone", async (_, content, code) => {
    const all = await learned({ ...files(), [RISKS]: content });
    expect(byPath(await all.propose(), RISKS)).toMatchObject({ status: "refused", diagnostics: [{ code }] });
  });
});

test("a pack may quote a region, without its marks", async () => {
  const all = await learned();
  await all.publish();
  const content = Object.fromEntries(
    [...Object.keys(files()), PATTERNS].map((path) => [path, all.text(path) ?? ""]),
  );
  const { session } = fixture(content);
  const project = await session.refresh();
  const [orchestration] = project.orchestrations;
  if (orchestration === undefined) throw new Error("no orchestration");
  const { text } = session.build(project, orchestration, "tasks", 24_000);
  expect(text).not.toContain("sdd:begin");
});
