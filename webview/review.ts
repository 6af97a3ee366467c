import {
  type Act,
  type ActMessage,
  type FormFields,
  type MessageToHost,
  type MessageToPage,
  parseToPage,
  type Undo,
} from "../src/protocol/review.js";
import { button, choice, element, field, textInput } from "./elements.js";
import {
  aboutSection,
  agentSection,
  differencesSection,
  type DryRunPart,
  dryRunSection,
  similarSection,
  warnings,
} from "./entry.js";
import { entryForm, type Form } from "./form.js";
import { keyAct, type KeyAct, letterOf } from "./keys.js";

/** The page in which guidance is reviewed. It decides nothing: it sends what a person did, with the token of what it shows. */

interface Host {
  postMessage(message: MessageToHost): void;
}
declare function acquireVsCodeApi(): Host;

type Show = Extract<MessageToPage, { type: "show" }>;
type Init = Extract<MessageToPage, { type: "init" }>;

/** So long after an entry came up no key decides on it: it is meant for the one before. In milliseconds. */
const SETTLE_MS = 600;

const ORDER: readonly Act[] = [
  "approve",
  "edit",
  "reject",
  "archive",
  "supersede",
  "accept",
  "acceptAll",
  "decline",
];

class ReviewPage {
  readonly #host: Host;
  readonly #live = element("div", { class: "notice", role: "status", "aria-live": "polite" });
  readonly #undoBox = element("div", { class: "row" });
  readonly #body = element("div", { class: "body" });
  /** Where an act asks for more: a reason, edits, which one to supersede. */
  readonly #asking = element("div", { class: "asking" });
  #init: Init | undefined;
  #shown: Show | undefined;
  #token = "";
  #shownAt = 0;
  #form: Form | undefined;
  #edits: FormFields | null = null;
  #dryRun: DryRunPart | undefined;
  #prompt = "";
  #number = 0;
  #undo: Undo | null = null;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #title = element("h1", { tabindex: "-1" });

  constructor(host: Host, main: HTMLElement) {
    this.#host = host;
    main.append(element("header", {}, [this.#title, this.#live, this.#undoBox]), this.#body);
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
      const act = keyAct(event);
      if (act === undefined) return;
      event.preventDefault();
      this.#press(act);
    });
  }

  receive(message: MessageToPage): void {
    switch (message.type) {
      case "init":
        this.#init = message;
        document.documentElement.lang = message.language;
        return;
      case "show":
        this.#show(message);
        return;
      case "empty":
        this.#shown = undefined;
        this.#frame(this.#word("title"), message);
        this.#body.replaceChildren(element("p", { class: "empty" }, [message.text]));
        this.#focusTitle();
        return;
      case "form":
        this.#propose(message);
        return;
      case "problem":
        this.#refused(message);
        return;
      case "dryRun":
        if (message.number === this.#number) this.#dryRun?.show(message);
    }
  }

  /** What arrives while a person works elsewhere in the window takes the focus from nothing. */
  #focusTitle(): void {
    if (document.hasFocus()) this.#title.focus();
  }

  readonly #word = (name: string): string => this.#init?.words[name] ?? name;

  #frame(title: string, { notice, undo }: Pick<Show, "notice" | "undo">): void {
    this.#title.textContent = title;
    this.#live.textContent = notice?.text ?? "";
    this.#live.className = `notice ${notice?.kind ?? ""}`;
    this.#offerUndo(undo);
  }

  #offerUndo(undo: Undo | null): void {
    clearTimeout(this.#undoTimer);
    this.#undo = undo;
    this.#undoBox.replaceChildren();
    if (undo === null) return;
    const label = `${this.#word("undo")}: ${undo.text}`;
    this.#undoBox.append(
      button(
        label,
        () => {
          this.#press("undo");
        },
        { key: letterOf("undo") },
      ),
    );
    this.#undoTimer = setTimeout(() => {
      this.#offerUndo(null);
    }, undo.seconds * 1_000);
  }

  #show(message: Show): void {
    const { entry, place } = message;
    this.#shown = message;
    this.#token = message.token;
    this.#shownAt = performance.now();
    this.#form = undefined;
    this.#edits = null;
    this.#asking.replaceChildren();
    this.#frame(entry.title, message);
    const word = this.#word;
    this.#dryRun = dryRunSection(word, this.#prompt, (prompt) => {
      this.#ask(prompt);
    });
    this.#body.replaceChildren(
      element("p", { class: "status" }, [`${entry.status} · ${place}`]),
      ...warnings(entry),
      agentSection(entry, word),
      this.#decisions(message),
      ...differencesSection(entry, word),
      aboutSection(entry, word),
      ...similarSection(entry, word, (id) => {
        this.#host.postMessage({ type: "open", id });
      }),
      this.#dryRun.node,
    );
    window.scrollTo(0, 0);
    this.#focusTitle();
    this.#ask(this.#prompt);
  }

  #decisions({ entry }: Show): HTMLElement {
    const word = this.#word;
    const buttons = ORDER.filter((act) => entry.acts.includes(act)).map((act) => {
      const label = word(act).replace("{0}", String(entry.seen));
      const isPrimary = act === "approve" || act === "accept";
      const press = (): void => {
        this.#press(act);
      };
      return button(label, press, { key: letterOf(act), isPrimary });
    });
    const moves = (["previous", "next"] as const).map((way) =>
      button(
        word(way),
        () => {
          this.#press(way);
        },
        { key: letterOf(way) },
      ),
    );
    return element("section", { class: "decide", "aria-label": word("decide") }, [
      element("div", { class: "row" }, [...buttons, ...moves]),
      this.#asking,
    ]);
  }

  #ask(prompt: string): void {
    this.#prompt = prompt;
    this.#host.postMessage({ type: "dryRun", number: ++this.#number, prompt, fields: this.#edits });
  }

  #press(act: KeyAct): void {
    if (act === "undo") {
      if (this.#undo !== null) this.#host.postMessage({ type: "undo", token: this.#undo.token });
      this.#offerUndo(null);
      return;
    }
    if (this.#shown === undefined) return;
    if (act === "next" || act === "previous") {
      this.#host.postMessage({ type: "move", by: act === "next" ? 1 : -1 });
      return;
    }
    const isSettled = performance.now() - this.#shownAt >= SETTLE_MS;
    if (isSettled && this.#shown.entry.acts.includes(act)) this.#begin(act, this.#shown);
  }

  #begin(act: Act, shown: Show): void {
    switch (act) {
      case "approve":
      case "accept":
      case "acceptAll":
        this.#decide({ type: "act", token: this.#token, act });
        return;
      case "reject":
      case "archive":
      case "decline":
        this.#askReason(act);
        return;
      case "supersede":
        this.#askWhich(shown);
        return;
      case "edit":
        this.#editForm(shown);
    }
  }

  /** A token is good for one act: what is pressed before the answer came is not sent. */
  #decide(message: ActMessage): void {
    if (message.token === "") return;
    this.#token = "";
    this.#host.postMessage(message);
  }

  #small(control: HTMLElement, first: HTMLElement, label: string, done: () => void): void {
    const word = this.#word;
    const cancel = (): void => {
      this.#asking.replaceChildren();
      this.#focusTitle();
    };
    const form = element("form", { class: "small" }, [
      control,
      element("div", { class: "row" }, [
        button(label, done, { key: "Enter", isPrimary: true }),
        button(word("cancel"), cancel, { key: "Escape" }),
      ]),
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
      else if (event.key === "Enter" && !event.repeat && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        done();
      }
    });
    this.#asking.replaceChildren(form);
    first.focus();
  }

  #askReason(act: "reject" | "archive" | "decline"): void {
    const word = this.#word;
    const input = textInput("");
    input.required = act === "reject";
    const label = act === "reject" ? word("reasonRequired") : word("reason");
    this.#small(field("reason", label, input), input, word(act), () => {
      this.#decide({ type: "act", token: this.#token, act, reason: input.value });
    });
  }

  #askWhich({ entry }: Show): void {
    const word = this.#word;
    const options = entry.similar
      .filter(({ canSupersede }) => canSupersede)
      .map(({ id, there }) => ({ value: id, label: there.map(({ text }) => text).join("") }));
    const select = choice(options, options[0]?.value ?? "");
    this.#small(field("other", word("which"), select), select, word("supersede"), () => {
      this.#decide({ type: "act", token: this.#token, act: "supersede", other: select.value });
    });
  }

  #editForm({ entry, domains }: Show): void {
    const form = this.#formFor(entry.fields, domains, this.#word("edit"), (fields) => {
      this.#decide({ type: "act", token: this.#token, act: "edit", fields });
    });
    this.#asking.replaceChildren(form.node);
    form.focus();
  }

  #formFor(
    fields: FormFields,
    domains: readonly string[],
    submitLabel: string,
    submit: (fields: FormFields) => void,
    canCancel = true,
  ): Form {
    const cancel = (): void => {
      this.#form = undefined;
      this.#edits = null;
      this.#asking.replaceChildren();
      this.#focusTitle();
      this.#ask(this.#prompt);
    };
    const form = entryForm({
      ...{ fields, domains, types: this.#init?.types ?? [], word: this.#word, submitLabel, submit },
      cancel: canCancel ? cancel : undefined,
      changed: (edits) => {
        this.#edits = edits;
      },
    });
    this.#form = form;
    return form;
  }

  #propose(message: Extract<MessageToPage, { type: "form" }>): void {
    this.#shown = undefined;
    this.#token = message.token;
    this.#frame(this.#word("formTitle"), message);
    const submit = (fields: FormFields): void => {
      if (this.#token === "") return;
      this.#host.postMessage({ type: "propose", token: this.#token, fields });
      this.#token = "";
    };
    const form = this.#formFor(message.fields, message.domains, this.#word("propose"), submit, false);
    this.#body.replaceChildren(form.node);
    form.focus();
  }

  #refused({ token, text, problems, fields }: Extract<MessageToPage, { type: "problem" }>): void {
    this.#token = token;
    if (fields !== null && this.#form === undefined && this.#shown !== undefined) this.#editForm(this.#shown);
    if (fields !== null) this.#form?.fill(fields);
    for (const place of document.querySelectorAll(".wrong")) place.textContent = "";
    for (const control of document.querySelectorAll("[aria-invalid]"))
      control.removeAttribute("aria-invalid");
    const loose: string[] = [];
    for (const problem of problems) {
      const name = problem.field.replace(/\[.*$/, "");
      const place = document.getElementById(`wrong-${name}`);
      const control = document.getElementById(`field-${name}`);
      if (place === null || control === null) loose.push(problem.text);
      else {
        place.textContent = [place.textContent, problem.text].filter((each) => each !== "").join(" ");
        control.setAttribute("aria-invalid", "true");
      }
    }
    this.#live.textContent = [text, ...loose].join(" ");
    this.#live.className = "notice problem";
    document.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }
}

const main = document.getElementById("review");
if (main !== null) {
  const host = acquireVsCodeApi();
  const page = new ReviewPage(host, main);
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    const message = parseToPage(event.data);
    if (message !== undefined) page.receive(message);
  });
  host.postMessage({ type: "ready" });
}
