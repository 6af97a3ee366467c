import type { Locator, Page } from "playwright-core";
import { exactly, plain } from "./quick-input.js";

/** One row of a tree view in the side bar. */
export class TreeItem {
  constructor(readonly row: Locator) {}

  /** Label and description as shown, in one string. */
  async text(): Promise<string> {
    return plain((await this.row.locator(".monaco-icon-label").first().textContent()) ?? "");
  }

  /** What a screen reader says. */
  async accessibleName(): Promise<string> {
    return plain((await this.row.getAttribute("aria-label")) ?? "");
  }

  async waitFor(): Promise<void> {
    await this.row.waitFor();
  }

  async click(): Promise<void> {
    await this.row.locator(".monaco-icon-label").first().click();
  }

  /** Expands the item where it is not yet; does nothing on one that has no children. */
  async expand(): Promise<void> {
    await this.waitFor();
    if ((await this.row.getAttribute("aria-expanded")) !== "false") return;
    await this.row.locator(".monaco-tl-twistie").click();
    await this.row.and(this.row.page().locator("[aria-expanded=true]")).waitFor();
  }

  /** Presses one of the buttons that show when the pointer is over the row, by its title. */
  async action(title: string): Promise<void> {
    const button = this.row.locator(`.actions .action-label[aria-label="${title}"]`);
    // A banner or a refresh may move the rows away under the pointer, and the button is there only while it is over one.
    for (let tries = 1; ; tries++) {
      await this.row.hover();
      try {
        await button.click({ timeout: 2_000 });
        return;
      } catch (error) {
        if (tries === 8) throw error;
      }
    }
  }

  /** The entries of the row's context menu; the menu is closed again. */
  async menu(): Promise<string[]> {
    await this.row.locator(".monaco-icon-label").first().click({ button: "right" });
    const page = this.row.page();
    await page.locator(".monaco-menu .action-item").first().waitFor();
    const labels = await page
      .locator(".monaco-menu .action-item:not(.disabled) .action-label")
      .allTextContents();
    await page.keyboard.press("Escape");
    return labels.map(plain).filter((label) => label !== "");
  }
}

/** The tree views of the side bar's open container. */
export class SideBar {
  private readonly part: Locator;

  constructor(private readonly page: Page) {
    this.part = page.locator(".part.sidebar");
  }

  get title(): Locator {
    return this.part.locator(".composite.title h2, .composite.title .title-label").first();
  }

  /** The section of one view, by its name in the header. */
  view(name: string): Locator {
    const header = this.page.locator(".pane-header h3.title", { hasText: exactly(name) });
    return this.part.locator(".pane").filter({ has: header });
  }

  /** Opens the section of a view where it is folded. */
  async expandView(name: string): Promise<void> {
    const header = this.view(name).locator(".pane-header");
    await header.waitFor();
    if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
  }

  /** Closes the section of a view where it is open, so that others get its room. */
  async foldView(name: string): Promise<void> {
    const header = this.view(name).locator(".pane-header");
    await header.waitFor();
    if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
  }

  /** The labels of the rows right below an item that are rendered, from the top. */
  async labelsBelow(label: string): Promise<string[]> {
    const { row } = this.item(label);
    await row.waitFor();
    const level = Number(await row.getAttribute("aria-level"));
    const rows = await this.part.locator(".monaco-list-row[role=treeitem]").evaluateAll((all) =>
      all
        .map((each) => ({
          index: Number(each.getAttribute("data-index")),
          level: Number(each.getAttribute("aria-level")),
          label: each.querySelector(".label-name")?.textContent ?? "",
        }))
        .sort((a, b) => a.index - b.index),
    );
    const from = rows.findIndex((each) => plain(each.label) === label) + 1;
    const end = rows.findIndex((each, index) => index >= from && each.level <= level);
    const below = rows.slice(from, end === -1 ? undefined : end);
    return below.filter((each) => each.level === level + 1).map((each) => plain(each.label));
  }

  /** Presses a button in a view's title bar. */
  async viewAction(view: string, title: string): Promise<void> {
    const header = this.view(view).locator(".pane-header");
    await header.hover();
    await header.locator(`.actions .action-label[aria-label="${title}"]`).click();
  }

  /** The row whose label (without its description) is exactly this. */
  item(label: string): TreeItem {
    const name = this.page.locator(".monaco-icon-label .label-name", { hasText: exactly(label) });
    return new TreeItem(this.part.locator(".monaco-list-row[role=treeitem]").filter({ has: name }).first());
  }

  /** Label and description of all rows that are rendered, from the top. */
  async texts(): Promise<string[]> {
    const labels = await this.part
      .locator(".monaco-list-row[role=treeitem]")
      .locator(".monaco-icon-label")
      .allTextContents();
    return labels.map(plain);
  }

  /** The text that a view shows where it has nothing to list. */
  welcome(): Locator {
    return this.part.locator(".welcome-view-content");
  }
}
