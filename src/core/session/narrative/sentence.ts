import type { Claim, Denial } from "./narrative.js";
import type { Reference } from "./reference.js";
import type { Token } from "./tokens.js";
import type { Deed, Verb } from "./verbs.js";
import { verbOf } from "./verbs.js";
import * as words from "./words.js";

/** In what a sentence stands. */
export interface Surroundings {
  readonly isPortuguese: boolean;
  /** Whether it begins a list item, where "Add the endpoint" says what was done. */
  readonly isItem: boolean;
  /** What the heading above says of files named below it. */
  readonly heading?: { readonly deed: Deed; readonly isNegated: boolean } | undefined;
}

interface Governor {
  readonly deed: Deed;
  readonly isNegated: boolean;
  /** Its object stands before it: "a.ts was created". */
  readonly isPassive: boolean;
}

interface Pending {
  readonly reference: Reference;
  readonly isPlace: boolean;
}

/** More words between a verb and a file than anybody puts there. */
const LONGEST_GAP = 30;

type Mode = "object" | "place" | "aside" | "source" | "target";

/** Reads one sentence from left to right: which verb reaches which file, and what is denied or only planned. */
export class SentenceReader {
  readonly claims: Claim[] = [];
  readonly denials: Denial[] = [];
  readonly vague: string[][] = [];
  readonly mentioned: string[] = [];
  readonly deniedWords: string[] = [];
  deniesAll = false;
  isExclusive = false;

  #governor: Governor | undefined;
  #mode: Mode = "object";
  #modeBefore: Mode | undefined;
  #isNegated = false;
  #isPlan = false;
  #isCircumstance = false;
  #saysNothing = false;
  #saysElse = false;
  #isImperative = false;
  #pending: Pending[] = [];
  #held: Reference[] = [];
  #clauseWords: string[] = [];
  /** Words since the verb or the last reference. */
  #gap: string[] = [];
  #reached = 0;
  #before: Token | undefined;
  #claimsBefore = 0;
  /** The last reference that a verb before it reached, where a comma or "and" stands before it. */
  #joined: Reference | undefined;

  constructor(private readonly surroundings: Surroundings) {}

  read(tokens: readonly Token[]): this {
    if (tokens.some((token) => token.kind === "word" && words.EARLIER.has(token.text))) {
      for (const token of tokens) this.#mention(token);
      return this;
    }
    for (const [index, token] of tokens.entries()) {
      if (token.kind === "reference") this.#reference(token.reference);
      else if (token.kind === "arrow") this.#arrow();
      else if (token.kind === "break") this.#break(token.text);
      else this.#word(token.text, tokens[index + 1]);
      this.#before = token;
    }
    this.#endClause();
    return this.#readHeading();
  }

  #mention(token: Token): void {
    if (token.kind === "reference") this.mentioned.push(token.reference.text);
    if (token.kind === "word") this.mentioned.push(token.text);
  }

  /** A list item without a verb of its own says what its heading says. */
  #readHeading(): this {
    const { heading } = this.surroundings;
    if (heading === undefined || this.#isPlan || this.claims.length > 0 || this.denials.length > 0)
      return this;
    for (const { reference } of this.#pending) {
      if (heading.isNegated) this.denials.push({ deed: heading.deed, reference });
      else this.claims.push({ deed: heading.deed, reference, role: "object" });
    }
    return this;
  }

  #word(text: string, next: Token | undefined): void {
    if (this.#smallWord(text, next)) return;
    const verb = verbOf(text);
    if (verb !== undefined && this.#isVerb(verb)) {
      this.#verb(verb, text);
      return;
    }
    if (words.LOOKS.has(text)) {
      this.#look();
    } else if (words.UNTOUCHED.has(text)) {
      this.#untouched();
      return;
    }
    this.#preposition(text);
    const isDirect = this.#isGapOf(words.FILLERS, true);
    this.#gap.push(text);
    this.#clauseWords.push(text);
    if (this.#governor?.isNegated !== true) this.mentioned.push(text);
    else if (isDirect && !words.FILLERS.has(text)) this.deniedWords.push(text);
  }

  /** @returns whether the word has done all that it does. */
  #smallWord(text: string, next: Token | undefined): boolean {
    const { isPortuguese } = this.surroundings;
    if (words.NEGATIONS.has(text) && !(isPortuguese && text === "no")) {
      const isNotOnly = next?.kind === "word" && words.ONLY.has(next.text) && !words.FILES.has(next.text);
      // "Não alterei nada": the second word only confirms the first.
      if (this.#governor?.isNegated !== true) this.#isNegated = !isNotOnly;
      if (words.NOTHING.has(text)) this.#saysNothing = true;
      return true;
    }
    if (words.ONLY.has(text)) this.isExclusive = true;
    if (words.ELSE.has(text)) this.#saysElse = true;
    if (words.PLANS.has(text)) this.#plan();
    else if (words.STEPS.has(text)) {
      if (next?.kind === "break" && next.text === ":") this.#plan();
      this.#dropGovernor();
    } else if (words.CONDITIONS.has(text) && this.#before?.kind !== "word") this.#plan();
    else if (words.CIRCUMSTANCES.has(text)) {
      this.#dropGovernor();
      this.#isCircumstance = true;
    } else if (words.BY.has(text)) this.#somebodyElse(next);
    return false;
  }

  #plan(): void {
    this.#isPlan = true;
    this.#dropGovernor();
    this.#pending = [];
  }

  #somebodyElse(next: Token | undefined): void {
    const isMe =
      next?.kind !== "word" || /^(?:me|mim|this)$/.test(next.text) || verbOf(next.text) !== undefined;
    if (this.#governor?.isPassive === true && !isMe && this.#gap.length === 0) {
      this.claims.length = this.#claimsBefore;
    }
  }

  /** Whether a word that may be a verb is one here. */
  #isVerb({ form }: Verb): boolean {
    const before = this.#before;
    if (before?.kind !== "word") return true;
    if (form === "done") return !words.ARTICLES.has(before.text);
    return (
      this.#isNegated ||
      /^(?:to|and|or|e|ou|и|или|i|we|did|not)$|(?:ar|er|ir|ть)$/.test(before.text) ||
      this.#isNotEnglish()
    );
  }

  #isNotEnglish(): boolean {
    return this.surroundings.isPortuguese;
  }

  #verb(verb: Verb, text: string): void {
    this.#freeSubject();
    this.#endClause();
    const isFirst = this.#before === undefined && this.surroundings.isItem;
    if (isFirst && verb.form === "base") this.#isImperative = true;
    const isSaid = verb.form === "done" || this.#isImperative;
    const isNegated = this.#isNegated;
    this.#isNegated = false;
    if (this.#isPlan || this.#isCircumstance || !(isSaid || isNegated)) {
      this.#dropGovernor();
      this.#pending = [];
      this.mentioned.push(text);
      return;
    }
    this.#claimsBefore = this.claims.length;
    const isPassive = this.#pending.length > 0 && this.#isGapOf(words.COPULAS);
    this.#governor = { deed: verb.deed, isNegated, isPassive };
    if (isNegated && this.#pending.length === 0) this.#denyWordsBefore();
    this.#mode = "object";
    this.#reached = 0;
    this.#bindPending(isPassive);
    this.#gap = [];
  }

  /** `a.ts → b.ts`: what stands before it is what was renamed, whatever it seemed to be. */
  #arrow(): void {
    const last = this.claims.at(-1);
    if (last?.role === "target" && this.#gap.length === 0) {
      this.claims[this.claims.length - 1] = { ...last, role: "source" };
    }
    this.#mode = "target";
  }

  /** In "updated a.ts, b.ts was deleted" the second file belongs to the second verb. */
  #freeSubject(): void {
    const reference = this.#joined;
    this.#joined = undefined;
    if (reference === undefined || this.#governor === undefined) return;
    if (!this.#gap.every((word) => words.COPULAS.has(word) && !words.ANDS.has(word))) return;
    const list = this.#governor.isNegated ? this.denials : this.claims;
    if (list.at(-1)?.reference !== reference) return;
    list.pop();
    this.mentioned.push(reference.text);
    this.#pending = [{ reference, isPlace: false }];
  }

  /** "Код не менял", "billing was not touched". */
  #denyWordsBefore(): void {
    const spoken = this.#clauseWords.filter((word) => !words.COPULAS.has(word) || words.FILES.has(word));
    if (spoken.length === 0 || this.#saysElse) return;
    if (spoken.every((word) => words.FILES.has(word) || words.FILLERS.has(word))) this.deniesAll = true;
    else if (spoken.length === 1) this.deniedWords.push(...spoken);
  }

  #bindPending(isPassive: boolean): void {
    const governor = this.#governor;
    if (governor === undefined) return;
    const after = this.#gap.includes(":");
    for (const { reference, isPlace } of this.#pending) {
      const isNothingIn = isPlace && governor.isNegated && this.#saysNothing;
      if ((isPassive && !isPlace) || isNothingIn) this.#bind(reference, "object");
      else if ((isPlace || after) && !governor.isNegated) this.#bind(reference, "place");
    }
    this.#pending = [];
  }

  #bind(reference: Reference, role: Claim["role"]): void {
    const governor = this.#governor;
    if (governor === undefined) return;
    this.#reached += 1;
    if (governor.isNegated) this.denials.push({ deed: governor.deed, reference });
    else this.claims.push({ deed: role === "place" ? "changed" : governor.deed, reference, role });
  }

  #reference(reference: Reference): void {
    const governor = this.#governor;
    // Whoever says that a file was not created may well have changed it, and speaks of it.
    const isDirect = this.#isGapOf(words.FILLERS, true);
    if (governor?.isNegated !== true || governor.deed !== "changed" || !isDirect) {
      this.mentioned.push(reference.text);
    }
    this.#joined = this.#gap.some((word) => word === "," || words.ANDS.has(word)) ? reference : undefined;
    const isTarget = this.#mode === "target" || this.#mode === "source";
    if (this.#isPlan || this.#isCircumstance) return;
    if (governor === undefined || (governor.isPassive && this.#mode === "object")) {
      if (this.#mode !== "aside") this.#pending.push({ reference, isPlace: this.#mode === "place" });
    } else if (governor.isNegated) {
      if (isDirect) this.#bind(reference, "object");
    } else if (isTarget && governor.deed === "renamed") {
      this.#bind(reference, this.#mode === "source" ? "source" : "target");
    } else if (this.#mode !== "aside") {
      this.#bind(reference, this.#mode === "place" || this.#modeBefore !== undefined ? "place" : "object");
    } else this.#reached += 1;
    this.#gap = [];
  }

  #look(): void {
    this.#endClause();
    const isSubject = this.#isGapOf(words.COPULAS);
    this.#held = isSubject ? this.#pending.map(({ reference }) => reference) : [];
    this.#pending = [];
    this.#clauseWords = [];
    this.#dropGovernor();
  }

  #untouched(): void {
    const isSubject = this.#isGapOf(words.COPULAS);
    const subjects = isSubject ? this.#pending.map(({ reference }) => reference) : [];
    const left = [...this.#held, ...subjects];
    for (const reference of left) this.denials.push({ deed: "changed", reference });
    if (left.length === 0)
      this.deniedWords.push(...this.#clauseWords.filter((word) => !words.FILLERS.has(word)));
    if (this.#saysElse && left.length === 0) this.isExclusive = true;
    this.#pending = [];
    this.#held = [];
    this.#dropGovernor();
    this.#governor = { deed: "changed", isNegated: true, isPassive: false };
    this.#reached = 1;
  }

  #preposition(text: string): void {
    const { deed } = this.#governor ?? {};
    const isEnglishNo = text === "no" && !this.surroundings.isPortuguese;
    if (deed === "renamed" && words.TO.has(text)) this.#mode = "target";
    else if (deed === "renamed" && words.FROM.has(text)) this.#mode = "source";
    else if ((deed !== undefined && words.FROM.has(text)) || (words.TO.has(text) && text === "to"))
      this.#mode = "place";
    else if (words.PLACES.has(text) && !isEnglishNo) this.#mode = "place";
    else if (words.ASIDE.has(text)) this.#mode = "aside";
  }

  #break(text: "," | ";" | ":" | "(" | ")" | "but"): void {
    if (text === "(") {
      this.#modeBefore = this.#mode;
      this.#mode = "object";
    } else if (text === ")") {
      this.#mode = this.#modeBefore ?? "object";
      this.#modeBefore = undefined;
    } else if (text === ":") {
      if (this.#pending.length > 0) this.#gap.push(":");
      if (this.#mode === "target") this.#mode = "object";
    } else if (text === ",") {
      if (this.#governor === undefined && this.#mode === "aside") this.#mode = "object";
      this.#isCircumstance = false;
      this.#gap.push(",");
      // "Renamed a to b, c to d".
      if (this.#mode === "target") this.#mode = "object";
      if (this.#governor === undefined) this.#clauseWords = [];
    } else this.#endPart(text === "but");
  }

  #endPart(isBut: boolean): void {
    this.#endClause();
    this.#dropGovernor();
    this.#pending = [];
    this.#clauseWords = [];
    this.#isCircumstance = this.#isNegated = this.#saysNothing = this.#saysElse = false;
    if (isBut) this.#isPlan = false;
  }

  /** Whether nothing but such words stands since the verb or the last reference. */
  #isGapOf(list: ReadonlySet<string>, withCommas = false): boolean {
    const gap = this.#gap;
    return gap.length <= LONGEST_GAP && gap.every((word) => list.has(word) || (withCommas && word === ","));
  }

  #dropGovernor(): void {
    this.#endClause();
    this.#governor = undefined;
    this.#mode = "object";
    this.#gap = [];
  }

  /** What a verb reached is known only when the next one comes. */
  #endClause(): void {
    const governor = this.#governor;
    if (governor !== undefined && this.#reached === 0) {
      if (!governor.isNegated) this.vague.push(this.#clauseWords);
      else if (this.#saysElse) this.isExclusive = true;
      else if (this.#saysNothing || this.#gap.some((word) => words.FILES.has(word))) {
        this.deniesAll ||= this.#gap.every(
          (word) => word === "," || words.FILES.has(word) || words.FILLERS.has(word),
        );
      }
    }
    if (governor !== undefined) {
      this.#clauseWords = [];
      this.#governor = undefined;
      this.#saysNothing = this.#saysElse = false;
    }
  }
}
