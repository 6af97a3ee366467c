import { buildAutomaton, type Automaton } from "./automaton.js";
import { shannon } from "./entropy.js";
import { isFiller, isPlaceholder } from "./placeholders.js";
import { MARKER, PHASES, type PatternRule, type Rule, type Span } from "./rule.js";
import { endOfRun } from "./rules/keyed-read.js";
import { RULES } from "./table.js";
import { WORD_UNITS } from "./units.js";

/** What was found, before overlaps are settled. `phase` is the place of its phase in the order of redaction. */
export interface Find extends Span {
  readonly phase: number;
  readonly rule: string;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly phase: number;
  readonly expression: RegExp | undefined;
}

interface Engine {
  readonly automaton: Automaton;
  /** For each keyword of the automaton the rules that it belongs to, by index into `rules`. */
  readonly rulesOf: readonly (readonly number[])[];
  readonly rules: readonly CompiledRule[];
}

/** Code units between two questions about the deadline, and the most hits between them. */
const CHUNK = 65_536;
const HITS_BETWEEN = 512;
const CONTEXT = 160;

let built: Engine | undefined;

/** Built on first use: loading this module costs nothing. */
function engine(): Engine {
  built ??= compile(RULES);
  return built;
}

function compile(table: readonly Rule[]): Engine {
  const rulesOf = new Map<string, number[]>();
  const rules = table.map((rule, index): CompiledRule => {
    for (const keyword of rule.keywords) {
      const folded = keyword.toLowerCase();
      const known = rulesOf.get(folded) ?? [];
      if (!known.includes(index)) rulesOf.set(folded, [...known, index]);
    }
    return { rule, phase: PHASES.indexOf(rule.phase), expression: expressionOf(rule) };
  });
  return { automaton: buildAutomaton([...rulesOf.keys()]), rulesOf: [...rulesOf.values()], rules };
}

function expressionOf(rule: Rule): RegExp | undefined {
  if (rule.kind === "scanner") return undefined;
  const flags = `${rule.at === "around" ? "g" : "y"}${rule.ignoreCase === true ? "i" : ""}d`;
  return new RegExp(rule.pattern, flags);
}

/** Where the pattern matches at this hit: its secret group, in units of the whole text. */
function locate(rule: PatternRule, expression: RegExp, text: string, hit: Span): Span | undefined {
  if (rule.at !== "around") {
    expression.lastIndex = rule.at === "start" ? hit.start : hit.end;
    const pair = expression.exec(text)?.indices?.[rule.group ?? 0];
    return pair && { start: pair[0], end: pair[1] };
  }
  const from = Math.max(0, hit.start - (rule.back ?? 0));
  expression.lastIndex = 0;
  const match = expression.exec(text.slice(from, hit.end + (rule.reach ?? 0)));
  const pair = match?.indices?.[rule.group ?? 0];
  if (pair === undefined) return undefined;
  return { start: from + pair[0], end: from + pair[1] };
}

function isSecret(rule: PatternRule, text: string, span: Span): boolean {
  const secret = text.slice(span.start, span.end);
  if (secret.includes(MARKER)) return false;
  if (rule.entropy !== undefined && shannon(secret) < rule.entropy) return false;
  if (rule.strict !== true && (rule.phase === "shape" ? isFiller(secret) : isPlaceholder(secret)))
    return false;
  if (rule.allow?.(secret) === true) return false;
  if (rule.context === undefined) return true;
  const before = text.slice(Math.max(0, span.start - CONTEXT), span.start);
  return rule.context.test(before) || rule.context.test(text.slice(span.end, span.end + CONTEXT));
}

function findAt(compiled: CompiledRule, text: string, hit: Span, memo: Map<string, number>): readonly Span[] {
  const { rule, expression } = compiled;
  if (rule.kind === "scanner") return rule.find(text, hit, memo);
  if (expression === undefined) return [];
  if (rule.boundary === true && hit.start > 0 && WORD_UNITS.has(text.charCodeAt(hit.start - 1))) return [];
  const span = locate(rule, expression, text, hit);
  if (span === undefined || !isSecret(rule, text, span)) return [];
  return [rule.extend === true ? { ...span, end: endOfRun(text, span.end, false) } : span];
}

/**
 * All finds in a text, in no particular order, overlaps included; `undefined` where `deadline` answered `true` before
 * the end. The work is bounded by the length of the text: one table look-up a unit, and bounded work a hit.
 */
export function findSecrets(text: string, deadline: () => boolean): readonly Find[] | undefined {
  const { automaton, rulesOf, rules } = engine();
  const finds: Find[] = [];
  const memo = new Map<string, number>();
  const doneTo = new Int32Array(rules.length);
  const clock = { hits: 0, late: false };
  const onHit = (keyword: number, hit: Span): void => {
    clock.hits += 1;
    if (clock.hits % HITS_BETWEEN === 0) clock.late ||= deadline();
    if (clock.late) return;
    for (const index of rulesOf[keyword] ?? []) {
      const compiled = rules[index];
      if (compiled === undefined || hit.start < (doneTo[index] ?? 0)) continue;
      for (const span of findAt(compiled, text, hit, memo)) {
        finds.push({ ...span, phase: compiled.phase, rule: compiled.rule.id });
        doneTo[index] = Math.max(doneTo[index] ?? 0, span.end);
      }
    }
  };
  let state = 0;
  for (let from = 0; from < text.length; from += CHUNK) {
    clock.late ||= deadline();
    if (clock.late) return undefined;
    state = automaton.scan(text, from, Math.min(text.length, from + CHUNK), state, onHit);
  }
  return clock.late ? undefined : finds;
}
