import * as vscode from "vscode";

/** Entry point: nothing is read or parsed here; that waits for a view or a command. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("SDD Layer", { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("sdd.view.refresh", () => {
      log.info("refresh");
    }),
  );
}
