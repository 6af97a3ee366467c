import * as vscode from "vscode";

/** The page's frame. All it shows comes by messages; nothing of a text is ever put into HTML. */

/** @param nonce 32 hex digits, new for each page. */
export function pageHtml(webview: vscode.Webview, assets: vscode.Uri, nonce: string): string {
  const at = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replace(/[^\w-]/g, "")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>SDD</title>
<link rel="stylesheet" href="${at("review.css")}">
</head>
<body>
<main id="review"></main>
<script nonce="${nonce}" src="${at("review.js")}"></script>
</body>
</html>`;
}

/** The words that the page itself uses, in the person's language. */
export function pageWords(): Readonly<Record<string, string>> {
  return {
    title: vscode.l10n.t("Guidance review"),
    formTitle: vscode.l10n.t("Propose guidance"),
    agentText: vscode.l10n.t("What an agent gets"),
    agentRationale: vscode.l10n.t("with this rationale"),
    about: vscode.l10n.t("About it"),
    differences: vscode.l10n.t("What changed"),
    removed: vscode.l10n.t("removed"),
    added: vscode.l10n.t("added"),
    hidden: vscode.l10n.t("character that is not seen"),
    similar: vscode.l10n.t("Near ones"),
    thisOne: vscode.l10n.t("This one"),
    thatOne: vscode.l10n.t("The other one"),
    openIt: vscode.l10n.t("Open it"),
    dryRun: vscode.l10n.t("What would change"),
    prompt: vscode.l10n.t("A prompt to try it with"),
    with: vscode.l10n.t("Recalled with it"),
    without: vscode.l10n.t("Recalled without it"),
    nothing: vscode.l10n.t("nothing"),
    displaced: vscode.l10n.t("would no longer fit"),
    decide: vscode.l10n.t("Decide"),
    approve: vscode.l10n.t("Approve"),
    edit: vscode.l10n.t("Approve with edits"),
    reject: vscode.l10n.t("Reject"),
    archive: vscode.l10n.t("Archive"),
    supersede: vscode.l10n.t("Approve in place of another"),
    accept: vscode.l10n.t("Accept"),
    acceptAll: vscode.l10n.t("Accept all looked at ({0})"),
    decline: vscode.l10n.t("Turn down"),
    undo: vscode.l10n.t("Take back"),
    next: vscode.l10n.t("Next"),
    previous: vscode.l10n.t("Previous"),
    reason: vscode.l10n.t("Reason"),
    reasonRequired: vscode.l10n.t("Reason (needed)"),
    cancel: vscode.l10n.t("Cancel"),
    propose: vscode.l10n.t("Propose"),
    type: vscode.l10n.t("Type"),
    domain: vscode.l10n.t("Domain"),
    text: vscode.l10n.t("Text"),
    rationale: vscode.l10n.t("Rationale"),
    recall: vscode.l10n.t("Recall words, separated by commas"),
    paths: vscode.l10n.t("Paths, separated by commas"),
    which: vscode.l10n.t("In place of which?"),
  };
}
