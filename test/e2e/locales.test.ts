import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Workbench } from "./workbench.js";

/** The window in the languages that the extension speaks besides English: VS Code's own texts stay English here. */

/** What a language file of the checkout says for a key, or for an English sentence. */
function textsOf(locale: string): (key: string) => string {
  const read = (name: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", name), "utf8")) as Record<string, string>;
  const texts = { ...read(`package.nls.${locale}.json`), ...read(`l10n/bundle.l10n.${locale}.json`) };
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`No ${locale} text for ${key}.`);
    return text;
  };
}

/** A sentence with its places filled in, as a pattern. */
function patternOf(template: string): RegExp {
  const plain = template.replace(/[.*+?^$|()[\]\\]/g, "\\$&");
  return new RegExp(plain.replace(/\{\d\}/g, ".+"));
}

for (const locale of ["pt-br", "ru"]) {
  test(`the view, the palette and a pack's message are in ${locale}`, async () => {
    const say = textsOf(locale);
    const workbench = await Workbench.open({ locale });
    const { quickInput, sideBar } = workbench;
    try {
      await workbench.showContainer("SDD Layer");
      const tasks = sideBar.item(say("Tasks"));
      await expect.poll(() => tasks.text()).toContain(say("no pack"));
      await sideBar.view(say("view.contextPacks")).waitFor();
      expect(await tasks.accessibleName()).toContain(say("draft"));

      await quickInput.openPalette("SDD: ");
      await workbench.screenshot(`palette-${locale}`);
      // The list is virtual: what is further down is rendered once it is asked for.
      const build = `SDD: ${say("command.context.build")}`;
      await quickInput.fill(`>${build}`);
      await quickInput.row(build).waitFor();
      await quickInput.cancel();

      await tasks.action(say("command.context.build"));
      await workbench.webview().locator("h1").waitFor();
      await expect.poll(() => tasks.text()).toContain(say("pack fresh"));
      const message = patternOf(say("{0}, {1}: {2} sources quoted, {3} left out; {4} of {5} characters."));
      await expect.poll(async () => (await workbench.notifications()).join()).toMatch(message);
      await tasks.expand();
      await workbench.runCommand("Notifications: Show Notifications");
      await workbench.screenshot(`pack-${locale}`);
    } finally {
      await workbench.close();
    }
  });
}
