import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliProject, jsonOf, listing, type CliProject } from "./run.js";

const FOLDER = "docs/_project-intelligence";
const RISKS = `${FOLDER}/risk-register.md`;
const NAMES = [
  "project-profile",
  "architecture-map",
  "decision-index",
  "patterns-and-conventions",
  "risk-register",
  "quality-health",
];

const publish = ["intelligence", "publish"];
const bytes = ({ root }: CliProject, path: string): Buffer => readFileSync(join(root, path));

function put({ root }: CliProject, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function learned(): Promise<CliProject> {
  const project = cliProject();
  await project.run(["intelligence", "learn", "--all"]);
  return project;
}

interface DocumentJson {
  readonly path: string;
  readonly status: string;
  readonly written: boolean;
  readonly problems: readonly { readonly code: string; readonly line: number }[];
  readonly diff: string;
}
const documentsOf = (result: Parameters<typeof jsonOf>[0]): readonly DocumentJson[] =>
  jsonOf(result)["documents"] as readonly DocumentJson[];

describe("sdd intelligence publish", () => {
  test.each([[[]], [["--dry-run"]]])("prints a diff and writes nothing (%j)", async (flags) => {
    const project = await learned();
    const before = listing(project.root);
    const { code, out, err } = await project.run([...publish, ...flags]);
    expect(code).toBe(0);
    for (const name of NAMES) expect(out).toContain(`\n+++ b/${FOLDER}/${name}.md\n@@ -`);
    expect(err).toContain("Nothing was written");
    expect(listing(project.root)).toEqual(before);
  });

  test("writes with --write; a second time there is nothing to write", async () => {
    const project = await learned();
    const first = await project.run([...publish, "--write", "--json"]);
    expect(first.code).toBe(0);
    expect(jsonOf(first)).toMatchObject({ language: "en", learned: true });
    expect(documentsOf(first).map(({ path, written }) => [path, written])).toEqual(
      NAMES.map((name) => [`${FOLDER}/${name}.md`, true]),
    );
    expect(bytes(project, RISKS).toString("utf8")).toMatch(/^# Risk register\n\n<!-- sdd:begin risks -->\n/);
    const written = listing(join(project.root, FOLDER));
    const second = await project.run([...publish, "--write"]);
    expect(second).toMatchObject({ code: 0, out: "" });
    expect(second.err).toContain("up to date");
    expect(listing(join(project.root, FOLDER))).toEqual(written);
  });

  test("keeps the bytes that a person wrote, their line ends and byte order mark", async () => {
    const project = await learned();
    const head = "\ufeff# Ours\r\n\r\nOne line, and a lone\rreturn.\r\n";
    const tail = "\r\n\r\nAt the end: é, ю, 🙂";
    put(project, RISKS, `${head}<!-- sdd:begin risks -->\r\nold\r\n<!-- sdd:end risks -->${tail}`);
    const { code, err } = await project.run([...publish, "--write"]);
    expect(code).toBe(0);
    const now = bytes(project, RISKS);
    expect(now.subarray(0, Buffer.byteLength(head))).toEqual(Buffer.from(head));
    expect(now.subarray(-Buffer.byteLength(tail))).toEqual(Buffer.from(tail));
    expect(now.toString("utf8").slice(head.length, -tail.length)).toMatch(
      /^<!-- sdd:begin risks -->\r\n\r\n(?:[^\r\n]*\r\n)+<!-- sdd:end risks [0-9a-f]{12} -->$/,
    );
    // What stood in the region without a check may have been a person's.
    expect(err).toContain(`${RISKS}:5:1: warning: The generated region “risks” was edited by hand`);
  });

  test("leaves a file with broken marks, names the line, writes the rest, and exits with 1", async () => {
    const project = await learned();
    put(project, RISKS, "# Ours\n\n<!-- sdd:begin risks -->\n");
    const { code, err } = await project.run([...publish, "--write"]);
    expect(code).toBe(1);
    expect(err).toContain(`${RISKS}:3:1: error: The generated region “risks” begins here and does not end.`);
    expect(err).toContain(`Left as they are: ${RISKS}.`);
    expect(bytes(project, RISKS).toString("utf8")).toBe("# Ours\n\n<!-- sdd:begin risks -->\n");
    expect(existsSync(join(project.root, FOLDER, "decision-index.md"))).toBe(true);
    const json = await project.run([...publish, "--json"]);
    const risks = documentsOf(json).find(({ path }) => path === RISKS);
    expect(risks).toMatchObject({
      status: "refused",
      written: false,
      diff: "",
      problems: [{ code: "region-unclosed", line: 3 }],
    });
  });

  test("shows what a person wrote into a region before it goes", async () => {
    const project = await learned();
    await project.run([...publish, "--write"]);
    const text = bytes(project, RISKS).toString("utf8");
    put(project, RISKS, text.replace("<!-- sdd:end risks", "Mine.\n\n<!-- sdd:end risks"));
    const { out, err } = await project.run(publish);
    expect(out).toContain("\n-Mine.\n");
    expect(err).toContain("was edited by hand");
  });

  test("learning afterwards changes nothing, and neither does publishing again", async () => {
    const project = await learned();
    await project.run([...publish, "--write"]);
    expect(jsonOf(await project.run(["intelligence", "learn", "--all", "--json"]))).toMatchObject({
      added: 0,
      superseded: 0,
    });
    expect((await project.run(publish)).out).toBe("");
  });

  test("says that nothing was learned yet", async () => {
    const { code, err } = await cliProject().run(publish);
    expect(code).toBe(0);
    expect(err).toContain("run sdd intelligence learn --all first");
  });

  test("refuses both flags, and where intelligence is off", async () => {
    expect((await cliProject().run([...publish, "--write", "--dry-run"])).code).toBe(2);
    const project = cliProject();
    put(project, "sdd.config.yaml", "intelligence: {enabled: false}\n");
    expect(await project.run(publish)).toMatchObject({ code: 3, out: "" });
  });
});
