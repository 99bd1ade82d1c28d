import type { OutsideText } from "#platform/rules/outside-text.ts";
import { MAX_FIELD_CHARS } from "./fields.ts";

export const MAX_TAG_CHARS = 50;
/** Tags that one row of a request, or one lead in an edit, can name. */
export const MAX_TAGS = 50;

/** Longer texts are too long whatever is taken off their ends. */
const READ_CHARS = 10 * MAX_TAG_CHARS;

/** A tag as it is stored; null for what cannot be one. A comma would be two tags in a CSV file. */
export function readTagName(text: OutsideText): string | null {
  if (text.length > READ_CHARS) return null;
  const name = text.toWellFormed().normalize("NFC").replace(/\s+/gu, " ").trim();
  return name === "" || name.length > MAX_TAG_CHARS || /[\p{Cc},]/u.test(name) ? null : name;
}

/** What two names have in common that mean the same tag. */
export const tagKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

/** The tags in a cell of a file, each once, between commas or semicolons; null where one cannot be a tag. */
export function tagsInCell(cell: OutsideText): readonly string[] | null {
  const found = new Map<string, string>();
  for (const part of cell.slice(0, MAX_FIELD_CHARS).split(/[,;，；、]/)) {
    if (part.trim() === "") continue;
    const name = readTagName(part);
    if (name === null) return null;
    const key = tagKey(name);
    if (!found.has(key)) found.set(key, name);
  }
  return [...found.values()];
}
