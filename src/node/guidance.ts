import type { ApprovalLedger } from "../core/guidance/approvals.js";
import { DecisionTable } from "../core/guidance/approvals.js";
import type { GuidancePorts } from "../core/guidance/service.js";
import { SharedFiles } from "../core/guidance/shared.js";
import { GUIDANCE_STORE, STORE_PATH } from "../core/guidance/store-document.js";
import { SddError } from "../core/errors.js";
import { openApprovals, userConfigFolder } from "./approvals.js";
import { systemTime } from "./clock.js";
import { nodeCodec } from "./codec.js";
import { nodeHasher } from "./hasher.js";
import { systemIds } from "./ids.js";
import { createDocumentStore } from "./json-store.js";
import { createProjectFiles } from "./project-files.js";
import { createProjectWriter } from "./project-writer.js";
import { projectArea } from "./state-area.js";

/** Where there is no place for approvals nothing is approved, and nothing can be. */
const NO_APPROVALS: ApprovalLedger = {
  decisions: () => new DecisionTable(),
  record() {
    throw new SddError("write-failed", "approvals", "the user has no home folder");
  },
};

export interface GuidancePlace {
  /** The user's configuration folder for this product; `undefined` where there is none. */
  readonly configFolder?: string | undefined;
  /** The root whose store and approvals are used, as a linked worktree may use the main one's. Default: the root. */
  readonly storeRoot?: string;
  readonly intentLine?: () => string | undefined;
}

/**
 * The memory of a project on this machine. Nothing is read or made until it is used; reading makes nothing.
 *
 * @param root absolute.
 */
export function openGuidance(root: string, place: GuidancePlace = {}): GuidancePorts {
  const { storeRoot = root, intentLine } = place;
  const configFolder = "configFolder" in place ? place.configFolder : userConfigFolder();
  return {
    store: createDocumentStore(projectArea(storeRoot), STORE_PATH, GUIDANCE_STORE),
    approvals: configFolder === undefined ? NO_APPROVALS : openApprovals(storeRoot, configFolder),
    clock: systemTime,
    ids: systemIds(),
    hasher: nodeHasher,
    shared: new SharedFiles(() => createProjectFiles(root), createProjectWriter(root), nodeCodec),
    ...(intentLine === undefined ? {} : { intentLine }),
  };
}
