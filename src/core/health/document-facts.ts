import { detached } from "../text/detached.js";
import { outlineOf } from "../text/outline.js";
import { anchorsOf } from "./anchors.js";
import { ignoresOf, markdownIgnores, type Ignores } from "./ignores.js";
import { isExternal, linkTarget, type LinkTarget } from "./link-target.js";
import { writtenLinks } from "./links.js";
import { placeholdersIn, type Placeholder } from "./placeholders.js";
import { proseOf, type Prose } from "./prose.js";
import { secretsIn, type SecretPlace } from "./secrets.js";

/** A link of a document with what it asks of the project. */
export interface DocumentLink {
  /** As written, escapes undone. */
  readonly written: string;
  readonly target: LinkTarget;
  /** 1-based; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

/** What the rules need to know of one document. It follows from its text alone. */
export interface DocumentFacts {
  readonly links: readonly DocumentLink[];
  /** Links to anchors of the document itself that it does not have. */
  readonly brokenAnchors: readonly DocumentLink[];
  /** Titles of all headings; empty for documents of which none is asked. */
  readonly titles: readonly string[];
  /** 1-based line of the first heading, else 1: where findings about the whole document stand. */
  readonly titleLine: number;
  readonly placeholders: readonly Placeholder[];
  readonly secrets: readonly SecretPlace[];
  readonly ignores: Ignores;
}

/** Compares as GitHub and editors do: without regard to case, and to the selectors of emoji. */
export function hasAnchor(anchors: ReadonlySet<string>, anchor: string): boolean {
  const wanted = anchor.replace(/^user-content-/, "").toLowerCase();
  // Line anchors of a code host, text fragments, and the top of the page need no heading.
  if (wanted === "top" || wanted.startsWith(":~:") || /^l\d+(?:c\d+)?(?:-l?\d+(?:c\d+)?)?$/.test(wanted))
    return true;
  return anchors.has(wanted) || plainAnchors(anchors).has(withoutSelectors(wanted));
}

/** The anchors without the selectors of emoji: made once, for a document may have thousands of both links and headings. */
const plainOf = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function plainAnchors(anchors: ReadonlySet<string>): ReadonlySet<string> {
  let plain = plainOf.get(anchors);
  if (plain === undefined) {
    plain = new Set([...anchors].map(withoutSelectors));
    plainOf.set(anchors, plain);
  }
  return plain;
}

function withoutSelectors(text: string): string {
  return text.replace(/\u200d|\ufe0e|\ufe0f/g, "");
}

function linksOf(prose: Prose, path: string): DocumentLink[] {
  return writtenLinks(prose).flatMap(({ target: raw, line, column }) => {
    if (isExternal(raw)) return [];
    const written = detached(raw);
    const target = linkTarget(written, path);
    return target === undefined ? [] : [{ written, target, line, column }];
  });
}

/** A document without Markdown headings may have numbered lines in their place. */
function titlesOf({ sections, masked }: Prose): readonly string[] {
  const headed = sections.some(({ level }) => level > 0) ? sections : outlineOf(masked);
  return headed.flatMap(({ level, title }) => (level === 0 ? [] : [detached(title)]));
}

/** What a document may be asked for beside its links and secrets: a decision for its titles, an artifact for more. */
export type DocumentPart = "artifact" | "decision" | "other";

/**
 * @param part what the document is to the project.
 * @param deadline ends the search for secrets; a document that takes so long is said nothing of.
 */
export function markdownFacts(
  text: string,
  path: string,
  part: DocumentPart,
  deadline: () => boolean,
): DocumentFacts {
  const prose = proseOf(text);
  const all = linksOf(prose, path);
  const own = all.filter(({ target }) => target.kind === "anchor");
  const anchors = own.length === 0 ? undefined : anchorsOf(prose);
  const first = prose.sections.find(({ level }) => level > 0);
  return {
    links: all.filter(({ target }) => target.kind !== "anchor"),
    brokenAnchors: own.filter(
      ({ target }) => target.kind === "anchor" && anchors !== undefined && !hasAnchor(anchors, target.anchor),
    ),
    titles: part === "other" ? [] : titlesOf(prose),
    titleLine: first?.line ?? 1,
    placeholders: part === "artifact" ? placeholdersIn(prose) : [],
    secrets: secretsIn(text, deadline) ?? [],
    ignores: markdownIgnores(prose),
  };
}

/** Of a file that is no Markdown: a map, the configuration. */
export function plainFacts(text: string, deadline: () => boolean): DocumentFacts {
  const nothing = { links: [], brokenAnchors: [], titles: [], placeholders: [] };
  return { ...nothing, titleLine: 1, secrets: secretsIn(text, deadline) ?? [], ignores: ignoresOf(text) };
}
