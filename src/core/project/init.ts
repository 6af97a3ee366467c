import type { FileWrite } from "../ports.js";
import { readmeOf } from "./init-readme.js";
import { newMap } from "./map/map-edit.js";
import { slugOf } from "./slug.js";

/** A new orchestration: where it lies, and the two files that make it one. */
export interface NewOrchestration {
  readonly slug: string;
  readonly folder: string;
  readonly files: readonly FileWrite[];
}

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
      { path: `${folder}/README.md`, text: readmeOf(title, slug) },
    ],
  };
}
