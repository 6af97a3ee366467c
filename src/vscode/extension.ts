import * as vscode from "vscode";
import { ContextKey } from "./base/context-key.js";
import { SafeLog } from "./base/log.js";
import { COMMANDS, CONTEXT_PACKS_VIEW } from "./commands/ids.js";
import { CommandRegistry } from "./commands/register.js";
import { errorSentence } from "./commands/errors.js";
import { GuidanceView } from "./guidance/view.js";
import { HealthActions } from "./health/actions.js";
import { fixFinding, showHealth } from "./health/commands.js";
import { HealthStates } from "./health/states.js";
import { LearningsView } from "./learnings/view.js";
import { buildPack, copyPack } from "./packs/build.js";
import { PackLenses } from "./packs/lens.js";
import { diffPack, openPack, openSource, showManifest } from "./packs/open.js";
import { OutdatedNotices } from "./packs/outdated.js";
import { MemoryPacks } from "./packs/preview.js";
import { PackTree } from "./packs/tree.js";
import { ProjectDiagnostics } from "./project/diagnostics.js";
import { placeOf } from "./project/place.js";
import { ProjectRoots } from "./project/roots.js";
import { ProposedTexts } from "./publish/proposals.js";
import { publishIntelligence } from "./publish/publish.js";
import { createOrchestration } from "./stages/create-orchestration.js";
import { createStage, openStage } from "./stages/create-stage.js";
import { setStageState } from "./stages/set-state.js";

/** The second argument of some commands: what a person would otherwise be asked for. */
function textOf(argument: unknown): string | undefined {
  return typeof argument === "string" ? argument : undefined;
}

function registerCommands(
  commands: CommandRegistry,
  roots: ProjectRoots,
  memory: MemoryPacks,
  proposals: ProposedTexts,
): void {
  const build = ([at]: readonly unknown[]): Promise<vscode.Uri> => buildPack(roots, memory, placeOf(at));
  commands.register(COMMANDS.buildPack, build);
  commands.register(COMMANDS.rebuildPack, build);
  commands.register(COMMANDS.copyPack, ([at]) => copyPack(roots, placeOf(at)));
  commands.register(COMMANDS.openPack, ([at]) => openPack(roots, placeOf(at)));
  commands.register(COMMANDS.diffPack, ([at]) => diffPack(roots, placeOf(at)));
  commands.register(COMMANDS.showManifest, ([at]) => showManifest(roots, placeOf(at)));
  commands.register(COMMANDS.openSource, ([at]) => openSource(roots, at));
  commands.register(COMMANDS.createOrchestration, ([at, name]) =>
    createOrchestration(roots, placeOf(at), textOf(name)),
  );
  commands.register(COMMANDS.createStage, ([at]) => createStage(roots, placeOf(at)));
  commands.register(COMMANDS.openStage, ([at]) => openStage(roots, placeOf(at)));
  commands.register(COMMANDS.setStageState, ([at, state]) =>
    setStageState(roots, placeOf(at), textOf(state)),
  );
  commands.register(COMMANDS.refresh, () => roots.refresh());
  commands.register(COMMANDS.publishIntelligence, ([at]) =>
    publishIntelligence(roots, proposals, placeOf(at)),
  );
  commands.register(COMMANDS.showHealth, () => showHealth(roots));
  commands.register(COMMANDS.fixFinding, ([at]) => fixFinding(roots, at));
}

/** What the view says of itself: whether there is anything to list, and what kept it from being read. */
function followRoots(roots: ProjectRoots, view: vscode.TreeView<unknown>): vscode.Disposable {
  const state = new ContextKey<"empty" | "filled">("sdd.projects");
  return roots.onDidChange(() => {
    const { all } = roots;
    const looked = all.filter(({ overview }) => overview !== undefined);
    const isFilled = looked.some(({ overview }) => (overview?.orchestrations.length ?? 0) > 0);
    if (isFilled) state.set("filled");
    else if (looked.length === all.length) state.set("empty");
    const problem = all.find((root) => root.problem !== undefined)?.problem;
    // Deleting it would take VS Code's own setter away, and nothing would be shown ever after.
    if (problem === undefined) view.message = "";
    else {
      void errorSentence(problem).then((sentence) => {
        view.message = sentence;
      });
    }
  });
}

/** What tests in the host get from `activate`; other extensions get nothing. */
export interface TestAccess {
  readonly roots: ProjectRoots;
  readonly tree: PackTree;
  readonly learnings: LearningsView;
  readonly health: HealthStates;
  readonly guidance: GuidanceView;
}

/** Entry point. Nothing is read, parsed or watched here; that waits for a view or a command. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const channel = vscode.window.createOutputChannel("SDD Layer", { log: true });
  const log = new SafeLog(channel);
  const roots = new ProjectRoots(context, log);
  const memory = new MemoryPacks();
  const proposals = new ProposedTexts();
  const tree = new PackTree(roots);
  const learnings = new LearningsView(roots, log);
  const health = new HealthStates(roots, log);
  const guidance = new GuidanceView(context.extensionUri, roots, log);
  const view = vscode.window.createTreeView(CONTEXT_PACKS_VIEW, {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  context.subscriptions.push(
    channel,
    roots,
    memory,
    proposals,
    tree,
    view,
    followRoots(roots, view),
    learnings,
    health,
    guidance,
    new ProjectDiagnostics(roots, health),
    new HealthActions(roots, health, log),
    new PackLenses(roots),
    new OutdatedNotices(roots),
  );
  const commands = new CommandRegistry(log, context.subscriptions);
  registerCommands(commands, roots, memory, proposals);
  learnings.register(commands, roots);
  guidance.register(commands);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { roots, tree, learnings, health, guidance } : undefined;
}
