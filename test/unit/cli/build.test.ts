import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testHasher } from "../memory-ports.js";
import { cliProject, jsonOf, listing, sampleOnDisk } from "./run.js";

const BUILD = ["context", "build", "--name", "checkout", "--stage", "tasks"];
const PACK = ".sdd/intelligence/context-packs/checkout/tasks.md";
const EPOCH = { SOURCE_DATE_EPOCH: "1767225600" };

describe("sdd context build", () => {
  test("prints the pack, and nothing else, on standard output", async () => {
    const { run } = cliProject();
    const { code, out, err } = await run(BUILD, { env: EPOCH });
    expect(code).toBe(0);
    expect(out.startsWith("# Context Pack — tasks — Checkout Ágil\n")).toBe(true);
    expect(out.endsWith("- Limit applied: 24000\n")).toBe(true);
    expect(out).toContain("- Generated at: 2026-01-01T00:00:00Z\n");
    expect(err).toContain(
      "docs/checkout/03-techspec.md:6:1: The header says “approved”, the map says “draft”.",
    );
  });

  test("finds the orchestration by name or slug, accents and case folded", async () => {
    const { run } = cliProject();
    const wanted = (await run(BUILD, { env: EPOCH })).out;
    for (const name of ["CHECKOUT", "Checkout Ágil", "checkout agil", " checkout ÁGIL "]) {
      const found = await run(["context", "build", "--name", name, "--stage", "Tasks"], { env: EPOCH });
      expect([found.code, found.out === wanted]).toEqual([0, true]);
    }
  });

  test("--json says path, counts, characters, limit and hash; the text only with --include-content", async () => {
    const { run } = cliProject();
    const { out } = await run(BUILD, { env: EPOCH });
    const result = await run([...BUILD, "--json"], { env: EPOCH });
    const json = jsonOf(result);
    expect(json).toMatchObject({
      path: PACK,
      manifest_path: PACK.replace(".md", ".manifest.json"),
      written: false,
      orchestration_slug: "checkout",
      stage: "tasks",
      generated_at: "2026-01-01T00:00:00Z",
      sources_stale: 0,
      chars: out.length,
      limit: 24_000,
      sha256: testHasher.sha256(out),
      diagnostics: [],
    });
    expect(json["conflicts"]).toMatchObject([{ code: "artifact-state-differs", line: 6 }, {}]);
    expect(Number(json["sources_included"]) + Number(json["sources_excluded"])).toBe(
      json["sources_considered"],
    );
    expect(json).not.toHaveProperty("content");
    const whole = jsonOf(await run([...BUILD, "--json", "--include-content"], { env: EPOCH }));
    expect(whole["content"]).toBe(out);
  });

  test("--max-chars bounds the whole pack; the configuration's limit is the default", async () => {
    const { root, run } = cliProject();
    const small = await run([...BUILD, "--max-chars", "2000"]);
    expect(small.out.length).toBeLessThanOrEqual(2_000);
    expect(small.out).toContain("- Limit applied: 2000\n");
    writeFileSync(join(root, "sdd.config.yaml"), "intelligence: {max_context_chars: 3000}\n");
    expect((await run(BUILD)).out).toContain("- Limit applied: 3000\n");
    expect((await run([...BUILD, "--max-chars", "5000"])).out).toContain("- Limit applied: 5000\n");
  });

  test("a source that cannot be used is said on standard error and in the JSON, and the rest goes on", async () => {
    const { root, run } = cliProject();
    writeFileSync(join(root, "docs/checkout/02-prd.md"), Buffer.from("# PRD\n\nbad \xff\n", "latin1"));
    const text = await run(BUILD);
    expect(text.code).toBe(0);
    expect(text.err).toContain("docs/checkout/02-prd.md:3:5: This file is not valid UTF-8 and was left out.");
    expect(text.out).toContain("PaymentAdapter");
    expect(jsonOf(await run([...BUILD, "--json"]))["diagnostics"]).toEqual([
      {
        code: "invalid-utf8",
        severity: "warning",
        path: "docs/checkout/02-prd.md",
        line: 3,
        column: 5,
        message: "This file is not valid UTF-8 and was left out.",
      },
    ]);
  });
});

describe("writing", () => {
  test("without --write nothing changes inside the project", async () => {
    const { root, cache, run } = cliProject();
    const before = listing(root);
    for (const more of [[], ["--json"], ["--dry-run"], ["--write", "--dry-run"]]) {
      expect((await run([...BUILD, ...more])).code).toBe(0);
    }
    await run(["context", "recommend", "--name", "checkout"]);
    expect(listing(root)).toEqual(before);
    expect(listing(cache).some((line) => line.includes(".index.jsonl"))).toBe(true);
  });

  test("--write writes the very bytes of standard output, and the manifest beside them", async () => {
    const { root, run } = cliProject();
    const { out } = await run(BUILD, { env: EPOCH });
    const written = await run([...BUILD, "--write"], { env: EPOCH });
    expect(written.out).toMatch(/^Wrote \.sdd\/.*tasks\.md: \d+ of 24000 characters, .*conflicts: 2\.\n$/);
    expect(readFileSync(join(root, PACK), "utf8")).toBe(out);
    const manifest = JSON.parse(
      readFileSync(join(root, PACK.replace(".md", ".manifest.json")), "utf8"),
    ) as object;
    expect(manifest).toMatchObject({ chars: out.length, sha256: testHasher.sha256(out), derived: true });
    expect(readFileSync(join(root, ".sdd/.gitignore"), "utf8")).toContain("/intelligence/");
    expect(statSync(join(root, PACK)).mode & 0o777).toBe(0o600);
  });

  test("writing again, at a later time, leaves the same bytes and does not touch the files", async () => {
    const { root, run } = cliProject();
    for (const path of Object.keys(sampleOnDisk()))
      utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
    await run([...BUILD, "--write"], { env: EPOCH });
    const before = listing(root);
    const again = await run([...BUILD, "--write", "--json"], { env: { SOURCE_DATE_EPOCH: "1800000000" } });
    expect(jsonOf(again)).toMatchObject({ written: true, generated_at: "2026-01-01T00:00:00Z" });
    expect(listing(root)).toEqual(before);
    const shown = await run(BUILD, { env: { SOURCE_DATE_EPOCH: "1800000000" } });
    expect(shown.out).toBe(readFileSync(join(root, PACK), "utf8"));
  });

  test("a changed source gives a new pack, and the old one is kept as the previous", async () => {
    const { root, run } = cliProject();
    await run([...BUILD, "--write"], { env: EPOCH });
    const first = readFileSync(join(root, PACK), "utf8");
    writeFileSync(join(root, "AGENTS.md"), "# Agents\n\n## Rules\n\nEvery payment has an idempotency key.\n");
    await run([...BUILD, "--write"], { env: { SOURCE_DATE_EPOCH: "1800000000" } });
    expect(readFileSync(join(root, PACK), "utf8")).toContain("idempotency key");
    expect(readFileSync(join(root, PACK.replace(".md", ".previous.md")), "utf8")).toBe(first);
  });

  test("--dry-run says what it would write", async () => {
    const { run } = cliProject();
    expect((await run([...BUILD, "--write", "--dry-run"])).out).toMatch(/^Would write \.sdd\//);
    expect(jsonOf(await run([...BUILD, "--write", "--dry-run", "--json"]))["written"]).toBe(false);
  });
});

describe("terminals", () => {
  const hostile =
    "Colour \u001b[31mred\u001b[0m, right-to-left \u202eabc\u202c, and\u200b nothing, in one sentence.";

  test("get no escape sequence and no hidden character; a pipe gets the bytes as they are", async () => {
    const files = sampleOnDisk();
    files["docs/checkout/02-prd.md"] =
      `${files["docs/checkout/02-prd.md"] ?? ""}\n\n## Constraints\n\n${hostile}\n`;
    const { run } = cliProject(files);
    const piped = await run(BUILD, { env: EPOCH });
    expect(piped.out).toContain(hostile);
    const shown = await run(BUILD, { env: EPOCH, isTerminal: true });
    // eslint would call a literal class of control characters a mistake, so it is built of their numbers.
    const hidden = new RegExp(
      `[${String.fromCharCode(0)}-\b\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]`,
      "u",
    );
    expect(piped.out).toMatch(hidden);
    expect(shown.out).not.toMatch(hidden);
    expect(shown.out).toContain("⟨ESC⟩[31mred");
    expect(shown.out).toContain("⟨RLO⟩abc");
  });

  test("messages are made visible even where they go to a file", async () => {
    const { run } = cliProject();
    const { err } = await run(["context", "build", "--name", "x\u001b[2Jy", "--stage", "tasks"]);
    expect(err).toContain("⟨ESC⟩[2J");
    expect(err).not.toContain("\u001b");
  });
});
