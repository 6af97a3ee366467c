import type { MessageToPage, Parts, ReviewEntry } from "../src/protocol/review.js";
import { button, element, field, heading, partNodes, section, textInput } from "./elements.js";

/** What the page shows of an entry. */

type Word = (name: string) => string;
type DryRun = Extract<MessageToPage, { type: "dryRun" }>;
type Labelled = ReviewEntry["facts"][number];

function texts(parts: Parts, word: Word): readonly (Node | string)[] {
  return partNodes(parts, { hidden: word("hidden"), added: word("added"), removed: word("removed") });
}

function labelledList(list: readonly Labelled[], word: Word): HTMLElement {
  return element(
    "dl",
    {},
    list.flatMap(({ label, parts }) => [
      element("dt", {}, [label]),
      element("dd", { class: "quoted" }, texts(parts, word)),
    ]),
  );
}

export function agentSection({ agent, agentRationale }: ReviewEntry, word: Word): HTMLElement {
  const rationale =
    agentRationale.length === 0
      ? []
      : [heading(3, word("agentRationale")), element("div", { class: "exact" }, texts(agentRationale, word))];
  return section("agent", word("agentText"), [
    element("div", { class: "exact" }, texts(agent, word)),
    ...rationale,
  ]);
}

export function warnings({ warnings: list }: ReviewEntry): readonly HTMLElement[] {
  return list.length === 0
    ? []
    : [
        element(
          "ul",
          { class: "warnings" },
          list.map((text) => element("li", {}, [text])),
        ),
      ];
}

export function differencesSection({ differences }: ReviewEntry, word: Word): readonly HTMLElement[] {
  if (differences.length === 0) return [];
  return [section("differences", word("differences"), [labelledList(differences, word)])];
}

export function aboutSection({ facts }: ReviewEntry, word: Word): HTMLElement {
  return section("about", word("about"), [labelledList(facts, word)]);
}

export function similarSection(
  { similar }: ReviewEntry,
  word: Word,
  open: (id: string) => void,
): readonly HTMLElement[] {
  if (similar.length === 0) return [];
  const cards = similar.map(({ id, about, relation, opposition, here, there }) =>
    element("article", {}, [
      heading(3, about),
      element("p", {}, [
        relation,
        ...(opposition === "" ? [] : [element("strong", { class: "opposed" }, [opposition])]),
      ]),
      element("div", { class: "pair" }, [
        element("div", {}, [
          element("h4", {}, [word("thisOne")]),
          element("p", { class: "quoted" }, texts(here, word)),
        ]),
        element("div", {}, [
          element("h4", {}, [word("thatOne")]),
          element("p", { class: "quoted" }, texts(there, word)),
        ]),
      ]),
      button(word("openIt"), () => {
        open(id);
      }),
    ]),
  );
  return [section("similar", word("similar"), cards)];
}

export interface DryRunPart {
  readonly node: HTMLElement;
  show(run: DryRun): void;
  prompt(): string;
}

function recalled(title: string, lines: DryRun["with"], word: Word): HTMLElement {
  const items = lines.map(({ text, isThis, isDisplaced }) =>
    element("li", {}, [
      isThis ? element("strong", {}, [text]) : text,
      ...(isDisplaced ? [` (${word("displaced")})`] : []),
    ]),
  );
  const list = items.length === 0 ? element("p", {}, [word("nothing")]) : element("ul", {}, items);
  return element("div", {}, [heading(3, title), list]);
}

/** @param ask a prompt was typed; it is called once a pause is made. */
export function dryRunSection(word: Word, prompt: string, ask: (prompt: string) => void): DryRunPart {
  const input = textInput(prompt);
  const sentence = element("p", { role: "status", class: "sentence" });
  const pair = element("div", { class: "pair" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ask(input.value);
    }, 250);
  });
  return {
    node: section("dry-run", word("dryRun"), [field("prompt", word("prompt"), input), sentence, pair]),
    show: (run) => {
      sentence.textContent = run.sentence;
      pair.replaceChildren(
        recalled(word("with"), run.with, word),
        recalled(word("without"), run.without, word),
      );
    },
    prompt: () => input.value,
  };
}
