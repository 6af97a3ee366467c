import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionOptions } from "./session.js";
import { Workbench } from "./workbench.js";

/** What a person meets before there is anything to list, and where nothing may be written. */

async function inWindow(
  options: SessionOptions,
  use: (workbench: Workbench) => Promise<void>,
): Promise<void> {
  const workbench = await Workbench.open(options);
  try {
    await workbench.showContainer("SDD Layer");
    await use(workbench);
  } finally {
    await workbench.close();
  }
}

test("an empty folder gets an explanation, and from there an orchestration with its first document", async () => {
  await inWindow({ workspace: [] }, async (workbench) => {
    const welcome = workbench.sideBar.welcome();
    await welcome.getByText("There is no orchestration here yet.").waitFor();
    await workbench.screenshot("welcome");
    expect(readdirSync(workbench.workspace)).toEqual([]);
    await welcome.locator(".monaco-button", { hasText: "Create Orchestration" }).click();
    await workbench.quickInput.fill("Cartões-presente");
    await workbench.page.getByText("It will live in docs/cartoes-presente.").waitFor();
    await workbench.screenshot("create-orchestration");
    await workbench.quickInput.accept();
    await workbench.tab("README.md").waitFor();
    await workbench.sideBar.item("Cartões-presente").waitFor();

    await workbench.answerNotification("Created docs/cartoes-presente", "Create Stage Document");
    await workbench.quickInput.choose("Idea");
    await workbench.tab("01-idea.md").waitFor();
    const map = readFileSync(
      join(workbench.workspace, "docs/cartoes-presente/traceability-map.yaml"),
      "utf8",
    );
    expect(map).toMatch(/idea:\n {4}file: 01-idea.md\n {4}state: draft/);

    await workbench.runCommand("SDD: Set Stage State");
    await workbench.quickInput.choose("Idea");
    await workbench.screenshot("set-state");
    await workbench.quickInput.choose("approved");
    const idea = workbench.sideBar.item("Idea");
    await expect.poll(() => idea.text()).toBe("Ideaapproved · no pack");
    await workbench.screenshot("state-set");
  });
});

test("a workspace that is not trusted is listed and previewed, and told what waits", async () => {
  await inWindow({ trusted: false }, async (workbench) => {
    await workbench.sideBar.item("Tasks").action("Build Context Pack");
    await workbench.webview().locator("h1").waitFor();
    await expect
      .poll(async () => (await workbench.notifications()).join())
      .toMatch(/This workspace is not trusted: writing .*tasks\.md waits until you trust it\./);
    await workbench.screenshot("untrusted");
    expect(existsSync(join(workbench.workspace, ".sdd"))).toBe(false);
  });
});
