/**
 * Redaction, measured: recall by origin and false finds on fake secrets, false finds and speed on real documentation,
 * and the same rules as a naive loop over whole texts beside it, for scale.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { redact } from "../../src/core/redaction/redact.js";
import { RULES } from "../../src/core/redaction/table.js";
import { FIGURE_COLUMNS, printAtLeast, printFigure, printTitle } from "./support/report.js";

interface Sample {
  readonly rule: string;
  readonly text: string;
  readonly expect: "secret" | "clean";
  readonly source: string;
  readonly secret?: string;
}

const ROUNDS = 7;
const samplesPath = process.env["SDD_SAMPLES"] ?? "../shared/secrets/samples.jsonl";
const corporaPath = process.env["SDD_CORPORA"] ?? "../shared/corpora";

function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}

function outcome(sample: Sample): boolean {
  const result = redact(sample.text);
  if (!result.ok) return sample.expect === "clean";
  return sample.secret === undefined ? result.text !== sample.text : !result.text.includes(sample.secret);
}

function reportSamples(): void {
  if (!existsSync(samplesPath)) {
    console.log(`Skipped: fake secrets (${samplesPath} is not there; set SDD_SAMPLES).`);
    return;
  }
  const samples = readFileSync(samplesPath, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Sample);
  console.log("\n| samples | found | clean rows touched |\n| --- | --- | --- |");
  for (const source of ["all", ...new Set(samples.map((sample) => sample.source))]) {
    const rows = samples.filter((sample) => source === "all" || sample.source === source);
    const secrets = rows.filter((row) => row.expect === "secret");
    const clean = rows.filter((row) => row.expect === "clean");
    const gone = secrets.filter(outcome).length;
    const touched = clean.filter(outcome).length;
    console.log(
      `| ${source} | ${percent(gone, secrets.length)} (${gone} of ${secrets.length}) ` +
        `| ${percent(touched, clean.length)} (${touched} of ${clean.length}) |`,
    );
  }
  const secrets = samples.filter(({ expect }) => expect === "secret");
  const clean = samples.filter(({ expect }) => expect === "clean");
  printTitle("Redaction of fake secrets", FIGURE_COLUMNS);
  printAtLeast("found", (100 * secrets.filter(outcome).length) / secrets.length, "%", 80);
  printFigure("clean rows touched", (100 * clean.filter(outcome).length) / clean.length, "%", 2);
}

function markdownBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return markdownBelow(path);
      return name.endsWith(".md") ? [path] : [];
    });
}

/** Milliseconds of the fastest of some rounds: the machine's other work only ever adds. */
function fastest(rounds: number, work: () => void): number {
  let best = Number.MAX_VALUE;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Every rule's pattern over the whole text: what the automaton and the windows save. */
function naive(texts: readonly string[]): void {
  const expressions = RULES.flatMap((rule) =>
    rule.kind === "pattern" ? [new RegExp(rule.pattern, rule.ignoreCase === true ? "gi" : "g")] : [],
  );
  let found = 0;
  for (const text of texts)
    for (const expression of expressions) found += text.match(expression)?.length ?? 0;
  if (found < 0) console.log(found);
}

function reportDocuments(): void {
  if (!existsSync(corporaPath)) {
    console.log(`Skipped: real documentation (${corporaPath} is not there; set SDD_CORPORA).`);
    return;
  }
  const texts = markdownBelow(corporaPath).map((path) => readFileSync(path, "utf8"));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const touched = texts.filter((text) => {
    const result = redact(text);
    return !result.ok || result.count > 0;
  }).length;
  const ours = fastest(ROUNDS, () => {
    for (const text of texts) redact(text);
  });
  // A tenth of the documents is enough to time a loop this slow.
  const tenth = texts.filter((_, index) => index % 10 === 0);
  const tenthBytes = tenth.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const loop = fastest(2, () => {
    naive(tenth);
  });
  const speed = bytes / 1000 / ours;
  const naiveSpeed = tenthBytes / 1000 / loop;
  printTitle("Redaction of real documents", FIGURE_COLUMNS);
  printFigure(`documents (${(bytes / 1e6).toFixed(1)} MB)`, texts.length, "");
  printFigure("of these touched", touched, "");
  printFigure("speed, a document at a time", speed, "MB/s");
  printFigure(`a naive loop over the patterns of ${RULES.length} rules`, naiveSpeed, "MB/s");
  printFigure("ratio of the two", speed / naiveSpeed, "");
}

reportSamples();
reportDocuments();
