import type { DiagnosticCode } from "./diagnostics.js";

/**
 * What to do about a finding, by its code: one or two sentences beside those of `diagnostics.ts`. A unit test names the
 * codes that have none.
 */
const ADVICE: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "invalid-utf8": "Save the file as UTF-8.",
  "nul-byte": "Save the file as UTF-8 text, or move it out of the folders of documents.",
  "file-too-large": "Split the document, or move it out of the folders of documents.",
  "file-unreadable": "Make the file readable for you, or remove it.",
  "link-outside": "Put a copy of the file into the project in place of the link.",
  "link-broken": "Remove the link, or put back what it leads to.",
  "link-folder": "Put the folder itself here if its documents are to be read.",
  "not-regular": "Remove it, or give it another name.",
  "line-too-long": "Break the line, or move the file out of the folders of documents.",
  "too-many-files": "Move generated documents out of the folders of documents.",
  "yaml-syntax": "Correct the YAML at this place.",
  "yaml-duplicate-key": "Keep one of the two keys.",
  "yaml-limit": "Make the file smaller or simpler.",
  "yaml-not-a-map": "Write keys with values here.",
  "front-matter-open": "Close the front matter with a line of three hyphens.",
  "map-unknown-shape":
    "Rename the file if it belongs to another tool; otherwise write the keys orchestration and artifacts.",
  "map-missing-key": "Add the key.",
  "map-bad-value": "Correct the value.",
  "map-unknown-stage": "Correct the name of the stage, or leave it for the tool that knows it.",
  "map-path-refused": "Name a file within the orchestration's folder.",
  "map-file-repeated": "Keep the document in one of the two stages.",
  "map-slug-differs": "Correct the slug in the map, or rename the folder.",
  "folder-name-refused": "Rename the folder with letters, digits and hyphens.",
  "config-unknown-key": "Correct the key, or remove it.",
  "config-bad-value": "Correct the value.",
  "artifact-missing":
    "Put the document back, name the file that holds it, or set the stage's state to what is true.",
  "artifact-state-differs": "Decide which of the two is right, and change the other.",
  "artifact-hash-differs": "Look at what changed; then approve the document again, or undo the change.",
  "adr-number-repeated": "Give one of the decisions a number of its own.",
  "adr-superseded-quoted": "Cite the decision that replaced it, or say that this one no longer holds.",
  "stage-missing": "Write the document, or set the stage to optional in the map.",
  "memory-missing": "Write the memory of what was done, or set the stage to optional in the map.",
  "map-missing": "Create the map; setting the state of a stage makes one.",
  "map-file-unlisted": "Enter the document into the map, or give it a name that is no stage's.",
  "map-file-foreign": "Write the stage's document as Markdown (.md), and name that in the map.",
  "section-missing": "Add the section, or change the list in sdd.config.yaml (health.required_sections).",
  "broken-link": "Correct the link, or put back what it leads to.",
  "broken-anchor": "Name a heading that the document has.",
  "link-leaves-project": "Link to the published address instead if others are to follow it.",
  "placeholder-left": "Fill it in, or set the document back to draft.",
  "adr-status-missing": "Add a line such as “**Status:** Accepted”.",
  "learnings-stale": "Look at the view Learnings, then re-verify them or learn again.",
  "decisions-opposed":
    "Decide which of the two holds, and change the other, or settle the conflict with a reason.",
  "decision-values-differ":
    "Decide which of the two holds, and change the other, or settle the conflict with a reason.",
  "learning-contradicted": "Correct the source of the learning, or dismiss it with a reason.",
  "region-unclosed": "Put the mark that ends the region behind it, or take out the one that begins it.",
  "region-not-begun": "Put the mark that begins the region before it, or take out the one that ends it.",
  "region-nested": "End the outer region before the inner one begins.",
  "region-doubled": "Keep one of the two regions.",
  "region-malformed":
    "Write the mark alone on its line, as “sdd:begin name” or “sdd:end name” in a comment of HTML, or take it out.",
  "region-edited": "Move what is yours out of the region, before its first mark or behind its last.",
  "region-encoding": "Save the file as UTF-8.",
  "store-damaged": "Look at the store and its copy before anything is written.",
  "store-set-aside": "Look at the file that was set aside for what is missing now.",
  "store-newer": "Use the later version of SDD Layer.",
  "secret-in-document": "Revoke the secret, then take it out of the document and of its history.",
};

/** What to do about findings of this code; `undefined` where nothing can be said in general. */
export function adviceFor(code: DiagnosticCode): string | undefined {
  return ADVICE[code];
}

/** All advice in English, for translation. */
export function adviceTexts(): readonly string[] {
  return [...new Set(Object.values(ADVICE))];
}
