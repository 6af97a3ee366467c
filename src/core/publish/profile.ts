import { fillTemplate } from "../errors.js";
import { folderOf } from "../project/paths.js";
import { nextStage, type Orchestration } from "../project/project.js";
import { compareCodeUnits } from "../text/fold.js";
import { code, folderLink, items, linkTo, plain, table } from "./markdown-out.js";
import type { RegionText } from "./apply.js";
import { isGone, recordsOf, type PublishFacts } from "./input.js";
import { INTELLIGENCE_FOLDER, isIntelligence } from "./paths.js";
import { topicsOf } from "./topics.js";
import { INTELLIGENCE_FILES } from "./files.js";

const MOST_ORCHESTRATIONS = 100;
const MOST_COMMANDS = 30;
const MOST_RULES = 20;

/** Stages whose summary tells best what an orchestration is about. */
const TELLING = ["prd", "idea", "techspec", "project-discovery", "memory"] as const;

/** One sentence on what an orchestration is about; empty where nothing was learned. */
export function aboutOf(facts: PublishFacts, { slug }: Orchestration): string {
  const own = recordsOf(facts, "artifact_summary").filter((record) => record.orchestration_slug === slug);
  const best = TELLING.flatMap((stage) => own.filter((record) => record.source_stage === stage));
  return plain(best[0]?.summary ?? "");
}

function documentsOf({ artifacts, missing }: Orchestration, { words }: PublishFacts): string {
  const shown = artifacts
    .filter(({ stage }) => stage !== undefined)
    .map(({ path, stage = "", state }) => {
      const link = linkTo(path, undefined, plain(stage));
      return state === undefined ? link : `${link} (${words.states[state]})`;
    });
  const gone = missing.filter(({ entry }) => entry.state !== "optional" && entry.state !== "pending");
  return [...shown, ...gone.map(({ entry }) => `${plain(entry.stage)} (${words.absent})`)].join(", ");
}

function orchestrations(facts: PublishFacts): readonly string[] {
  const { words, project, languages } = facts;
  const all = project.orchestrations;
  if (all.length === 0) return [`## ${words.orchestrations}`, "", words.noOrchestrations];
  const rows = all.map((each) => {
    const { name, folder, map, mapPath, mapRecord, slug } = each;
    const title =
      mapRecord === undefined
        ? linkTo(folder, undefined, plain(name))
        : linkTo(mapPath, undefined, plain(name));
    const language = languages.get(slug);
    return [
      title,
      aboutOf(facts, each),
      plain(map?.state ?? ""),
      plain(nextStage(each)),
      documentsOf(each, facts),
      language === undefined ? "" : words.languages[language],
    ];
  });
  const headers = [
    words.orchestration,
    words.about,
    words.state,
    words.next,
    words.documents,
    words.language,
  ];
  return [`## ${words.orchestrations}`, "", ...table(headers, rows, MOST_ORCHESTRATIONS, words.more)];
}

const ARCHITECTURE = `${INTELLIGENCE_FOLDER}/architecture-map.md`;

/** Folders that hold decisions in other languages. */
function languageFolders({ decisions }: PublishFacts): readonly string[] {
  const folders = new Map<string, number>();
  for (const [, path] of decisions.flatMap(({ translations }) => translations)) {
    folders.set(folderOf(path), (folders.get(folderOf(path)) ?? 0) + 1);
  }
  const sorted = [...folders].sort(([a], [b]) => compareCodeUnits(a, b));
  return sorted.map(([folder, count]) => `${folderLink(folder)} (${count})`);
}

function layout(facts: PublishFacts): readonly string[] {
  const { words, project, decisions } = facts;
  const records = [...project.inventory.records.values()].filter(({ status }) => status === "active");
  const folders = new Map<string, number>();
  for (const { record } of decisions) {
    const folder = folderOf(record.path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const rules = records
    .filter(({ kind }) => kind === "rules")
    .map(({ path }) => linkTo(path, undefined, code(path)));
  const config = records
    .filter(({ kind }) => kind === "config")
    .map(({ path }) => linkTo(path, undefined, code(path)));
  const pages = [
    ...INTELLIGENCE_FILES.slice(1).map((file) =>
      linkTo(`${INTELLIGENCE_FOLDER}/${file}.md`, undefined, words.titles[file]),
    ),
    ...records
      .filter(
        ({ path }) =>
          isIntelligence(path) && !INTELLIGENCE_FILES.some((file) => path.endsWith(`/${file}.md`)),
      )
      .map(({ path, facts: { title } }) =>
        linkTo(path, undefined, title === undefined ? undefined : plain(title)),
      ),
  ];
  const topics = topicsOf(decisions.filter(({ record }) => !isGone(record))).flatMap(
    ({ name, decisions: own }) =>
      name === undefined ? [] : [`${linkTo(ARCHITECTURE, undefined, plain(name))} (${own.length})`],
  );
  const others = languageFolders(facts);
  const places = [...folders].sort(([a], [b]) => compareCodeUnits(a, b));
  const lines = [
    ...places.map(
      ([folder, count]) => `${folderLink(folder)}: ${fillTemplate(words.decisionFolder, [String(count)])}`,
    ),
    ...(topics.length === 0 ? [] : [`${words.topicCounts}: ${topics.join(", ")}`]),
    ...(others.length === 0 ? [] : [`${words.otherLanguages}: ${others.join(", ")}`]),
    ...(rules.length === 0 ? [] : [`${words.agentRules}: ${rules.slice(0, MOST_RULES).join(", ")}`]),
    ...(config.length === 0 ? [] : [`${words.configuration}: ${config.join(", ")}`]),
    `${words.otherPages}: ${pages.join(", ")}`,
  ];
  return [`## ${words.layout}`, "", ...items(lines, 40, words.more)];
}

function commands(facts: PublishFacts, ownPath: string): readonly string[] {
  const { words } = facts;
  const seen = new Set<string>();
  const lines = recordsOf(facts, "command", ownPath).flatMap(({ summary, source_artifact: path, line }) => {
    if (seen.has(summary)) return [];
    seen.add(summary);
    return [`${code(summary)} (${linkTo(path, line)})`];
  });
  return [
    `## ${words.commands}`,
    "",
    ...(lines.length === 0 ? [words.nothing] : items(lines, MOST_COMMANDS, words.more)),
  ];
}

export function profileRegions(facts: PublishFacts, ownPath: string): readonly RegionText[] {
  return [
    { name: "orchestrations", text: orchestrations(facts).join("\n") },
    { name: "layout", text: layout(facts).join("\n") },
    { name: "commands", text: commands(facts, ownPath).join("\n") },
  ];
}
