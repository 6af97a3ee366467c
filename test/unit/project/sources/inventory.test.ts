import { describe, expect, it } from "vitest";
import { refreshInventory, type Previous } from "../../../../src/core/project/sources/inventory.js";
import { formatIndex, parseIndex } from "../../../../src/core/project/sources/source-index.js";
import { memoryProject, unreadable, type MemoryProject } from "../../memory-ports.js";

const FILES = {
  "AGENTS.md": "# Agents\n",
  "docs/a/01-idea.md":
    "# Idea — A\n\n## Traceability\n\n- Slug: a\n- Current state: approved\n\nSee [it](02-prd.md#x).\n",
  "docs/a/02-prd.md": "---\ntags: [x, y]\n---\n# PRD — A\n",
  "docs/a/traceability-map.yaml":
    "orchestration:\n  name: A\n  slug: a\nartifacts:\n  idea:\n    file: 01-idea.md\n    state: approved\n",
  "docs/a-b/01-idea.md": "# Idea — A B\n",
  "docs/a/adrs/0001-x.md": "# 1. X\n\nStatus: Accepted\n",
  "docs/notes.md": "# Not a source\n",
};

const refresh = (project: MemoryProject, previous: Previous = { records: new Map() }) =>
  refreshInventory({ ...project, wallClock: project.clock }, previous);

describe("refreshInventory", () => {
  it("finds the sources, sorted by path in code units, each with its kind", async () => {
    const { records, changed } = await refresh(memoryProject(FILES));
    expect([...records].map(([path, { kind }]) => `${kind} ${path}`)).toEqual([
      "rules AGENTS.md",
      "artifact docs/a-b/01-idea.md",
      "artifact docs/a/01-idea.md",
      "artifact docs/a/02-prd.md",
      "adr docs/a/adrs/0001-x.md",
      "map docs/a/traceability-map.yaml",
    ]);
    expect(changed).toBe(true);
  });

  it("reads the facts of plain maps and of others alike", async () => {
    const plain = await refresh(memoryProject(FILES));
    const flow = FILES["docs/a/traceability-map.yaml"]
      .replace("name: A", 'name: "A"')
      .concat("other: {x: 1}\n");
    const other = await refresh(memoryProject({ ...FILES, "docs/a/traceability-map.yaml": flow }));
    const path = "docs/a/traceability-map.yaml";
    expect(other.records.get(path)?.facts).toEqual(plain.records.get(path)?.facts);
    expect(plain.records.get(path)?.facts.map?.artifacts).toMatchObject([{ file: "01-idea.md", line: 5 }]);
    expect(plain.records.get("docs/a/01-idea.md")?.facts).toEqual({
      title: "Idea — A",
      header: { slug: "a", state: "approved", stateText: "approved", stateLine: 6 },
      refs: ["docs/a/02-prd.md"],
    });
  });

  it("reports front matter that is broken, and not what is only unusual", async () => {
    const broken = memoryProject({ ...FILES, "docs/a/02-prd.md": "---\na: [x\n---\n# PRD\n" });
    const { records } = await refresh(broken);
    expect(records.get("docs/a/02-prd.md")?.facts.diagnostics).toMatchObject([{ code: "yaml-syntax" }]);
    const fine = memoryProject({ ...FILES, "docs/a/02-prd.md": "---\na: {b: [c, *d]}\n---\n# PRD\n" });
    expect((await refresh(fine)).records.get("docs/a/02-prd.md")?.facts).toEqual({ title: "PRD" });
  });

  it("gives a file another kind when its orchestration comes or goes, by the same list or another", async () => {
    const project = memoryProject(FILES);
    const first = await refresh(project);
    const second = await refresh(project, first);
    expect(second.kinds).toBe(first.kinds);
    expect([second.changed, second.filesRead]).toEqual([false, 0]);
    project.remove("docs/a-b/01-idea.md");
    const third = await refresh(project, second);
    expect(third.records.has("docs/a-b/01-idea.md")).toBe(false);
    expect(third.changed).toBe(true);
    project.write("docs/a-b/01-idea.md", FILES["docs/a-b/01-idea.md"]);
    expect((await refresh(project, third)).records.get("docs/a-b/01-idea.md")?.kind).toBe("artifact");
  });

  it("tries a file that could not be read again each time, and calls nothing changed while it stays so", async () => {
    const project = memoryProject({ ...FILES, "docs/a/02-prd.md": unreadable });
    const first = await refresh(project);
    expect(first.records.get("docs/a/02-prd.md")?.status).toBe("unreadable");
    const second = await refresh(project, first);
    expect([second.changed, second.filesRead]).toEqual([false, 1]);
    project.write("docs/a/02-prd.md", "# PRD\n");
    const third = await refresh(project, second);
    expect(third.records.get("docs/a/02-prd.md")?.facts.title).toBe("PRD");
  });
});

describe("the kept index", () => {
  it("comes back as it was", async () => {
    const { records } = await refresh(memoryProject(FILES));
    const text = formatIndex(records.values());
    const back = parseIndex(text);
    expect([...back.keys()]).toEqual([...records.keys()]);
    expect(formatIndex(back.values())).toBe(text);
    for (const [path, record] of records) expect(back.get(path)).toMatchObject(record);
  });

  it("keeps paths and titles that need escapes, and is ASCII", async () => {
    const path = 'docs/a/"odd" name\u2028 ação 😀.md';
    const { records } = await refresh(memoryProject({ ...FILES, [path]: "# Решение 😀\n" }));
    expect(parseIndex(formatIndex(records.values())).has(path)).toBe(true);
    expect(records.get(path)?.facts.title).toBe("Решение 😀");
    const text = formatIndex(records.values());
    expect(text).toMatch(/^[ -~\n]*$/);
    expect(parseIndex(text).get(path)?.facts.title).toBe("Решение 😀");
  });

  it.each([
    ["a hash that is none", { hash: 'x"}\n{' }],
    ["a time that is none", { last_seen_at: 'now",' }],
    ["a status that is none", { status: 'active","x":"' }],
    ["a kind that is none", { kind: "secret" }],
    ["another format", { format: 0 }],
  ])("leaves out a record with %s", async (_, change) => {
    const { records } = await refresh(memoryProject(FILES));
    const lines = formatIndex(records.values()).trimEnd().split("\n");
    const first = JSON.parse(lines[0] ?? "") as object;
    lines[0] = JSON.stringify({ ...first, ...change });
    expect(parseIndex(lines.join("\n")).size).toBe(records.size - 1);
  });
});
