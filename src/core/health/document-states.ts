import { readText, type DocumentPorts } from "../context/document.js";
import type { Diagnostic } from "../diagnostics.js";
import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { HealthConfig } from "../project/config/config.js";
import type { Artifact, Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { AnchorIndex } from "./anchor-index.js";
import { markdownFacts, plainFacts, type DocumentFacts, type DocumentPart } from "./document-facts.js";
import { compareFindings } from "./finding.js";
import { documentFindings } from "./document-rules.js";
import { ignoresOf, type Ignores } from "./ignores.js";
import { settled } from "./settle.js";
import { TargetIndex, type TargetKind } from "./targets.js";

/** What is known of one file, and what was said of it. */
interface DocumentState {
  /** Of the file's content as it was looked at: the record's hash, or the stamp of what is no source. */
  readonly key: string;
  readonly record: SourceRecord | undefined;
  readonly artifact: Artifact | undefined;
  readonly part: DocumentPart;
  readonly facts: DocumentFacts | undefined;
  findings: readonly Diagnostic[];
}

/** A place that documents link to: what stood there last, and who asked. */
interface KnownTarget {
  kind: TargetKind | undefined;
  readonly users: Set<string>;
}

/** A document that takes longer to be searched for secrets was made to be slow. */
const SECRETS_MS = 3_000;
/** As in the inventory: a file this fresh may change again within its time stamp. */
const RACY_MS = 2_000;

const isMarkdown = (path: string): boolean => /\.(?:md|mdc)$/.test(path);
const isPlain = (path: string): boolean => /\.ya?ml$/.test(path);

/** The documents of a project with what is said of each, kept up to date at the cost of what changed. */
export class DocumentStates {
  readonly #states = new Map<string, DocumentState>();
  readonly #targets = new Map<string, KnownTarget>();
  readonly #index = new TargetIndex();
  readonly #anchors = new AnchorIndex();
  #orchestrations: Project["orchestrations"] | undefined;
  #artifacts: ReadonlyMap<string, Artifact> = new Map();
  #config: HealthConfig | undefined;
  #findings: readonly Diagnostic[] | undefined;
  /** What is to be judged again; it stays known where the work is cancelled. */
  readonly #dirty = new Set<string>();

  get size(): number {
    return this.#states.size;
  }

  /**
   * What is said of all documents, in path order.
   *
   * @throws SddError `cancelled`; the next call goes on from there
   */
  update(
    ports: DocumentPorts,
    project: Project,
    config: HealthConfig,
    cancellation?: Cancellation,
  ): readonly Diagnostic[] {
    const { inventory } = project;
    const { paths } = inventory.kinds;
    this.#index.refresh(ports.files, inventory);
    this.#placeArtifacts(project);
    this.#readChanged(ports, project, cancellation);
    this.#findMoved(ports);
    if (config !== this.#config) for (const path of this.#states.keys()) this.#dirty.add(path);
    this.#config = config;
    if (this.#dirty.size > 0) this.#findings = undefined;
    for (const path of this.#dirty) {
      stopIfCancelled(cancellation);
      this.#judge(ports, path, config);
      this.#dirty.delete(path);
    }
    return (this.#findings ??= this.#collect(paths));
  }

  #collect(paths: readonly string[]): readonly Diagnostic[] {
    const found: Diagnostic[] = [];
    for (const path of paths) {
      const state = this.#states.get(path);
      if (state !== undefined) for (const each of state.findings) found.push(each);
    }
    return found;
  }

  /** The comments that pass over findings in a file, be it one of the documents or not. */
  ignoresOf(ports: DocumentPorts, path: string): Ignores {
    return this.#states.get(path)?.facts?.ignores ?? ignoresOf(readText(ports, path) ?? "");
  }

  #placeArtifacts({ orchestrations }: Project): void {
    if (orchestrations === this.#orchestrations) return;
    this.#orchestrations = orchestrations;
    const artifacts = new Map<string, Artifact>();
    for (const orchestration of orchestrations) {
      for (const artifact of orchestration.artifacts) artifacts.set(artifact.path, artifact);
    }
    this.#artifacts = artifacts;
  }

  /** Reads what is new or changed, which is to be judged again, and forgets what is gone. */
  #readChanged(ports: DocumentPorts, { inventory }: Project, cancellation: Cancellation | undefined): void {
    let seen = 0;
    for (const path of inventory.kinds.paths) {
      const record = inventory.records.get(path);
      const before = this.#states.get(path);
      const artifact = this.#artifacts.get(path);
      if (before !== undefined) seen++;
      if (record !== undefined && record === before?.record && sameRole(artifact, before.artifact)) continue;
      const key = record === undefined ? foreignKey(ports, path) : record.hash;
      if (key === undefined) continue;
      if (before === undefined) seen++;
      if (record === undefined && key !== "" && key === before?.key) continue;
      stopIfCancelled(cancellation);
      const part = partOf(record, artifact);
      const known = key !== "" && key === before?.key && part === before.part;
      const facts = known ? before.facts : this.#read(ports, path, part);
      this.#states.set(path, { key, record, artifact, part, facts, findings: before?.findings ?? NOTHING });
      if (before?.facts !== facts) this.#link(path, before?.facts, facts);
      this.#dirty.add(path);
    }
    if (seen < this.#states.size) {
      this.#forget(new Set(inventory.kinds.paths));
      this.#findings = undefined;
    }
  }

  #forget(paths: ReadonlySet<string>): void {
    for (const [path, { facts }] of this.#states) {
      if (paths.has(path)) continue;
      this.#link(path, facts, undefined);
      this.#states.delete(path);
    }
  }

  #read(ports: DocumentPorts, path: string, part: DocumentPart): DocumentFacts | undefined {
    if (!isMarkdown(path) && !isPlain(path)) return undefined;
    const text = readText(ports, path);
    if (text === undefined) return undefined;
    const latest = ports.wallClock.now() + SECRETS_MS;
    const deadline = (): boolean => ports.wallClock.now() > latest;
    return isPlain(path) ? plainFacts(text, deadline) : markdownFacts(text, path, part, deadline);
  }

  /** Keeps who links where. */
  #link(path: string, before: DocumentFacts | undefined, now: DocumentFacts | undefined): void {
    for (const candidate of candidatesOf(before)) {
      const target = this.#targets.get(candidate);
      target?.users.delete(path);
      if (target?.users.size === 0) this.#targets.delete(candidate);
    }
    for (const candidate of candidatesOf(now)) {
      const target = this.#targets.get(candidate);
      if (target !== undefined) target.users.add(path);
      else this.#targets.set(candidate, { kind: this.#index.kindOf(candidate), users: new Set([path]) });
    }
  }

  /** The documents that link to something that came, went, or has other anchors now are to be judged again. */
  #findMoved(ports: DocumentPorts): void {
    const moved = (target: KnownTarget): void => {
      for (const user of target.users) this.#dirty.add(user);
    };
    for (const [path, target] of this.#targets) {
      const kind = this.#index.kindOf(path);
      if (kind === target.kind) continue;
      target.kind = kind;
      moved(target);
    }
    for (const path of this.#anchors.refresh(ports, (each) => this.#states.get(each)?.key)) {
      const target = this.#targets.get(path);
      if (target !== undefined) moved(target);
    }
  }

  #judge(ports: DocumentPorts, path: string, config: HealthConfig): void {
    const state = this.#states.get(path);
    if (state === undefined) return;
    const { record, artifact, facts } = state;
    const place = { path, stage: artifact?.stage, state: artifact?.state, adr: record?.facts.adr };
    const around = {
      kindOf: (target: string) => this.#index.kindOf(target),
      anchorsOf: (target: string) => this.#anchors.of(ports, target, this.#states.get(target)?.key),
    };
    const own = facts === undefined ? [] : documentFindings(place, facts, around, config);
    const all = [...(record?.facts.diagnostics ?? []), ...own];
    state.findings =
      all.length === 0
        ? NOTHING
        : [...settled(all, config, () => this.ignoresOf(ports, path))].sort(compareFindings);
  }
}

const NOTHING: readonly Diagnostic[] = [];

function stopIfCancelled(cancellation: Cancellation | undefined): void {
  if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
}

function candidatesOf(facts: DocumentFacts | undefined): readonly string[] {
  return facts?.links.flatMap(({ target }) => (target.kind === "path" ? target.candidates : [])) ?? [];
}

function sameRole(a: Artifact | undefined, b: Artifact | undefined): boolean {
  return a === b || (a?.stage === b?.stage && a?.state === b?.state);
}

function partOf(record: SourceRecord | undefined, artifact: Artifact | undefined): DocumentPart {
  if (artifact?.stage !== undefined) return "artifact";
  return record?.kind === "adr" ? "decision" : "other";
}

/** What a file that is no source is known by; `""` where its time is too fresh to prove anything. */
function foreignKey(ports: DocumentPorts, path: string): string | undefined {
  if (!isMarkdown(path)) return undefined;
  const stamp = ports.files.stamp(path);
  if (stamp === undefined) return undefined;
  if (stamp.mtimeMs >= ports.wallClock.now() - RACY_MS) return "";
  return `${stamp.size} ${stamp.mtimeMs} ${stamp.ino}`;
}
