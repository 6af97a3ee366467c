import type { ProjectFiles, TextCodec } from "../../ports.js";
import { parseAdrName } from "./adr-name.js";
import { splitLines } from "../../text/lines.js";
import { baseName, folderOf } from "../paths.js";
import { plainPath } from "../plain-path.js";

/**
 * Folders that hold decision records, wherever they begin: `docs/adr`, `docs/<slug>/adrs`, `docs/en/adr` (a localised
 * copy), `doc/adr`, `docs/decisions`, `docs/architecture/decisions`, `decision-records`.
 */
const ADR_FOLDER =
  /(?:^|\/)(?:docs?\/(?:[^/]+\/)?adrs?|docs?\/(?:(?:architecture|arch|[a-z]{2}(?:-[a-z]{2,4})?)\/)?decisions|decision-records)$/i;

/** Markdown that explains the folder, lists it, or is copied to make a new record. */
const NO_RECORD =
  /^(?:readme|index|toc|summary|changelog|contributing|_.*|template.*|(?:0{1,4}[-_])?(?:adr|madr|decision)[-_]?(?:record[-_]?)?template.*|0{1,4}[-_]template.*|.*[-_.]template)(?:[._-][a-z]{2}(?:[-_][a-z]{2,4})?)?\.(?:md|markdown)$/i;
const INDEX = /^(?:readme|index)\.(?:md|markdown)$/i;

/**
 * Whether a path is a decision record by its place and name. In a folder of records every Markdown file is one, except
 * what explains or lists them; one level further down only what is numbered or dated, be it the file or, for a README
 * or index, its folder.
 *
 * @param extraFolders further folders of records, as `adrFolders` gives them.
 */
export function isAdrPath(path: string, extraFolders: readonly string[]): boolean {
  return adrPathTest(extraFolders)(path);
}

/** `isAdrPath` for many paths: what is to be said of a folder is found out once. */
export function adrPathTest(extraFolders: readonly string[]): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isAdrFolder = (folder: string): boolean => {
    let answer = known.get(folder);
    if (answer === undefined) {
      answer = ADR_FOLDER.test(folder) || extraFolders.includes(folder);
      known.set(folder, answer);
    }
    return answer;
  };
  // Sorted paths come folder by folder.
  let prefix: string | undefined;
  let folder = "";
  let isRecordFolder = false;
  let isInRecordFolder = false;
  return (path) => {
    const end = path.lastIndexOf("/") + 1;
    if (prefix?.length !== end || !path.startsWith(prefix)) {
      prefix = path.slice(0, end);
      folder = folderOf(path);
      isRecordFolder = isAdrFolder(folder);
      isInRecordFolder = isAdrFolder(folderOf(folder));
    }
    if (!isRecordFolder && !isInRecordFolder) return false;
    const name = path.slice(end);
    if (!/\.(?:md|markdown)$/i.test(name)) return false;
    if (isRecordFolder) return !NO_RECORD.test(name) || isNumberedRecord(name);
    if (INDEX.test(name)) return parseAdrName(baseName(folder)).isNumbered;
    return parseAdrName(name).isNumbered && !NO_RECORD.test(name);
  };
}

/** `0012-email-template.md` is about templates; `0000-template.md` is one. */
function isNumberedRecord(name: string): boolean {
  const { number } = parseAdrName(name);
  return number !== undefined && number !== "0" && /^\D{0,5}\d+[-_. ]+(?!(?:adr[-_])?template\b)/i.test(name);
}

const MOST_BYTES = 64 * 1024;

/** The folders that `.adr-dir` and `.log4brains.yml` name, each once; none where neither is there or can be read. */
export function adrFolders(ports: {
  readonly files: ProjectFiles;
  readonly codec: TextCodec;
}): readonly string[] {
  const textOf = (path: string): string => {
    const read = ports.files.read(path, MOST_BYTES);
    return read.ok ? (ports.codec.utf8(read.bytes) ?? "") : "";
  };
  const folders = [parseAdrDir(textOf(".adr-dir")), ...parseLog4brains(textOf(".log4brains.yml"))];
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** The folder in `.adr-dir` (one line); `undefined` where there is none that is a plain path inside the project. */
export function parseAdrDir(text: string): string | undefined {
  const line = splitLines(text.replace(/^\u{FEFF}/u, "")).find((candidate) => candidate.trim() !== "");
  return line === undefined ? undefined : plainPath(line.trim());
}

/** Every `adrFolder: …` of a `.log4brains.yml`, of the project and of its packages. */
export function parseLog4brains(text: string): readonly string[] {
  return splitLines(text).flatMap((line) => {
    const value = /^[ \t]*(?:-[ \t]+)?["']?adrFolder["']?[ \t]*:[ \t]*(?:"([^"]*)"|'([^']*)'|([^#]*))/.exec(
      line,
    );
    const folder = plainPath((value?.[1] ?? value?.[2] ?? value?.[3] ?? "").trim());
    return folder === undefined ? [] : [folder];
  });
}
