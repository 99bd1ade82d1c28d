import { language, t, translationOf } from "#dashboard/words/words.ts";

let counts: Intl.NumberFormat | undefined;
const shares = new Map<number, Intl.NumberFormat>();

/** 11904 as "11,904". */
export const count = (n: number): string => (counts ??= new Intl.NumberFormat(language)).format(n);

/** A share from 0 to 1 as "6.8%"; "–" where there is nothing to divide by. */
export function percent(share: number | null, digits = 1): string {
  if (share === null) return "–";
  let format = shares.get(digits);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits });
    shares.set(digits, format);
  }
  return format.format(share);
}

/** "+7", "−3", "no change": a change is a signed number, never only a colour. */
export const change = (difference: number): string =>
  difference === 0 ? t("no change") : `${difference > 0 ? "+" : "−"}${count(Math.abs(difference))}`;

/** The first letters of a name, for the disc before it. */
export const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("") || "?";

/** snake_case of the wire as words: "information_requested" is "Information requested". What a person named stays as it is. */
export const words = (name: string): string =>
  translationOf(`wire:${name}`) ?? capital(name.replaceAll("_", " "));

/** A label within a sentence; German nouns keep their capitals. */
export const lower = (text: string): string => (language === "de" ? text : text.toLowerCase());

/** A sentence begins so. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
