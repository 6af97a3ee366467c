/** A set of ASCII code units, for loops that ask once for every unit of a text. */
export interface UnitSet {
  has(unit: number): boolean;
}

export function unitSet(units: string): UnitSet {
  const table = new Uint8Array(128);
  for (let at = 0; at < units.length; at += 1) table[units.charCodeAt(at)] = 1;
  return { has: (unit) => table[unit] === 1 };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export const WORD_UNITS = unitSet(`${LETTERS}0123456789_`);
/** What a name in code, in a path of settings or on a command line is made of. */
export const NAME_UNITS = unitSet(`${LETTERS}0123456789_.$-`);

/** White space, also outside ASCII. */
export function isSpace(unit: number): boolean {
  return (
    unit <= 32 || unit === 0xa0 || unit === 0x2028 || unit === 0x2029 || unit === 0x3000 || unit === 0xfeff
  );
}
