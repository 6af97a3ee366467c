import type { Locator, Page } from "playwright-core";

/** The box at the top of the window: the palette, quick picks and input boxes. */
export class QuickInput {
  private readonly widget: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget:visible");
  }

  get input(): Locator {
    return this.widget.locator("input[type=text], input:not([type])").first();
  }

  /** The rows that are rendered now; the list is virtual, so type to see what is further down. */
  get rows(): Locator {
    return this.widget.locator(".quick-input-list .monaco-list-row");
  }

  row(label: string): Locator {
    const exact = this.page.locator(".quick-input-list-rows > :first-child .label-name", {
      hasText: exactly(label),
    });
    return this.rows.filter({ has: exact });
  }

  /** The labels of the rows that are rendered now. */
  async labels(): Promise<string[]> {
    await this.rows.first().waitFor();
    const labels = this.rows.locator(".quick-input-list-rows > :first-child .label-name");
    return (await labels.allTextContents()).map(plain);
  }

  async fill(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
  }

  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.widget.waitFor({ state: "hidden" });
  }

  /**
   * Opens the palette with a text after the `>`. An editor that is just being shown takes the focus, and with it the
   * palette, away; then it is opened once more.
   */
  async openPalette(text = ""): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press("F1");
      try {
        await this.input.fill(`>${text}`, { timeout: 4_000 });
        return;
      } catch (error) {
        if (attempt === 4) throw error;
      }
    }
  }

  /** Runs a command by its full title, such as `SDD: Refresh`. */
  async runCommand(title: string): Promise<void> {
    await this.openPalette(title);
    await this.row(title).first().click();
  }

  /** Picks the row of exactly this label from an open quick pick; what is behind the label does not matter. */
  async choose(label: string): Promise<void> {
    await this.fill(label);
    await this.row(label).first().click();
  }
}

/** A text as it was given to VS Code, which renders spaces as no-break ones. */
export function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").trim();
}

/** A text as a part of a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A pattern for a whole text, with either kind of space. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escapePattern(text).replaceAll(" ", "[ \u00a0]")}\\s*$`);
}
