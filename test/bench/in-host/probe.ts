import { appendFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestAccess } from "../../../src/vscode/extension.js";
import type { ProbeReport, ProbeTask, Span } from "./plan.js";
import { StallMeter } from "./stall-meter.js";
import { Moment } from "./thread-time.js";

/** Runs in the extension host in place of tests, beside the extensions that are measured: see `../host.ts`. */

type StallTask = ProbeTask & { readonly kind: "stalls" };

/** A pause after each step in which what it set off comes to its end. */
const PAUSE_MS = 1_500;

/** What the host does at its own start is over after this time. */
const START_MS = 4_000;

function workspaceRoot(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
}

async function activations(extensions: readonly string[]): Promise<Record<string, Span>> {
  const times: Record<string, Span> = {};
  for (const id of extensions) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) throw new Error(`VS Code did not load ${id}.`);
    if (extension.isActive) throw new Error(`${id} is active before it was asked for.`);
    const start = new Moment();
    await extension.activate();
    times[id] = new Moment().since(start);
    await sleep(200);
  }
  return times;
}

/** Opens the first list of the view Learnings, as a person does with the keyboard. */
async function openFirstList(): Promise<void> {
  await vscode.commands.executeCommand("sdd.learnings.focus");
  for (const command of ["list.focusFirst", "list.collapse", "list.expand"]) {
    await vscode.commands.executeCommand(command);
    await sleep(PAUSE_MS);
  }
}

/** What a person does with our extension, step by step. */
async function ourSteps(meter: StallMeter, { slugs, stages, edits }: StallTask): Promise<void> {
  const extension = vscode.extensions.getExtension<TestAccess>("sdd-layer.sdd-layer");
  if (extension === undefined) throw new Error("VS Code did not load our extension.");
  await meter.during("open", async () => {
    const { roots } = await extension.activate();
    await vscode.commands.executeCommand("sdd.contextPacks.focus");
    await roots.refresh();
    await sleep(PAUSE_MS);
  });
  const { roots, learnings, health } = extension.exports;
  const [first] = roots.all;
  if (first === undefined) throw new Error("No folder is open.");
  const root = first.id;
  await meter.during("findings", async () => {
    await Promise.all([learnings.states.refresh(first), health.refresh(first)]);
    await sleep(2 * PAUSE_MS);
    await openFirstList();
  });
  if ((roots.all[0]?.overview?.orchestrations.length ?? 0) === 0) throw new Error("Nothing was listed.");
  await meter.during("packs", async () => {
    for (const slug of slugs) {
      for (const stage of stages)
        await vscode.commands.executeCommand("sdd.context.build", { root, slug, stage });
    }
    await sleep(PAUSE_MS);
  });
  await meter.during("edit", async () => {
    for (const path of edits) {
      const changed = new Promise<void>((resolve) => {
        const listener = roots.onDidChange(() => {
          listener.dispose();
          resolve();
        });
      });
      appendFileSync(join(workspaceRoot(), path), "\nOne more sentence.\n");
      await changed;
      await sleep(PAUSE_MS);
    }
  });
  await meter.during("pick", async () => {
    void vscode.commands.executeCommand("sdd.context.build");
    await sleep(PAUSE_MS);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  });
  await meter.during("learn", async () => {
    await vscode.commands.executeCommand("sdd.learning.learn", { root }, "all");
    await sleep(2 * PAUSE_MS);
    await openFirstList();
  });
}

/** The same, as far as VS Code does it without us: a preview is opened for each pack, files change. */
async function emptySteps(meter: StallMeter, { slugs, stages, edits }: StallTask): Promise<void> {
  await meter.during("open", () => sleep(PAUSE_MS));
  await meter.during("findings", () => sleep(PAUSE_MS));
  await meter.during("packs", async () => {
    for (const slug of slugs) {
      for (const stage of stages) {
        const name = stage === "review" ? "07-review.md" : "04-tasks.md";
        const uri = vscode.Uri.file(join(workspaceRoot(), "docs", slug, name));
        await vscode.commands.executeCommand("markdown.showPreview", uri);
      }
    }
    await sleep(PAUSE_MS);
  });
  await meter.during("edit", async () => {
    for (const path of edits) {
      appendFileSync(join(workspaceRoot(), path), "\nOne more sentence.\n");
      await sleep(PAUSE_MS);
    }
  });
  await meter.during("pick", async () => {
    void vscode.window.showQuickPick(slugs);
    await sleep(PAUSE_MS);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  });
  await meter.during("learn", () => sleep(PAUSE_MS));
}

async function stalls(task: StallTask): Promise<ProbeReport> {
  // VS Code's own Markdown extension loads with the first preview, and holds up the host while it does.
  const readme = vscode.Uri.file(join(workspaceRoot(), "AGENTS.md"));
  await vscode.commands.executeCommand("markdown.showPreview", readme);
  await sleep(PAUSE_MS);
  const session = new Session();
  if (task.profile !== undefined) {
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
  }
  const meter = new StallMeter();
  meter.start();
  await (task.ours ? ourSteps : emptySteps)(meter, task);
  meter.stop();
  if (task.profile !== undefined) {
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(task.profile, JSON.stringify(profile));
  }
  return { phases: meter.phases };
}

/** What VS Code calls. @throws Error where something is not as the task says; the bench then has no report */
export async function run(): Promise<void> {
  const { SDD_BENCH_TASK: task = "", SDD_BENCH_REPORT: report = "" } = process.env;
  const asked = JSON.parse(task) as ProbeTask;
  await sleep(START_MS);
  const result: ProbeReport =
    asked.kind === "activation" ? { activation: await activations(asked.extensions) } : await stalls(asked);
  writeFileSync(report, JSON.stringify(result));
}
