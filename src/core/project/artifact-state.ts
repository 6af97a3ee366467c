import { fold } from "../text/fold.js";
import type { ArtifactState } from "./stages.js";

/** Words that a map or a header may use for a state, folded, in Portuguese, English and Russian. Data, not code. */
const WORDS: Readonly<Record<ArtifactState, string>> = {
  pending:
    "pending; pendente; todo; not started; nao iniciado; a fazer; ожидает; в ожидании; ожидание; не начато; не начат",
  draft:
    "draft; rascunho; in progress; in_progress; wip; em andamento; em elaboracao; em revisao; in review; черновик; в работе; на ревью; на согласовании",
  recorded: "recorded; registrado; registrada; зафиксировано; зафиксирован; записано; зарегистрировано",
  approved:
    "approved; aprovado; aprovada; accepted; aceito; aceita; утверждено; утвержден; утверждена; одобрено; одобрен; одобрена; принято; принят; принята; согласовано",
  optional:
    "optional; opcional; skipped; dispensado; dispensada; опционально; необязательно; необязательный; пропущено",
};

const BY_WORD = new Map(
  (Object.keys(WORDS) as ArtifactState[]).flatMap((state) =>
    WORDS[state].split("; ").map((word) => [word, state] as const),
  ),
);

/** The state a word stands for, whatever its case, accents, emphasis or closing full stop; `undefined` for others. */
export function parseArtifactState(text: string): ArtifactState | undefined {
  const word = text.slice(0, 100).replace(/^[*_`"'\s]+|[*_`"'.!\s]+$/g, "");
  // "Rascunho (aguardando revisão)", "approved — by the board": a remark may follow.
  return BY_WORD.get(fold(word)) ?? BY_WORD.get(fold(word.split(/\s*[(—–;,]/, 1)[0] ?? ""));
}
