import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { linkTo, tempFolder } from "../node/temp.js";
import { cliProject, sampleOnDisk, jsonOf, listing } from "./run.js";

const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

describe("sdd context recommend", () => {
  test("names the next stage and ranks its sources", async () => {
    const { run } = cliProject();
    const { code, out } = await run(["context", "recommend", "--name", "Checkout Agil"]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toBe("Checkout Ágil (checkout): next stage techspec");
    expect(out).toContain("  135  docs/checkout/02-prd.md\n");
    expect(out).toContain("docs/checkout/05-refinement.md  (out: not-earlier)");
  });

  test("--stage and --json", async () => {
    const { run } = cliProject();
    const json = jsonOf(
      await run(["context", "recommend", "--name", "checkout", "--stage", "review", "--json"]),
    );
    expect(json).toMatchObject({ orchestration_slug: "checkout", stage: "review", diagnostics: [] });
    const sources = json["sources"] as readonly { path: string; score: { total: number } }[];
    expect(sources[0]).toMatchObject({ path: "docs/checkout/05-refinement.md", score: { total: 135 } });
    expect(sources.map(({ score }) => score.total)).toEqual(
      sources.map(({ score }) => score.total).sort((a, b) => b - a),
    );
  });
});

describe("the project's root", () => {
  test("is found upwards, or named by --root", async () => {
    const { root, run } = cliProject();
    const argv = ["context", "build", "--name", "checkout", "--stage", "tasks"];
    const env = { SOURCE_DATE_EPOCH: "1767225600" };
    const { out } = await run(argv, { env });
    expect((await run(argv, { env, cwd: join(root, "docs/checkout/adrs") })).out).toBe(out);
    const elsewhere = tempFolder();
    expect((await run([...argv, "--root", root], { env, cwd: elsewhere })).out).toBe(out);
    const linked = tempFolder({ project: linkTo(root) });
    expect((await run([...argv, "--root", "project"], { env, cwd: linked })).out).toBe(out);
  });
});

test("a key of the configuration that does nothing is said on standard error", async () => {
  const { run } = cliProject({
    ...sampleOnDisk(),
    "sdd.config.yaml": "intelligence:\n  max_contxt_chars: 9000\n",
  });
  const { code, err } = await run(["context", "build", "--name", "returns", "--stage", "tasks"]);
  expect([code, err]).toEqual([
    0,
    "sdd.config.yaml:2:3: “intelligence.max_contxt_chars” is no known key of this file.\n",
  ]);
});

describe("sdd init", () => {
  test("makes a README and a map that the next command reads, and never overwrites", async () => {
    const { run, root } = cliProject({});
    const made = await run(["init", "Evolução do Checkout"], { env: { SOURCE_DATE_EPOCH: "1767225600" } });
    expect([made.code, made.out]).toEqual([
      0,
      "Created docs/evolucao-do-checkout/traceability-map.yaml and docs/evolucao-do-checkout/README.md.\n",
    ]);
    const map = readFileSync(join(root, "docs/evolucao-do-checkout/traceability-map.yaml"), "utf8");
    expect(map).toContain("2026-01-01T00:00:00Z");
    const recommended = await run(["context", "recommend", "--name", "evolução do checkout"]);
    expect(recommended.out).toContain("Evolução do Checkout (evolucao-do-checkout): next stage idea");
    const before = listing(root);
    const again = await run(["init", "evolucao do CHECKOUT"]);
    expect([again.code, again.out]).toEqual([4, ""]);
    expect(again.err).toContain("exists already and was left as it is.");
    expect(listing(root)).toEqual(before);
  });

  test.each([
    ["Оплата заказа", "oplata-zakaza"],
    ["  --Ünïcode & Co.  ", "unicode-co"],
    ["__proto__", "proto"],
    ["../../etc/passwd", "etc-passwd"],
    ['quote " and: {yaml} #x\nline two', "quote-and-yaml-x-line-two"],
  ])("%j becomes %s, and its name survives the map", async (name, slug) => {
    const { root, run } = cliProject({});
    const json = jsonOf(await run(["init", "--json", "--", name]));
    expect(json).toEqual({
      slug,
      folder: `docs/${slug}`,
      files: [`docs/${slug}/traceability-map.yaml`, `docs/${slug}/README.md`],
    });
    expect(existsSync(join(root, `docs/${slug}/README.md`))).toBe(true);
    const { out, err } = await run(["context", "recommend", "--name", name]);
    expect([out.split("\n")[0], err]).toEqual([
      `${name.replace(/\s+/g, " ").trim()} (${slug}): next stage idea`,
      "",
    ]);
  });

  test.each(["CON", "nul", "日本語", "   ", ""])("%j is no name", async (name) => {
    const { root, run } = cliProject({});
    expect((await run(["init", name])).code).toBe(2);
    expect(listing(root)).toEqual([]);
  });

  test("a folder inside a repository that has no project yet gets it at the repository's root", async () => {
    const { root, run } = cliProject({ ".git/HEAD": "", "src/deep/x": "" });
    const made = await run(["init", "Checkout"], { cwd: join(root, "src/deep") });
    expect(made.out).toBe(
      `Created docs/checkout/traceability-map.yaml and docs/checkout/README.md in ${root}.\n`,
    );
    expect(existsSync(join(root, "docs/checkout/README.md"))).toBe(true);
    expect(existsSync(join(root, "src/deep/docs"))).toBe(false);
  });

  test("a docs folder that is a link is not written through", async () => {
    const outside = tempFolder();
    const { run } = cliProject({ docs: linkTo(outside) });
    expect((await run(["init", "Checkout"])).code).toBe(3);
    expect(listing(outside)).toEqual([]);
  });
});

describe("sdd redact", () => {
  const text = `line one\r\nuse ${secret} here\r\nmail me@example.com\n`;
  const wanted = "line one\r\nuse [REDACTED] here\r\nmail me@example.com\n";

  test("from a file and from standard input, every other byte kept", async () => {
    const { root, run } = cliProject({});
    writeFileSync(join(root, "notes.txt"), text);
    expect(await run(["redact", "notes.txt"])).toEqual({ code: 0, out: wanted, err: "" });
    expect(await run(["redact"], { input: text })).toEqual({ code: 0, out: wanted, err: "" });
    expect(await run(["redact", "-"], { input: text })).toEqual({ code: 0, out: wanted, err: "" });
    expect(await run(["redact"], { input: "" })).toEqual({ code: 0, out: "", err: "" });
  });

  test("UTF-16 comes out as text", async () => {
    const { run } = cliProject({});
    const input = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    expect((await run(["redact"], { input })).out).toBe(wanted);
  });

  test("of what is no text, or cannot be finished, nothing is printed", async () => {
    const { root, run } = cliProject({});
    mkdirSync(join(root, "folder"));
    const inputs: (string | Uint8Array)[] = [
      Buffer.from(`ok\n${secret} \xff`, "latin1"),
      `nul \0 ${secret}`,
      `${secret}\n`.repeat(60_000),
    ];
    for (const input of inputs) {
      const { code, out, err } = await run(["redact"], { input });
      expect([code, out]).toEqual([3, ""]);
      expect(err).not.toContain("ghp");
    }
    expect((await run(["redact"], { input: inputs[0] ?? "" })).err).toContain("line 2");
    expect(await run(["redact", "folder"])).toEqual({
      code: 3,
      out: "",
      err: "sdd: folder cannot be read: it is a folder.\n",
    });
  });

  test("a terminal gets no escape sequence", async () => {
    const { run } = cliProject({});
    expect((await run(["redact"], { input: "a\u001b[31mb", isTerminal: true })).out).toBe("a⟨ESC⟩[31mb");
    expect((await run(["redact"], { input: "a\u001b[31mb" })).out).toBe("a\u001b[31mb");
  });
});

describe("help", () => {
  test.each([
    [["--help"], ["context", "init", "redact", "Exit codes:"]],
    [
      ["context", "--help"],
      ["build", "recommend"],
    ],
    [
      ["context", "build", "--help"],
      [
        "--name",
        "--stage",
        "--json",
        "--write",
        "--dry-run",
        "--max-chars",
        "--root",
        "--include-content",
        "Examples:",
        "Exit codes:",
      ],
    ],
    [
      ["context", "recommend", "--help"],
      ["--name", "--stage", "--json", "--root"],
    ],
    [
      ["init", "--help"],
      ["<name>", "--json", "--root"],
    ],
    [
      ["redact", "--help"],
      ["[file]", "standard input"],
    ],
    [["help", "context"], ["build"]],
  ])("%j says what it needs, on standard output", async (argv, words) => {
    const { run } = cliProject({});
    const { code, out, err } = await run(argv);
    expect([code, err]).toEqual([0, ""]);
    for (const word of words) expect(out).toContain(word);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("--version", async () => {
    const { run } = cliProject({});
    expect(await run(["--version"])).toEqual({ code: 0, out: "development\n", err: "" });
  });

  test("a usage error points to the help", async () => {
    const { run } = cliProject({});
    expect((await run(["context", "build"])).err).toContain("--help");
  });
});
