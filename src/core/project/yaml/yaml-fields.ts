import type { Diagnostic, DiagnosticCode, Severity } from "../../diagnostics.js";
import type { YamlResult } from "./yaml.js";
import type { KeyPath, PlainMap } from "./yaml-values.js";

/** Reads typed fields out of a YAML document and collects a diagnostic for each that is not what it should be. */
export class YamlFields {
  readonly diagnostics: Diagnostic[] = [];
  readonly #result: YamlResult;
  readonly #path: string;
  readonly #badValue: DiagnosticCode;

  /** @param badValue the code for a value of the wrong kind; its places are the key and what was expected. */
  constructor(result: YamlResult, path: string, badValue: DiagnosticCode) {
    this.#result = result;
    this.#path = path;
    this.#badValue = badValue;
    this.diagnostics.push(...result.diagnostics);
  }

  report(
    code: DiagnosticCode,
    severity: Severity,
    keys: KeyPath,
    params: readonly string[],
    at: "key" | "value" = "key",
  ): void {
    const position = at === "key" ? this.#result.positions(keys) : this.#result.valuePositions(keys);
    this.diagnostics.push({ code, severity, path: this.#path, ...position, params });
  }

  bad(keys: KeyPath, expected: string): void {
    this.report(this.#badValue, "warning", keys, [keys.join("."), expected], "value");
  }

  line(keys: KeyPath): number {
    return this.#result.positions(keys).line;
  }

  value(keys: KeyPath): unknown {
    let value: unknown = this.#result.value;
    for (const key of keys) {
      if (typeof value !== "object" || value === null) return undefined;
      value = (value as PlainMap)[key];
    }
    return value;
  }

  /** Neither there, nor with anything in it. */
  isBlank(keys: KeyPath): boolean {
    const value = this.value(keys);
    return value === undefined || value === null || value === "";
  }

  /** A map; `undefined` where it is missing or null, and also, with a diagnostic, where it is anything else. */
  map(keys: KeyPath): PlainMap | undefined {
    const value = this.value(keys);
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object" && !Array.isArray(value)) return value as PlainMap;
    this.bad(keys, "a map of keys");
    return undefined;
  }

  /** A scalar as written: a name may look like a number. Blank counts as missing. */
  text(keys: KeyPath): string | undefined {
    if (this.isBlank(keys)) return undefined;
    const text = this.#result.textOf(keys)?.trim();
    if (text === undefined) this.bad(keys, "a text");
    return text === "" ? undefined : text;
  }

  /** A text that `accept` turns into a value; where it gives `undefined` the value is bad. */
  parsed<T>(keys: KeyPath, expected: string, accept: (text: string) => T | undefined): T | undefined {
    const text = this.text(keys);
    if (text === undefined) return undefined;
    const value = accept(text);
    if (value === undefined) this.bad(keys, expected);
    return value;
  }

  /** A whole number in a range, also in quotes. */
  integer(keys: KeyPath, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
    return this.parsed(keys, `a whole number ${range}`, (text) => {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      return number >= least && number <= most ? number : undefined;
    });
  }

  boolean(keys: KeyPath): boolean | undefined {
    if (this.isBlank(keys)) return undefined;
    const value = this.value(keys);
    if (typeof value === "boolean") return value;
    this.bad(keys, "true or false");
    return undefined;
  }
}
