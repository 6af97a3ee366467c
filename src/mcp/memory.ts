import { type Diagnostic, diagnosticMessage } from "../core/diagnostics.js";
import { type GuidancePorts, GuidanceService } from "../core/guidance/service.js";
import { redactShort } from "../core/redaction/redact.js";
import { openGuidance } from "../node/guidance.js";

export interface MemoryOptions {
  /** The user's configuration folder for this product; `undefined` where there is none. */
  readonly configFolder: string | undefined;
  /** For people, who read the server's log. */
  readonly log: (line: string) => void;
}

interface Opened {
  readonly ports: GuidancePorts;
  readonly memory: ProjectMemory;
}

/** One project's memory, as a server process uses it. */
export interface ProjectMemory {
  readonly service: GuidanceService;
  /**
   * Does something when what came before it is done. Waiting for a store counts what waits in the same process too, so of
   * a hundred proposals at once the last would give up.
   */
  inTurn<T>(action: () => Promise<T>): Promise<T>;
}

function takingTurns(service: GuidanceService): ProjectMemory {
  let last: Promise<unknown> = Promise.resolve();
  return {
    service,
    inTurn(action) {
      const turn = last.then(action);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The memories of the projects that one server process is asked about. Each remembers what it has given out. */
export class Memories {
  readonly #opened = new Map<string, Opened>();
  readonly #told = new Set<string>();
  readonly #options: MemoryOptions;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /**
   * @param root absolute.
   * @throws SddError as `DocumentStore.read`
   */
  of(root: string): ProjectMemory {
    const { ports, memory } = this.#opened.get(root) ?? this.#open(root);
    this.#tell(root, ports.store.read().notices);
    return memory;
  }

  #open(root: string): Opened {
    const ports = openGuidance(root, { configFolder: this.#options.configFolder });
    const opened = { ports, memory: takingTurns(new GuidanceService(ports)) };
    this.#opened.set(root, opened);
    return opened;
  }

  #tell(root: string, notices: readonly Diagnostic[]): void {
    for (const notice of notices) {
      const line = redactShort(`${root}: ${notice.path}: ${diagnosticMessage(notice)}`);
      if (!this.#told.has(line)) this.#options.log(line);
      this.#told.add(line);
    }
  }
}
