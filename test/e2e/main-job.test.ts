import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../harness/tiers.mjs";
import { Workbench } from "./workbench.js";

/** The main job of the product, as a person does it, in the example workspace. */

const PACK = ".sdd/intelligence/context-packs/checkout/tasks.md";
const SOURCE = "docs/checkout/03-techspec.md";
const ADDED = "A duplicate is refused within one second.";

let workbench: Workbench;
const path = (name: string): string => join(workbench.workspace, name);

/** What the command line prints for the same workspace. */
function cliPack(): string {
  const cli = join(ROOT, "dist", "node", "cli.mjs");
  const args = [
    cli,
    "context",
    "build",
    "--root",
    workbench.workspace,
    "--name",
    "checkout",
    "--stage",
    "tasks",
  ];
  return execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** The README shows pictures of this run; they are replaced only where that is asked for. */
function keepForReadme(name: string, picture: string): void {
  expect(statSync(picture).size).toBeLessThan(200 * 1024);
  if (process.env["SDD_SCREENSHOTS"] !== "1") return;
  mkdirSync(join(ROOT, "docs", "images"), { recursive: true });
  copyFileSync(picture, join(ROOT, "docs", "images", `${name}.png`));
}

beforeAll(async () => {
  workbench = await Workbench.open();
});
afterAll(async () => {
  await workbench.close();
});

test("the view lists the orchestrations with the state of each stage, and nothing is written", async () => {
  await workbench.showContainer("SDD Layer");
  // A list has only those rows that it has room for.
  await workbench.sideBar.foldView("Learnings");
  await workbench.sideBar.foldView("Guidance");
  await workbench.sideBar.item("PRD").waitFor();
  expect(await workbench.sideBar.texts()).toContain("PRDapproved · no pack");
  expect(await workbench.sideBar.item("PRD").accessibleName()).toContain("PRD, approved · no pack");
  expect(existsSync(path(".sdd"))).toBe(false);
});

test("a pack is built from the palette: picked, written, shown", async () => {
  await workbench.runCommand("SDD: Build Context Pack");
  await workbench.quickInput.choose("Checkout");
  expect((await workbench.quickInput.labels())[0]).toBe("Tasks");
  await workbench.screenshot("pick-stage");
  await workbench.quickInput.choose("Tasks");
  const title = workbench.webview().locator("h1");
  await title.waitFor();
  expect(await title.textContent()).toContain("Context Pack — tasks");
  expect(readFileSync(path(PACK), "utf8")).toBe(cliPack());
  await workbench.screenshot("pack-built");
});

test("it says what is in and what is not", async () => {
  const [text] = await workbench.notifications();
  expect(text).toMatch(/Tasks: \d+ sources quoted, \d+ left out; [\d,]+ of 24,000 characters\./);
});

test("the tree shows the manifest", async () => {
  await workbench.sideBar.item("Tasks").expand();
  await workbench.sideBar.item("03-techspec.md").waitFor();
  const texts = await workbench.sideBar.texts();
  expect(texts).toContain("03-techspec.md135 · quoted · docs/checkout");
  await workbench.sideBar.item("03-techspec.md").expand();
});

test("the window in each theme", async () => {
  for (const theme of ["dark", "high contrast", "high contrast light", "light"] as const) {
    await workbench.setTheme(theme);
    const name = `context-packs-${theme.replaceAll(" ", "-")}`;
    keepForReadme(name, await workbench.screenshot(name));
  }
});

test("a link in the preview leads to the line of the source", async () => {
  const links = workbench.webview().locator(`a[data-href^="/${SOURCE}#L"]`);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("data-href") ?? ""));
  const line = Number(hrefs.at(-1)?.split("#L")[1]);
  expect(line).toBeGreaterThan(40);
  await links.last().click();
  await workbench.tab("Preview 03-techspec.md").waitFor();
  const block = workbench
    .webview()
    .locator(`.code-line[data-line="${line - 1}"]`)
    .first();
  await expect.poll(async () => Math.abs((await block.boundingBox())?.y ?? 9_999)).toBeLessThan(200);
  await workbench.screenshot("link-in-preview");
});

test("when a source changes, the tree says outdated, and one click rebuilds", async () => {
  const text = readFileSync(path(SOURCE), "utf8");
  writeFileSync(path(SOURCE), text.replace("## Risks", `## Requirements\n\n- ${ADDED}\n\n## Risks`));
  const tasks = workbench.sideBar.item("Tasks");
  await expect.poll(() => tasks.text()).toBe("Tasksnext · draft · pack outdated");
  await workbench.screenshot("pack-outdated");
  await tasks.action("Rebuild Context Pack");
  await expect.poll(() => tasks.text()).toBe("Tasksnext · draft · pack fresh");
  expect(readFileSync(path(PACK), "utf8")).toContain(ADDED);
  expect(readFileSync(path(PACK), "utf8")).toBe(cliPack());
  expect(readFileSync(path(PACK.replace(".md", ".previous.md")), "utf8")).not.toContain(ADDED);
});

test("a pack that is open says that it is outdated, once, with a button that rebuilds it", async () => {
  const preview = workbench.webview();
  await preview.locator("h1", { hasText: "Context Pack — tasks" }).waitFor();
  await preview.getByText(ADDED).waitFor();
  await expect.poll(async () => (await workbench.notifications()).join()).toContain("sources quoted");
  await workbench.runCommand("Notifications: Clear All Notifications");
  writeFileSync(
    path(SOURCE),
    readFileSync(path(SOURCE), "utf8").replace(ADDED, "A duplicate is refused at once."),
  );
  const notice = "Checkout, Tasks: the pack is outdated, its sources changed.";
  await expect.poll(() => workbench.notifications(), { timeout: 10_000 }).toContain(notice);
  await workbench.answerNotification(notice, "Rebuild");
  await preview.getByText("A duplicate is refused at once.").waitFor();
});

test("the pack and its sources open from the tree", async () => {
  await workbench.sideBar.item("Context pack").click();
  await workbench.tab("Preview tasks.md").waitFor();
  await workbench.sideBar.item("02-prd.md").click();
  await workbench.tab("02-prd.md").waitFor();
});
