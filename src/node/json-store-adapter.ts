import { dirname } from "node:path";
import type { SyncAdapter } from "lowdb";
import type { Diagnostic, DiagnosticCode } from "../core/diagnostics.js";
import { SddError } from "../core/errors.js";
import type { DocumentSchema, StoredDocument, StoreState } from "../core/ports.js";
import { commitFile, discardFile, prepareFile, sweepTempFiles, type WriteDisk } from "./atomic-write.js";
import { frozen, readStoreFile, stampOf, type StoreFile } from "./json-store-file.js";
import { keepBackup, setAside } from "./json-store-write.js";
import type { HeldLock } from "./lock.js";
import { writeError } from "./own-folder.js";
import { PRIVATE_FILE, type StateArea } from "./state-area.js";

interface Damage {
  readonly reason: string;
  /** `undefined` where the file is gone. */
  readonly bytes: Buffer | undefined;
}

/** lowdb's adapter for one file, and what is known of the file beside its document. Writes only while a lock is held. */
export class LockedFile<T extends StoredDocument> implements SyncAdapter<T> {
  readonly #area: StateArea;
  readonly #path: string;
  readonly #schema: DocumentSchema<T>;
  readonly #disk: WriteDisk;
  readonly #now: () => number;
  #state: StoreState<T>;
  #damage: Damage | undefined;
  /** Said as long as this process lives: nobody may have looked at the moment it happened. */
  #setAside: Diagnostic | undefined;
  #lock: { readonly held: HeldLock; readonly absolute: string } | undefined;
  #swept = false;

  constructor(area: StateArea, path: string, schema: DocumentSchema<T>, disk: WriteDisk, now: () => number) {
    this.#area = area;
    this.#path = path;
    this.#schema = schema;
    this.#disk = disk;
    this.#now = now;
    this.#state = { document: frozen(schema.empty), stamp: "unread", readOnly: false, notices: [] };
  }

  /** As of the last `read` or `write`. */
  get state(): StoreState<T> {
    return this.#state;
  }

  /** Whether the document is not the file's, but that of its last good copy. */
  get isDamaged(): boolean {
    return this.#damage !== undefined;
  }

  /** Whether the file is another than at the last `read` or `write`. */
  changed(): boolean {
    return stampOf(this.#area.find(this.#path), this.#path) !== this.#state.stamp;
  }

  /** Does something while a lock is held: only there `write` is allowed, and `read` keeps what nobody can mend. */
  during<R>(held: HeldLock, absolute: string, action: () => R): R {
    this.#lock = { held, absolute };
    try {
      return action();
    } finally {
      this.#lock = undefined;
    }
  }

  /**
   * Always answers a document: lowdb keeps what it had where it is given `null`.
   *
   * @throws SddError `unreadable-file` (with a lock `store-unreadable`), `path-refused`, `store-newer`, `write-failed`
   */
  read(): T {
    const file = this.#load("");
    if (file.kind === "good") {
      this.#damage = undefined;
      return this.#know(file, file.stamp);
    }
    const copy = this.#load(".bak");
    if (file.kind === "missing" && copy.kind === "missing") {
      this.#damage = undefined;
      return this.#know({ document: frozen(this.#schema.empty), newer: undefined }, "");
    }
    const damage = file.kind === "damaged" ? file : { reason: "it is gone", bytes: undefined };
    if (copy.kind !== "good") throw this.#lost(damage);
    this.#damage = damage;
    return this.#know(copy, file.stamp, this.#notice("store-damaged", damage.reason));
  }

  /**
   * What is to be written in place of the present document: with the next revision, checked and frozen.
   *
   * @throws SddError `store-newer`, `store-refused`
   */
  sealed(next: T): T {
    const { document, readOnly } = this.#state;
    if (readOnly) throw new SddError("store-newer", this.#path, String(document.schema_version));
    // The revision that was lost with a damaged file is not given twice.
    const revision = document.revision + (this.isDamaged ? 2 : 1);
    const rest = Object.entries(next).filter(([key]) => key !== "schema_version" && key !== "revision");
    // In front, where the stamp looks. Entries define their keys, so that `__proto__` stays one.
    const sealed = Object.fromEntries([
      ["schema_version", this.#schema.version],
      ["revision", revision],
      ...rest,
    ]);
    const parsed = this.#schema.parse(sealed);
    if (typeof parsed === "string") throw new SddError("store-refused", this.#path, parsed);
    return frozen(parsed);
  }

  /** @throws SddError `store-locked` where the lock was lost meanwhile; the system's error. The file is as before then. */
  write(document: T): void {
    if (this.#lock === undefined) throw new SddError("internal", "a store is written without its lock");
    const { held, absolute } = this.#lock;
    const { bytes, reason = "" } = this.#damage ?? {};
    const aside = bytes && setAside(absolute, bytes, this.#now(), this.#disk);
    const text = Buffer.from(`${JSON.stringify(document)}\n`, "utf8");
    const prepared = prepareFile(absolute, text, PRIVATE_FILE, this.#disk);
    try {
      // A damaged file is no backup.
      if (this.#damage === undefined && this.#state.stamp !== "") keepBackup(absolute, this.#disk);
      held.confirm();
      commitFile(prepared, this.#disk);
    } catch (error) {
      discardFile(prepared, this.#disk);
      throw error;
    }
    if (aside !== undefined) this.#setAside = this.#notice("store-set-aside", reason, aside);
    this.#damage = undefined;
    this.#know({ document, newer: undefined }, stampOf(absolute, this.#path));
    if (!this.#swept) sweepTempFiles(dirname(absolute));
    this.#swept = true;
  }

  #load(suffix: "" | ".bak"): StoreFile<T> {
    const path = this.#path + suffix;
    return readStoreFile(this.#area.find(path), path, this.#schema);
  }

  #know(
    found: { readonly document: T; readonly newer: number | undefined },
    stamp: string,
    damage?: Diagnostic,
  ): T {
    const later = found.newer === undefined ? undefined : this.#notice("store-newer", String(found.newer));
    this.#state = {
      document: found.document,
      stamp,
      readOnly: found.newer !== undefined,
      notices: [damage, later, this.#setAside].filter((notice) => notice !== undefined),
    };
    return found.document;
  }

  /** Nothing good is left. Who may write keeps a copy, so that a person who mends the file cannot lose it. */
  #lost({ reason, bytes }: Damage): SddError {
    if (this.#lock === undefined || bytes === undefined)
      return new SddError("unreadable-file", this.#path, reason);
    try {
      const aside = setAside(this.#lock.absolute, bytes, this.#now(), this.#disk);
      return new SddError("store-unreadable", this.#path, reason, aside);
    } catch (error) {
      return writeError(this.#path, error);
    }
  }

  #notice(code: DiagnosticCode, ...params: readonly string[]): Diagnostic {
    return { code, severity: "warning", path: this.#path, line: 1, column: 1, params };
  }
}
