import type { OutsideText } from "#platform/rules/outside-text.ts";
/** A name and every name that it lies under, the longest first: a.b.com, b.com, com. */
export function parentsOf(domain: OutsideText): readonly string[] {
  const names = [domain];
  for (let dot = domain.indexOf("."); dot >= 0; dot = domain.indexOf(".", dot + 1)) {
    names.push(domain.slice(dot + 1));
  }
  return names;
}
