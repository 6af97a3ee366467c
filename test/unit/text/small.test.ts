import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slugOf } from "../../../src/core/project/slug.js";
import { compareCodeUnits, fold } from "../../../src/core/text/fold.js";
import { outlineOf } from "../../../src/core/text/outline.js";
import { reveal } from "../../../src/core/text/reveal.js";
import { termsOf } from "../../../src/core/text/terms.js";
import { scale, seed } from "../scale.js";

describe("fold", () => {
  test("drops Latin accents and case, keeps Cyrillic letters apart", () => {
    expect(fold("Critérios de ACEITE")).toBe("criterios de aceite");
    expect(fold("Приёмка Й")).toBe("приемка й");
    expect(compareCodeUnits("Z", "a")).toBeLessThan(0);
  });
});

describe("slugOf", () => {
  test.each([
    ["Checkout v2", "checkout-v2"],
    ["  Ação & Reação!  ", "acao-reacao"],
    ["Оплата заказа", "oplata-zakaza"],
    ["Ünïcode — dash", "unicode-dash"],
  ])("%s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test.each(["", "  ", "!!!", "日本", "CON", "lpt1"])("refuses %j", (name) => {
    expect(() => slugOf(name)).toThrow(expect.objectContaining({ code: "invalid-name" }) as Error);
  });

  test("property: a slug is a plain path part, and its own slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        let slug: string;
        try {
          slug = slugOf(name);
        } catch {
          return;
        }
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: scale(2_000), seed },
    );
  });
});

describe("reveal", () => {
  test("shows what a terminal would act on or an eye would miss", () => {
    expect(reveal("a\u001b[31mred\u001b[0m")).toBe("a⟨ESC⟩[31mred⟨ESC⟩[0m");
    expect(reveal("x\u202ey\u200bz\u{e0041}\u0007")).toBe("x⟨RLO⟩y⟨ZWSP⟩z⟨U+E0041⟩⟨U+0007⟩");
  });

  test("shows soft hyphens, the Arabic letter mark and blank Hangul fillers", () => {
    expect(reveal("a\u00adb\u061cc\u115fd\u3164")).toBe("a⟨SHY⟩b⟨ALM⟩c⟨U+115F⟩d⟨U+3164⟩");
  });

  test("leaves ordinary text, line ends, tabs and joined emoji alone", () => {
    const text = "Olá, мир\t👩‍💻\r\nnext\n";
    expect(reveal(text)).toBe(text);
    expect(reveal("over\rwritten")).toBe("over⟨U+000D⟩written");
  });
});

describe("termsOf", () => {
  test("folds, and joins inflected forms by a common prefix", () => {
    expect(termsOf("Requisitos, requisitos! a")).toEqual(["requisit", "requisit"]);
    expect(termsOf("требования требованиями")).toEqual(["требован", "требован"]);
  });

  test("text without spaces is taken in pairs", () => {
    expect(termsOf("設計書")).toEqual(["設計", "計書"]);
  });
});

describe("outlineOf", () => {
  const plan =
    "PLANO\n\n1. Objetivo\n\nTexto.\n\n2. Decisoes\n\n2.1 Armazenamento\n\n- a\n\n3. Riscos\n\nUm.\n";

  test("a document without Markdown headings is split at numbered lines that stand alone", () => {
    const sections = outlineOf(plan);
    expect(sections.map(({ title, line, level }) => [title, line, level])).toEqual([
      ["", 1, 0],
      ["1. Objetivo", 3, 2],
      ["2. Decisoes", 7, 2],
      ["2.1 Armazenamento", 9, 3],
      ["3. Riscos", 13, 2],
    ]);
    expect(sections[3]?.parents).toEqual(["2. Decisoes"]);
    const [text] = sections[1]?.blocks ?? [];
    expect(text && plan.slice(text.start, text.end)).toBe("Texto.");
  });

  test("an ordinary numbered list is no outline, and real headings win", () => {
    expect(outlineOf("1. one\n2. two\n3. three\n")).toHaveLength(1);
    expect(outlineOf(`# Real\n\n${plan}`).map(({ title }) => title)).toEqual(["Real"]);
  });
});

test("folding by table says what normalising says", () => {
  const slow = (text: string): string =>
    text
      .normalize("NFD")
      .replace(/([a-zA-Z])\p{Mn}+/gu, "$1")
      .normalize("NFC")
      .toLowerCase()
      .replaceAll("ё", "е");
  const units = Array.from("aZé ÀÿßÆøñÇüёЁйЙїЎяЖ–—“”«»…№→≤").concat(
    "e\u0301",
    "и\u0306",
    "\u1e9e",
    "가",
    "ﬁ",
    "Ω",
  );
  for (let unit = 0; unit < 0x2300; unit++) {
    const letter = String.fromCharCode(unit);
    expect(fold(letter)).toBe(/^[\0-\x7f]$/.test(letter) ? letter.toLowerCase() : slow(letter));
  }
  const texts = fc.array(fc.constantFrom(...units), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => fold(text) === slow(text)),
    { seed, numRuns: scale(2_000) },
  );
});
