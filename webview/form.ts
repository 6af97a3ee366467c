import type { FormFields } from "../src/protocol/review.js";
import { button, choice, element, field, textArea, textInput } from "./elements.js";

/** The form of an entry: to approve it with edits, or to propose one. */

export interface FormOptions {
  readonly fields: FormFields;
  readonly domains: readonly string[];
  readonly types: readonly { readonly value: FormFields["type"]; readonly label: string }[];
  readonly word: (name: string) => string;
  readonly submitLabel: string;
  readonly submit: (fields: FormFields) => void;
  readonly cancel: (() => void) | undefined;
  /** Something was typed. */
  readonly changed: (fields: FormFields) => void;
}

export interface Form {
  readonly node: HTMLElement;
  /** Puts what would be approved instead into the fields. */
  fill(fields: FormFields): void;
  focus(): void;
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function listen(node: HTMLFormElement, submit: () => void, cancel: (() => void) | undefined): void {
  node.addEventListener("submit", (event) => {
    event.preventDefault();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") cancel?.();
  });
}

export function entryForm(options: FormOptions): Form {
  const { fields, domains, types, word } = options;
  const type = choice(types, fields.type);
  const domain = textInput(fields.domain, "domains");
  const text = textArea(fields.text, 5);
  const rationale = textArea(fields.rationale, 3);
  const recall = textInput(fields.recall.join(", "));
  const paths = textInput(fields.paths.join(", "));
  const read = (): FormFields => ({
    type: types.find(({ value }) => value === type.value)?.value ?? fields.type,
    domain: domain.value,
    text: text.value,
    rationale: rationale.value,
    recall: listOf(recall.value),
    paths: listOf(paths.value),
  });
  const submit = (): void => {
    options.submit(read());
  };
  const { cancel } = options;
  const node = element("form", { class: "entry-form", novalidate: true }, [
    field("type", word("type"), type),
    field("domain", word("domain"), domain),
    field("text", word("text"), text),
    field("rationale", word("rationale"), rationale),
    field("recall", word("recall"), recall),
    field("paths", word("paths"), paths),
    element(
      "datalist",
      { id: "domains" },
      domains.map((value) => element("option", { value })),
    ),
    element("div", { class: "row" }, [
      button(options.submitLabel, submit, { key: "Control+Enter", isPrimary: true }),
      ...(cancel === undefined ? [] : [button(word("cancel"), cancel, { key: "Escape" })]),
    ]),
  ]);
  listen(node, submit, cancel);
  node.addEventListener("input", () => {
    options.changed(read());
  });
  return {
    node,
    fill: (next) => {
      type.value = next.type;
      domain.value = next.domain;
      text.value = next.text;
      rationale.value = next.rationale;
      recall.value = next.recall.join(", ");
      paths.value = next.paths.join(", ");
    },
    focus: () => {
      text.focus();
    },
  };
}
