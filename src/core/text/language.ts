/** Languages of headings, of packs, and of the documents that are made from templates. */
export const LANGUAGES = ["pt-BR", "en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];
