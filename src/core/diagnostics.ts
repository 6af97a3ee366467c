import { fillTemplate } from "./errors.js";

/**
 * What is said about a file that has something wrong with it. One bad file never hides the good ones: it gets one of
 * these, and the rest goes on. Codes are stable; `{0}` places take the parameters.
 */
const SENTENCES = {
  "invalid-utf8": "This file is not valid UTF-8 and was left out.",
  "nul-byte": "This file holds a NUL byte, so it is not text, and was left out.",
  "file-too-large": "This file is larger than {0} bytes and was left out.",
  "file-unreadable": "This file cannot be read: {0}.",
  "link-outside": "This link leads out of the project and was not followed.",
  "link-broken": "This link leads nowhere.",
  "link-folder": "This link leads to a folder and was not followed.",
  "not-regular": "This is no regular file and was not opened.",
  "line-too-long": "This line has over {0} characters; the file was left out.",
  "too-many-files": "There are more than {0} documents; the rest was left out.",
  "yaml-syntax": "Broken YAML: {0}",
  "yaml-duplicate-key": "The key “{0}” stands here a second time.",
  "yaml-limit": "This YAML is over a limit: {0}.",
  "yaml-not-a-map": "A map of keys was expected here, not {0}.",
  "front-matter-open": "The front matter that opens here is never closed.",
  "map-unknown-shape": "This traceability map has another tool's shape: {0}.",
  "map-missing-key": "The key “{0}” is missing.",
  "map-bad-value": "“{0}” must be {1}.",
  "map-unknown-stage": "“{0}” is no known stage; it was kept and passed over.",
  "map-path-refused":
    "The file “{0}” leaves the orchestration's folder, or is no plain path; it was passed over.",
  "map-file-repeated": "The map names {0} for the stage {1} already; for {2} it was passed over.",
  "map-slug-differs":
    "The map's slug is “{0}”, its folder's name “{1}”; the folder's name is the one that counts.",
  "folder-name-refused":
    "The folder “{0}” has a name that not every system allows, so it makes no orchestration.",
  "config-unknown-key": "“{0}” is no known key of this file.",
  "config-bad-value": "“{0}” must be {1}.",
  "artifact-missing": "The map names {0} for the stage {1} as {2}, but there is no such file.",
  "artifact-state-differs": "The header says “{0}”, the map says “{1}”.",
  "artifact-hash-differs": "The file changed after the map's sha256 was recorded for the stage {0}.",
  "adr-number-repeated": "Approved decisions share the number {0}: {1}.",
  "stage-missing": "The stage {0} has no document, though the later stage {1} has one.",
  "memory-missing": "The execution is approved, but there is no memory of it.",
  "map-missing": "This orchestration has no traceability map.",
  "map-file-unlisted": "The traceability map does not name this document of the stage {0}.",
  "map-file-foreign": "The map names {0} for the stage {1}, which is no Markdown, so nothing of it is read.",
  "section-missing": "The section “{0}” is missing.",
  "broken-link": "“{0}” leads to nothing in this project.",
  "broken-anchor": "{0} has no heading for the anchor “{1}”.",
  "link-leaves-project": "“{0}” leads out of this project, so it was not checked.",
  "placeholder-left": "A placeholder was left in this approved document: {0}",
  "adr-status-missing": "This decision does not say its status.",
  "learnings-stale": "{0} of {1} learnings are stale: their sources have changed.",
  "secret-in-document": "A secret of the kind {0} stands here.",
  "adr-superseded-quoted": "{0} is superseded but is still quoted as current here.",
  "decisions-opposed": "“{0}” stands here, but “{1}” in {2}.",
  "decision-values-differ": "{0} is {1} here, but {2} in {3}.",
  "learning-contradicted": "The learning “{0}” is contradicted by a higher source, {2}: “{1}”.",
  "region-unclosed": "The generated region “{0}” begins here and does not end.",
  "region-not-begun": "The generated region “{0}” ends here, but did not begin.",
  "region-nested": "The generated region “{0}” begins within the region “{1}”.",
  "region-doubled": "The generated region “{0}” stands here a second time.",
  "region-malformed": "This was meant as the mark of a generated region, but is none: {0}",
  "region-edited": "The generated region “{0}” was edited by hand; publishing replaces what stands in it.",
  "region-encoding": "This file is UTF-16, so no generated regions are put into it.",
  "store-damaged":
    "This store cannot be read: {0}. The last good copy is used until the next change replaces it.",
  "store-set-aside":
    "This store could not be read: {0}. It was set aside as {1}, and the last good copy was used.",
  "store-newer": "This store was written by a later version ({0}): it can be read, but not changed.",
} as const;

export type DiagnosticCode = keyof typeof SENTENCES;
export type Severity = "error" | "warning" | "info";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly params: readonly string[];
}

/** The English templates by code, for translation. */
export function diagnosticTemplates(): Readonly<Record<DiagnosticCode, string>> {
  return SENTENCES;
}

/** The English template of a diagnostic, for translation. */
export function diagnosticTemplate(code: DiagnosticCode): string {
  return SENTENCES[code];
}

/** The English sentence of a diagnostic. */
export function diagnosticMessage(diagnostic: Diagnostic): string {
  return fillTemplate(SENTENCES[diagnostic.code], diagnostic.params);
}
