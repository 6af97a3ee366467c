// Starts the browser that shows VS Code.
import { chromium } from "playwright-core";
import { ensureBrowser } from "./browser.mjs";

const FLAGS = [
  "--headless=new",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * @param {import("./run-folder.mjs").RunFolder} folder its home and temporary folders become the browser's
 * @param {{headed?: boolean}} [options]
 */
export async function startBrowser(folder, options = {}) {
  // Playwright keeps its profile folder in the temporary folder of this process.
  process.env["TMPDIR"] = folder.env["TMPDIR"];
  return chromium.launch({
    executablePath: await ensureBrowser(),
    env: /** @type {Record<string, string>} */ (folder.env),
    headless: !options.headed,
    // Chromium refuses to run its sandbox as root; the pages it shows are all this machine's own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: options.headed ? FLAGS.slice(1) : FLAGS,
  });
}
