import { SddError } from "../../core/errors.js";
import type {
  EngineMethod,
  EngineMethods,
  EngineRequest,
  EngineResponse,
  PackQuestion,
} from "../../node/engine-api.js";
import { GUIDANCE_WRITING_METHODS } from "../../node/engine-guidance-api.js";
import { WRITING_METHODS } from "../../node/engine-learning-api.js";
import type { DisposableLike } from "../base/disposables.js";

/** A thread that answers requests; structurally Node's `Worker`. */
export interface EngineThread {
  postMessage(request: EngineRequest): void;
  on(event: "message", listener: (response: EngineResponse) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Structurally VS Code's `CancellationToken`. */
export interface CancelToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): DisposableLike;
}

export interface EngineClientOptions {
  /** Starts a thread; asked for on the first request, and again after one was lost. */
  readonly start: (cancel: SharedArrayBuffer) => EngineThread;
  /** Asked before each request that writes. */
  readonly mayWrite: () => boolean;
  readonly log: { warn(text: string): void };
  /** Milliseconds after which a thread that does not answer is given up. */
  readonly timeoutMs?: number;
}

type Params<M extends EngineMethod> = Parameters<EngineMethods[M]>[0];
type Result<M extends EngineMethod> = ReturnType<EngineMethods[M]>;

interface Job {
  readonly method: EngineMethod;
  readonly params: unknown;
  readonly token: CancelToken | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: SddError) => void;
  /** How often it was stopped for the sake of another request. */
  putOff: number;
}

/** The request in hand. */
interface Current {
  readonly job: Job;
  readonly id: number;
  readonly timer: NodeJS.Timeout;
  readonly listener: DisposableLike | undefined;
  /** Whether it was asked to stop because another one goes first. */
  isStopped: boolean;
}

const TIMEOUT_MS = 60_000;

const WRITING: ReadonlySet<EngineMethod> = new Set<EngineMethod>([
  "init",
  ...WRITING_METHODS,
  ...GUIDANCE_WRITING_METHODS,
]);

/**
 * What nobody waits for at this moment: views ask it after every look at the files, and on thousands of documents it may
 * take long.
 */
const LOOKS: ReadonlySet<EngineMethod> = new Set<EngineMethod>([
  "overview",
  "findings",
  "learnings",
  "health",
]);

/** A look that was stopped so often is let finish. */
const MOST_PUT_OFF = 5;

function writes(method: EngineMethod, params: unknown): boolean {
  return WRITING.has(method) || (method === "pack" && (params as PackQuestion).write);
}

/**
 * Talks to one project root's engine. Requests go out one at a time, so that a cancellation always means the one in
 * hand; what a person asked for goes before the looks of views, and a look in hand is stopped for it and begun again later.
 * A thread that crashed or went silent fails its request, and the next one gets a new thread.
 */
export class EngineClient implements DisposableLike {
  readonly #options: EngineClientOptions;
  readonly #cancel = new SharedArrayBuffer(4);
  readonly #cell = new Int32Array(this.#cancel);
  readonly #queue: Job[] = [];
  #current: Current | undefined;
  #thread: EngineThread | undefined;
  #lastId = 0;
  #ended = false;

  constructor(options: EngineClientOptions) {
    this.#options = options;
  }

  /**
   * @throws SddError what the engine says; `untrusted` where it would write and may not; `cancelled`; `engine-lost`,
   * `engine-silent` where the thread is gone
   */
  call<M extends EngineMethod>(method: M, params: Params<M>, token?: CancelToken): Promise<Result<M>> {
    if (writes(method, params) && !this.#options.mayWrite()) {
      return Promise.reject(new SddError("untrusted", method === "init" ? "docs" : ".sdd"));
    }
    return new Promise<Result<M>>((resolve, reject) => {
      // The engine answers a method with that method's result: both sides compile against the same table.
      const settle = (result: unknown): void => {
        resolve(result as Result<M>);
      };
      this.#queue.push({ method, params, token, resolve: settle, reject, putOff: 0 });
      if (!LOOKS.has(method)) this.#stopLook();
      this.#pump();
    });
  }

  dispose(): void {
    this.#ended = true;
    this.#fail(new SddError("cancelled"));
    for (const job of this.#queue.splice(0)) job.reject(new SddError("cancelled"));
  }

  #stopLook(): void {
    const current = this.#current;
    if (current === undefined || !LOOKS.has(current.job.method) || current.job.putOff >= MOST_PUT_OFF) return;
    current.isStopped = true;
    Atomics.store(this.#cell, 0, 1);
  }

  /** The next request: of those that somebody waits for the oldest, else the oldest. */
  #next(): Job | undefined {
    const waitedFor = this.#queue.findIndex(({ method }) => !LOOKS.has(method));
    return this.#queue.splice(Math.max(0, waitedFor), 1)[0];
  }

  #pump(): void {
    if (this.#current !== undefined) return;
    const job = this.#next();
    if (job === undefined) return;
    if (this.#ended || job.token?.isCancellationRequested === true) {
      job.reject(new SddError("cancelled"));
      this.#pump();
      return;
    }
    const id = ++this.#lastId;
    Atomics.store(this.#cell, 0, 0);
    const timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS;
    const timer = setTimeout(() => {
      this.#fail(new SddError("engine-silent", String(Math.round(timeoutMs / 1000))));
    }, timeoutMs);
    const listener = job.token?.onCancellationRequested(() => {
      Atomics.store(this.#cell, 0, 1);
    });
    this.#current = { job, id, timer, listener, isStopped: false };
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage({ id, method: job.method, params: job.params });
    } catch (error) {
      this.#options.log.warn(`engine: ${error instanceof Error ? error.message : String(error)}`);
      this.#fail(new SddError("engine-lost"));
    }
  }

  #start(): EngineThread {
    const thread = this.#options.start(this.#cancel);
    const lost = (why: string): void => {
      if (this.#thread !== thread) return;
      this.#options.log.warn(`engine: ${why}`);
      this.#fail(new SddError("engine-lost"));
    };
    thread.on("message", (response) => {
      if (this.#thread === thread) this.#answer(response);
    });
    thread.on("error", (error) => {
      lost(error instanceof Error ? error.message : String(error));
    });
    thread.on("exit", (code) => {
      lost(`exit ${code}`);
    });
    return thread;
  }

  #answer(response: EngineResponse): void {
    if (this.#current?.id !== response.id) return;
    const { job, isStopped } = this.#finish(this.#current);
    if (response.ok) job.resolve(response.result);
    else if (isStopped && response.error.code === "cancelled") {
      // A token that was cancelled meanwhile is seen when the request comes up again.
      job.putOff++;
      this.#queue.unshift(job);
    } else {
      const { code, params, detail } = response.error;
      if (detail !== undefined) this.#options.log.warn(`engine, ${job.method}: ${detail}`);
      job.reject(new SddError(code, ...params));
    }
    this.#pump();
  }

  /** Ends the thread, and with it the request in hand. */
  #fail(error: SddError): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
    if (this.#current !== undefined) {
      const { job } = this.#finish(this.#current);
      if (error.code !== "cancelled") this.#options.log.warn(`engine, ${job.method}: ${error.message}`);
      job.reject(error);
    }
    this.#pump();
  }

  #finish(current: Current): Current {
    clearTimeout(current.timer);
    current.listener?.dispose();
    this.#current = undefined;
    return current;
  }
}
