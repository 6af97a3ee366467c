// Finds the browser that shows VS Code in the tests: an installed Chromium or Chrome, else the system's package.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheRoot, say, withLock } from "./cache.mjs";
import { aptInstall } from "./commands.mjs";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];
/** The packages' names on Debian and its kin; DejaVu draws Latin and Cyrillic. */
const DEBIAN_PACKAGES = ["chromium", "fonts-dejavu-core"];

/** Where installers put a browser on systems that do not use PATH for it. */
function usualPlaces() {
  if (process.platform === "darwin") {
    return ["Chromium", "Google Chrome", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform !== "win32") return [];
  const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap(
    (name) => process.env[name] ?? [],
  );
  const programs = ["Chromium\\Application\\chrome.exe", "Google\\Chrome\\Application\\chrome.exe"];
  return roots.flatMap((root) =>
    [...programs, "Microsoft\\Edge\\Application\\msedge.exe"].map((p) => join(root, p)),
  );
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of an installed browser, or undefined. `CHROME_PATH` comes before all others. */
function findBrowser() {
  const wanted = process.env["CHROME_PATH"];
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROME_PATH names ${wanted}, which does not exist.`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...usualPlaces()].find(isProgram);
}

/**
 * The path of a browser; installs the system's package where there is none and nobody needs to be asked.
 *
 * @returns {Promise<string>}
 * @throws Error that says what to install
 */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  return withLock(join(cacheRoot(), "browser.lock"), async () => {
    const present = findBrowser();
    if (present) return present;
    say("no Chromium was found: installing the system's package");
    const installed = (await aptInstall(DEBIAN_PACKAGES)) ? findBrowser() : undefined;
    if (installed) return installed;
    throw new Error(
      "The tests need Chromium, Chrome or Edge. Please install one (on Debian: apt-get install chromium), " +
        "or name its program in CHROME_PATH.",
    );
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log(await ensureBrowser());
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
