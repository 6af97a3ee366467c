import { readText, type DocumentPorts } from "../context/document.js";
import type { HealthConfig } from "../project/config/config.js";
import type { Project } from "../project/project.js";
import type { Stage } from "../project/stages.js";
import { anchorsOfText } from "./anchors.js";
import { markdownFacts } from "./document-facts.js";
import { documentFindings } from "./document-rules.js";
import { compareFindings } from "./finding.js";
import type { HealthReport } from "./health.js";
import { settled } from "./settle.js";
import { TargetIndex } from "./targets.js";

const SECRETS_MS = 3_000;

/**
 * Checks one document as if it were to be approved as the artifact of a stage: its sections and traceability header,
 * placeholders, links, secrets.
 *
 * @returns `undefined` where there is no readable text at the path.
 */
export function validateArtifact(
  ports: DocumentPorts,
  project: Project,
  wanted: { readonly path: string; readonly stage: Stage; readonly config: HealthConfig },
): HealthReport | undefined {
  const { path, stage, config } = wanted;
  const text = readText(ports, path);
  if (text === undefined) return undefined;
  const index = new TargetIndex();
  index.refresh(ports.files, project.inventory);
  const latest = ports.wallClock.now() + SECRETS_MS;
  const facts = markdownFacts(text, path, "artifact", () => ports.wallClock.now() > latest);
  const around = {
    kindOf: (target: string) => index.kindOf(target),
    anchorsOf: (target: string) => {
      const other = /\.(?:md|mdx|mdc|markdown)$/i.test(target) ? readText(ports, target) : undefined;
      return other === undefined ? undefined : anchorsOfText(other);
    },
  };
  const place = { path, stage, state: "approved" as const, adr: undefined };
  const found = [
    ...(project.inventory.records.get(path)?.facts.diagnostics ?? []),
    ...documentFindings(place, facts, around, config),
  ];
  const findings = settled(found, config, () => facts.ignores);
  return { findings: [...findings].sort(compareFindings), documents: 1 };
}
