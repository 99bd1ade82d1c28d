import type { DomainTable } from "./local-facts.ts";
import { parentsOf } from "./parents.ts";

/** Looks names up in a short list, by themselves and by their parents. */
export function domainSet(names: ReadonlySet<string>): DomainTable {
  return {
    match(domain) {
      for (const name of parentsOf(domain)) if (names.has(name)) return name;
      return null;
    },
  };
}
