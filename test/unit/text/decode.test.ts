import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DecodeResult, decodeText, MAX_LINE_LENGTH } from "../../../src/core/text/decode.js";
import { testCodec } from "../memory-ports.js";
import { scale, seed } from "../scale.js";

const decode = (bytes: Uint8Array | readonly number[]): DecodeResult =>
  decodeText(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), testCodec, "docs/a.md");
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf8"));
const place = (result: DecodeResult): unknown =>
  result.ok ? result.text : [result.diagnostic.code, result.diagnostic.line, result.diagnostic.column];
const joined = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? utf8(part) : part))),
  );

describe("what is no text", () => {
  test.each<[string, Uint8Array, readonly [string, number, number]]>([
    ["a NUL", utf8("one\ntw\0o"), ["nul-byte", 2, 3]],
    ["a NUL after wide characters", utf8("😀é\0"), ["nul-byte", 1, 4]],
    ["a NUL behind a byte order mark", utf8("\uFEFFa\0"), ["nul-byte", 1, 2]],
    ["a NUL in UTF-16", joined([0xff, 0xfe], [0x61, 0, 0x0a, 0, 0, 0]), ["nul-byte", 2, 1]],
    ["UTF-32", joined([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), ["nul-byte", 1, 1]],
    ["UTF-16 without a mark", joined([0x61, 0, 0x62, 0]), ["nul-byte", 1, 2]],
    ["Latin-1", joined("a\r\nb\rc\nDecis", [0xe3], "o"), ["invalid-utf8", 4, 6]],
    ["a torn end", joined("😀 é", [0xe2, 0x82]), ["invalid-utf8", 1, 5]],
    ["an overlong form", joined("\n", [0xc0, 0x80]), ["invalid-utf8", 2, 1]],
    ["an overlong form of three", joined([0xe0, 0x9f, 0x80]), ["invalid-utf8", 1, 1]],
    ["a surrogate", joined("x", [0xed, 0xa0, 0x80]), ["invalid-utf8", 1, 2]],
    ["beyond U+10FFFF", joined("x", [0xf4, 0x90, 0x80, 0x80]), ["invalid-utf8", 1, 2]],
  ])("%s", (_name, bytes, expected) => {
    expect(place(decode(bytes))).toEqual(expected);
  });

  test("the diagnostic names the file", () => {
    expect(decode([0])).toEqual({
      ok: false,
      diagnostic: {
        code: "nul-byte",
        severity: "warning",
        path: "docs/a.md",
        line: 1,
        column: 1,
        params: [],
      },
    });
  });
});

describe("long lines", () => {
  const longest = "x".repeat(MAX_LINE_LENGTH);
  test.each<[string, string, number | undefined]>([
    ["the longest that is taken", longest, undefined],
    ["two of them", `${longest}\r\n${longest}\n`, undefined],
    ["divided by lone carriage returns", `${longest}\r${longest}`, undefined],
    ["one too long", `${longest}x`, 1],
    ["one too long before CRLF", `a\n${longest}x\r\n`, 2],
    ["after lone carriage returns", `a\rb\r${longest}x`, 3],
  ])("%s", (_name, text, line) => {
    const result = decode(utf8(text));
    expect(
      result.ok ? undefined : [result.diagnostic.code, result.diagnostic.line, result.diagnostic.params],
    ).toEqual(line === undefined ? undefined : ["line-too-long", line, ["1048576"]]);
  });

  test("three megabytes of line ends take no noticeable time", () => {
    const bytes = utf8("\r\n".repeat(1_500_000));
    const start = performance.now();
    expect(decode(bytes).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("text", () => {
  const text = "# Decisão\r\nа\rb\n😀\uFEFF";
  const le = Buffer.from(text, "utf16le");
  test.each<[string, Uint8Array, string]>([
    ["utf8", utf8(text), text],
    ["utf8-bom", utf8(`\uFEFF${text}`), text],
    ["utf16le", joined([0xff, 0xfe], [...le]), text],
    ["utf16be", joined([0xfe, 0xff], [...Buffer.from(le).swap16()]), text],
    ["utf8", utf8(""), ""],
    ["utf8-bom", utf8("\uFEFF"), ""],
    ["utf16le", joined([0xff, 0xfe]), ""],
    ["utf16be", joined([0xfe, 0xff], [0, 0x61, 0]), "a\uFFFD"],
  ])("%s", (encoding, bytes, expected) => {
    expect(decode(bytes)).toEqual({ ok: true, text: expected, encoding });
  });

  test("any bytes: taken exactly where a strict decoder takes them, and refused at the place that ends the valid part", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 10, min: 1 }), fc.string({ unit: "binary" }), (tail, head) => {
        const start = head.replaceAll(/[\0\uFEFF\r]/g, "");
        const bytes = joined(`${start}.`, [...tail]);
        const result = decode(bytes);
        const strict = testCodec.utf8(bytes);
        expect(result.ok ? result.text : undefined).toBe(strict);
        if (result.ok) return;
        // The longest beginning that is valid is where the position must stand.
        let end = bytes.length;
        while (testCodec.utf8(bytes.subarray(0, end)) === undefined) end -= 1;
        const lines = (testCodec.utf8(bytes.subarray(0, end)) ?? "").split(/\r\n|\r|\n/);
        expect([result.diagnostic.line, result.diagnostic.column]).toEqual([
          lines.length,
          (lines.at(-1)?.length ?? 0) + 1,
        ]);
      }),
      { seed, numRuns: scale(20_000) },
    );
  });
});
