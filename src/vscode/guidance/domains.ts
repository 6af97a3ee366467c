import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { LIMITS } from "../../core/guidance/checks.js";
import type { DomainSummary } from "../../core/guidance/domains.js";
import type { DomainState } from "../../core/guidance/entry.js";
import { reveal } from "../../core/text/reveal.js";
import { placeOf } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { problemSentence } from "./problems.js";
import type { GuidanceStates } from "./states.js";
import { GuidanceHandle } from "./tree.js";
import { demandTrust, pickRoot } from "./place.js";

/** Domains are made, edited and switched off by a person who answers each question; an argument answers none. */

/** @throws SddError `cancelled` */
async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const answer = await vscode.window.showInputBox({ ignoreFocusOut: true, ...options });
  if (answer === undefined) throw new SddError("cancelled");
  return answer.trim();
}

/** The domain that a command was run on, else one that the person picks. @throws SddError `cancelled`, `wrong-usage` */
async function pickDomain(
  root: ProjectRoot,
  argument: unknown,
  title: string,
  state?: DomainState,
): Promise<DomainSummary> {
  const data = argument instanceof GuidanceHandle ? argument.data : undefined;
  if (data?.type === "domain") return data.domain;
  const { domains } = await root.engine.call("guidance", {});
  const wanted = domains.filter((each) => state === undefined || each.state === state);
  if (wanted.length === 0) throw new SddError("wrong-usage", vscode.l10n.t("There is no such domain yet."));
  const items = wanted.map((domain) => ({
    label: reveal(domain.domain),
    description: reveal(domain.description),
    domain,
  }));
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.domain;
}

interface Answers {
  readonly recall: readonly string[];
  readonly always_on: boolean;
  readonly description: string;
}

/** @throws SddError `cancelled` */
async function askRest(title: string, old: DomainSummary | undefined): Promise<Answers> {
  const words = await ask({
    title,
    prompt: vscode.l10n.t("Words by which all its entries are recalled, separated by commas. May be empty."),
    value: old?.recall.join(", ") ?? "",
  });
  const usual = { label: vscode.l10n.t("When it fits what is asked"), isAlwaysOn: false };
  const always = { label: vscode.l10n.t("Always, whatever is asked"), isAlwaysOn: true };
  const items = old?.always_on === true ? [always, usual] : [usual, always];
  const placeHolder = vscode.l10n.t("When are its entries recalled?");
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (picked === undefined) throw new SddError("cancelled");
  const description = await ask({
    title,
    prompt: vscode.l10n.t("What is the domain about? May be empty."),
    value: old?.description ?? "",
  });
  const recall = words
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return { recall, always_on: picked.isAlwaysOn, description };
}

async function save(
  states: GuidanceStates,
  root: ProjectRoot,
  domain: { readonly domain: string } & Answers,
): Promise<void> {
  const problems = await root.engine.call("saveDomain", domain);
  if (problems.length > 0) throw new SddError("wrong-usage", problems.map(problemSentence).join(" "));
  await states.refresh(root);
}

/** SDD: Create Guidance Domain. */
export async function createDomain(
  roots: ProjectRoots,
  states: GuidanceStates,
  [at]: readonly unknown[],
): Promise<void> {
  demandTrust();
  const title = vscode.l10n.t("Create Guidance Domain");
  const root = await pickRoot(roots, placeOf(at).root, title);
  const name = await ask({
    title,
    prompt: vscode.l10n.t("Its name, such as checkout"),
    validateInput: (text) => {
      if (text.trim() === "") return vscode.l10n.t("A name is needed.");
      return text.length > LIMITS.domain
        ? vscode.l10n.t("At most {0} characters.", String(LIMITS.domain))
        : undefined;
    },
  });
  const { domains } = await root.engine.call("guidance", {});
  const old = domains.find(({ domain }) => domain.toLowerCase() === name.toLowerCase());
  await save(states, root, { domain: old?.domain ?? name, ...(await askRest(title, old)) });
}

/** SDD: Edit Guidance Domain. */
export async function editDomain(
  roots: ProjectRoots,
  states: GuidanceStates,
  [at]: readonly unknown[],
): Promise<void> {
  demandTrust();
  const title = vscode.l10n.t("Edit Guidance Domain");
  const root = await pickRoot(roots, placeOf(at).root, title);
  const old = await pickDomain(root, at, title);
  const rest = await askRest(`${title}: ${reveal(old.domain)}`, old);
  await save(states, root, { domain: old.domain, ...rest });
}

/** SDD: Switch Guidance Domain Off, and on again. It is asked for once more, since a command can be run by anyone. */
export async function switchDomain(
  roots: ProjectRoots,
  states: GuidanceStates,
  [at]: readonly unknown[],
  state: DomainState,
): Promise<void> {
  demandTrust();
  const isOff = state === "inactive";
  const title = isOff
    ? vscode.l10n.t("Switch Guidance Domain Off")
    : vscode.l10n.t("Switch Guidance Domain On");
  const root = await pickRoot(roots, placeOf(at).root, title);
  const { domain } = await pickDomain(root, at, title, isOff ? "active" : "inactive");
  const question = isOff
    ? vscode.l10n.t("Switch the domain “{0}” off? Its entries are no longer recalled.", reveal(domain))
    : vscode.l10n.t("Switch the domain “{0}” on? Its approved entries are recalled again.", reveal(domain));
  const button = isOff ? vscode.l10n.t("Switch Off") : vscode.l10n.t("Switch On");
  const pressed = await vscode.window.showWarningMessage(question, { modal: true }, button);
  if (pressed !== button) throw new SddError("cancelled");
  await root.engine.call("setDomainState", { domain, state });
  await states.refresh(root);
}
