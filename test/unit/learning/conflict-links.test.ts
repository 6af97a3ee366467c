import { describe, expect, test } from "vitest";
import { linkUses } from "../../../src/core/learning/conflict-links.js";
import { fixture, sampleFiles } from "../context/fixture.js";

const OLD = "adrs/0003-old.md";

/** The lines of the tech spec at which the superseded decision is cited. */
async function cited(text: string): Promise<readonly number[]> {
  const files = sampleFiles();
  files["docs/checkout/03-techspec.md"] = `# Tech Spec — Checkout\n\n${text}\n`;
  const { session } = fixture(files);
  const project = await session.refresh();
  return session
    .listConflicts(project)
    .open.filter(({ code }) => code === "adr-superseded-quoted")
    .map(({ line }) => line);
}

describe("a superseded decision is cited as an authority", () => {
  test.each([
    ["inline", `As [old](${OLD}) says.`, 3],
    ["by reference", `As [old][1] says.\n\n[1]: ${OLD}`, 3],
    ["by a collapsed reference", `As [Old][] says.\n\n[old]: <${OLD}> "Old"`, 3],
    ["by a shortcut", `\n\nAs [old] says.\n\n[old]: ${OLD}#decision`, 5],
    ["with code as its text", `As [\`0003\`](${OLD}) says.`, 3],
    ["after a code block that ends", `\`\`\`\n[x](y.md)\n\`\`\`\n\nAs [old](${OLD}) says.`, 7],
    ["on the second line that names it", `[old](${OLD}) is superseded.\n\nAs [old](${OLD}) says.`, 5],
  ])("%s", async (_, text, line) => {
    expect(await cited(text)).toEqual([line]);
  });

  test.each([
    ["a fenced block", `\`\`\`md\n[old](${OLD})\n\`\`\``],
    ["a fence in a list", `- so:\n\n  ~~~\n  [old](${OLD})\n  ~~~`],
    ["a code span", `Write \`[old](${OLD})\` there.`],
    ["a reference in code", `Write \`[old][1]\` there.\n\n[1]: ${OLD}`],
    ["a comment", `<!-- [old](${OLD})\nmore -->`],
    ["a definition that nothing uses", `[1]: ${OLD}`],
    ["a line that says so", `[old][1] was superseded in May.\n\n[1]: ${OLD}`],
    ["a paragraph that goes on to say so", `It was [old](${OLD}),\nwhich is superseded since May.`],
    ["a heading that says so", `## Superseded decisions\n\n- [old](${OLD})`],
    ["history", `## Histórico\n\n- [old](${OLD})`],
  ])("silent: %s", async (_, text) => {
    expect(await cited(text)).toEqual([]);
  });

  test("silent: its successor is named with it", async () => {
    const files = sampleFiles();
    files["docs/checkout/adrs/0003-old.md"] = "# 3. Old\n\n**Status:** Superseded by [1](0001-adapter.md)\n";
    files["docs/checkout/03-techspec.md"] =
      "# Tech Spec — Checkout\n\nSee [old](adrs/0003-old.md), then [new](adrs/0001-adapter.md).\n";
    const { session } = fixture(files);
    expect(session.listConflicts(await session.refresh()).open.map(({ code }) => code)).toEqual([]);
  });

  test("both sides are shown: the decision's status and the line that rests on it", async () => {
    const { session } = fixture();
    const found = session
      .listConflicts(await session.refresh())
      .open.find(({ code }) => code === "adr-superseded-quoted");
    expect(found?.sides).toMatchObject([
      { path: "docs/checkout/adrs/0003-old.md", line: 3, text: "Superseded by 0001" },
      { path: "docs/checkout/03-techspec.md", text: "See [old](adrs/0003-old.md)." },
    ]);
  });
});

test("a hostile document costs no more than its length", () => {
  const hostile = ["<!--", "[a][", "`".repeat(3) + "\n", "[a]: ", "](("].map((part) => part.repeat(60_000));
  const start = performance.now();
  for (const text of hostile) linkUses(`x](y)\n\n${text}`, "docs/a.md");
  expect(performance.now() - start).toBeLessThan(5_000);
});
