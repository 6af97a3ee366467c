import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeCodec } from "../../../src/node/codec.js";
import { nodeHasher } from "../../../src/node/hasher.js";
import { testCodec, testHasher } from "../memory-ports.js";
import { scale, seed } from "../scale.js";

describe("utf8", () => {
  test.each([
    ["a lone continuation byte", [0x61, 0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["a torn sequence", [0x61, 0xe2, 0x82]],
    ["Latin-1", [0x61, 0xe7, 0xe3, 0x6f]],
  ])("%s is refused", (_name, bytes) => {
    expect(nodeCodec.utf8(new Uint8Array(bytes))).toBeUndefined();
  });

  test("what is valid comes back whole, a byte order mark inside included", () => {
    const text = "ação — 😀 контекст\uFEFF\r\n\u0000";
    const bytes = new Uint8Array(Buffer.from(`..${text}..`)).subarray(2, -2);
    expect(nodeCodec.utf8(bytes)).toBe(text);
    expect(nodeCodec.utf8(new Uint8Array(0))).toBe("");
  });

  test("any bytes: the same answer as a strict TextDecoder", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.string({ unit: "binary" })), (input) => {
        const bytes = typeof input === "string" ? new Uint8Array(Buffer.from(input, "utf8")) : input;
        expect(nodeCodec.utf8(bytes)).toBe(testCodec.utf8(bytes));
      }),
      { seed, numRuns: scale(20_000) },
    );
  });
});

test("utf16: any bytes, both ways round, are as TextDecoder says", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9 }), (bytes) => {
      for (const endian of ["little", "big"] as const) {
        expect(nodeCodec.utf16(bytes, endian)).toBe(testCodec.utf16(bytes, endian));
      }
    }),
    { seed, numRuns: scale(5_000) },
  );
});

test("the hash is SHA-256 in lower-case hex, the same of a text and its UTF-8", () => {
  expect(nodeHasher.sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(nodeHasher.sha256("ação")).toBe(nodeHasher.sha256(new Uint8Array(Buffer.from("ação"))));
  expect(nodeHasher.sha256("ação")).toBe(testHasher.sha256("ação"));
});
