import {
  customKey,
  definitionOf,
  LEAD_FIELDS,
  type LeadField,
} from "#modules/leads/rules/fields.ts";
import { type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";

/** More variables than any account has; what comes after them is refused by its template. */
const MAX_NAMES = 2_000;

/** Fields of ours that are custom ones there. */
export const OWN_FIELDS = LEAD_FIELDS.filter((field) => definitionOf(field).wasCustom);

/** The field that a custom name of a rival means; undefined: none. */
const OWN_BY_NAME: ReadonlyMap<string, LeadField> = new Map(
  OWN_FIELDS.flatMap((field) => {
    const names = [field, ...definitionOf(field).aliases].map(customKey);
    return [...names, ...names.map((name) => `${name}_profile`)].map((name) => [name, field]);
  }),
);
export const ownField = (name: OutsideText): LeadField | undefined =>
  OWN_BY_NAME.get(customKey(name));

/** The key of one name, before it is numbered; "" where nothing of it is left. */
export function customKeyOf(name: OutsideText): string {
  const own = ownField(name);
  if (own !== undefined) return own;
  const key = customKey(name);
  // Templates are searched for names that begin with a letter.
  return /^\d/.test(key) ? `field_${key}`.slice(0, 100) : key;
}

/**
 * The key that each of the rival's own variables has here, by its exact name. Names are case-sensitive
 * there and not here, so two of them can come to the same key: the later one is numbered. The same
 * names in the same order have the same keys, and names that are added behind them change nothing.
 */
export function customKeys(names: readonly OutsideText[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const name of names) {
    if (keys.has(name) || keys.size >= MAX_NAMES) continue;
    const wanted = customKeyOf(name) || "field";
    let key = wanted;
    for (let n = next.get(wanted) ?? 2; taken.has(key); n++) {
      key = `${trimEnd(wanted.slice(0, 94), "_")}_${n}`;
      next.set(wanted, n + 1);
    }
    taken.add(key);
    keys.set(name, key);
  }
  return keys;
}
