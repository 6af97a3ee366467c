import type { Manifest } from "../core/context/manifest.js";
import type { ProjectSession } from "../core/context/session.js";
import { SddError } from "../core/errors.js";
import type { Cancellation, ProjectWriter } from "../core/ports.js";
import { setHeaderState } from "../core/project/header-edit.js";
import { newOrchestration } from "../core/project/init.js";
import { findOrchestration } from "../core/project/project.js";
import { joinPath } from "../core/project/paths.js";
import { stageTemplate } from "../core/project/stage-template.js";
import { stageFileName } from "../core/project/stages.js";
import { systemClock } from "./clock.js";
import type {
  DocumentEdit,
  EngineMethod,
  EngineMethods,
  EngineStart,
  FileFindings,
  OrchestrationOverview,
  PackAnswer,
} from "./engine-api.js";
import type { GuidanceEngine } from "./engine-guidance.js";
import type { LearningEngine } from "./engine-learning.js";
import { createIndexStore, projectIndexStore } from "./index-store.js";
import { findingsOf, findingsTeller, orchestrationOverview, orchestrationTeller } from "./overview.js";
import { createProjectWriter } from "./project-writer.js";
import { openSession } from "./session.js";
import { makeFoldersInSteps } from "./step-folders.js";
import type { Told } from "./teller.js";

type Parameters<M extends EngineMethod> = Parameters1<EngineMethods[M]>;
type Parameters1<F> = F extends (params: infer P) => unknown ? P : never;

/** ISO 8601 UTC with seconds. */
function now(): string {
  return `${new Date(systemClock().now()).toISOString().slice(0, 19)}Z`;
}

/** The core behind one message each; every method looks at the files afresh, which costs a walk where nothing changed. */
export class Engine {
  readonly #root: string;
  readonly #session: ProjectSession;
  readonly #writer: ProjectWriter;
  readonly #cancellation: Cancellation;
  #learning: LearningEngine | undefined;
  #guidance: GuidanceEngine | undefined;
  readonly #orchestrations = orchestrationTeller();
  readonly #findings = findingsTeller();

  constructor({ root, indexFile, cancel }: EngineStart) {
    this.#root = root;
    const inProject = projectIndexStore(root);
    const outside = createIndexStore(indexFile);
    this.#session = openSession(root, {
      load: () => outside.load() ?? inProject.load(),
      save: (text) => {
        outside.save(text);
      },
    }).session;
    this.#writer = createProjectWriter(root);
    const cell = new Int32Array(cancel);
    this.#cancellation = { isCancelled: () => Atomics.load(cell, 0) === 1 };
  }

  /** @throws SddError as the method says */
  async call(method: EngineMethod, params: unknown): Promise<unknown> {
    switch (method) {
      case "overview":
        return this.#overview(params as Parameters<"overview">);
      case "findings":
        return this.#findingsNow(params as Parameters<"findings">);
      case "manifest":
        return this.#manifest(params as Parameters<"manifest">);
      case "pack":
        return this.#pack(params as Parameters<"pack">);
      case "newStageDocument":
        return this.#newStageDocument(params as Parameters<"newStageDocument">);
      case "setStageState":
        return this.#setStageState(params as Parameters<"setStageState">);
      case "setHeaderState":
        return this.#setHeaderState(params as Parameters<"setHeaderState">);
      case "init":
        return this.#init(params as Parameters<"init">);
      case "guidance":
      case "guidanceLines":
      case "guidanceEntry":
      case "guidanceDryRun":
      case "decideGuidance":
      case "undoGuidance":
      case "proposeGuidance":
      case "saveDomain":
      case "setDomainState":
        return (await this.#guidanceEngine()).call(method, params);
      case "proposeIntelligence":
        return this.#proposeIntelligence(params as Parameters<"proposeIntelligence">);
      default:
        return (await this.#learningEngine()).call(method, params);
    }
  }

  async #guidanceEngine(): Promise<GuidanceEngine> {
    if (this.#guidance !== undefined) return this.#guidance;
    const { GuidanceEngine } = await import("./engine-guidance.js");
    return (this.#guidance = new GuidanceEngine(this.#root));
  }

  async #learningEngine(): Promise<LearningEngine> {
    if (this.#learning !== undefined) return this.#learning;
    const { LearningEngine } = await import("./engine-learning.js");
    return (this.#learning = new LearningEngine(this.#root, this.#session, this.#writer, this.#cancellation));
  }

  async #proposeIntelligence(params: Parameters<"proposeIntelligence">): Promise<unknown> {
    const { proposeDocuments } = await import("./engine-publish.js");
    return proposeDocuments(this.#root, this.#session, this.#cancellation, params);
  }

  async #overview({ known, rest }: Parameters<"overview">): Promise<Told<OrchestrationOverview>> {
    const left = rest === undefined ? undefined : this.#orchestrations.rest(rest);
    if (left !== undefined) return left;
    const project = await this.#session.refresh(this.#cancellation);
    const orchestrations = project.orchestrations.map((each) => {
      if (this.#cancellation.isCancelled()) throw new SddError("cancelled");
      return orchestrationOverview(this.#session, project, each);
    });
    return this.#orchestrations.tell(orchestrations, known);
  }

  async #findingsNow({ known, rest }: Parameters<"findings">): Promise<Told<FileFindings>> {
    const left = rest === undefined ? undefined : this.#findings.rest(rest);
    if (left !== undefined) return left;
    const project = await this.#session.refresh(this.#cancellation);
    return this.#findings.tell(findingsOf(this.#session, project), known);
  }

  async #manifest({ slug, stage }: Parameters<"manifest">): Promise<Manifest | undefined> {
    const project = await this.#session.refresh(this.#cancellation);
    const packs = this.#session.packs(project, findOrchestration(project, slug));
    return packs.find((pack) => pack.stage === stage)?.manifest;
  }

  async #pack({ slug, stage, limit, write }: Parameters<"pack">): Promise<PackAnswer> {
    const project = await this.#session.refresh(this.#cancellation);
    const orchestration = findOrchestration(project, slug);
    const outcome = this.#session.build(project, orchestration, stage, limit, this.#cancellation);
    if (write) {
      await makeFoldersInSteps(this.#root, outcome.paths.pack);
      this.#session.write(outcome, project.inventory);
    }
    const { text, manifest, paths, onDisk } = outcome;
    return { slug: orchestration.slug, stage, text, manifest, paths, onDisk, written: write };
  }

  async #newStageDocument({ slug, stage, mapText }: Parameters<"newStageDocument">): Promise<DocumentEdit[]> {
    const project = await this.#session.refresh();
    const orchestration = findOrchestration(project, slug);
    const entry = orchestration.map?.artifacts.find((item) => item.stage === stage);
    const file = entry?.file ?? stageFileName(stage);
    const path = joinPath(orchestration.folder, file);
    const there = orchestration.artifacts.find((item) => item.stage === stage);
    if (there !== undefined || this.#session.readText(path) !== undefined) {
      throw new SddError("already-exists", there?.path ?? path);
    }
    const { addArtifact, newMap } = await import("../core/project/map/map-edit.js");
    const language = this.#session.languageOf(project, orchestration);
    const document = { path, text: stageTemplate(orchestration, stage, language) };
    const map = mapText ?? newMap(orchestration.name, orchestration.slug, now());
    return [document, { path: orchestration.mapPath, text: addArtifact(map, stage, file, "draft") }];
  }

  async #setStageState({
    slug,
    stage,
    state,
    mapText,
  }: Parameters<"setStageState">): Promise<DocumentEdit[]> {
    const project = await this.#session.refresh();
    const orchestration = findOrchestration(project, slug);
    const artifact = orchestration.artifacts.find((item) => item.stage === stage);
    if (artifact === undefined && (state === "approved" || state === "recorded")) {
      throw new SddError("stage-not-in-orchestration", orchestration.name, stage);
    }
    const { newMap, setStageState } = await import("../core/project/map/map-edit.js");
    const at = now();
    const map = mapText ?? newMap(orchestration.name, orchestration.slug, at);
    const approved = state === "approved";
    const facts =
      artifact !== undefined && (approved || state === "recorded")
        ? {
            sha256: artifact.record.hash,
            sizeBytes: artifact.record.size,
            revision: (artifact.entry?.revision ?? 0) + 1,
          }
        : {};
    const text = setStageState(map, stage, {
      state,
      ...(artifact === undefined ? {} : { file: artifact.path.slice(orchestration.folder.length + 1) }),
      updatedAt: at,
      ...(approved ? { approvedAt: at } : {}),
      ...facts,
    });
    return [{ path: orchestration.mapPath, text }];
  }

  async #setHeaderState({ slug, stage, state, text }: Parameters<"setHeaderState">): Promise<DocumentEdit[]> {
    const project = await this.#session.refresh();
    const artifact = findOrchestration(project, slug).artifacts.find((item) => item.stage === stage);
    const changed = artifact === undefined ? undefined : setHeaderState(text, state);
    return artifact === undefined || changed === undefined ? [] : [{ path: artifact.path, text: changed }];
  }

  #init({ name }: Parameters<"init">): { slug: string; files: string[] } {
    const created = newOrchestration(name, now());
    const there = created.files.find(({ path }) => this.#session.readText(path) !== undefined);
    if (there !== undefined) throw new SddError("already-exists", there.path);
    for (const file of created.files) this.#writer.writeDocument(file, "create");
    return { slug: created.slug, files: created.files.map(({ path }) => path) };
  }
}
