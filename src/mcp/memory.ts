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

/** The memories of the projects that one server process is asked about. Each remembers what it has given out. */
export class Memories {
  readonly #opened = new Map<string, { readonly ports: GuidancePorts; readonly service: GuidanceService }>();
  readonly #told = new Set<string>();
  readonly #options: MemoryOptions;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /**
   * @param root absolute.
   * @throws SddError as `DocumentStore.read`
   */
  of(root: string): GuidanceService {
    const { ports, service } = this.#opened.get(root) ?? this.#open(root);
    this.#tell(root, ports.store.read().notices);
    return service;
  }

  #open(root: string): { readonly ports: GuidancePorts; readonly service: GuidanceService } {
    const ports = openGuidance(root, { configFolder: this.#options.configFolder });
    const opened = { ports, service: new GuidanceService(ports) };
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
