import { codeSpans } from "../text/code-spans.js";
import type { Unit } from "./units.js";
import { SUMMARY_UNITS } from "./plain-text.js";

/** Commands that a document shows: the lines of shell fences, and in sections on validation those of other fences too. */

const SHELLS: ReadonlySet<string> = new Set([
  ..."sh bash shell zsh fish console shell-session shellsession terminal powershell pwsh ps1 cmd bat".split(
    " ",
  ),
]);

/** Programs by which a line is known as a command where nothing else says so. */
const PROGRAMS: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun node deno tsc vitest jest mocha eslint prettier cargo rustc go python python3 pip pipx uv poetry pytest ruff mypy tox make cmake ctest ninja meson bazel gradle ./gradlew mvn ./mvnw java dotnet msbuild nuget docker docker-compose podman kubectl helm terraform ansible git gh curl flutter dart swift xcodebuild php composer phpunit bundle rake rails rspec ruby mix sbt bash sh pwsh powershell sdd task just act pre-commit psql sqlite3".split(
    " ",
  ),
);

/** Lines that set something up for the next one, or belong to a script rather than to a person's hands. */
const NO_COMMAND =
  /^(?:cd|echo|export|set|unset|source|exit|true|false|sleep|wait|clear|ls|cat|pwd|if|then|else|elif|fi|for|while|until|do|done|case|esac|function|return|local|begin|end|rem|param|@echo)\b|^[A-Za-z_]\w*=\S*$|^[[\]{}()|&;<>]|[{(|]$|^\w+\s*\(\)/i;

/** A synopsis: a person cannot run it as it stands. */
const SYNOPSIS = /<[\p{L}][^<>]*>|\[--?\w|\.\.\.|…|\{\w+\}/u;

const PROMPT = /^(?:[\w.@~:/-]{0,60}[$#%❯]|PS [^>\n]{0,80}>|[A-Z]:\\[^>\n]{0,80}>|>)[ \t]+/;

function isProgram(line: string): boolean {
  const first = line.replace(/^(?:[A-Z_][A-Z0-9_]*=\S+[ \t]+)+/, "").split(/\s/, 1)[0] ?? "";
  return PROGRAMS.has(first.toLowerCase().replace(/\.exe$/, "")) || /^\.{0,2}\/[\w./-]+$/.test(first);
}

/** A line as a command, or `undefined`. */
function commandOf(raw: string): string | undefined {
  const line = raw
    .trim()
    .replace(/\s+#\s.*$/, "")
    .replace(/\s+/g, " ");
  if (line === "" || line.length > SUMMARY_UNITS || /^(?:#|\/\/|::|--\s)/.test(line)) return undefined;
  if (NO_COMMAND.test(line) || SYNOPSIS.test(line)) return undefined;
  const [first = "", ...rest] = line.split(" ");
  if (!/^[\w./~$@+-]*[A-Za-z][\w./~:+=-]*$/.test(first)) return undefined;
  return rest.length > 0 || isProgram(line) ? line : undefined;
}

/** Lines that a backslash (or PowerShell's backtick) joins become one; each with the index of its first. */
function joinedLines(text: string): { text: string; index: number }[] {
  const lines: { text: string; index: number }[] = [];
  let open = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trimEnd();
    const last = lines.at(-1);
    if (open && last !== undefined) last.text = `${last.text.replace(/\s*[\\`^]$/, "")} ${line.trim()}`;
    else lines.push({ text: line, index });
    open = /\s[\\`^]$/.test(line);
  }
  return lines;
}

/**
 * The commands of a fenced block, whose text is given with its fences.
 *
 * @param info the fence's info string.
 * @param isValidation whether the section is one of commands or checks, so that a fence of no language counts too.
 */
export function commandsOfFence(
  text: string,
  line: number,
  info: string | undefined,
  isValidation: boolean,
): Unit[] {
  const language = (info ?? "").split(/[\s{,]/, 1)[0]?.toLowerCase() ?? "";
  const isShell = SHELLS.has(language);
  const isPlain = language === "" || language === "text" || language === "txt";
  if (!isShell && !(isValidation && isPlain)) return [];
  const lines = joinedLines(text).slice(1);
  // What a program printed stands among the prompts.
  const prompted = lines.some((item) => PROMPT.test(item.text));
  const units: Unit[] = [];
  for (const item of lines) {
    if (/<<-?\s*['"]?\w/.test(item.text)) break;
    if (prompted && !PROMPT.test(item.text)) continue;
    const command = commandOf(item.text.replace(PROMPT, ""));
    if (command !== undefined && (isShell || isProgram(command)))
      units.push({ text: command, line: line + item.index });
  }
  return units;
}

/** Commands in the inline code of a list or paragraph, known by their program. */
export function commandsInline(text: string, line: number): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  let passed = 0;
  for (const [start, end] of codeSpans(text)) {
    const command = commandOf(text.slice(start, end).replace(/^`+|`+$/g, ""));
    if (command === undefined || !command.includes(" ") || !isProgram(command)) continue;
    for (let next = text.indexOf("\n", at); next !== -1 && next < start; next = text.indexOf("\n", at)) {
      passed++;
      at = next + 1;
    }
    units.push({ text: command, line: line + passed });
  }
  return units;
}
