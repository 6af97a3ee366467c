import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redact } from "../../../src/core/redaction/redact.js";
import { corpora, hasCorpora, markdownBelow, trees } from "../corpora.js";

const path = process.env["SDD_SAMPLES"] ?? "../shared/secrets/samples.jsonl";
const present = existsSync(path);
if (!present) console.log(`Skipped: the tests on fake secrets (${path} is not there; set SDD_SAMPLES).`);

interface Sample {
  readonly rule: string;
  readonly text: string;
  readonly expect: "secret" | "clean";
  readonly secret?: string;
}

function samples(): Sample[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Sample);
}

function isGone(sample: Sample): boolean {
  const result = redact(sample.text);
  if (!result.ok) return false;
  return sample.secret === undefined ? result.text !== sample.text : !result.text.includes(sample.secret);
}

describe.skipIf(!present)("fake secrets of other projects' tests", () => {
  it("finds at least 95 % of the secrets", () => {
    const secrets = samples().filter((sample) => sample.expect === "secret");
    expect(secrets.filter(isGone).length / secrets.length).toBeGreaterThanOrEqual(0.95);
  });

  it("touches at most 2 % of the clean rows", () => {
    const clean = samples().filter((sample) => sample.expect === "clean");
    const touched = clean.filter(({ text }) => {
      const result = redact(text);
      return !result.ok || result.text !== text;
    });
    expect(touched.length / clean.length).toBeLessThanOrEqual(0.02);
  });
});

describe.skipIf(!hasCorpora)("real documentation", () => {
  it("leaves nearly every document as it is", () => {
    const files = trees.flatMap((tree) => markdownBelow(join(corpora, tree)));
    const touched = files.filter((file) => {
      const text = readFileSync(file, "utf8");
      const result = redact(text);
      return !result.ok || result.text !== text;
    });
    expect(touched.length).toBeLessThanOrEqual(Math.ceil(files.length / 500));
  });
});
