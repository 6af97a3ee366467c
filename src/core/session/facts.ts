import { baseName } from "../project/paths.js";
import { fold } from "../text/fold.js";
import { areaOf, isMadeByTools, ROOT_AREA } from "./area.js";
import { entriesIn, type SessionWindow } from "./digest.js";
import {
  DROPPED_ACTION,
  isArrivalAction,
  isFileAction,
  LEDGER_DOMAIN,
  type LedgerEntry,
  UNKNOWN_ACTOR,
} from "./ledger-entry.js";
import type { Reference } from "./narrative/reference.js";
import type { Deed } from "./narrative/verbs.js";

/** Paths in groups that are looked at; a session of more is not held against its narrative one by one. */
const MOST_PATHS = 5_000;

/** Something that happened to a file. `arrived`: git brought it, and nobody knows what it did to the file. */
interface FileFact {
  /** Folded. */
  readonly path: string;
  readonly deed: Deed | "arrived" | "moved-away";
}

/** An area in which files were edited. */
export interface EditedArea {
  readonly area: string;
  /** Edited by this session, or by nobody known; none twice. */
  readonly paths: readonly string[];
  /** Where files that moved into it were before. */
  readonly former: readonly string[];
  /** Whether this session edited one of them. */
  readonly isOwn: boolean;
}

/** Roots of paths that are taken for such even where nothing changed in them. */
const USUAL_ROOTS = new Set(
  "src lib app apps packages docs doc test tests spec e2e config scripts build web server client backend frontend tools examples public assets services modules internal cmd pkg api webview schemas migrations .github .sdd .vscode".split(
    " ",
  ),
);
const DOCUMENT = /\.(?:md|mdx|txt|rst|adoc)$/i;

/** The path that a text names, folded; patterns keep their `*`. */
export function pathKey(text: string): string {
  return fold(
    text
      .replaceAll("\\", "/")
      .replace(/^(?:\.\/)+/, "")
      .replace(/\/+$/, ""),
  );
}

/** Whether a file is the one that a text names, or lies in the folder that it names. */
export function isSpokenOf(path: string, key: string): boolean {
  if (key.includes("*")) return isMatch(path, key);
  if (!path.includes(key) && !key.endsWith(path)) return false;
  if (path === key || path.endsWith(`/${key}`) || path.startsWith(`${key}/`)) return true;
  if (path.includes(`/${key}/`)) return true;
  // An absolute path, or one from above the root.
  return path.includes("/") && key.endsWith(`/${path}`);
}

/** More stars than this say nothing that could be checked. */
const MOST_STARS = 6;
let lastPattern: { readonly key: string; readonly pattern: RegExp } | undefined;

function isMatch(path: string, key: string): boolean {
  if (key.split("*").length > MOST_STARS) return true;
  // One key is held against many paths in a row.
  if (lastPattern?.key !== key) lastPattern = { key, pattern: patternOf(key) };
  return lastPattern.pattern.test(path);
}

function patternOf(key: string): RegExp {
  const source = key
    .split(/(\*\*\/?|\*)/)
    .map((part) => {
      if (part.startsWith("**")) return ".*";
      return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`(?:^|/)${source}$`, "u");
}

/** `PaymentGateway`, `payment-gateway` and `payment_gateway` alike; folded. */
function nameKey(text: string): string {
  return fold(text.replace(/\(.*\)$/, "").replace(/[^\p{L}\p{N}]/gu, ""));
}

/** What the entries in a window say, in a form that claims can be held against. */
export class Facts {
  readonly #files: FileFact[] = [];
  #paths = 0;
  readonly #own: FileFact[] = [];
  readonly #commits: string[] = [];
  readonly #summaries: string[] = [];
  readonly #areas = new Map<
    string,
    { readonly paths: Set<string>; readonly former: Set<string>; isOwn: boolean }
  >();
  readonly #roots = new Set(USUAL_ROOTS);
  /** Whether more happened than the entries name, so that nothing can be refuted. */
  readonly isCut: boolean;
  #changesCode = false;
  #hasUnnamedFiles = false;

  /** @param actor the session's own. */
  constructor(entries: readonly LedgerEntry[], window: SessionWindow, actor: string) {
    const inside = entriesIn(entries, window);
    for (const entry of inside) this.#add(entry, actor);
    const wasDropped = entries.some(
      ({ domain, action, at }) =>
        domain === LEDGER_DOMAIN && action === DROPPED_ACTION && Date.parse(at) >= Date.parse(window.start),
    );
    this.isCut = wasDropped || this.#hasUnnamedFiles;
  }

  #add(entry: LedgerEntry, actor: string): void {
    this.#summaries.push(fold(`${entry.summary} ${entry.target}`));
    const files = (entry.files ?? []).slice(0, Math.max(MOST_PATHS - this.#paths, 0));
    this.#paths += files.length + 1;
    if (isArrivalAction(entry.action)) this.#addArrival(entry, files);
    else if (isFileAction(entry.action)) {
      this.#addEdit(entry, entry.action);
      for (const path of files) this.#addEdit({ ...entry, target: path }, entry.action);
    } else return;
    if ((entry.count ?? 0) > Math.max(files.length, 1)) this.#hasUnnamedFiles = true;
    const isOther = entry.actor !== actor && entry.actor !== UNKNOWN_ACTOR;
    if (isArrivalAction(entry.action) || isOther) return;
    for (const path of files.length > 0 ? files : [entry.target]) {
      this.#addToArea(path, entry.from, entry.actor === actor);
      if (entry.actor === actor && isFileAction(entry.action)) {
        this.#own.push({ path: pathKey(path), deed: entry.action });
      }
    }
  }

  #addArrival(entry: LedgerEntry, files: readonly string[]): void {
    this.#commits.push(entry.target, ...(entry.commits ?? []));
    for (const path of files) this.#addPath(path, "arrived");
  }

  #addEdit({ target, from }: LedgerEntry, deed: Deed): void {
    this.#addPath(target, deed);
    if (from !== undefined) this.#addPath(from, "moved-away");
  }

  #addPath(path: string, deed: FileFact["deed"]): void {
    this.#files.push({ path: pathKey(path), deed });
    const [root = ""] = path.split("/");
    if (path.includes("/")) this.#roots.add(root);
    if (!DOCUMENT.test(path)) this.#changesCode = true;
  }

  #addToArea(path: string, from: string | undefined, isOwn: boolean): void {
    const area = areaOf(path);
    if (area === ROOT_AREA || isMadeByTools(path)) return;
    const known = this.#areas.get(area) ?? { paths: new Set(), former: new Set(), isOwn: false };
    known.paths.add(path);
    if (from !== undefined) known.former.add(from);
    known.isOwn ||= isOwn;
    this.#areas.set(area, known);
  }

  /** Areas with edits by this session or by nobody known, in the order of their first entry. */
  areas(): readonly EditedArea[] {
    return [...this.#areas].map(([area, { paths, former, isOwn }]) => ({
      area,
      paths: [...paths],
      former: [...former],
      isOwn,
    }));
  }

  /** Whether a word is how an area of this session is called: `billing` or `src` for `src/billing`. */
  isOwnArea(word: string): boolean {
    return this.areas().some(({ area, isOwn }) => isOwn && pathKey(area).split("/").includes(word));
  }

  isFolder(text: string): boolean {
    const [root = ""] = text.replace(/^\.\//, "").split("/");
    return this.#roots.has(root);
  }

  /** What happened to the files that a path or a file's name speaks of. */
  deedsOf({ text, kind }: Reference): ReadonlySet<FileFact["deed"]> {
    const key = pathKey(text);
    const isBare = kind === "file" && !/\..+/.test(text.slice(1));
    const found = this.#files.filter(
      ({ path }) => isSpokenOf(path, key) || (isBare && baseName(path).replace(/\.[^.]*$/, "") === key),
    );
    return new Set(found.map(({ deed }) => deed));
  }

  /** What this session itself did to the files that a path speaks of. */
  ownDeedsOf(key: string): readonly FileFact["deed"][] {
    return this.#own.filter(({ path }) => isSpokenOf(path, key)).map(({ deed }) => deed);
  }

  /** Whether a name may have been made or changed: it is part of a file's name or of a summary, or code was changed. */
  mayHaveChangedName(text: string): boolean {
    if (this.#changesCode) return true;
    const key = nameKey(text);
    return (
      this.#files.some(({ path }) => nameKey(path).includes(key)) ||
      this.#summaries.some((summary) => nameKey(summary).includes(key))
    );
  }

  hasCommit(id: string): boolean {
    return this.#commits.some((known) => known.startsWith(id) || (known.length >= 7 && id.startsWith(known)));
  }
}
