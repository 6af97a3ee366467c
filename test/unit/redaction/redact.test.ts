import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_REDACTED_UNITS, redact, redactShort } from "../../../src/core/redaction/redact.js";
import { RULES } from "../../../src/core/redaction/table.js";
import { scale, seed } from "../scale.js";
import { glue, noise } from "./synthetic.js";

const secret = `password: ${glue("hunter", "2")}`;

describe("what cannot be finished", () => {
  it("refuses a text over the cap and takes one of its size", () => {
    expect(redact("a".repeat(MAX_REDACTED_UNITS + 1))).toEqual({ ok: false, reason: "too-long" });
    expect(redact("a".repeat(MAX_REDACTED_UNITS))).toMatchObject({ ok: true, count: 0 });
  });

  it("is never clean after the deadline, wherever it falls", () => {
    expect(redact("clean", { deadline: () => true })).toEqual({ ok: false, reason: "deadline" });
    const long = `${"a ".repeat(200_000)}${secret}`;
    for (const allowed of [0, 1, 3, 6]) {
      let asked = 0;
      expect(redact(long, { deadline: () => (asked += 1) > allowed })).toEqual({
        ok: false,
        reason: "deadline",
      });
    }
  });

  it("becomes the marker as a whole in a message", () => {
    expect(redactShort(`cannot log in: ${secret}`)).toBe("cannot log in: password: [REDACTED]");
    expect(redactShort("a".repeat(MAX_REDACTED_UNITS + 1))).toBe("[REDACTED]");
  });
});

const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      "password: ",
      "senha=",
      "пароль: ",
      "token=",
      '"',
      "'",
      "`",
      "[REDACTED]",
      "[REDACTED",
      "]",
      "://",
      "u:",
      "@",
      "\n",
      " ",
    ],
    ...[
      "Bearer ",
      "Authorization: ",
      "-----BEGIN RSA ",
      "PRIVATE KEY-----",
      "-----END RSA PRIVATE KEY-----",
      "&",
      "|",
      "<",
      ">",
    ],
    ...[
      "(",
      ")",
      ";",
      ",",
      ".",
      "kind: Secret\ndata:\n  a: ",
      "\\n",
      "=",
      "=>",
      ":",
      "--token ",
      "curl -u ",
      "\ud800",
      "é",
    ],
    ...RULES.flatMap((rule) => rule.keywords),
  ),
  fc.string({ unit: fc.constantFrom(..."a Z 9 b 8 Y _ - . + / = x 0 Q 7".split(" ")), maxLength: 50 }),
  fc.integer({ min: 1, max: 5000 }).map((start) => noise("mixed", 36, start)),
);
const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(""));

describe("properties", () => {
  it("is idempotent, and the same on every run", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = redact(text);
        expect(redact(text)).toEqual(once);
        if (!once.ok) throw new Error(`did not finish: ${once.reason}`);
        expect(redact(once.text)).toEqual({ ok: true, text: once.text, count: 0 });
      }),
      { numRuns: scale(20_000), seed },
    );
  });

  it("finds a keyed secret wherever it stands in a long text", () => {
    const filler = "O contexto da decisão: latency below 20 ms; see the ADR. ".repeat(40);
    fc.assert(
      fc.property(fc.nat(filler.length), (at) => {
        const text = `${filler.slice(0, at)}\n${secret}\n${filler.slice(at)}`;
        expect(redact(text)).toMatchObject({ ok: true, count: 1 });
      }),
      { numRuns: scale(300), seed },
    );
  });
});
