import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { LocalFacts } from "./local-facts.ts";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";
import { roleOf } from "./role.ts";
import { meantProvider } from "./suggest.ts";
import { checkSyntax } from "#modules/leads/rules/validation/syntax/check-syntax.ts";

/**
 * Syntax, lists, roles, relays and typos: all that an address says without a
 * question to anyone. Wrong syntax ends it.
 */
export function checkLocal(address: OutsideText, tables: ValidationTables): LocalFacts {
  const { facts, local, domain, host } = checkSyntax(address);
  const disposable = domain === null ? null : tables.disposable.match(domain);
  // A disposable domain is not treated as a typo.
  const meant = facts.ok && disposable === null ? meantProvider(host, tables.providers) : null;
  return {
    syntax: facts,
    domain,
    disposable,
    role: facts.ok ? roleOf(local, tables.roles) : null,
    free: domain !== null && tables.free.has(domain),
    relay: domain !== null && tables.relays.match(domain) !== null,
    suggestion: meant === null ? null : `${local}@${meant}`,
    listVersion: tables.version,
  };
}
