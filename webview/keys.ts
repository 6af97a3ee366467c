import type { Act } from "../src/protocol/review.js";

/** What a key does while no field has the focus. */
export type KeyAct = Act | "undo" | "next" | "previous";

const KEYS: Readonly<Record<string, KeyAct>> = {
  KeyA: "approve",
  KeyE: "edit",
  KeyR: "reject",
  KeyX: "archive",
  KeyS: "supersede",
  KeyC: "accept",
  KeyL: "acceptAll",
  KeyD: "decline",
  KeyU: "undo",
  KeyN: "next",
  KeyP: "previous",
};

/** The letter that stands on the key, whatever the keyboard's layout writes with it. */
export function letterOf(act: KeyAct): string {
  const code = Object.keys(KEYS).find((each) => KEYS[each] === act) ?? "";
  return code.slice("Key".length);
}

export interface Pressed {
  readonly code: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Keys go by their place, so that they are the same in every layout. A key that is held down counts once. */
export function keyAct({ code, repeat, ctrlKey, altKey, metaKey, shiftKey }: Pressed): KeyAct | undefined {
  return repeat || ctrlKey || altKey || metaKey || shiftKey ? undefined : KEYS[code];
}
