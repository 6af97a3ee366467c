import { readText, type DocumentPorts } from "../context/document.js";
import { anchorsOfText } from "./anchors.js";

type Anchors = ReadonlySet<string> | undefined;

interface Known {
  readonly key: string;
  readonly anchors: Anchors;
}

const MARKDOWN = /\.(?:md|mdx|mdc|markdown)$/i;

/** The anchors of the files that some link names one of; of no others, for they would be most of what is held. */
export class AnchorIndex {
  readonly #known = new Map<string, Known>();

  /**
   * The anchors of a file; `undefined` where it is no Markdown, or cannot be read.
   *
   * @param key what tells the file's content; its stamp is taken where there is none.
   */
  of(ports: DocumentPorts, path: string, key: string | undefined): Anchors {
    if (!MARKDOWN.test(path)) return undefined;
    const known = this.#known.get(path);
    if (known !== undefined) return known.anchors;
    const anchors = anchorsAt(ports, path);
    this.#known.set(path, { key: key ?? stampKey(ports, path), anchors });
    return anchors;
  }

  /** Looks at the files again. @returns the paths whose anchors are others now. */
  refresh(ports: DocumentPorts, keyOf: (path: string) => string | undefined): readonly string[] {
    const changed: string[] = [];
    for (const [path, { key, anchors }] of this.#known) {
      const now = keyOf(path) ?? stampKey(ports, path);
      if (now === key && now !== "") continue;
      const present = anchorsAt(ports, path);
      this.#known.set(path, { key: now, anchors: present });
      if (!sameSet(anchors, present)) changed.push(path);
    }
    return changed;
  }
}

function anchorsAt(ports: DocumentPorts, path: string): Anchors {
  const text = readText(ports, path);
  return text === undefined ? undefined : anchorsOfText(text);
}

function stampKey(ports: DocumentPorts, path: string): string {
  const stamp = ports.files.stamp(path);
  return stamp === undefined ? "missing" : `${stamp.size} ${stamp.mtimeMs} ${stamp.ino}`;
}

function sameSet(a: Anchors, b: Anchors): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && [...a].every((each) => b.has(each));
}
