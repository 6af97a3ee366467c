import type { Diagnostic } from "../diagnostics.js";
import { SddError } from "../errors.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import { diagnosticsOf } from "./sources/indexed-record.js";
import type { Inventory } from "./sources/inventory.js";
import { nativeLayout, type Layout, type OrchestrationPlace, type PlacedDocument } from "./layout.js";
import { baseName, folderOf, resolvePath } from "./paths.js";
import type { SourceRecord } from "./sources/sources.js";
import { parseStage, stageOrder, STAGES, type ArtifactState, type Stage } from "./stages.js";
import type { MapArtifact, TraceabilityMap } from "./map/traceability-map-types.js";

/** A document of an orchestration. Without a stage it supports the work and is no artifact. */
export interface Artifact {
  readonly path: string;
  readonly stage: Stage | undefined;
  /** The map's state, else the header's. */
  readonly state: ArtifactState | undefined;
  readonly record: SourceRecord;
  /** Its entry in the map, where it has one. */
  readonly entry: MapArtifact | undefined;
}

/** An artifact that the map names and the folder does not have. */
export interface MissingArtifact {
  readonly path: string;
  readonly entry: MapArtifact;
}

export interface Orchestration {
  readonly slug: string;
  readonly name: string;
  readonly folder: string;
  /** Where its map stands, or would stand. */
  readonly mapPath: string;
  readonly mapRecord: SourceRecord | undefined;
  readonly map: TraceabilityMap | undefined;
  /** In the order of the stages, then by path; supporting documents last. */
  readonly artifacts: readonly Artifact[];
  readonly missing: readonly MissingArtifact[];
  /** Files that the map names, that are there, and that are no Markdown: nothing of them is read. */
  readonly foreign: readonly MissingArtifact[];
}

/** A project as its files say it is. */
export interface Project {
  /** By slug. */
  readonly orchestrations: readonly Orchestration[];
  readonly inventory: Inventory;
}

/** A document whose header is looked at only where the map says nothing of its state, and someone asks. */
class PlacedArtifact implements Artifact {
  readonly path: string;
  readonly stage: Stage | undefined;
  readonly record: SourceRecord;
  readonly entry: MapArtifact | undefined;

  constructor(document: PlacedDocument, record: SourceRecord, entry: MapArtifact | undefined) {
    this.path = document.path;
    this.stage = document.stage;
    this.record = record;
    this.entry = entry;
  }

  get state(): ArtifactState | undefined {
    return this.entry?.state ?? this.record.facts.header?.state;
  }
}

function artifactsOf(
  layout: Layout,
  place: OrchestrationPlace,
  map: TraceabilityMap | undefined,
  paths: readonly string[],
  records: ReadonlyMap<string, SourceRecord>,
): Artifact[] {
  const entries = new Map<string, MapArtifact>();
  for (const entry of map?.artifacts ?? []) {
    const path = resolvePath(place.folder, entry.file);
    if (path !== undefined && !entries.has(path)) entries.set(path, entry);
  }
  const artifacts: Artifact[] = [];
  for (const document of layout.documents(place, paths, map)) {
    const record = records.get(document.path);
    if (record?.kind !== "artifact") continue;
    artifacts.push(new PlacedArtifact(document, record, entries.get(document.path)));
  }
  const order = ({ stage }: Artifact): number => (stage === undefined ? STAGES.length : stageOrder(stage));
  return artifacts.sort((a, b) => order(a) - order(b) || compareCodeUnits(a.path, b.path));
}

/** Whether a file stands at a path; `undefined` where its folder was not looked into. */
function isFile(folders: Inventory["folders"], path: string): boolean | undefined {
  const folder = folderOf(path);
  const entries = folders.get(folder);
  if (entries === undefined) {
    // Of a folder that is not there, nothing is; of one that is passed over, nothing is known.
    const isFolderThere =
      folder !== "" && folders.get(folderOf(folder))?.some((each) => each.name === baseName(folder));
    return isFolderThere === false ? false : undefined;
  }
  return entries.some(({ name, kind }) => name === baseName(path) && kind !== "folder");
}

/** The map's entries for which there is no file, and those whose file is no Markdown, which is all that is read. */
function unreadEntries({ place, records, folders }: Origin, map: TraceabilityMap | undefined) {
  const missing: MissingArtifact[] = [];
  const foreign: MissingArtifact[] = [];
  for (const entry of map?.artifacts ?? []) {
    const path = resolvePath(place.folder, entry.file);
    if (path === undefined || records.has(path)) continue;
    const isThere = path.endsWith(".md") ? false : isFile(folders, path);
    if (isThere !== undefined) (isThere ? foreign : missing).push({ path, entry });
  }
  return { missing, foreign };
}

/** Kinds of documents as titles name them, where that is not the stage's own name. Folded. */
const KIND_WORDS: ReadonlySet<string> = new Set([
  "tech spec",
  "technical specification",
  "especificacao tecnica",
  "discovery",
  "risk classification",
  "classificacao de risco",
  "product requirements",
  "ideia",
  "tarefas",
  "refinamento",
  "execucao",
  "revisao",
  "memoria",
  "идея",
  "задачи",
  "техническая спецификация",
  "ревью",
]);

/** The name an artifact's title gives: what follows the dash of `# PRD — Checkout`. Other dashes belong to the name. */
function nameFromTitles(artifacts: readonly Artifact[]): string | undefined {
  for (const { record, stage } of artifacts) {
    const [, kind = "", name = ""] = /^(.{1,40}?)\s[—–-]\s+(.+)$/.exec(record.facts.title ?? "") ?? [];
    const folded = fold(kind).trim();
    const isKind = KIND_WORDS.has(folded) || parseStage(folded.replaceAll(" ", "-")) !== undefined;
    if (stage !== undefined && isKind && name.trim() !== "") return name.trim();
  }
  return undefined;
}

/** Where an orchestration's parts come from. */
interface Origin {
  readonly layout: Layout;
  readonly place: OrchestrationPlace;
  /** The paths of its folder. */
  readonly paths: readonly string[];
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly folders: Inventory["folders"];
}

/** Put together part by part, as they are asked for: of hundreds of orchestrations most are only listed. */
class PlacedOrchestration implements Orchestration {
  readonly slug: string;
  readonly folder: string;
  readonly mapPath: string;
  readonly mapRecord: SourceRecord | undefined;
  readonly #origin: Origin;
  #artifacts: readonly Artifact[] | undefined;
  #unread: ReturnType<typeof unreadEntries> | undefined;
  #name: string | undefined;

  constructor(origin: Origin) {
    const { place, records } = origin;
    this.slug = place.slug;
    this.folder = place.folder;
    this.mapPath = place.mapPath;
    this.mapRecord = records.get(place.mapPath);
    this.#origin = origin;
  }

  get map(): TraceabilityMap | undefined {
    return this.mapRecord?.facts.map;
  }

  get artifacts(): readonly Artifact[] {
    const { layout, place, paths, records } = this.#origin;
    return (this.#artifacts ??= artifactsOf(layout, place, this.map, paths, records));
  }

  get missing(): readonly MissingArtifact[] {
    return (this.#unread ??= unreadEntries(this.#origin, this.map)).missing;
  }

  get foreign(): readonly MissingArtifact[] {
    return (this.#unread ??= unreadEntries(this.#origin, this.map)).foreign;
  }

  get name(): string {
    return (this.#name ??= this.map?.name ?? nameFromTitles(this.artifacts) ?? this.slug);
  }
}

/** Puts the inventory's records together to orchestrations. Pure; cheap enough to do at every refresh. */
export function projectOf(inventory: Inventory, layout: Layout = nativeLayout): Project {
  const { records, folders } = inventory;
  const paths = [...records.keys()];
  const places = layout.orchestrations(paths);
  // One pass over the paths instead of one for each orchestration: places and paths may both be many.
  const inFolder = new Map(places.map(({ folder }) => [folder, [] as string[]]));
  for (const path of paths) inFolder.get(topFolder(path))?.push(path);
  const orchestrations = places.map((place): Orchestration => {
    return new PlacedOrchestration({
      layout,
      place,
      paths: inFolder.get(place.folder) ?? [],
      records,
      folders,
    });
  });
  return { orchestrations, inventory };
}

/** The first two parts of a path, or the path where it has no more. */
export function topFolder(path: string): string {
  const second = path.indexOf("/", path.indexOf("/") + 1);
  return second === -1 ? path : path.slice(0, second);
}

/** Edit distance up to a bound, for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The one element of a list; `undefined` where there is none, or several. */
function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/**
 * The orchestration of a name or slug, case and accents folded.
 *
 * @throws SddError `no-orchestrations`; `unknown-orchestration`, which lists the near ones.
 */
export function findOrchestration(project: Project, name: string): Orchestration {
  const plain = (text: string): string => fold(text.trim().replace(/\s+/g, " "));
  const wanted = plain(name);
  const all = project.orchestrations;
  const exact =
    all.find(({ slug }) => slug === name) ?? only(all.filter((each) => each.name === name.trim()));
  // The name of an orchestration stands in its map or its documents: they are looked into only where they must be.
  if (exact !== undefined) return exact;
  const folded = all.filter((each) => plain(each.slug) === wanted || plain(each.name) === wanted);
  const found = only(folded);
  if (found !== undefined) return found;
  if (folded.length > 1) {
    const slugs = folded.map(({ slug }) => slug).join(", ");
    throw new SddError("unknown-orchestration", name, `Several go by it: ${slugs}.`);
  }
  if (all.length === 0) throw new SddError("no-orchestrations", "docs");
  const short = wanted.slice(0, 80);
  const near = all
    .map(({ slug, name: other }) => {
      const folded = fold(other).slice(0, 80);
      const close = Math.min(distance(short, fold(slug).slice(0, 80)), distance(short, folded));
      const inside = wanted.length >= 3 && (folded.includes(short) || fold(slug).includes(short));
      return { slug, close: inside ? 0 : close };
    })
    .sort((a, b) => a.close - b.close || compareCodeUnits(a.slug, b.slug))
    .slice(0, 5);
  const likely = near.filter(({ close }) => close <= Math.max(2, short.length / 2));
  const names = (likely.length > 0 ? likely : near).map(({ slug }) => slug).join(", ");
  throw new SddError(
    "unknown-orchestration",
    name,
    likely.length > 0 ? `Near: ${names}.` : `There are: ${names}.`,
  );
}

/** The stage to work on next: the first one that has no approved, recorded or optional document behind it. */
export function nextStage(orchestration: Orchestration): Stage {
  const states = new Map<Stage, ArtifactState | undefined>();
  for (const { stage, entry } of orchestration.missing.map((item) => ({
    stage: item.entry.stage,
    entry: item.entry,
  }))) {
    states.set(stage, entry.state === "optional" ? "optional" : "pending");
  }
  for (const { stage, state } of orchestration.artifacts)
    if (stage !== undefined) states.set(stage, state ?? "draft");
  const done = (stage: Stage): boolean => {
    const state = states.get(stage);
    return state === "approved" || state === "recorded" || state === "optional";
  };
  const reached = STAGES.findLastIndex(
    (stage) => states.get(stage) !== undefined && done(stage) && states.get(stage) !== "optional",
  );
  return STAGES.slice(reached + 1).find((stage) => !done(stage) && !SIDE_STAGES.has(stage)) ?? "memory";
}

/** Stages that are only worked on where something asks for them, so they are never proposed as the next one. */
const SIDE_STAGES: ReadonlySet<Stage> = new Set(["project-discovery", "risk", "refinement", "adr"]);

/** Every diagnostic of the project: of its files, and of what was found on the way. */
export function projectDiagnostics(project: Project): readonly Diagnostic[] {
  const { diagnostics, kinds } = project.inventory;
  const all = [...diagnostics];
  for (const { folder, path } of kinds.layout.refused(kinds.paths)) {
    const params = [folder];
    all.push({ code: "folder-name-refused", severity: "warning", path, line: 1, column: 1, params });
  }
  for (const record of project.inventory.records.values()) all.push(...diagnosticsOf(record));
  return all;
}
