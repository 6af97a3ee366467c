import { readSafeText, type DocumentPorts, type SafeText } from "../context/document.js";
import type { ProjectSession } from "../context/session.js";
import { SddError } from "../errors.js";
import { countLearnings, healthOf, type HealthMemory } from "../health/health.js";
import type { CurrentLearnings } from "../learning/service-types.js";
import type { Cancellation } from "../ports.js";
import { MAX_SOURCE_BYTES } from "../project/sources/facts.js";
import { decodeText } from "../text/decode.js";
import type { Language } from "../text/language.js";
import { proposeDocument, type DocumentProposal, type ProposedDocument } from "./apply.js";
import { intelligenceDocuments, publishLanguage } from "./documents.js";

/** What is proposed for a project. Plain data. */
export interface PublishProposal {
  readonly language: Language;
  /** Whether anything was ever learned here: without it the documents say little. */
  readonly isLearned: boolean;
  readonly documents: readonly DocumentProposal[];
}

/** Texts of documents as editors have them, by path: they go before what is on the disk. */
export type EditorTexts = ReadonlyMap<string, string>;

const BYTE_ORDER_MARK = "\ufeff";

/**
 * The text of a file with its byte order mark; `undefined` where there is none.
 *
 * @returns a diagnostic where the file is there and must be left as it is
 */
function present(
  ports: DocumentPorts,
  path: string,
  texts: EditorTexts,
): { text: string | undefined } | { refused: DocumentProposal } {
  const refused = (why: DocumentProposal["diagnostics"]): { refused: DocumentProposal } => ({
    refused: { path, status: "refused", before: undefined, after: "", diagnostics: why },
  });
  const at = { path, line: 1, column: 1, severity: "error" } as const;
  const read = ports.files.read(path, MAX_SOURCE_BYTES);
  const shown = texts.get(path);
  if (!read.ok) {
    if (read.problem === "missing") return { text: shown };
    return refused([{ ...at, code: "file-unreadable", params: [read.problem] }]);
  }
  if (shown !== undefined) return { text: shown };
  const decoded = decodeText(read.bytes, ports.codec, path);
  if (!decoded.ok) return refused([{ ...decoded.diagnostic, severity: "error" }]);
  if (decoded.encoding === "utf16le" || decoded.encoding === "utf16be") {
    return refused([{ ...at, code: "region-encoding", params: [] }]);
  }
  return { text: `${decoded.encoding === "utf8-bom" ? BYTE_ORDER_MARK : ""}${decoded.text}` };
}

function proposalOf(ports: DocumentPorts, document: ProposedDocument, texts: EditorTexts): DocumentProposal {
  const now = present(ports, document.path, texts);
  return "refused" in now ? now.refused : proposeDocument(ports.hasher, document, now.text);
}

/**
 * Proposes the project intelligence documents from what was learned and from health. Nothing is written.
 *
 * @param current learnings as they stand to their sources now, with the project they were held against.
 * @throws SddError `feature-off`, `cancelled`
 */
export function proposeIntelligence(
  session: ProjectSession,
  ports: DocumentPorts,
  current: CurrentLearnings,
  more: {
    readonly texts?: EditorTexts;
    /** What health remembers of an earlier look. */
    readonly memory?: HealthMemory;
    readonly cancellation?: Cancellation;
  } = {},
): PublishProposal {
  const { texts = new Map<string, string>(), memory, cancellation } = more;
  const { project, records: learnings, isLearned } = current;
  const config = session.configOf(project.inventory);
  if (!config.intelligence.enabled) throw new SddError("feature-off", "intelligence.enabled");
  const languages = new Map(
    project.orchestrations.map((each): [string, Language] => [each.slug, session.languageOf(project, each)]),
  );
  const language = publishLanguage(config.intelligence.language, languages.values(), learnings);
  const conflicts = session.listConflicts(project, { learnings }).open;
  const counts = countLearnings(learnings, `${config.intelligence.indexDir}/learnings.jsonl`);
  const { findings } = healthOf(
    ports,
    { project, config: config.health, conflicts, learnings: counts },
    memory,
  );
  const read = (path: string): SafeText | undefined => {
    if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
    const safe = readSafeText(ports, path, cancellation);
    return safe.ok ? safe : undefined;
  };
  const documents = intelligenceDocuments({
    project,
    language,
    languages,
    learnings,
    findings,
    conflicts,
    read,
  });
  return { language, isLearned, documents: documents.map((each) => proposalOf(ports, each, texts)) };
}
