import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Workbench } from "./workbench.js";

/** Is what we learned still true? As a person finds out, in the example workspace. */

const ADR = "docs/checkout/adrs/0002-idempotency-keys.md";
const VIEW = "Learnings";

let workbench: Workbench;
const path = (name: string): string => join(workbench.workspace, name);
const edit = (name: string, change: (text: string) => string): void => {
  writeFileSync(path(name), change(readFileSync(path(name), "utf8")));
};

beforeAll(async () => {
  workbench = await Workbench.open();
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "-m", "Documents"],
  ]) {
    const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
    execFileSync("git", [...identity, "-C", workbench.workspace, ...args]);
  }
});
afterAll(async () => {
  await workbench.close();
});

test("before anything was learned the view says what would be, with a button; nothing is written", async () => {
  await workbench.showContainer("SDD Layer");
  await workbench.sideBar.item("PRD").waitFor();
  await workbench.sideBar.expandView(VIEW);
  // Conflicts need no learning; this workspace has one.
  await workbench.sideBar.item("Conflicts").waitFor();
  await workbench.screenshot("learnings-none");
  expect(existsSync(path(".sdd"))).toBe(false);
});

test("learning fills the view, and nothing is stale", async () => {
  await workbench.sideBar.foldView("Context Packs");
  await workbench.sideBar.foldView("Guidance");
  await workbench.sideBar.item("Learn from Documents").click();
  await workbench.sideBar.item("Decisions").waitFor();
  const texts = await workbench.sideBar.texts();
  expect(texts.filter((text) => text.startsWith("Stale"))).toEqual([]);
  await expect
    .poll(async () => (await workbench.notifications()).join())
    .toMatch(/Documents: \d+\. Learnings: \d+\./);
  await workbench.sideBar.item("Decisions").expand();
  await workbench.screenshot("learnings-learned");
});

test("a source is edited, its learning goes stale, is looked at, and re-verified", async () => {
  edit(ADR, (text) => text.replace("or `202 pending`", "or `425 too early`"));
  const group = workbench.sideBar.item("Stale: section changed");
  const started = Date.now();
  await group.waitFor();
  console.log(`stale in the view after ${Date.now() - started} ms`);
  expect(await group.text()).toMatch(/^Stale: section changed\d+ · look at it$/);
  for (const theme of ["dark", "high contrast", "high contrast light", "light"] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`learnings-${theme.replaceAll(" ", "-")}`);
  }
  const [first] = await workbench.sideBar.labelsBelow("Stale: section changed");
  const item = workbench.sideBar.item(first ?? "");
  await workbench.sideBar
    .view(VIEW)
    .getByText(/^\d+ stale: \d+ to look at, \d+ probably fine$/)
    .waitFor();
  expect(await item.accessibleName()).toContain("stale: its section changed");
  await item.action("Show What Changed");
  const then = workbench.page.locator(".monaco-diff-editor .editor.original .view-line", {
    hasText: "`202",
  });
  await then.waitFor();
  await workbench.page
    .locator(".monaco-diff-editor .editor.modified .view-line", { hasText: "`425" })
    .waitFor();
  await workbench.screenshot("learnings-diff");
  await group.action("Re-verify Learning");
  await workbench.answerDialog("They Hold");
  await group.row.waitFor({ state: "hidden" });
  expect(readFileSync(path(".sdd/intelligence/reviews.jsonl"), "utf8")).toContain('"reverified"');
  await workbench.screenshot("learnings-reverified");
});

test("a conflict is settled by one side, with a reason, and taken back", async () => {
  const [conflict] = await workbench.sideBar.labelsBelow("Conflicts");
  await workbench.sideBar.item(conflict ?? "").action("Settle Conflict…");
  await workbench.quickInput.rows.first().waitFor();
  await workbench.screenshot("conflict-sides");
  await workbench.quickInput.rows.first().click();
  await workbench.quickInput.fill("The map is older.");
  await workbench.quickInput.accept();
  await workbench.sideBar.item("Settled conflicts").waitFor();
  await workbench.sideBar.item("Settled conflicts").expand();
  await workbench.screenshot("conflict-settled");
});

test("a broken link stands in Problems at its line, and the quick fix corrects it", async () => {
  edit(ADR, (text) => `${text.trimEnd()}\n\nSee [the fields](../0001-hosted-card-fields.md).\n`);
  await workbench.runCommand("SDD: Show Health");
  const panel = workbench.page.locator(".markers-panel");
  const row = panel.locator(".monaco-list-row", { hasText: "0001-hosted-card-fields.md" });
  await row.first().waitFor();
  await workbench.screenshot("health-problems");
  const line = readFileSync(path(ADR), "utf8").trimEnd().split("\n").length;
  expect(await row.first().textContent()).toContain(`Ln ${line},`);
  await row.first().dblclick();
  await workbench.tab("0002-idempotency-keys.md").waitFor();
  const fix = workbench.page.getByText("Correct the link: 0001-hosted-card-fields.md");
  // The editor takes the focus some time after its tab is there.
  await expect
    .poll(
      async () => {
        await workbench.page.keyboard.press("Control+.");
        await workbench.page.waitForTimeout(1_500);
        return fix.isVisible();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
  await workbench.screenshot("health-quick-fix");
  await fix.click();
  await expect
    .poll(() => readFileSync(path(ADR), "utf8"))
    .toContain("See [the fields](0001-hosted-card-fields.md).");
  await row.first().waitFor({ state: "hidden" });
});

test("an empty folder gets the text that says what learning is", async () => {
  const empty = await Workbench.open({ workspace: [] });
  try {
    await empty.showContainer("SDD Layer");
    await empty.sideBar.expandView(VIEW);
    const welcome = empty.sideBar.view(VIEW);
    await welcome.getByText("Nothing was learned here yet.").waitFor();
    await welcome.locator(".monaco-button", { hasText: "Learn from Documents" }).waitFor();
    await empty.screenshot("learnings-welcome");
  } finally {
    await empty.close();
  }
});

test("the view in Russian", async () => {
  const russian = await Workbench.open({ locale: "ru" });
  try {
    await russian.showContainer("SDD Layer");
    await russian.sideBar.foldView("Контекстные пакеты");
    await russian.sideBar.expandView("Знания");
    await russian.sideBar.item("Извлечь знания из документов").click();
    await russian.sideBar.item("Решения").waitFor();
    const file = join(russian.workspace, ADR);
    writeFileSync(file, readFileSync(file, "utf8").replace("or `202 pending`", "or `425 too early`"));
    await russian.sideBar.item("Устарели: раздел").waitFor();
    await russian.screenshot("learnings-ru");
  } finally {
    await russian.close();
  }
});
