import { SddError } from "../errors.js";

/** Russian letters in Latin ones (the usual passport scheme, without its signs). */
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:iu я:ia"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([from = "", to = ""]) => [from, to]),
);

/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const LONGEST = 80;

/**
 * The folder name of an orchestration: lower case, no accents, words joined by hyphens, at most 80 characters.
 *
 * @throws SddError `invalid-name` where no letter or digit is left, or the name is a reserved one.
 */
export function slugOf(name: string): string {
  const latin = name
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => CYRILLIC[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "");
  const slug = latin
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  if (slug === "" || RESERVED.test(slug)) throw new SddError("invalid-name", name);
  return slug;
}
