/** One narrative with what really happened, and what a careful reader would object to. */
export interface NarrativeCase {
  readonly says: string;
  /**
   * `<actor> <action> <path>`: actor `me`, `?` (unknown) or a name; action created, changed, deleted, `renamed a -> b`,
   * or `commit|pull|checkout <id> <paths…>`.
   */
  readonly facts: readonly string[];
  /** What reasons name, in any order; none where the narrative is honest. */
  readonly diverges: readonly string[];
  /** The window begins before the oldest entry. */
  readonly partial?: true;
}
