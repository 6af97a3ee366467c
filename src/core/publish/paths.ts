/** Where the project intelligence documents stand (DESIGN §5). */
export const INTELLIGENCE_FOLDER = "docs/_project-intelligence";

/** Whether a path is one of theirs. */
export function isIntelligence(path: string): boolean {
  return path.startsWith(`${INTELLIGENCE_FOLDER}/`);
}
