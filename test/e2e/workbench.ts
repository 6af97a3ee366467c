import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { ROOT } from "../harness/tiers.mjs";
import { escapePattern, exactly, plain, QuickInput } from "./quick-input.js";
import { openSession, type Session, type SessionOptions } from "./session.js";
import { SideBar } from "./tree.js";

/** The built-in themes: their labels in the theme picker, with the class that the workbench carries while one is in force. */
const THEMES = {
  light: ["Light Modern", "vs"],
  dark: ["Dark Modern", "vs-dark"],
  "high contrast": ["Dark High Contrast", "hc-black"],
  "high contrast light": ["Light High Contrast", "hc-light"],
} as const;

/** What a tab's accessible name says after the editor's name. */
const TAB_STATE = /, (preview|pinned|sticky|Editor Group \d+).*$/;

export type Theme = keyof typeof THEMES;

/** VS Code as a person sees it. Every method waits for what it needs, 20 seconds at most. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly sideBar: SideBar;

  private constructor(private readonly session: Session) {
    this.page = session.page;
    this.quickInput = new QuickInput(session.page);
    this.sideBar = new SideBar(session.page);
  }

  static async open(options: SessionOptions = {}): Promise<Workbench> {
    const workbench = new Workbench(await openSession(options));
    try {
      await workbench.waitForExtension();
      return workbench;
    } catch (error) {
      await workbench.close();
      throw error;
    }
  }

  /** Absolute path of the open folder, a copy; of the first one where several are open. */
  get workspace(): string {
    const [root] = this.session.roots;
    if (root === undefined) throw new Error("No folder is open.");
    return root;
  }

  /** The environment in which another program is this window's user. */
  get environment(): Readonly<Record<string, string | undefined>> {
    return this.session.env;
  }

  /** A window shows before its extensions are known; a palette that is open by then does not catch up. */
  private async waitForExtension(): Promise<void> {
    const end = Date.now() + 60_000;
    for (;;) {
      await this.quickInput.openPalette("SDD: ");
      const found = (await this.quickInput.labels()).some((label) => label.startsWith("SDD: "));
      await this.quickInput.cancel();
      if (found) return;
      if (Date.now() > end) throw new Error("The palette shows no command of the extension.");
      await this.page.waitForTimeout(500);
    }
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  async runCommand(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /** The icon of a view container in the activity bar. */
  activity(name: string): Locator {
    return this.page.locator(`.part.activitybar a.action-label[aria-label^="${name}"]`);
  }

  /** Shows a view container; does nothing where it is shown already. */
  async showContainer(name: string): Promise<void> {
    const item = this.page.locator(".part.activitybar .action-item").filter({
      has: this.page.locator(`a.action-label[aria-label^="${name}"]`),
    });
    await item.waitFor();
    if (!(await item.getAttribute("class"))?.includes("checked")) await this.activity(name).click();
  }

  /** Texts of all notifications, from the centre: a toast hides after some seconds, the centre keeps it. */
  async notifications(): Promise<string[]> {
    await this.runCommand("Notifications: Show Notifications");
    const centre = this.page.locator(".notifications-center.visible");
    await centre.waitFor();
    const texts = await centre.locator(".notification-list-item-message").allTextContents();
    await this.runCommand("Notifications: Hide Notifications");
    await centre.waitFor({ state: "hidden" });
    return texts.map(plain);
  }

  /** Presses a button of the notification that holds `text`. */
  async answerNotification(text: string, button: string): Promise<void> {
    await this.runCommand("Notifications: Show Notifications");
    const item = this.page.locator(".notifications-center.visible .notification-list-item", {
      hasText: text,
    });
    await item.hover();
    await item.locator(".monaco-button", { hasText: exactly(button) }).click();
  }

  /** Presses a button of the modal dialog that is open. */
  async answerDialog(button: string): Promise<void> {
    const dialog = this.page.locator(".monaco-dialog-box");
    await dialog.locator(".monaco-button", { hasText: exactly(button) }).click();
    await dialog.waitFor({ state: "hidden" });
  }

  /** The names of the open editors' tabs, in all groups. */
  async tabs(): Promise<string[]> {
    const tabs = this.page.locator(".tabs-container .tab");
    const names = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute("aria-label") ?? ""));
    return names.map((name) => plain(name).replace(TAB_STATE, ""));
  }

  tab(name: string): Locator {
    const whole = new RegExp(`^${escapePattern(name)}(${TAB_STATE.source}|$)`);
    return this.page.locator(".tabs-container").getByRole("tab", { name: whole });
  }

  /** The lines of the active text editor that are rendered now. */
  async visibleLines(): Promise<string[]> {
    const lines = this.page.locator(".editor-group-container.active .monaco-editor .view-lines .view-line");
    await lines.first().waitFor();
    return (await lines.allTextContents()).map(plain);
  }

  /** The entries of the status bar, as read out. */
  async statusBar(): Promise<string[]> {
    const items = this.page.locator(".part.statusbar .statusbar-item");
    return (await items.evaluateAll((all) => all.map((item) => item.getAttribute("aria-label") ?? ""))).map(
      plain,
    );
  }

  statusItem(text: string): Locator {
    return this.page.locator(".part.statusbar .statusbar-item", { hasText: text });
  }

  /** The document inside the webview that is shown; the first one where there are several. */
  webview(): FrameLocator {
    return this.page
      .frameLocator("iframe.webview.ready:visible >> nth=0")
      .frameLocator("iframe#active-frame");
  }

  async setTheme(theme: Theme): Promise<void> {
    const [label, className] = THEMES[theme];
    await this.runCommand("Preferences: Color Theme");
    await this.quickInput.choose(label);
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
  }

  /** Keeps a picture below test-results/screenshots, and answers its path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(ROOT, "test-results", "screenshots");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }
}
