import * as fs from "node:fs";
import { LowSync } from "lowdb";
import type { DocumentSchema, DocumentStore, StoredDocument, StoreState } from "../core/ports.js";
import type { WriteDisk } from "./atomic-write.js";
import { systemTime } from "./clock.js";
import { LockedFile } from "./json-store-adapter.js";
import { stampOf } from "./json-store-file.js";
import { type HeldLock, withLock } from "./lock.js";
import { writeError } from "./own-folder.js";
import type { StateArea } from "./state-area.js";

export interface StoreOptions {
  /** How long a change waits for the lock, in milliseconds. */
  readonly waitMs?: number;
  /** Names what is set aside. */
  readonly now?: () => number;
  readonly disk?: WriteDisk;
}

/**
 * One JSON document through lowdb, whose adapter is ours: read again where the file changed, replaced whole and flushed,
 * under a lock, with the state before kept as `.bak`.
 *
 * A document that is gone while its `.bak` is there counts as damaged, not as new; to begin anew, remove both.
 *
 * @param path below the area; beside it lie `.bak`, `.lock`, and `.corrupt-<time>` of what was set aside.
 */
export function createDocumentStore<T extends StoredDocument>(
  area: StateArea,
  path: string,
  schema: DocumentSchema<T>,
  { waitMs, now = () => systemTime.now(), disk = fs }: StoreOptions = {},
): DocumentStore<T> {
  const file = new LockedFile(area, path, schema, disk, now);
  const low = new LowSync<T>(file, file.state.document);
  const read = (): StoreState<T> => {
    if (file.changed()) low.read();
    return file.state;
  };
  const apply = (mutator: (document: T) => T): void => {
    const before = read().document;
    const next = mutator(before);
    if (next === before && !file.isDamaged) return;
    low.data = file.sealed(next);
    try {
      low.write();
    } catch (error) {
      low.data = before;
      throw writeError(path, error);
    }
  };
  return {
    read,
    stamp: () => stampOf(area.find(path), path),
    async update(mutator) {
      const { absolute } = area.place(path);
      const action = (held: HeldLock): StoreState<T> => {
        file.during(held, absolute, () => {
          apply(mutator);
        });
        return file.state;
      };
      return withLock(`${absolute}.lock`, path, action, waitMs === undefined ? {} : { waitMs });
    },
  };
}
