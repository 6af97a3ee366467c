import type { ErrorCode } from "yaml";

/**
 * What is wrong, by the parser's own code. Its messages are not shown, for they quote the document, and a document
 * may hold what must not be printed.
 */
const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "an alias takes neither an anchor nor a tag",
  BAD_ALIAS: "an alias has no usable name",
  BAD_COLLECTION_TYPE: "a tag does not fit the value after it",
  BAD_DIRECTIVE: "a % directive is not understood",
  BAD_DQ_ESCAPE: "a backslash in double quotes is followed by what it cannot escape",
  BAD_INDENT: "the indentation does not fit the lines above",
  BAD_PROP_ORDER: "an anchor or a tag stands in the wrong place",
  BAD_SCALAR_START: "a value begins with a character that needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second key on the same line; the value may need quotes",
  BLOCK_IN_FLOW: "an indented block inside brackets",
  DUPLICATE_KEY: "a key is repeated",
  IMPOSSIBLE: "the parser cannot go on here",
  KEY_OVER_1024_CHARS: "a key is longer than 1024 characters",
  MISSING_CHAR: "a closing quote, bracket, comma, or the space after a colon is missing",
  MULTILINE_IMPLICIT_KEY: "a key goes over more than one line, or a colon is missing",
  MULTIPLE_ANCHORS: "two anchors on one value",
  MULTIPLE_DOCS: "a second document begins here",
  MULTIPLE_TAGS: "two tags on one value",
  NON_STRING_KEY: "a key must be plain text",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  TAB_AS_INDENT: "a tab where spaces are needed",
  TAG_RESOLVE_FAILED: "a tag is not understood",
  UNEXPECTED_TOKEN: "this does not belong here",
};

/** A short English sentence for a parser error, without any text of the document. */
export function yamlErrorSentence(code: ErrorCode): string {
  return SENTENCES[code];
}
