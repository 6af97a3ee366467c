/** Files, names and commits that a text speaks of. */

export interface Reference {
  readonly kind: "path" | "file" | "name" | "commit";
  /** As written, without quotes, a line number, `./` or a `/` at its end. */
  readonly text: string;
}

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|ndjson|ya?ml|toml|ini|env|cfg|conf|md|mdx|mdc|txt|rst|adoc|py|rb|go|rs|java|kt|kts|scala|swift|cs|fs|php|c|h|cc|cpp|hpp|m|sql|sh|bash|ps1|bat|html?|css|s[ac]ss|less|vue|svelte|astro|xml|csv|tsv|svg|png|proto|graphql|gql|tf|gradle|lock|ipynb|dart|ex|exs|lua|r|pl|feature|prisma|properties|po|snap)$/i;
const KNOWN_FILES =
  /^(?:readme|changelog|license|contributing|dockerfile|makefile|procfile|gemfile|rakefile|jenkinsfile|codeowners)$/i;
/** Names of products that look like files. */
const PRODUCTS =
  /^(?:node|vue|next|nuxt|express|three|d3|react|angular|ember|backbone|chart|moment|socket|asp|alpine|discord|p5|nest|deno|bun)\.(?:js|io|net|ts)$/i;
const SEGMENTS = /^[\p{L}\p{N}@_.[\]()*+~$-]+(?:\/[\p{L}\p{N}@_.[\]()*+~$ -]+)+$/u;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:[.#]|::|->|-)[\p{L}\p{N}_$]+)*(?:\(.*\))?$/u;
const HEX = /^[0-9a-f]{7,40}$/;
/** Words between back-ticks that are values, branches or tools, not names of anything that was made. */
const NO_NAMES =
  /^(?:true|false|null|undefined|none|main|master|develop|dev|head|origin|string|number|boolean|void|any|npm|npx|yarn|pnpm|git|node|python|pip|docker|make|tsc|eslint|prettier|vitest|jest|mocha|pytest|cargo|bash|sh|todo|fixme|ok)$/i;

function bare(text: string): string {
  return text
    .replace(/(?::\d+(?:[-:]\d+)*|#L\d+(?:-L?\d+)?)$/, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
}

/** What stands between back-ticks. */
function quoted(text: string, isFolder: (text: string) => boolean): Reference | undefined {
  const plain = bare(text.trim().replaceAll("\\", "/"));
  if (plain === "" || /\s/.test(plain) || plain.startsWith("-") || plain.includes("://")) return undefined;
  if (HEX.test(plain) && /\d/.test(plain)) return { kind: "commit", text: plain };
  const isDotted = /^\.[\w-]+(?:\.[\w-]+)*$/.test(plain);
  if (plain.includes("/")) {
    if (/[{}<>=?&|^]/.test(plain) || !/^[/~]?[^/]/.test(plain)) return undefined;
    const isPath =
      EXTENSION.test(plain) ||
      isFolder(plain) ||
      text.trim().endsWith("/") ||
      /^[\w.@-]+(?:\/[\w.@*-]+)+$/.test(plain);
    // A route (`/api/refunds`) or a package (`@scope/name`) is no file.
    return isPath && (!/^[/@]/.test(plain) || EXTENSION.test(plain))
      ? { kind: "path", text: plain }
      : undefined;
  }
  if (text.trim().endsWith("/")) return { kind: "path", text: plain };
  if (isFileName(plain) || isDotted) return { kind: "file", text: plain };
  if (plain.length < 3 || NO_NAMES.test(plain) || !NAME.test(plain)) return undefined;
  return { kind: "name", text: plain };
}

function isFileName(text: string): boolean {
  if (PRODUCTS.test(text)) return false;
  return (
    KNOWN_FILES.test(text) ||
    (EXTENSION.test(text) && /^[\p{L}\p{N}@_.[\]*-]+$/u.test(text) && !/^\d+\.\w$/.test(text))
  );
}

/** A word that stands there without quotes. */
function plainWord(text: string, isFolder: (text: string) => boolean): Reference | undefined {
  const plain = bare(text);
  if (HEX.test(plain)) return { kind: "commit", text: plain };
  if (plain.includes("/")) {
    // "and/or", "input/output" are no paths: an extension, or a folder that is there, makes one.
    const isPath =
      EXTENSION.test(plain) || isFolder(plain) || (text.endsWith("/") && /^[\w.-]+$/.test(plain));
    return isPath && (SEGMENTS.test(plain) || plain.startsWith("/"))
      ? { kind: "path", text: plain }
      : undefined;
  }
  if (text.endsWith("/") && /^[\w.-]{2,}$/.test(plain)) return { kind: "path", text: plain };
  return isFileName(plain) && !(KNOWN_FILES.test(plain) && plain === plain.toLowerCase())
    ? { kind: "file", text: plain }
    : undefined;
}

/**
 * The reference that a piece of a text is, if it is one.
 *
 * @param isFolder whether a path without an extension is one: folders differ from project to project.
 */
export function referenceOf(
  text: string,
  isQuoted: boolean,
  isFolder: (text: string) => boolean,
): Reference | undefined {
  return isQuoted ? quoted(text, isFolder) : plainWord(text, isFolder);
}
