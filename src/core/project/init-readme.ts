/** The README of a new orchestration, and how it is known again: it leads to the documents and says nothing of its own. */

const BODY = `The documents of the orchestration \`SLUG\`. [traceability-map.yaml](traceability-map.yaml) says which stages have one
and how far each is. Start with \`01-idea.md\` or \`02-prd.md\`.`;

export function readmeOf(name: string, slug: string): string {
  return `# ${name}\n\n${BODY.replace("SLUG", slug)}\n`;
}

/** Where the link leads differs by the place that the text is quoted in; line ends by the editor. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/\]\([^()\s]*\)/g, "]")
    .replace(/\s+/g, " ");
}

const [BEFORE = "", AFTER = ""] = plain(BODY).split("SLUG");

/** Whether a paragraph is the one that a new README consists of, as it was written. */
export function isReadmeBody(paragraph: string): boolean {
  const text = plain(paragraph);
  if (!text.startsWith(BEFORE) || !text.endsWith(AFTER)) return false;
  return /^[a-z0-9-]{1,80}$/.test(text.slice(BEFORE.length, text.length - AFTER.length));
}
