import { parseStage, type Stage } from "../../core/project/stages.js";

/** What a command was run for, as far as that is known: by a tree item, a code lens, a button, a keybinding. */
export interface Place {
  /** The root's `id`. */
  readonly root?: string;
  readonly slug?: string;
  readonly stage?: Stage;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Reads a command's first argument: a tree item, which carries a `place`, or a place itself. Anything else says nothing. */
export function placeOf(argument: unknown): Place {
  if (typeof argument !== "object" || argument === null) return {};
  const given = "place" in argument ? argument.place : argument;
  if (typeof given !== "object" || given === null) return {};
  const { root, slug, stage } = given as Readonly<Record<keyof Place, unknown>>;
  const fields = { root: text(root), slug: text(slug), stage: parseStage(text(stage) ?? "") };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
