import { fold } from "../text/fold.js";
import { readArtifactHeader } from "./artifact-header.js";
import { lineStarts } from "../text/lines.js";
import type { ArtifactState } from "./stages.js";

type Words = Readonly<Record<ArtifactState, string>>;

const ENGLISH: Words = {
  pending: "pending",
  draft: "draft",
  recorded: "recorded",
  approved: "approved",
  optional: "optional",
};
const PORTUGUESE: Words = {
  pending: "pendente",
  draft: "rascunho",
  recorded: "registrado",
  approved: "aprovado",
  optional: "opcional",
};
const RUSSIAN: Words = {
  pending: "ожидает",
  draft: "черновик",
  recorded: "зафиксировано",
  approved: "утверждено",
  optional: "необязательно",
};

/** How the Portuguese words for a state begin, folded; the English ones begin otherwise. */
const PORTUGUESE_STARTS = /^(pendente|nao |a fazer|rascunho|em |registrad|aprovad|aceit|opcional|dispensad)/;

/** The word for a state in the language, and with the capital, of the word that it takes the place of. */
function wordLike(old: string, state: ArtifactState): string {
  const isPortuguese = PORTUGUESE_STARTS.test(fold(old));
  const words = /\p{Script=Cyrillic}/u.test(old) ? RUSSIAN : isPortuguese ? PORTUGUESE : ENGLISH;
  const word = words[state];
  return /^\p{Lu}/u.test(old) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/**
 * An artifact's text with the state in its traceability header set; every other byte stays. `undefined` where the header
 * says it already, says none, or says something that is no state.
 */
export function setHeaderState(text: string, state: ArtifactState): string | undefined {
  const entry = readArtifactHeader(text).trace.find(({ key }) => key === "state");
  if (entry?.state === undefined || entry.state === state) return undefined;
  const start = lineStarts(text)[entry.line - 1] ?? text.length;
  const end = text.slice(start).search(/[\r\n]|$/) + start;
  const at = text.slice(start, end).lastIndexOf(entry.value);
  if (at === -1) return undefined;
  const from = start + at;
  return text.slice(0, from) + wordLike(entry.value, state) + text.slice(from + entry.value.length);
}
