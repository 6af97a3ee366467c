import { Command, CommanderError, Option } from "commander";
import { SddError, type ErrorCode } from "../core/errors.js";
import { redactShort } from "../core/redaction/redact.js";
import type { ConflictsOptions } from "./commands/conflicts.js";
import type { BuildOptions, RecommendOptions } from "./commands/context.js";
import type { ListOptions, RecallOptions, ShowOptions } from "./commands/guidance.js";
import type { HealthOptions } from "./commands/health.js";
import type { InitOptions } from "./commands/init.js";
import type { LearnOptions, StatusOptions } from "./commands/intelligence.js";
import type { McpOptions } from "./commands/mcp.js";
import type { PublishOptions } from "./commands/publish.js";
import type { ValidateOptions } from "./commands/validate-artifact.js";
import type { ExitCode } from "./exit-code.js";
import { printJson, printMessage, type CliIo } from "./io.js";

/** Put in by the bundler from package.json. */
declare const SDD_VERSION: string | undefined;
const VERSION = typeof SDD_VERSION === "string" ? SDD_VERSION : "development";

const EXIT_CODES = `
Exit codes:
  0  fine
  1  a check found problems
  2  wrong usage
  3  the input cannot be used
  4  state cannot be written`;

const BUILD_HELP = `
The pack goes to standard output; with --write it goes to
.sdd/intelligence/context-packs/<slug>/<stage>.md, its manifest beside it.

Examples:
  sdd context build --name "Checkout" --stage tasks
  sdd context build --name checkout --stage tasks --write --json
  sdd context build --name checkout --stage review --max-chars 8000 | pbcopy
${EXIT_CODES}`;

const HEALTH_HELP = `
The findings go to standard output, and to .sdd/intelligence/health.json. Rules are switched off, or changed in severity,
in sdd.config.yaml (health.rules), or for one line by a comment on it or before it:
  <!-- sdd-ignore broken-link: the file comes with the build -->

Examples:
  sdd intelligence health --strict
  sdd intelligence health --format sarif --dry-run > health.sarif
${EXIT_CODES}`;

const PUBLISH_HELP = `
The documents are docs/_project-intelligence/{project-profile,architecture-map,decision-index,patterns-and-conventions,
risk-register,quality-health}.md. What is generated stands between the marks <!-- sdd:begin NAME --> and
<!-- sdd:end NAME -->; what you write before, between and behind them stays. A region that you take out with both its
marks stays out, as long as the file has another one.

Examples:
  sdd intelligence learn --all && sdd intelligence publish
  sdd intelligence publish --write
${EXIT_CODES}`;

const LEARN_HELP = `
The learnings go to .sdd/intelligence/learnings.jsonl: what decisions, patterns, risks, commands and quality signals the
documents hold, each with its source's hash. The file is derived; it can be deleted and learned again.

Examples:
  sdd intelligence learn --all
  sdd intelligence learn --name checkout --dry-run --json
${EXIT_CODES}`;

const rootOption = () =>
  new Option("--root <dir>", "project root (default: found upwards from the working folder)");
const nameOption = () => new Option("--name <orchestration>", "name or slug; case and accents do not matter");
const jsonOption = () => new Option("--json", "print one JSON document");
const formatOption = () => new Option("--format <format>", "json, sarif, junit or text (default: text)");

/** `sdd intelligence health` and `sdd validate-artifact`. */
function declareChecks(sdd: Command, intelligence: Command, io: CliIo, done: (code: ExitCode) => void): void {
  intelligence
    .command("health")
    .description("say what is objectively amiss in the documents")
    .option("--strict", "exit with 1 where there is an error")
    .option("--dry-run", "write nothing")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText("after", HEALTH_HELP)
    .action(async (options: HealthOptions) => {
      done(await (await import("./commands/health.js")).intelligenceHealth(io, options, VERSION));
    });
  sdd
    .command("validate-artifact")
    .description("check one document as the artifact of a stage")
    .argument("<stage>", "the stage, as prd, techspec, tasks")
    .argument("<path>", "the document")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (stage: string, path: string, options: ValidateOptions) => {
      const { validateArtifactCommand } = await import("./commands/validate-artifact.js");
      done(await validateArtifactCommand(io, stage, path, options, VERSION));
    });
}

/** `sdd intelligence publish` */
function declarePublish(intelligence: Command, io: CliIo, done: (code: ExitCode) => void): void {
  intelligence
    .command("publish")
    .description("propose the project intelligence documents from what was learned, as a diff")
    .option("--write", "write them")
    .option("--dry-run", "write nothing, which is the default")
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText("after", PUBLISH_HELP)
    .action(async (options: PublishOptions) => {
      done(await (await import("./commands/publish.js")).publish(io, options));
    });
}

/** `sdd intelligence learn` and `status`, and `sdd memory learn`. */
function declareLearning(
  sdd: Command,
  intelligence: Command,
  io: CliIo,
  done: (code: ExitCode) => void,
): void {
  intelligence
    .command("learn")
    .description("learn from the documents of one orchestration, or of all")
    .addOption(nameOption())
    .option("--all", "learn from every document")
    .option("--dry-run", "write nothing")
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText("after", LEARN_HELP)
    .action(async (options: LearnOptions) => {
      done(await (await import("./commands/intelligence.js")).learn(io, options));
    });
  intelligence
    .command("conflicts")
    .description("list where sources disagree, from both sides; they are settled in the editor")
    .addOption(nameOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: ConflictsOptions) => {
      done(await (await import("./commands/conflicts.js")).intelligenceConflicts(io, options));
    });
  intelligence
    .command("status")
    .description("count the learnings, and say which are stale")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: StatusOptions) => {
      done(await (await import("./commands/intelligence.js")).intelligenceStatus(io, options));
    });
  sdd
    .command("memory")
    .description("the learnings at memory.index_path")
    .command("learn")
    .description("learn as `sdd intelligence learn` does, and keep the file at memory.index_path in step")
    .addOption(nameOption().makeOptionMandatory())
    .option("--dry-run", "write nothing")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: LearnOptions) => {
      done(await (await import("./commands/intelligence.js")).learn(io, options, true));
    });
}

/** `sdd recall` and `sdd guidance`: reading only. */
function declareGuidance(sdd: Command, io: CliIo, done: (code: ExitCode) => void): void {
  const collect = (path: string, paths: readonly string[]): readonly string[] => [...paths, path];
  sdd
    .command("recall")
    .description("print the guidance that an agent would get")
    .option("--domain <name>", "only this domain, and those that are always on")
    .option("--hint <text>", "what is to be done, in a sentence or some keywords")
    .option("--path <path>", "a file or folder it is about; may be given several times", collect, [])
    .option("--limit <n>", "the most entries to print")
    .option("--cursor <cursor>", "go on where an answer ended")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: RecallOptions) => {
      done((await import("./commands/guidance.js")).recall(io, options));
    });
  const guidance = sdd.command("guidance").description("read guidance in any state");
  guidance
    .command("list")
    .description("list it, the latest first")
    .option("--status <status>", "pending, approved, rejected or archived")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: ListOptions) => {
      done((await import("./commands/guidance.js")).guidanceList(io, options));
    });
  guidance
    .command("show")
    .description("print one entry, and which others are near it")
    .argument("<id>", "its id, as gm-…")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (id: string, options: ShowOptions) => {
      done((await import("./commands/guidance.js")).guidanceShow(io, id, options));
    });
}

const MCP_HELP = `
An agent's host starts it and speaks to it over standard input and output. Its tools read the approved guidance (recall)
and propose guidance (remember); a person decides in the editor. The project is that of --root, else of the folders that
the agent's host names, else found upwards from the working folder; it is looked for anew at each call.`;

/** `sdd mcp` */
function declareMcp(sdd: Command, io: CliIo, done: (code: ExitCode) => void): void {
  sdd
    .command("mcp")
    .description("serve the project's memory to an agent over MCP")
    .addOption(rootOption())
    .addHelpText("after", MCP_HELP)
    .action(async (options: McpOptions) => {
      done(await (await import("./commands/mcp.js")).mcp(io, options, VERSION));
    });
}

function declareContext(sdd: Command, io: CliIo, done: (code: ExitCode) => void): void {
  const context = sdd.command("context").description("build context packs, and see what would go into one");
  context
    .command("build")
    .description("build the context pack of a stage")
    .addOption(nameOption().makeOptionMandatory())
    .requiredOption("--stage <stage>", "the stage the pack is for, as prd, techspec, tasks, review")
    .option("--write", "write the pack and its manifest")
    .option("--dry-run", "write nothing, even with --write")
    .option(
      "--max-chars <n>",
      "limit of the whole pack, 1000 to 1000000 (default: from the configuration, else 24000)",
    )
    .option("--include-content", "with --json: put the pack's text into the document")
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText("after", BUILD_HELP)
    .action(async (options: BuildOptions) => {
      done(await (await import("./commands/context.js")).contextBuild(io, options));
    });
  context
    .command("recommend")
    .description("say which stage comes next, and rank the sources for it")
    .addOption(nameOption().makeOptionMandatory())
    .option("--stage <stage>", "rank for this stage instead of the next one")
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options: RecommendOptions) => {
      done(await (await import("./commands/context.js")).contextRecommend(io, options));
    });
}

/** Declares the commands; each loads its code only when it runs. */
function program(io: CliIo, done: (code: ExitCode) => void): Command {
  const sdd = new Command("sdd")
    .description("Context packs for people who develop from specifications with coding agents.")
    .version(VERSION, "-V, --version", "print the version")
    .addHelpText("after", EXIT_CODES)
    .showHelpAfterError("(add --help for the usage)");
  declareContext(sdd, io, done);
  const intelligence = sdd.command("intelligence").description("what the documents teach, and how they are");
  declareLearning(sdd, intelligence, io, done);
  declarePublish(intelligence, io, done);
  declareGuidance(sdd, io, done);
  declareMcp(sdd, io, done);
  declareChecks(sdd, intelligence, io, done);
  sdd
    .command("init")
    .summary("create an orchestration")
    .description("create an orchestration: docs/<slug>/ with a README and a traceability map")
    .argument("<name>", 'its name, as "Checkout v2"')
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (name: string, options: InitOptions) => {
      done((await import("./commands/init.js")).init(io, name, options));
    });
  sdd
    .command("redact")
    .summary("replace secrets by [REDACTED]")
    .description("replace secrets by [REDACTED]: from a file or standard input to standard output")
    .argument("[file]", "a text file (default: standard input)")
    .action(async (file: string | undefined) => {
      done(await (await import("./commands/redact.js")).redactCommand(io, file));
    });
  return sdd;
}

/** Sends the help and errors of every command through `io`, and keeps the library from ending the process. */
function wire(command: Command, io: CliIo): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      io.out(text);
    },
    writeErr: (text) => {
      printMessage(io, redactShort(text.trimEnd()));
    },
  });
  for (const child of command.commands) wire(child, io);
}

const errorJson = (code: ErrorCode, message: string) => ({ error: { code, message } });

function report(io: CliIo, error: unknown, json: boolean): ExitCode {
  const known = error instanceof SddError;
  const detail = error instanceof Error ? error.message : String(error);
  const shown = known ? error : new SddError("internal", detail);
  const message = redactShort(shown.message);
  if (json) printJson(io, errorJson(shown.code, message));
  printMessage(io, `sdd: ${message}`);
  if (!known && io.env["SDD_DEBUG"] === "1" && error instanceof Error)
    printMessage(io, redactShort(error.stack ?? ""));
  return shown.exitCode;
}

/**
 * Runs one command line.
 *
 * @param argv the words after the program's name.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = 0;
  const json = argv.includes("--json");
  const sdd = program(io, (value) => {
    code = value;
  });
  wire(sdd, io);
  try {
    await sdd.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    // Help and version are asked for; everything else the parser stops at is wrong usage, and it has said so.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (json) printJson(io, errorJson("wrong-usage", redactShort(error.message.replace(/^error: /, ""))));
      return 2;
    }
    return report(io, error, json);
  }
}
