import type { OrchestrationOverview } from "../../node/engine-api.js";

/** A project as its engine last told it. What did not change from one look to the next is the same object, the whole too. */
export interface ProjectOverview {
  /** In order. */
  readonly orchestrations: readonly OrchestrationOverview[];
  readonly bySlug: ReadonlyMap<string, OrchestrationOverview>;
}
