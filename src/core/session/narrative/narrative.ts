import type { Reference } from "./reference.js";
import type { Deed } from "./verbs.js";

/** What a narrative says, as far as it can be held against facts. */

/** That something was done to a file or a name. */
export interface Claim {
  readonly deed: Deed;
  readonly reference: Reference;
  /**
   * `object`: the deed was done to it. `place`: something in it was added, changed or removed. `source`, `target`: the two
   * ends of a renaming.
   */
  readonly role: "object" | "place" | "source" | "target";
}

/** That something was not done to a file. */
export interface Denial {
  readonly deed: Deed;
  readonly reference: Reference;
}

/** A claim that names no file: what its clause speaks of. */
export interface VagueClaim {
  /** Folded, in order. */
  readonly words: readonly string[];
}

export interface Narrative {
  readonly claims: readonly Claim[];
  readonly denials: readonly Denial[];
  /** Ids of commits that it says were made; `""` for a commit without an id. */
  readonly commits: readonly string[];
  readonly vague: readonly VagueClaim[];
  /** Everything spoken of in any way but a denial: texts of references, and words; folded. */
  readonly mentions: ReadonlySet<string>;
  /** Words in denials that name no file. */
  readonly deniedWords: ReadonlySet<string>;
  /** Says that no file was changed at all. */
  readonly deniesAll: boolean;
  /** Says that nothing was changed beyond what it names. */
  readonly isExclusive: boolean;
}
