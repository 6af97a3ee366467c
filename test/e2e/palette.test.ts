import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Workbench } from "./workbench.js";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await Workbench.open();
});
afterAll(async () => {
  await workbench.close();
});

test("the palette offers the commands, and runs one", async () => {
  await workbench.quickInput.openPalette("SDD: Refresh");
  expect(await workbench.quickInput.labels()).toContain("SDD: Refresh");
  await workbench.quickInput.cancel();

  await workbench.runCommand("SDD: Refresh");
  expect(await workbench.notifications()).toEqual([]);
  expect(existsSync(join(workbench.workspace, ".sdd"))).toBe(false);
});

test("a theme can be changed, and a picture taken of each", async () => {
  for (const theme of ["dark", "light", "high contrast", "high contrast light"] as const) {
    await workbench.setTheme(theme);
    expect(existsSync(await workbench.screenshot(`window-${theme.replaceAll(" ", "-")}`))).toBe(true);
  }
});
