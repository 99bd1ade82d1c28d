import { domainOf } from "#modules/leads/rules/suppression-hash.ts";

export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

const ZONES: Readonly<Record<string, Language>> = {
  "Europe/Berlin": "de",
  "Europe/Vienna": "de",
  "Europe/Zurich": "de",
  "Europe/Paris": "fr",
  "Europe/Brussels": "fr",
  "Europe/Madrid": "es",
  "America/Mexico_City": "es",
  "America/Bogota": "es",
  "America/Santiago": "es",
  "America/Argentina/Buenos_Aires": "es",
  "America/Lima": "es",
};
const COUNTRIES: Readonly<Record<string, Language>> = {
  de: "de",
  at: "de",
  ch: "de",
  fr: "fr",
  es: "es",
  mx: "es",
  ar: "es",
  cl: "es",
};

export type Writer = { readonly email: string; readonly timezone: string | null };

/** What a mailbox's owner most likely writes: by its zone, else by its domain's country, else English. */
export const languageOf = ({ email, timezone }: Writer): Language =>
  ZONES[timezone ?? ""] ?? COUNTRIES[domainOf(email).split(".").at(-1) ?? ""] ?? "en";

/** Two who share a language use it; others write English. */
export const languageShared = (one: Language, other: Language): Language =>
  one === other ? one : "en";

/** The same of two mailboxes. */
export const commonLanguage = (one: Writer, other: Writer): Language =>
  languageShared(languageOf(one), languageOf(other));
