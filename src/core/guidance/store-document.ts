import type { DocumentSchema, StoredDocument } from "../ports.js";
import {
  DOMAIN_STATES,
  GUIDANCE_SOURCES,
  GUIDANCE_STATUSES,
  GUIDANCE_TYPES,
  type GuidanceDomain,
  type GuidanceEntry,
  isGuidanceId,
} from "./entry.js";

/** The document in `.sdd/store.json`. */

/** Its place, relative to the root. */
export const STORE_PATH = ".sdd/store.json";

/** What is kept of a session; `src/core/session` reads and writes it. Here only its outline is checked. */
export interface StoredSummary {
  readonly id: string;
  readonly narrative: string;
  readonly [key: string]: unknown;
}

export interface GuidanceStore extends StoredDocument {
  readonly domains: readonly GuidanceDomain[];
  readonly guidance: readonly GuidanceEntry[];
  readonly session_summaries: readonly StoredSummary[];
  /** Records of one of these lists that were none, after an edit by hand: kept as they were, and used nowhere. */
  readonly set_aside?: readonly SetAside[];
}

export interface SetAside {
  readonly list: "domains" | "guidance" | "session_summaries";
  readonly record: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isOneOf =
  (list: readonly string[]) =>
  (value: unknown): boolean =>
    isText(value) && list.includes(value);

const ENTRY: Readonly<Record<keyof GuidanceEntry, (value: unknown) => boolean>> = {
  id: isGuidanceId,
  type: isOneOf(GUIDANCE_TYPES),
  domain: isText,
  text: isText,
  rationale: isText,
  recall: isTexts,
  status: isOneOf(GUIDANCE_STATUSES),
  source: isOneOf(GUIDANCE_SOURCES),
  proposed_by: isText,
  proposed_at: isText,
  reviewed_by: isTextOrNull,
  reviewed_at: isTextOrNull,
  paths: isTexts,
  review_reason: isTextOrNull,
  supersedes: isTextOrNull,
  similar_to: isTexts,
  sha256: isText,
};

const DOMAIN: Readonly<Record<keyof GuidanceDomain, (value: unknown) => boolean>> = {
  domain: isText,
  state: isOneOf(DOMAIN_STATES),
  always_on: (value) => typeof value === "boolean",
  recall: isTexts,
  description: isText,
};

/** What a record may lack, since a person may have written it. */
const ENTRY_DEFAULTS: Partial<GuidanceEntry> = {
  recall: [],
  paths: [],
  reviewed_by: null,
  reviewed_at: null,
  review_reason: null,
  supersedes: null,
  similar_to: [],
  sha256: "",
};
const DOMAIN_DEFAULTS: Partial<GuidanceDomain> = {
  state: "active",
  always_on: false,
  recall: [],
  description: "",
};

/**
 * A record with exactly the fields of a table, in its order; `undefined` where one of them is wrong. The very object
 * comes back where it is right as it is, so that what was frozen stays known. Only own properties are looked at, and
 * only these names are taken over: a key such as `__proto__` is passed over.
 */
function recordOf<T>(
  value: unknown,
  table: Readonly<Record<keyof T & string, (value: unknown) => boolean>>,
  defaults: Partial<T>,
): T | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(table) as (keyof T & string)[];
  const fields = names.map(
    (name) => [name, Object.hasOwn(value, name) ? value[name] : defaults[name]] as const,
  );
  if (!fields.every(([name, field]) => table[name](field))) return undefined;
  const isExact =
    Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
  return (isExact ? value : Object.fromEntries(fields)) as T;
}

/** An entry as it was read; `undefined` where it is none. */
export function parseEntry(value: unknown): GuidanceEntry | undefined {
  return recordOf<GuidanceEntry>(value, ENTRY, ENTRY_DEFAULTS);
}

function parseDomain(value: unknown): GuidanceDomain | undefined {
  return recordOf<GuidanceDomain>(value, DOMAIN, DOMAIN_DEFAULTS);
}

function parseSummary(value: unknown): StoredSummary | undefined {
  return isObject(value) && isText(value["id"]) && isText(value["narrative"])
    ? (value as unknown as StoredSummary)
    : undefined;
}

/** Frozen records that were found right once. The store freezes them, so they stay so. */
const checked = new WeakSet();

class ListReader {
  readonly setAside: SetAside[] = [];

  /** @returns the same list where nothing in it had to change. */
  read<T extends object>(
    list: SetAside["list"],
    values: readonly unknown[],
    parse: (value: unknown) => T | undefined,
    identity: (record: T) => string,
  ): readonly T[] {
    const records: T[] = [];
    const seen = new Set<string>();
    let isSame = true;
    for (const value of values) {
      const isKnown =
        typeof value === "object" && value !== null && Object.isFrozen(value) && checked.has(value);
      const record = isKnown ? (value as T) : parse(value);
      if (record === undefined || seen.has(identity(record))) {
        this.setAside.push({ list, record: value });
        isSame = false;
        continue;
      }
      seen.add(identity(record));
      checked.add(record);
      records.push(record);
      isSame &&= record === value;
    }
    return isSame ? (values as readonly T[]) : records;
  }
}

function parseSetAside(value: unknown): readonly SetAside[] {
  const lists = ["domains", "guidance", "session_summaries"];
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is SetAside => isObject(each) && isOneOf(lists)(each["list"]));
}

function parseStore(value: Fields): GuidanceStore | string {
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  for (const name of ["domains", "guidance", "session_summaries"]) {
    if (!Array.isArray(own(name))) return `its “${name}” is no list`;
  }
  const listOf = (name: string): readonly unknown[] => own(name) as readonly unknown[];
  const reader = new ListReader();
  const domains = reader.read("domains", listOf("domains"), parseDomain, ({ domain }) => domain);
  const guidance = reader.read("guidance", listOf("guidance"), parseEntry, ({ id }) => id);
  const summaries = reader.read(
    "session_summaries",
    listOf("session_summaries"),
    parseSummary,
    ({ id }) => id,
  );
  const setAside = [...parseSetAside(own("set_aside")), ...reader.setAside];
  return {
    schema_version: own("schema_version") as number,
    revision: own("revision") as number,
    domains,
    guidance,
    session_summaries: summaries,
    ...(setAside.length === 0 ? {} : { set_aside: setAside }),
  };
}

/** How the store's document is checked: a record that is none is set aside, and the others are used. */
export const GUIDANCE_STORE: DocumentSchema<GuidanceStore> = {
  version: 1,
  empty: { schema_version: 1, revision: 0, domains: [], guidance: [], session_summaries: [] },
  parse: parseStore,
};
