/** What the name of a decision's file or folder says. */
export interface AdrName {
  /** Without leading zeros; absent where the name has no number, or only a date. */
  readonly number?: string;
  /** It begins with a number, a date, or `ADR`. */
  readonly isNumbered: boolean;
}

/** `0001-x`, `1. x`, `ADR-13`, `adr-071-x`, `ADR 5 x`; also `RFC` and `DR`, which some teams number theirs by. */
const NUMBERED = /^(?:(?:adr|dr|rfc|madr)[-_ .]?)?(\d{1,5})(?![\d])/i;
/** `2023-07-20-x`, `20201016-x`, and with a time behind it. */
const DATED = /^(?:(?:adr)[-_ ]?)?(?:(?:19|20)\d{2}-\d{2}-\d{2}|(?:19|20)\d{6}(?:\d{4}|\d{6})?)(?!\d)/i;

/** @param name a file's or folder's name, with or without its extension. */
export function parseAdrName(name: string): AdrName {
  if (DATED.test(name)) return { isNumbered: true };
  const digits = NUMBERED.exec(name)?.[1];
  if (digits === undefined) return { isNumbered: false };
  return { number: String(Number(digits)), isNumbered: true };
}

/** `ADR 0173: `, `ADR-001 — `, `[ADR-13] `, `1. `, `0012 - `, also in words: what stands before a title. */
const TITLE_NUMBER =
  /^\[?(?:(?:adr|madr|architecture decision record|architectural decision record|decision record|решение|адр)[-_ ]*(?:#|№|n[º°]\s*)?\s*(\d{1,5})|#?(\d{1,5})(?=\s*[.:)\]]\s|\s+[-–—]\s))\]?\s*(?:[.:)\-–—|]+\s*|\s+|$)/i;

/** Parts a title from the number before it. The number has no leading zeros. */
export function parseAdrTitle(heading: string): { readonly number?: string; readonly title: string } {
  const match = TITLE_NUMBER.exec(heading);
  const digits = match?.[1] ?? match?.[2];
  if (match === null || digits === undefined) return { title: heading };
  const title = heading.slice(match[0].length).trim();
  return { number: String(Number(digits)), title: title === "" ? heading : title };
}
