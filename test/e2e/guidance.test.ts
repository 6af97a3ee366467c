import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GuidanceEntry } from "../../src/core/guidance/entry.js";
import { GuidanceService } from "../../src/core/guidance/service.js";
import { openGuidance } from "../../src/node/guidance.js";
import { ROOT } from "../harness/tiers.mjs";
import { Workbench } from "./workbench.js";

/** Who decided that this is a rule? As a person sees it: an agent proposes, the person reviews by keyboard. */

const VIEW = "Guidance";
const STORE = ".sdd/store.json";

let workbench: Workbench;
const path = (name: string): string => join(workbench.workspace, name);

/** An agent's own process: it knows nothing of the window. */
async function propose(root: string, text: string, more: Readonly<Record<string, unknown>> = {}) {
  const service = new GuidanceService(openGuidance(root, { configFolder: undefined }));
  const input = { type: "guardrail", text, rationale: "The audit of May.", domain: "checkout", ...more };
  const outcome = await service.propose({ ...input, recall: ["card"] }, "an agent");
  if (outcome.outcome !== "queued") throw new Error(`Not queued: ${JSON.stringify(outcome)}`);
  return outcome.entry;
}

function entryInStore(id: string): GuidanceEntry | undefined {
  const { guidance } = JSON.parse(readFileSync(path(STORE), "utf8")) as { guidance: GuidanceEntry[] };
  return guidance.find((each) => each.id === id);
}

/** What the command line tells an agent, with the configuration of the person who sits at this window. */
function recalled(hint: string): readonly string[] {
  const args = [
    join(ROOT, "dist/node/cli.mjs"),
    "recall",
    "--hint",
    hint,
    "--json",
    "--root",
    workbench.workspace,
  ];
  const out = execFileSync(process.execPath, args, { encoding: "utf8", env: { ...workbench.environment } });
  const { rules } = JSON.parse(out) as { rules: { text: string }[] };
  return rules.map(({ text }) => text);
}

const title = (page: FrameLocator) => page.locator("h1");

/** A key goes to the page once it has the focus, and an entry takes keys a moment after it came up. */
async function key(name: string): Promise<void> {
  await workbench.page.waitForTimeout(900);
  await workbench.page.keyboard.press(name);
}

/** What axe-core finds in the page that is shown. */
async function violations(): Promise<readonly string[]> {
  const handle = await workbench.webview().locator("html").elementHandle();
  const frame = await handle.ownerFrame();
  if (frame === null) throw new Error("The page has no frame.");
  await frame.evaluate(axe.source);
  return frame.evaluate(async () => {
    const page = globalThis as unknown as { readonly axe: typeof axe };
    const result = await page.axe.run();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

beforeAll(async () => {
  workbench = await Workbench.open();
  await workbench.showContainer("SDD Layer");
  await workbench.sideBar.foldView("Context Packs");
  await workbench.sideBar.expandView(VIEW);
});
afterAll(async () => {
  await workbench.close();
});

test("before anything was proposed the view says what it is for, and nothing is written", async () => {
  await workbench.sideBar.view(VIEW).getByText("There is no guidance here yet.").waitFor();
  await workbench.screenshot("guidance-welcome");
  expect(existsSync(path(".sdd"))).toBe(false);
});

test("a proposal shows, with the badge, and is approved by keyboard; then it is recalled", async () => {
  const entry = await propose(workbench.workspace, "Never store card numbers in the clear.");
  const started = Date.now();
  await workbench.sideBar.item(entry.text).waitFor();
  console.log(`shown after ${Date.now() - started} ms`);
  await workbench.page.locator(".activitybar .badge-content", { hasText: /^1$/ }).waitFor();
  expect(recalled("card")).toEqual([]);
  await workbench.screenshot("guidance-pending");

  await workbench.runCommand("SDD: Review Next Pending Guidance");
  const page = workbench.webview();
  await page.locator(".exact", { hasText: entry.text }).waitFor();
  expect(await title(page).textContent()).toBe("Guardrail · checkout");
  await expect.poll(violations, { timeout: 10_000 }).toEqual([]);
  await workbench.screenshot("guidance-review");
  await key("a");
  await page.getByText("Nothing waits for a decision.").waitFor();
  await expect.poll(() => entryInStore(entry.id)?.status).toBe("approved");
  await workbench.screenshot("guidance-approved");
  expect(recalled("card")).toEqual([entry.text]);
  expect(recalled("something else")).toEqual([]);
});

test("what is edited by hand afterwards is unverified and not recalled, until it is accepted", async () => {
  writeFileSync(path(STORE), readFileSync(path(STORE), "utf8").replace("in the clear", "at all"));
  const changed = "Never store card numbers at all.";
  await workbench.sideBar.item(changed).waitFor();
  await workbench.sideBar.item("Approved elsewhere or edited").waitFor();
  expect(recalled("card")).toEqual([]);
  await workbench.screenshot("guidance-unverified");
  await workbench.sideBar.item(changed).click();
  const page = workbench.webview();
  await page.locator(".warnings", { hasText: "edited after approval" }).waitFor();
  await workbench.screenshot("guidance-review-unverified");
  await key("c");
  await page.getByText(`Accepted: ${changed}`, { exact: true }).waitFor();
  expect(recalled("card")).toEqual([changed]);
});

test("near ones stand side by side; each theme shows the review well, and so does a narrow window", async () => {
  await propose(workbench.workspace, "Always store card numbers at all.", {
    rationale: "A partner asked for it.",
  });
  await workbench.runCommand("SDD: Review Next Pending Guidance");
  const page = workbench.webview();
  await page.locator(".opposed").waitFor();
  await page.locator("#field-prompt").fill("a form for the card");
  await page.locator("#dry-run .sentence", { hasText: "It would be given." }).waitFor();
  for (const theme of ["dark", "high contrast", "high contrast light", "light"] as const) {
    await workbench.setTheme(theme);
    await page.locator(".opposed").waitFor();
    // The page gets the colours of a theme some time after the window.
    await expect.poll(async () => [theme, await violations()], { timeout: 10_000 }).toEqual([theme, []]);
    await workbench.screenshot(`guidance-near-${theme.replaceAll(" ", "-")}`);
  }
  await workbench.page.setViewportSize({ width: 620, height: 800 });
  const wide = await page.locator("html").evaluate((html) => [html.scrollWidth, html.clientWidth]);
  expect(wide[0]).toBeLessThanOrEqual(wide[1] ?? 0);
  await workbench.screenshot("guidance-narrow");
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
});

test("a rejection needs a reason, can be taken back, and is told to who proposes again", async () => {
  const page = workbench.webview();
  await page.locator("h1").focus();
  await key("r");
  await page.locator("#field-reason").waitFor();
  await workbench.page.keyboard.press("Enter");
  await page.getByText("A reason is needed.").waitFor();
  await expect.poll(violations, { timeout: 10_000 }).toEqual([]);
  await page.locator("#field-reason").fill("The opposite holds.");
  await workbench.page.keyboard.press("Enter");
  await page.getByText("Rejected: Always store card numbers at all.", { exact: true }).waitFor();
  await workbench.screenshot("guidance-rejected");
  await key("u");
  await page.getByText("Taken back.").waitFor();
  await key("r");
  await page.locator("#field-reason").fill("The opposite holds.");
  await workbench.page.keyboard.press("Enter");
  await page.getByText("Nothing waits for a decision.").waitFor();
  await expect(propose(workbench.workspace, "always store card numbers at all.")).rejects.toThrow(
    /rejected-before.*The opposite holds\./,
  );
});

test("an entry is written by hand, and approved with edits", async () => {
  await workbench.runCommand("SDD: Propose Guidance");
  const page = workbench.webview();
  await page.locator("#field-text").fill("Money is counted in cents.");
  await workbench.page.keyboard.press("Control+Enter");
  await page.locator("#wrong-rationale", { hasText: "something must stand here" }).waitFor();
  await workbench.screenshot("guidance-form");
  await expect.poll(violations, { timeout: 10_000 }).toEqual([]);
  await page.locator("#field-rationale").fill("Floats lose cents.");
  await workbench.page.keyboard.press("Control+Enter");
  await page.locator(".exact", { hasText: "Money is counted in cents." }).waitFor();
  await key("e");
  await page.locator("#field-text").fill("Money is counted in whole cents.");
  await workbench.page.keyboard.press("Control+Enter");
  await page.getByText("Nothing waits for a decision.").waitFor();
  expect(recalled("money in cents")).toEqual(["Money is counted in whole cents."]);
});

test("a text with characters that nobody sees is shown with their names, and cannot be approved", async () => {
  const store = JSON.parse(readFileSync(path(STORE), "utf8")) as { guidance: GuidanceEntry[] };
  const [first] = store.guidance;
  if (first === undefined) throw new Error("The store is empty.");
  const hidden = { ...first, id: "gm-01HIDDEN", status: "pending", text: "Log\u202e everything\u200b." };
  writeFileSync(path(STORE), JSON.stringify({ ...store, guidance: [...store.guidance, hidden] }));
  await workbench.sideBar.item("Log⟨RLO⟩ everything⟨ZWSP⟩.").click();
  const page = workbench.webview();
  await page.locator("#agent code.hidden", { hasText: "⟨RLO⟩" }).waitFor();
  await workbench.screenshot("guidance-hidden");
  await key("a");
  await page.locator(".notice.problem", { hasText: "U+202E" }).waitFor();
  expect(entryInStore("gm-01HIDDEN")?.status).toBe("pending");
});

test("in a workspace that is not trusted the review only shows", async () => {
  const restricted = await Workbench.open({ trusted: false });
  try {
    const entry = await propose(restricted.workspace, "Never log card numbers.");
    await restricted.showContainer("SDD Layer");
    await restricted.sideBar.foldView("Context Packs");
    await restricted.sideBar.expandView(VIEW);
    await restricted.sideBar.item(entry.text).click();
    const page = restricted.webview();
    await page.getByText("This workspace is not trusted: deciding waits until you trust it.").waitFor();
    expect(await page.locator(".decide button.primary").count()).toBe(0);
    await restricted.screenshot("guidance-restricted");
  } finally {
    await restricted.close();
  }
});

for (const [locale, view, approve] of [
  ["ru", "Указания", "Одобрить"],
  ["pt-br", "Orientações", "Aprovar"],
] as const) {
  test(`the view and the review in ${locale}`, async () => {
    const own = await Workbench.open({ locale });
    try {
      const entry = await propose(own.workspace, "Never log card numbers.");
      await own.showContainer("SDD Layer");
      await own.sideBar.expandView(view);
      await own.sideBar.item(entry.text).click();
      await own
        .webview()
        .getByRole("button", { name: new RegExp(`^${approve}`) })
        .first()
        .waitFor();
      await own.screenshot(`guidance-${locale}`);
    } finally {
      await own.close();
    }
  });
}
