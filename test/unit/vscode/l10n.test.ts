import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { adviceTexts } from "../../../src/core/diagnostic-advice.js";
import { diagnosticTemplates } from "../../../src/core/diagnostics.js";
import { errorTemplates } from "../../../src/core/errors.js";
import { PHRASES } from "../../../src/vscode/base/phrase-list.js";

const ROOT = join(import.meta.dirname, "../../..");
const LANGUAGES = ["pt-br", "ru"] as const;
type Texts = Readonly<Record<string, string>>;

const readJson = (name: string): Texts => JSON.parse(readFileSync(join(ROOT, name), "utf8")) as Texts;

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));
}

/** The first arguments of `l10n.t`, and how many calls have no literal there. */
function usedTexts(): { texts: readonly string[]; others: number } {
  const all = sourcesBelow("src/vscode").join("\n");
  const literals = [...all.matchAll(/l10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)];
  const texts = literals.map((match) => JSON.parse(match[1] ?? '""') as string);
  return { texts, others: [...all.matchAll(/l10n\.t\(/g)].length - literals.length };
}

/** A template of places alone says nothing that could be translated. */
const isText = (template: string): boolean => /\p{L}/u.test(template.replace(/\{\d\}/g, ""));

function neededKeys(): readonly string[] {
  const tables = [
    ...Object.values(errorTemplates()),
    ...Object.values(diagnosticTemplates()),
    ...adviceTexts(),
    ...PHRASES,
  ];
  return [...new Set([...usedTexts().texts, ...tables.filter(isText)])].sort();
}

const placesOf = (text: string): readonly string[] => [...new Set(text.match(/\{\d\}|\$\([\w-]+\)/g))].sort();

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const bundle = readJson(`l10n/bundle.l10n.${language}.json`);

  test("translate every text that is used, and no other", () => {
    expect(Object.keys(bundle).sort()).toEqual(neededKeys());
  });

  test("keep the places for values, and the icons", () => {
    for (const [key, text] of Object.entries(bundle))
      expect([key, placesOf(text)]).toEqual([key, placesOf(key)]);
  });

  test("of the manifest are complete, with the same links", () => {
    const english = readJson("package.nls.json");
    const translated = readJson(`package.nls.${language}.json`);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    const linksOf = (text = ""): unknown => text.match(/\(command:[^)]+\)/g);
    for (const key of Object.keys(english)) expect(linksOf(translated[key])).toEqual(linksOf(english[key]));
  });

  test("are translated: what stays English is a name", () => {
    const same = Object.entries(bundle).filter(([key, text]) => key === text);
    expect(same.map(([key]) => key)).toEqual(["PRD", "ADR", "QA"]);
  });
});

test("only four calls translate by template: errors, diagnostics, their advice, and phrases", () => {
  expect(usedTexts().others).toBe(4);
});

test("every phrase stands in the sources that make it", () => {
  const sources = [
    ...sourcesBelow("src/core"),
    ...sourcesBelow("src/node"),
    ...sourcesBelow("src/vscode/packs"),
  ].join("\n");
  const pattern = (phrase: string): RegExp => {
    // The number of a phrase is a number or a place in the source; a range is put together from two parts.
    const tail = phrase.replace(/^a whole number /, "");
    const escaped = tail.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(\\$\\{\\w+\\}|\\d+)");
    return new RegExp(escaped);
  };
  expect(PHRASES.filter((phrase) => !pattern(phrase).test(sources))).toEqual([]);
});
