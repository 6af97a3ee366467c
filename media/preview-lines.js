// Runs in rendered Markdown previews. A link that ends in `#L34`, as context packs have them, leads to the line where it
// opens an editor; where it opens another preview, VS Code (1.139) loses the line. So the line is remembered when such
// a link is clicked, and the preview that comes up in this one's place scrolls to it.
/* global document, window, requestAnimationFrame, sessionStorage, setTimeout */
(() => {
  const KEY = "sdd.preview-line";
  /** Milliseconds within which the clicked document must have come up. */
  const PATIENCE = 10_000;

  /** The last block that begins at or before a line (1-based). */
  const blockAt = (line) => {
    let found;
    for (const block of document.querySelectorAll(".code-line[data-line]")) {
      if (Number(block.getAttribute("data-line")) > line - 1) break;
      found = block;
    }
    return found;
  };

  const scrollTo = (line, tries = 100) => {
    const block = blockAt(line);
    if (block) setTimeout(() => block.scrollIntoView({ block: "start" }), 50);
    else if (tries > 0) requestAnimationFrame(() => scrollTo(line, tries - 1));
  };

  /** The path of the document that is shown, as a link would name it. */
  const shownPath = () => {
    const data = document.getElementById("vscode-markdown-preview-data")?.getAttribute("data-settings");
    return decodeURIComponent(JSON.parse(data ?? "{}").source ?? "");
  };

  const remember = (event) => {
    const href = event.target?.closest?.("a[data-href]")?.getAttribute("data-href");
    const [, path, line] = /^([^#]*)#L(\d+)$/.exec(href ?? "") ?? [];
    if (path === undefined) return;
    const name = decodeURIComponent(path).replace(/^(\.{0,2}\/)+/, "/");
    sessionStorage.setItem(KEY, JSON.stringify({ name, line: Number(line), at: Date.now() }));
  };

  try {
    window.addEventListener("click", remember, true);
    const { name, line, at } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    sessionStorage.removeItem(KEY);
    if (line > 0 && Date.now() - at < PATIENCE && shownPath().endsWith(name)) scrollTo(line);
  } catch {
    // Without storage the preview simply opens at its beginning.
  }
})();
