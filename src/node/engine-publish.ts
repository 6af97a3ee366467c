import type { ProjectSession } from "../core/context/session.js";
import type { Cancellation } from "../core/ports.js";
import { proposeIntelligence, type PublishProposal } from "../core/publish/publish.js";
import { documentPorts } from "./document-ports.js";
import { openLearnings } from "./learning.js";

/** What the extension asks of the engine about the project intelligence documents. Everything that crosses is plain data. */
export interface PublishMethods {
  /**
   * What the documents would be; nothing is written.
   *
   * @param params `texts`: the present texts of documents as editors have them, by path.
   */
  proposeIntelligence(params: { readonly texts: Readonly<Record<string, string>> }): PublishProposal;
}

/** @throws SddError `feature-off`, `cancelled` */
export async function proposeDocuments(
  root: string,
  session: ProjectSession,
  cancellation: Cancellation,
  { texts }: Parameters<PublishMethods["proposeIntelligence"]>[0],
): Promise<PublishProposal> {
  const current = await openLearnings({ root, session }).list(cancellation);
  const given = new Map(Object.entries(texts));
  return proposeIntelligence(session, documentPorts(root), current, { texts: given, cancellation });
}
