import { parentPort, workerData } from "node:worker_threads";
import { SddError } from "../core/errors.js";
import { redactShort } from "../core/redaction/redact.js";
import type { EngineFailure, EngineRequest, EngineResponse, EngineStart } from "./engine-api.js";
import { Engine } from "./engine.js";

/** The engine's thread: one request at a time, in the order they came in. */

function failureOf(error: unknown): EngineFailure {
  if (error instanceof SddError) return { code: error.code, params: error.params.map(redactShort) };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = error instanceof Error ? error.message : detail;
  return { code: "internal", params: [redactShort(message)], detail: redactShort(detail) };
}

const start = workerData as EngineStart;
const engine = new Engine(start);
const cell = new Int32Array(start.cancel);
let last: Promise<void> = Promise.resolve();

async function answer(request: EngineRequest): Promise<void> {
  let response: EngineResponse;
  try {
    response = { id: request.id, ok: true, result: await engine.call(request.method, request.params) };
  } catch (error) {
    response = { id: request.id, ok: false, error: failureOf(error) };
  }
  // A cancellation is meant for the request in hand, not for the next one.
  Atomics.store(cell, 0, 0);
  parentPort?.postMessage(response);
}

parentPort?.on("message", (request: EngineRequest) => {
  last = last.then(() => answer(request));
});
