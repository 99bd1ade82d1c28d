import { isText, keep, readKept } from "#dashboard/lib/kept.ts";

/** The languages of the dashboard, by what they call themselves. */
export const DASHBOARD_LANGUAGES = { en: "English", de: "Deutsch", es: "Español" } as const;
export type Language = keyof typeof DASHBOARD_LANGUAGES;

export const isLanguage = (value: unknown): value is Language =>
  typeof value === "string" && Object.hasOwn(DASHBOARD_LANGUAGES, value);

/** The first of these wishes ("de-AT", "fr") that the dashboard has; English where it has none. */
export function languageWished(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.toLowerCase().split("-")[0]).find(isLanguage);
  return known ?? "en";
}

/** What the person chose in this browser, else what the browser prefers. */
export const chosenLanguage = (): Language =>
  languageWished([
    readKept("language", isText) ?? "",
    ...(typeof navigator === "undefined" ? [] : navigator.languages),
  ]);

/** Stores the choice and shows everything in it; null is the browser's language again. */
export function chooseLanguage(language: Language | null): void {
  const before = chosenLanguage();
  keep("language", language);
  if (chosenLanguage() !== before) location.reload();
}
