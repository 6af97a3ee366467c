import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  COMMANDS,
  CONTEXT_PACKS_VIEW,
  GUIDANCE_VIEW,
  LEARNINGS_VIEW,
} from "../../../src/vscode/commands/ids.js";

const ROOT = join(import.meta.dirname, "../../..");

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
  readonly icon?: string;
}
interface MenuItem {
  readonly command: string;
  readonly when: string;
  readonly group?: string;
}
interface Setting {
  readonly default: unknown;
  readonly enum?: readonly unknown[];
}
interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown } };
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers: Readonly<
      Record<string, readonly { readonly id: string; readonly icon: string }[]>
    >;
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when: string;
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly yamlValidation: readonly { readonly url: string }[];
    readonly "markdown.previewScripts": readonly string[];
  };
}

const text = readFileSync(join(ROOT, "package.json"), "utf8");
const manifest = JSON.parse(text) as Manifest;
const nls = JSON.parse(readFileSync(join(ROOT, "package.nls.json"), "utf8")) as Readonly<
  Record<string, string>
>;
const { contributes } = manifest;
const VIEWS = [CONTEXT_PACKS_VIEW, LEARNINGS_VIEW, GUIDANCE_VIEW];
const contributed = contributes.commands.map(({ command }) => command);
const menuItems = Object.values(contributes.menus).flat();

function sources(): string {
  const folder = join(ROOT, "src/vscode");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

describe("commands", () => {
  test("in the code are those of the manifest", () => {
    expect([...contributed].sort()).toEqual(Object.values(COMMANDS).sort());
    expect(new Set(contributed).size).toBe(contributed.length);
  });

  test("are each registered once, and their ids are typed in one place", () => {
    const code = sources();
    for (const name of Object.keys(COMMANDS)) {
      const registered = [...code.matchAll(new RegExp(`register\\(COMMANDS\\.${name},`, "g"))];
      expect([name, registered.length]).toEqual([name, 1]);
    }
    const typed = [...code.matchAll(/"(sdd\.[a-z]+\.[a-zA-Z]+)"/g)].map((match) => match[1] ?? "");
    const settings = Object.keys(contributes.configuration.properties);
    expect([...new Set(typed)].sort()).toEqual([...Object.values(COMMANDS), ...settings].sort());
  });

  test("have localised titles, one category, and icons", () => {
    for (const { title, category, icon } of contributes.commands) {
      expect(title).toMatch(/^%command\.[\w.]+%$/);
      expect(category).toBe("SDD");
      expect(icon).toMatch(/^\$\([a-z-]+\)$/);
    }
  });
});

describe("menus", () => {
  test("name commands that exist", () => {
    expect(menuItems.filter(({ command }) => !contributed.includes(command))).toEqual([]);
  });

  test("keep the commands that need an argument out of the palette", () => {
    const hidden = contributes.menus["commandPalette"]?.filter(({ when }) => when === "false");
    expect(hidden?.map(({ command }) => command)).toEqual([
      COMMANDS.rebuildPack,
      COMMANDS.openSource,
      COMMANDS.refreshLearning,
      COMMANDS.dismiss,
      COMMANDS.restore,
      COMMANDS.showChanges,
      COMMANDS.reopen,
      COMMANDS.fixFinding,
      COMMANDS.openGuidance,
    ]);
  });

  test("of views are for views that exist, and every inline button also has an entry with words", () => {
    const items = contributes.menus["view/item/context"] ?? [];
    for (const { when } of [...items, ...(contributes.menus["view/title"] ?? [])]) {
      for (const part of when.split(" || ")) {
        expect(part).toMatch(new RegExp(`^view == (${VIEWS.join("|")}) && `));
      }
    }
    const titled = new Set(items.filter(({ group }) => group !== "inline").map(({ command }) => command));
    const inline = items.filter(({ group }) => group?.startsWith("inline") === true);
    const twins: Readonly<Record<string, string>> = { [COMMANDS.rebuildPack]: COMMANDS.buildPack };
    for (const { command } of inline) {
      if (command !== COMMANDS.createOrchestration) expect(titled).toContain(twins[command] ?? command);
    }
  });
});

test("the views stand in a container of their own, with welcome texts for each situation", () => {
  const [container] = contributes.viewsContainers["activitybar"] ?? [];
  expect(contributes.views[container?.id ?? ""]?.map(({ id }) => id)).toEqual(VIEWS);
  const counts = VIEWS.map((id) => contributes.viewsWelcome.filter(({ view }) => view === id).length);
  expect(counts).toEqual([3, 4, 3]);
  for (const { contents } of contributes.viewsWelcome) {
    // The arguments of a command stand behind a question mark.
    const links = [...(nls[contents.slice(1, -1)] ?? "").matchAll(/\(command:([^)?]+)[^)]*\)/g)].map(
      (match) => match[1],
    );
    for (const link of links) {
      expect([...contributed, "vscode.openFolder", "workbench.trust.manage"]).toContain(link);
    }
  }
});

test("every %key% has its text, and every text is used", () => {
  const used = [...text.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? "");
  expect([...new Set(used)].sort()).toEqual(Object.keys(nls).sort());
});

test("activation is by literal paths, which cost one look each", () => {
  expect(manifest.activationEvents.length).toBeGreaterThan(0);
  for (const event of manifest.activationEvents) expect(event).toMatch(/^workspaceContains:[\w./-]+$/);
});

test("restricted mode is supported in part, so that the extension does not vanish there", () => {
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe("limited");
});

test("every file that the manifest names is there", () => {
  const icons = contributes.viewsContainers["activitybar"]?.map(({ icon }) => icon) ?? [];
  const schemas = contributes.yamlValidation.map(({ url }) => url);
  for (const file of [manifest.icon, ...icons, ...schemas, ...contributes["markdown.previewScripts"]]) {
    expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
  }
});

test("a setting's default is one of its values", () => {
  for (const { default: value, enum: values } of Object.values(contributes.configuration.properties)) {
    expect(values ?? [value]).toContain(value);
  }
});
