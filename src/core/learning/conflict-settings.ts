import { fold } from "../text/fold.js";

/** A named setting and the value that a sentence gives it. */
export interface Setting {
  /** Folded, without the signs between its words: `maxRetries`, `max_retries` and `max retries` are one. */
  readonly name: string;
  /** As written. */
  readonly label: string;
  /** As written, with its unit. */
  readonly shown: string;
  /** `time` in milliseconds, `size` in bytes, `switch` 0 or 1; else a bare number of `unit`. */
  readonly measure: string;
  readonly amount: number;
  /** Whether the name is one that code uses, and so means one thing wherever it stands. */
  readonly isIdentifier: boolean;
  /** Where name and value stand in the sentence: the rest says what they belong to. */
  readonly start: number;
  readonly end: number;
}

/** Milliseconds, bytes and parts of a hundred, by the unit's folded name. */
const UNITS: readonly (readonly [measure: string, factor: number, names: string])[] = [
  ["time", 1, "ms msec millisecond milliseconds milissegundo milissegundos мс миллисекунд миллисекунды"],
  ["time", 1e3, "s sec secs second seconds seg segundo segundos с сек секунд секунды секунда"],
  ["time", 6e4, "m min mins minute minutes minuto minutos мин минут минуты минута"],
  ["time", 36e5, "h hr hrs hour hours hora horas ч час часа часов"],
  ["time", 864e5, "d day days dia dias день дня дней"],
  ["size", 1, "b byte bytes байт байта"],
  ["size", 1024, "kb kib кб"],
  ["size", 1024 ** 2, "mb mib мб"],
  ["size", 1024 ** 3, "gb gib гб"],
  ["percent", 1, "%"],
];
const UNIT_OF = new Map(
  UNITS.flatMap(([measure, factor, names]) =>
    names.split(" ").map((name) => [name, { measure, factor }] as const),
  ),
);

/** A name as code writes it: with `_` or a dot inside, or in camel case. */
const CODE_NAME = "[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+";
/** Nouns that name a setting in running text, with a word before or after that is part of the name. */
const BOUND = "max|min|maximum|minimum|default|máximo|mínimo|máxima|mínima|padrão|максимальный|минимальный";
const NOUN =
  "timeouts?|time-out|retries|retry limit|attempts|rate limit|limit|interval|port|ttl|batch size|pool size|page size|cache size|threshold|capacity|quota|retention|concurrency|tempo limite|limite|intervalo|porta|tentativas|prazo|retenção|capacidade|таймаут|тайм-аут|лимит|интервал|порт|порог|число попыток|количество попыток|срок хранения|задержка";
const SIGN = "\\s*(?:==?|:=|:|—|–)\\s*|\\s+(?:is|to|of|é|de|para|равен|равно|равна)\\s+";
const VALUE =
  "`?[\"']?(?:(\\d+(?:[.,]\\d+)?)\\s?(%|\\p{L}{1,14})?|(true|false|on|off))[\"']?`?(?![\\p{L}\\p{N}]|[.,:/×x-]\\p{N}|\\.\\p{L}|\\s?[–-]\\s?\\p{N})";
const FREE = "(?<![\\p{L}\\p{N}_./@`-])";

/** Each: name, number, unit, switch. A name in running text needs a sign before its value; one that code uses does not. */
const FORMS: readonly { readonly pattern: RegExp; readonly isIdentifier: boolean }[] = [
  { pattern: new RegExp(`${FREE}\`?(${CODE_NAME})\`?(?:${SIGN}|\\s+)${VALUE}`, "gu"), isIdentifier: true },
  { pattern: new RegExp(`\`([A-Za-z][\\w.-]{2,60})\`(?:${SIGN})${VALUE}`, "gu"), isIdentifier: true },
  {
    pattern: new RegExp(
      `${FREE}\`?((?:(?:${BOUND})\\s+)?(?:${NOUN})(?:\\s+(?:${BOUND}))?)\`?(?:${SIGN})${VALUE}`,
      "giu",
    ),
    isIdentifier: false,
  },
];
/** Shorter ones are abbreviations. */
const LEAST_NAME = 5;

/** Names that end so are files or addresses, and what follows is no value of theirs. */
const FILE =
  /\.(?:md|mdx|txt|ya?ml|json|toml|tsx?|jsx?|mjs|py|rs|go|cs|java|sh|sql|html?|css|dart|com|org|net|io|dev)$/i;

const SWITCH: Readonly<Record<string, number>> = { true: 1, on: 1, false: 0, off: 0 };

/** Whether there is anything in a sentence that could be a value. */
export function mayHoldSetting(sentence: string): boolean {
  return /\d|true|false|\bon\b|\boff\b/.test(sentence);
}

/** The settings that a sentence gives a value, each place once. */
export function settingsIn(sentence: string): readonly Setting[] {
  if (!mayHoldSetting(sentence)) return [];
  const byPlace = new Map<number, Setting>();
  for (const { pattern, isIdentifier } of FORMS) {
    for (const match of sentence.matchAll(pattern)) {
      const setting = settingOf(match, isIdentifier);
      if (setting !== undefined && !byPlace.has(setting.end)) byPlace.set(setting.end, setting);
    }
  }
  return [...byPlace.values()];
}

function settingOf(match: RegExpExecArray, isIdentifier: boolean): Setting | undefined {
  const [whole, label = "", number, unit, word] = match;
  const name = fold(label).replace(/[\s_.-]/g, "");
  if (FILE.test(label) || (isIdentifier && name.length < LEAST_NAME)) return undefined;
  // `SDD_DEBUG=1` is how a variable is set in an example, and says of no rule that it is on.
  if (/^[A-Z0-9_]+$/.test(label) && /^[01]$/.test(number ?? "")) return undefined;
  const value = amountOf(number, unit, word, isIdentifier);
  // A switch is only told of a name that code uses: "the limit is on" is a sentence, not a setting.
  if (value === undefined || (!isIdentifier && value.measure === "switch")) return undefined;
  const shown = word ?? `${number ?? ""}${value.unit}`;
  const { measure, amount } = value;
  return {
    name,
    label,
    shown,
    measure,
    amount,
    isIdentifier,
    start: match.index,
    end: match.index + whole.length,
  };
}

function amountOf(
  number: string | undefined,
  unit: string | undefined,
  word: string | undefined,
  isIdentifier: boolean,
): { readonly measure: string; readonly amount: number; readonly unit: string } | undefined {
  if (word !== undefined) return { measure: "switch", amount: SWITCH[word.toLowerCase()] ?? 0, unit: "" };
  const amount = Number((number ?? "").replace(",", "."));
  if (!Number.isFinite(amount)) return undefined;
  const known = unit === undefined ? undefined : UNIT_OF.get(fold(unit));
  if (known !== undefined)
    return {
      measure: known.measure,
      amount: amount * known.factor,
      unit: unit === "%" ? "%" : ` ${unit ?? ""}`,
    };
  // What follows the number of a plain noun is what it counts: five users are no other value than ten files.
  return { measure: `number ${isIdentifier || unit === undefined ? "" : fold(unit)}`, amount, unit: "" };
}
