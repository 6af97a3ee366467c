// Starts the installed VS Code as a server on a free port of the loopback interface.
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What makes a run quiet and repeatable; a launch may add to it or override it. */
export const SETTINGS = {
  "chat.disableAIFeatures": true,
  "explorer.compactFolders": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.autoDetectColorScheme": false,
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

const START_TIMEOUT_MS = 60_000;

/**
 * @typedef {object} ServerOptions
 * @property {import("./install-host.mjs").Host} host
 * @property {import("./run-folder.mjs").RunFolder} folder
 * @property {boolean} [trusted] false: workspace trust is on, so a workspace opens in Restricted Mode
 * @property {Readonly<Record<string, unknown>>} [settings] user settings
 * @property {string} [installed] the folder of an extension to install. Without it the server runs under the test
 *   driver, which loads an extension from the address's payload, but shows no notification toasts
 * @property {NodeJS.ProcessEnv} [env] more variables, which the extension host sees too
 * @property {string} [locale] the window's language, as `vscode.env.language` says it: `pt-br`, `ru`. VS Code's own texts stay
 *   English, since no language pack is at hand
 *
 * @typedef {object} Server
 * @property {number} port
 * @property {() => string} log what the server has printed
 * @property {() => Promise<void>} stop ends all its processes
 */

/**
 * Makes the server honour a language: it does so only where a language pack is known for it. This one translates nothing
 * of VS Code itself, which is enough for extensions to be shown in their own translations.
 *
 * @param {string} userData @param {string} locale
 */
function registerLanguage(userData, locale) {
  const translations = join(userData, `no-translations.${locale}.json`);
  writeFileSync(translations, JSON.stringify({ version: "1.0.0", contents: {} }));
  // The workbench asks which extension brought the pack, though none needs to be there.
  const extensions = [{ extensionIdentifier: { id: `sdd-layer.language-${locale}` }, version: "1.0.0" }];
  const pack = { hash: `sdd-${locale}`, extensions, translations: { vscode: translations }, label: locale };
  writeFileSync(join(userData, "languagepacks.json"), JSON.stringify({ [locale]: pack }));
}

/** @param {ServerOptions} options */
function serverArguments({ folder, trusted = true, settings = {}, installed, locale }) {
  const userData = folder.make("user");
  const extensions = folder.make("extensions");
  // A folder that lies there before the first start counts as installed.
  if (installed !== undefined) symlinkSync(installed, join(extensions, basename(installed)), "junction");
  mkdirSync(join(userData, "User"), { recursive: true });
  writeFileSync(join(userData, "User", "settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
  if (locale !== undefined) registerLanguage(userData, locale);
  return [
    ...["--host", "127.0.0.1", "--port", "0"],
    ...["--server-data-dir", folder.make("server"), "--user-data-dir", userData],
    ...["--extensions-dir", extensions],
    "--without-connection-token",
    "--accept-server-license-terms",
    "--disable-telemetry",
    "--disable-experiments",
    ...(installed === undefined ? ["--enable-smoke-test-driver"] : []),
    ...(trusted ? ["--disable-workspace-trust"] : []),
    ...(locale === undefined ? [] : ["--locale", locale]),
  ];
}

/**
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 * @throws Error with the server's output when it ends, or has not listened after a minute
 */
export function startServer(options) {
  const { host, folder } = options;
  const guard = fileURLToPath(new URL("guard.mjs", import.meta.url));
  const child = spawn(process.execPath, [guard, host.node, host.server, ...serverArguments(options)], {
    cwd: folder.path,
    // A gallery without an address: nothing is asked of any marketplace.
    env: { ...folder.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...options.env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.stdin.destroy();
    await ended;
  };
  return new Promise((resolve, reject) => {
    /** @param {string} reason */
    const fail = (reason) => {
      clearTimeout(timer);
      void stop().then(() => reject(new Error(`The VS Code server ${reason}.\n${output}`)));
    };
    const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS);
    child.once("exit", () => fail("ended early"));
    child.on("error", reject);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += String(chunk);
        const port = /agent listening on (\d+)/.exec(output)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve({ port: Number(port), log: () => output, stop });
      });
    }
  });
}

/**
 * The address that opens a workspace.
 *
 * @param {number} port
 * @param {string} workspace absolute path of a folder or of a `.code-workspace` file
 * @param {readonly (readonly [string, string])[]} payload what the workbench is told beyond that; the values of keys
 *   that end in `Path` are absolute paths on this machine
 */
export function workbenchUrl(port, workspace, payload = []) {
  const url = new URL(`http://localhost:${port}/`);
  url.searchParams.set(workspace.endsWith(".code-workspace") ? "workspace" : "folder", workspace);
  const remote = payload.map(([key, value]) =>
    key.endsWith("Path") ? [key, `vscode-remote://localhost:${port}${value}`] : [key, value],
  );
  url.searchParams.set("payload", JSON.stringify([["skipWelcome", "true"], ...remote]));
  return url.href;
}
