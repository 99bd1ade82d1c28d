import { keep, readKept } from "#dashboard/lib/kept.ts";

/** So many of them can be chosen from at a glance. */
const MOST = 20;

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export const readTemplates = (wid: number): readonly string[] =>
  readKept(`templates.${wid}`, areTexts) ?? [];

/** Puts a text first; answers all of them. */
export function saveTemplate(wid: number, text: string): readonly string[] {
  const all = [text.trim(), ...readTemplates(wid).filter((one) => one !== text.trim())];
  keep(`templates.${wid}`, all.slice(0, MOST));
  return all.slice(0, MOST);
}
