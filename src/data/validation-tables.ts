import { parentsOf } from "#platform/rules/dns/name.ts";
import type {
  DomainTable,
  RoleClass,
  ValidationTables,
} from "#platform/rules/mail/address-sources.ts";
import { createDisposableTable } from "./disposable.ts";
import { MAIL_PROVIDERS } from "./mail-providers.ts";
import { RELAYS } from "./relays.ts";
import { UNATTENDED_ROLES } from "./role-review.ts";

/**
 * The lists that addresses are checked against, of disposable.bin and the words of role-names.txt and
 * free-names.txt. Takes a few milliseconds and two megabytes: make them once per process or isolate.
 */
export function createValidationTables(
  bytes: ArrayBuffer,
  { roleNames, freeNames }: { roleNames: readonly string[]; freeNames: readonly string[] },
): ValidationTables {
  const disposable = createDisposableTable(bytes);
  const roles = new Map<string, RoleClass>();
  for (const name of roleNames) roles.set(name, "role");
  for (const name of UNATTENDED_ROLES) roles.set(name, "unattended");
  return {
    version: disposable.version,
    disposable,
    relays: domainSet(RELAYS),
    free: new Set([...MAIL_PROVIDERS, ...freeNames]),
    roles,
    providers: MAIL_PROVIDERS,
  };
}

/** Looks names up in a short list, by themselves and by their parents. */
export function domainSet(names: ReadonlySet<string>): DomainTable {
  return {
    match(domain) {
      for (const name of parentsOf(domain)) if (names.has(name)) return name;
      return null;
    },
  };
}
