import type { DomainTable } from "#platform/rules/mail/address-sources.ts";
import { parentsOf } from "#platform/rules/dns/parents.ts";

/** Looks names up in a short list, by themselves and by their parents. */
export function domainSet(names: ReadonlySet<string>): DomainTable {
  return {
    match(domain) {
      for (const name of parentsOf(domain)) if (names.has(name)) return name;
      return null;
    },
  };
}
