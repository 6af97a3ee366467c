import { describe, expect, test } from "vitest";
import { readNarrative } from "../../../src/core/session/narrative/read.js";

const isFolder = (text: string): boolean => /^(?:src|docs|test)\//.test(text);

/** Claims and denials of a text, as `deed reference`, `not deed reference`; places and ends of renamings say so. */
function said(text: string): readonly string[] {
  const { claims, denials, commits } = readNarrative(text, isFolder);
  return [
    ...claims.map(
      ({ deed, reference, role }) => `${deed} ${reference.text}${role === "object" ? "" : ` (${role})`}`,
    ),
    ...denials.map(({ deed, reference }) => `not ${deed} ${reference.text}`),
    ...commits.map((id) => `commit ${id}`),
  ];
}

describe("what a narrative claims", () => {
  test.each<[string, readonly string[]]>([
    ["Updated `src/a.ts`, `src/b.ts` was deleted.", ["changed src/a.ts", "deleted src/b.ts"]],
    [
      "Updated `src/a.ts`, `src/b.ts` and deleted c.ts.",
      ["changed src/a.ts", "changed src/b.ts", "deleted c.ts"],
    ],
    ["Did not touch a.ts, b.ts was updated.", ["changed b.ts", "not changed a.ts"]],
    ["Обновил a.ts, b.ts удалил.", ["changed a.ts", "deleted b.ts"]],
    ["Renamed a.ts → b.ts.", ["renamed a.ts", "renamed b.ts (target)"]],
    ["Moved a.ts from src/x to src/y.", ["renamed a.ts", "renamed src/x (source)", "renamed src/y (target)"]],
    ["Removed the flag from src/a.ts.", ["changed src/a.ts (place)"]],
    ["Removi a flag de src/a.ts e a pasta src/b.", ["changed src/a.ts (place)", "changed src/b (place)"]],
    ["Removi a pasta src/velho.", ["deleted src/velho"]],
    ["In src/a.ts, I fixed the parser.", ["changed src/a.ts (place)"]],
    ["src/a.ts: removed dead code", ["changed src/a.ts (place)"]],
    ["Fixed the parser (src/a.ts:42).", ["changed src/a.ts (place)"]],
    ["Added tests for src/a.ts in test/a.test.ts.", ["changed test/a.test.ts (place)"]],
    ["Changed files: a.ts, b.ts", ["changed a.ts", "changed b.ts"]],
    ["Deleted:\n- a.ts\n- b.ts", ["deleted a.ts", "deleted b.ts"]],
    ["Arquivos criados:\n- src/a.ts\n- src/b.ts", ["created src/a.ts", "created src/b.ts"]],
    ["Изменённые файлы:\n* src/a.ts", ["changed src/a.ts"]],
    ["Not changed:\n- src/a.ts", ["not changed src/a.ts"]],
    ["- Add retry to `src/a.ts`", ["changed src/a.ts (place)"]],
    ["[the parser](src/a.ts) was rewritten.", ["changed src/a.ts"]],
    ["Committed as 4f2a9c1.", ["commit 4f2a9c1"]],
    ["Сделал коммит `4f2a9c1`.", ["commit 4f2a9c1"]],
    ["Commitei tudo.", ["commit "]],
    ["Nothing in src/a was changed.", ["not changed src/a"]],
    ["src/a.ts ficou intacto.", ["not changed src/a.ts"]],
    ["Оставил src/a.ts без изменений.", ["not changed src/a.ts"]],
    ["I left `src/a.ts` untouched.", ["not changed src/a.ts"]],
    ["src/a.ts não foi alterado, src/b.ts foi criado.", ["created src/b.ts", "not changed src/a.ts"]],
    [
      "Updated src/a.ts,\nsrc/b.ts and\nsrc/c.ts.",
      ["changed src/a.ts", "changed src/b.ts", "changed src/c.ts"],
    ],
    ["Not only updated src/a.ts but also removed src/b.ts.", ["changed src/a.ts", "deleted src/b.ts"]],
  ])("%s", (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test.each([
    "I will add src/a.ts.",
    "Next: remove src/a.ts and create src/b.ts.",
    "src/a.ts should be deleted.",
    "You asked me to delete src/a.ts.",
    "Should I delete src/a.ts?",
    "If src/a.ts was deleted, run the tests.",
    "Reviewed src/a.ts and ran the tests.",
    "Updated nothing; see https://example.com/src/a.ts.",
    "TODO:\n- remove src/a.ts\n- add src/b.ts",
    "## Next steps\n\n1. Delete `src/a.ts`\n2. Rename b.ts to c.ts",
    "Previously src/a.ts was deleted.",
    "Yesterday I removed src/a.ts.",
    "Ran:\n```\ngit rm src/a.ts\nDeleted src/a.ts\n```",
    "src/a.ts was changed by Ana.",
    "Vou criar src/a.ts.",
    "src/a.ts deve ser removido.",
    "Falta apagar src/a.ts.",
    "Criarei src/a.ts depois.",
    "Próximos passos:\n- criar src/a.ts",
    "Буду менять src/a.ts.",
    "Нужно удалить src/a.ts.",
    "Позже перепишу src/a.ts.",
    "Следующие шаги:\n- удалить src/a.ts",
    "Прочитал src/a.ts, запустил тесты.",
    "Reverted nothing since commit 4f2a9c1.",
    "Nothing was committed.",
    "Node.js and Vue.js were updated to and/or.",
    "",
  ])("claims nothing: %s", (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe("a narrative of any shape", () => {
  const long = (part: string): string => part.repeat(Math.ceil(20_000 / part.length));

  test.each([
    "[",
    "[a](",
    "`",
    "`a ``",
    "a/",
    "*a ",
    "**",
    ". ",
    "- ",
    "\n",
    "a-",
    "1.",
    "src/",
    "не ",
    "a://",
  ])(
    "is read in time: %j again and again",
    (part) => {
      expect(said(long(part))).toEqual([]);
    },
    30_000,
  );

  test("gives a bounded number of claims", () => {
    const text = Array.from({ length: 1_000 }, (_, n) => `changed f${n}.ts`).join(" ");
    expect(said(text)).toHaveLength(200);
  });
});
