/** What the bench `host` asks of its probe, which runs inside the extension host, and what it gets back. Times in ms. */

export type ProbeTask =
  | {
      readonly kind: "activation";
      /** Ids of extensions that VS Code has not activated yet, in the order in which the probe is to do it. */
      readonly extensions: readonly string[];
    }
  | {
      readonly kind: "stalls";
      /** Whether our extension is in this host; without it the probe does what VS Code does of itself in the same steps. */
      readonly ours: boolean;
      /** Orchestrations whose packs are built. */
      readonly slugs: readonly string[];
      readonly stages: readonly string[];
      /** Documents, relative to the root, that are edited on disk. */
      readonly edits: readonly string[];
      /** Where a CPU profile is written, to find out what a stall is made of. */
      readonly profile?: string;
    };

/** A time that something took: an activation, or until the host's thread came round to a timer. */
export interface Span {
  readonly wall: number;
  /** The same without the time that the thread was ready to go on and other work had the processors. */
  readonly own: number;
  /** What of it the thread itself spent computing. */
  readonly cpu: number;
}

export interface PhaseReport {
  readonly name: string;
  readonly took: number;
  /** The longest ones, by the time that they took and by what was computed in them. */
  readonly stalls: readonly Span[];
}

export interface ProbeReport {
  /** By extension id: from asking for the activation until it is active, its modules' loading included. */
  readonly activation?: Readonly<Record<string, Span>>;
  readonly phases?: readonly PhaseReport[];
}
