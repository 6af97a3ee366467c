import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { DocumentSchema, DocumentStore, StoredDocument } from "../../../src/core/ports.js";
import { createDocumentStore, type StoreOptions } from "../../../src/node/json-store.js";
import { projectArea } from "../../../src/node/state-area.js";

/** A small document for tests of the store, and for the scripts that they start. */
export interface Notes extends StoredDocument {
  readonly count: number;
  readonly notes: readonly { readonly id: string; readonly text: string }[];
}

export const NOTES: DocumentSchema<Notes> = {
  version: 1,
  empty: { schema_version: 1, revision: 0, count: 0, notes: [] },
  parse(value) {
    if (typeof value["count"] !== "number") return "its count is no number";
    if (!Array.isArray(value["notes"])) return "its notes are no list";
    return value as unknown as Notes;
  },
};

export const PATH = ".sdd/store.json";

export const add =
  (id: string, text = "") =>
  (document: Notes): Notes => ({
    ...document,
    count: document.count + 1,
    notes: [...document.notes, { id, text }],
  });

/** Stands at 2026-11-30T18:12:56.007Z. */
const NOW = Date.UTC(2026, 10, 30, 18, 12, 56, 7);

export function storeIn(
  root: string,
  options: StoreOptions = {},
  schema: DocumentSchema<Notes> = NOTES,
): DocumentStore<Notes> {
  return createDocumentStore(projectArea(root), PATH, schema, { now: () => NOW, ...options });
}

/** What lies in `.sdd` beside git's two files. */
export function files(root: string): readonly string[] {
  const names = readdirSync(join(root, ".sdd"));
  return names.filter((name) => !name.startsWith(".git")).sort();
}

export const ids = (store: DocumentStore<Notes>): readonly string[] =>
  store.read().document.notes.map(({ id }) => id);

/** The store's notices, each as a list of its code and parameters. */
export const saying = (store: DocumentStore<Notes>): unknown =>
  store.read().notices.map(({ code, params }) => [code, ...params]);
