import type { Parts } from "../src/protocol/review.js";

/**
 * The controls of our pages, in one file: native elements in the colours of the theme. Texts go in as text nodes only, so
 * nothing that an agent wrote becomes an element, a link or a style.
 */

type Attributes = Readonly<Record<string, string | boolean>>;
type Children = readonly (Node | string)[];

/** An element with attributes (`true`: without a value; `false`: left out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: Children = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** What screen readers are told of a piece, before and after it. */
export interface PartWords {
  readonly hidden: string;
  readonly added: string;
  readonly removed: string;
}

const TAGS = { hidden: "code", marked: "mark", added: "ins", removed: "del" } as const;

/** A text whose pieces are marked by elements, and not by colour alone. */
export function partNodes(parts: Parts, words: PartWords): readonly (Node | string)[] {
  return parts.flatMap(({ text, kind }): readonly (Node | string)[] => {
    if (kind === "plain") return [text];
    const title = kind === "marked" ? {} : { title: words[kind] };
    const said =
      kind === "added" || kind === "removed"
        ? [element("span", { class: "said" }, [`${words[kind]}: `])]
        : [];
    return [element(TAGS[kind], { class: kind, ...title }, [...said, text])];
  });
}

export function heading(level: 2 | 3, text: string, id?: string): HTMLElement {
  return element(`h${level}`, id === undefined ? {} : { id }, [text]);
}

/** A part of the page with a heading that names it. */
export function section(id: string, title: string, children: Children): HTMLElement {
  return element("section", { "aria-labelledby": `${id}-title`, id }, [
    heading(2, title, `${id}-title`),
    ...children,
  ]);
}

export interface ButtonOptions {
  /** The key that does the same, as it stands on the keyboard. */
  readonly key?: string;
  readonly isPrimary?: boolean;
}

export function button(
  label: string,
  press: () => void,
  { key, isPrimary = false }: ButtonOptions = {},
): HTMLButtonElement {
  const made = element(
    "button",
    {
      type: "button",
      class: isPrimary ? "primary" : "",
      ...(key === undefined ? {} : { "aria-keyshortcuts": key }),
    },
    [label, ...(key === undefined ? [] : [" ", element("kbd", { "aria-hidden": "true" }, [key])])],
  );
  made.addEventListener("click", press);
  return made;
}

/** A labelled field, with a place for what is wrong with it. */
export function field(
  name: string,
  label: string,
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
): HTMLElement {
  control.id = `field-${name}`;
  control.name = name;
  control.setAttribute("aria-describedby", `wrong-${name}`);
  return element("div", { class: "field" }, [
    element("label", { for: control.id }, [label]),
    control,
    element("p", { class: "wrong", id: `wrong-${name}` }),
  ]);
}

export function textInput(value: string, suggestions?: string): HTMLInputElement {
  const made = element("input", {
    type: "text",
    ...(suggestions === undefined ? {} : { list: suggestions }),
  });
  made.value = value;
  return made;
}

export function textArea(value: string, rows: number): HTMLTextAreaElement {
  const made = element("textarea", { rows: String(rows) });
  made.value = value;
  return made;
}

export function choice(
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
): HTMLSelectElement {
  const made = element(
    "select",
    {},
    options.map((each) => element("option", { value: each.value }, [each.label])),
  );
  made.value = value;
  return made;
}
