import { describe, expect, it } from "vitest";
import {
  adrFolders,
  isAdrPath,
  parseAdrDir,
  parseLog4brains,
} from "../../../../src/core/project/adr/adr-folders.js";
import type { ProjectFiles } from "../../../../src/core/ports.js";

describe("isAdrPath", () => {
  it.each([
    "docs/checkout/adrs/0001-x.md",
    "docs/checkout/adrs/use-queues.md",
    "docs/adr/0001-x.md",
    "docs/adrs/ADR-13.md",
    "docs/ADR/adr-071-x.md",
    "doc/adr/20201016-x.md",
    "docs/decisions/0000-use-markdown.md",
    "docs/architecture/decisions/0001-record.markdown",
    "docs/en/adr/0001-x.md",
    "docs/pt-BR/decisions/0001-x.md",
    "decision-records/2023-07-20-x.md",
    "packages/web/docs/adr/0001-x.md",
    "docs/adr/2023-07-20-x/README.md",
    "docs/adr/0007-x/index.md",
    "docs/decisions/backend/0001-x.md",
    "docs/adr/0012-email-template.md",
    "docs/adr/0012-index.md",
    "notes/why/0001-x.md",
  ])("%s is one", (path) => {
    expect(isAdrPath(path, ["notes/why"])).toBe(true);
  });

  it.each([
    "docs/adr/README.md",
    "docs/adr/readme.pt-BR.md",
    "docs/adr/index.md",
    "docs/adr/template.md",
    "docs/adr/template-madr.md",
    "docs/adr/adr-template.md",
    "docs/adr/0000-template.md",
    "docs/adr/0000-adr-template.md",
    "docs/adr/decision-record-template.md",
    "docs/adr/_draft.md",
    "docs/adr/0001-x.txt",
    "docs/adr/UI/README.md",
    "docs/adr/UI/principles.md",
    "docs/adr/snippets/tech/0077-x.md",
    "docs/research/decisions/x.md",
    "docs/checkout/06-adr.md",
    "docs/quadr/0001-x.md",
    "src/adr/0001-x.md",
    "notes/0001-x.md",
    "adr.md",
    "",
  ])("%s is none", (path) => {
    expect(isAdrPath(path, ["notes/why"])).toBe(false);
  });

  it("is linear on long paths", () => {
    const started = performance.now();
    isAdrPath(`docs/adr/${"a-".repeat(200_000)}.md`, []);
    isAdrPath(`${"docs/".repeat(100_000)}x.md`, []);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("what other tools name", () => {
  it("the line in .adr-dir", () => {
    expect(parseAdrDir("doc/architecture/decisions\n")).toBe("doc/architecture/decisions");
    expect(parseAdrDir("\uFEFF\r\n ./adr/ \r\n")).toBe("adr");
    for (const refused of ["", "../up", "/etc", "C:\\adr", "a\0b", "."])
      expect(parseAdrDir(refused)).toBeUndefined();
  });

  it("the folders in .log4brains.yml", () => {
    const text = [
      "project:",
      "  name: X",
      "  adrFolder: ./docs/adr # the project's",
      "  packages:",
      "    - name: web",
      '      adrFolder: "packages/web/adr"',
      "    - adrFolder: 'packages/api/adr'",
      "    - adrFolder: ../outside",
      "  # adrFolder: commented/out",
    ].join("\r\n");
    expect(parseLog4brains(text)).toEqual(["docs/adr", "packages/web/adr", "packages/api/adr"]);
  });

  it("are read where they are, and each folder counts once", () => {
    const texts: Record<string, string> = {
      ".adr-dir": "adr\n",
      ".log4brains.yml": "adrFolder: adr\nadrFolder: b\n",
    };
    const files = (present: boolean): ProjectFiles => ({
      list: () => undefined,
      stamp: () => undefined,
      resolveLink: () => ({ ok: false, problem: "broken" }),
      read: (path) =>
        present
          ? { ok: true, bytes: new TextEncoder().encode(texts[path]), stamp: { size: 1, mtimeMs: 0, ino: 1 } }
          : { ok: false, problem: "missing" },
    });
    const codec = {
      utf8: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
      utf16: () => "",
      isUtf8: () => true,
    };
    expect(adrFolders({ files: files(true), codec })).toEqual(["adr", "b"]);
    expect(adrFolders({ files: files(false), codec })).toEqual([]);
  });
});
