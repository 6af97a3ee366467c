import type { Stage } from "./stages.js";
import { stageOfFileName } from "./stages.js";
import { baseName, folderOf, resolvePath } from "./paths.js";
import { plainPath } from "./plain-path.js";
import type { TraceabilityMap } from "./map/traceability-map-types.js";

/** A folder that is one piece of work. */
export interface OrchestrationPlace {
  readonly slug: string;
  readonly folder: string;
  /** Where its map would stand; `hasMap` says whether it does. */
  readonly mapPath: string;
  readonly hasMap: boolean;
}

/** A document's part in an orchestration. */
export interface PlacedDocument {
  readonly path: string;
  /** `undefined`: it supports the work but is no stage's artifact. */
  readonly stage: Stage | undefined;
}

/**
 * Which files are artifacts of which stage. The native layout (`docs/<slug>/NN-<stage>.md` with a traceability map) is
 * one; layouts of other tools are further implementations, and nothing outside knows which one it has.
 */
export interface Layout {
  readonly name: string;
  /** The orchestrations among the paths (sorted), in path order. */
  orchestrations(paths: readonly string[]): readonly OrchestrationPlace[];
  /** Files by which folders would be orchestrations, one of each, were it not for the folder's name; in path order. */
  refused(paths: readonly string[]): readonly { readonly folder: string; readonly path: string }[];
  /** The documents of one orchestration, decisions left out, in path order. */
  documents(
    place: OrchestrationPlace,
    paths: readonly string[],
    map: TraceabilityMap | undefined,
  ): readonly PlacedDocument[];
}

const MAP_NAME = "traceability-map.yaml";

/** `<slug>` and what follows of `docs/<slug>/…`. Folders that begin with `_` or a dot are the project's own. */
function inOrchestration(path: string): { readonly slug: string; readonly rest: string } | undefined {
  if (!path.startsWith("docs/") || path[5] === "_" || path[5] === ".") return undefined;
  const slash = path.indexOf("/", 6);
  return slash === -1 ? undefined : { slug: path.slice(5, slash), rest: path.slice(slash + 1) };
}

/**
 * Packs are written under the slug, so a name that is no plain path on every system (a device, a control character) cannot
 * be one.
 */
function isUsable(slug: string): boolean {
  return plainPath(slug) === slug;
}

export const nativeLayout: Layout = {
  name: "native",

  refused(paths) {
    const found = new Map<string, string>();
    for (const path of paths) {
      const place = inOrchestration(path);
      if (place === undefined || isUsable(place.slug) || found.has(place.slug)) continue;
      const { slug, rest } = place;
      if (rest === MAP_NAME || stageOfFileName(rest) !== undefined) found.set(slug, path);
    }
    return [...found].map(([folder, path]) => ({ folder, path }));
  },

  orchestrations(paths) {
    const found = new Map<string, boolean>();
    // Sorted paths come folder by folder: once a folder has its map, nothing below it says more.
    let settled: string | undefined;
    for (const path of paths) {
      if (settled !== undefined && path.startsWith(settled)) continue;
      const place = inOrchestration(path);
      if (place === undefined) continue;
      const { slug, rest } = place;
      if (rest === MAP_NAME) {
        found.set(slug, true);
        settled = `docs/${slug}/`;
      } else if (!found.has(slug) && stageOfFileName(rest) !== undefined) found.set(slug, false);
    }
    const usable = [...found].filter(([slug]) => isUsable(slug));
    return usable.map(([slug, hasMap]) => {
      const folder = `docs/${slug}`;
      return { slug, folder, mapPath: `${folder}/${MAP_NAME}`, hasMap };
    });
  },

  documents(place, paths, map) {
    const stages = new Map<string, Stage>();
    for (const { file, stage } of map?.artifacts ?? []) {
      const path = resolvePath(place.folder, file);
      if (path !== undefined && !stages.has(path)) stages.set(path, stage);
    }
    return paths
      .filter((path) => path.startsWith(`${place.folder}/`) && path.endsWith(".md"))
      .map((path) => {
        const named = folderOf(path) === place.folder ? stageOfFileName(baseName(path)) : undefined;
        return { path, stage: stages.get(path) ?? named };
      });
  },
};
