import { compareCodeUnits, fold } from "../text/fold.js";
import type { GuidanceDomain, GuidanceEntry, GuidanceStatus } from "./entry.js";
import type { GuidanceStore } from "./store-document.js";

/** A domain nobody described is active, and is recalled by its name only. */
function plainDomain(domain: string): GuidanceDomain {
  return { domain, state: "active", always_on: false, recall: [], description: "" };
}

/** Names are one where they differ in case and accents only. */
function keyOf(name: string): string {
  return fold(name.trim());
}

/** The domains of a store by their names: those described, and those that only entries name. */
export class Domains {
  readonly #byKey = new Map<string, GuidanceDomain>();

  constructor({ domains, guidance }: Pick<GuidanceStore, "domains" | "guidance">) {
    for (const domain of domains) {
      if (!this.#byKey.has(keyOf(domain.domain))) this.#byKey.set(keyOf(domain.domain), domain);
    }
    for (const { domain } of guidance) {
      if (!this.#byKey.has(keyOf(domain))) this.#byKey.set(keyOf(domain), plainDomain(domain));
    }
  }

  find(name: string): GuidanceDomain | undefined {
    return this.#byKey.get(keyOf(name));
  }

  of(entry: Pick<GuidanceEntry, "domain">): GuidanceDomain {
    return this.find(entry.domain) ?? plainDomain(entry.domain);
  }

  /** Sorted by name. */
  list(): readonly GuidanceDomain[] {
    return [...this.#byKey.values()].sort((a, b) => compareCodeUnits(a.domain, b.domain));
  }
}

/** A domain with how many entries of each status it has. */
export interface DomainSummary extends GuidanceDomain {
  readonly counts: Readonly<Record<GuidanceStatus, number>>;
}

export function domainSummaries(
  document: Pick<GuidanceStore, "domains" | "guidance">,
): readonly DomainSummary[] {
  const domains = new Domains(document);
  const counts = new Map<string, Record<GuidanceStatus, number>>();
  for (const entry of document.guidance) {
    const { domain } = domains.of(entry);
    const own = counts.get(domain) ?? { pending: 0, approved: 0, rejected: 0, archived: 0 };
    own[entry.status]++;
    counts.set(domain, own);
  }
  const none = { pending: 0, approved: 0, rejected: 0, archived: 0 };
  return domains.list().map((domain) => ({ ...domain, counts: counts.get(domain.domain) ?? none }));
}
