import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../harness/chromium.mjs";
import { installHost } from "../harness/install-host.mjs";
import { createRunFolder } from "../harness/run-folder.mjs";
import { startServer, workbenchUrl } from "../harness/server.mjs";
import { ROOT } from "../harness/tiers.mjs";
import { copyWorkspace } from "../harness/workspace-copy.mjs";

export interface SessionOptions {
  /** Folders, relative to the checkout; copies of them are opened. Default: the example. None: an empty folder. */
  readonly workspace?: string | readonly string[];
  /** False opens the workspace in Restricted Mode. Default: true. */
  readonly trusted?: boolean;
  /** User settings. They are read once, at the start: this host does not watch their file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The window's language: `pt-br`, `ru`. Default: English. */
  readonly locale?: string;
  /** In CSS pixels. Default: 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A running VS Code with the extension of this checkout, in a browser. */
export interface Session {
  readonly page: Page;
  /** Absolute paths of the copies that are open. */
  readonly roots: readonly string[];
  /** The environment of its processes: the home, and with it the user's configuration, is the run's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the browser and the server, and removes what they wrote. */
  close(): Promise<void>;
}

async function openPage(browser: Browser, options: SessionOptions, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 1280, height: 800 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(url);
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
  return page;
}

/** Starts a session on a copy of a workspace. Whatever fails on the way is taken down again. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const folder = createRunFolder();
  const cleanups: (() => Promise<void> | void)[] = [folder.remove];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const { workspace = "examples/checkout", trusted = true, settings = {} } = options;
    const { open, roots } = copyWorkspace(folder.make("w"), workspace);
    const server = await startServer({
      host: await installHost(),
      folder,
      trusted,
      settings,
      installed: ROOT,
      ...(options.locale !== undefined && { locale: options.locale }),
    });
    cleanups.push(server.stop);
    const browser = await startBrowser(folder);
    cleanups.push(() => browser.close());
    const page = await openPage(browser, options, workbenchUrl(server.port, open));
    return { page, roots, env: folder.env, close };
  } catch (error) {
    await close();
    throw error;
  }
}
