import type { FileWrite } from "../ports.js";
import { newMap } from "./map/map-edit.js";
import { slugOf } from "./slug.js";

/** A new orchestration: where it lies, and the two files that make it one. */
export interface NewOrchestration {
  readonly slug: string;
  readonly folder: string;
  readonly files: readonly FileWrite[];
}

const README = (name: string, slug: string): string => `# ${name}

The documents of the orchestration \`${slug}\`. [traceability-map.yaml](traceability-map.yaml) says which stages have one
and how far each is. Start with \`01-idea.md\` or \`02-prd.md\`.
`;

/**
 * The files of a new orchestration. They are to be written without overwriting anything.
 *
 * @param createdAt ISO 8601 UTC.
 * @throws SddError `invalid-name`
 */
export function newOrchestration(name: string, createdAt: string): NewOrchestration {
  const title = name.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const slug = slugOf(title);
  const folder = `docs/${slug}`;
  return {
    slug,
    folder,
    files: [
      { path: `${folder}/traceability-map.yaml`, text: newMap(title, slug, createdAt) },
      { path: `${folder}/README.md`, text: README(title, slug) },
    ],
  };
}
