import type { Deps } from "#platform/ctx/ctx.ts";
import { namesKey, recordNameOf } from "#modules/warmup/rules/exchange/identity.ts";

/**
 * Whether the owner of a domain says in DNS that it belongs to the install with this key. Null: DNS
 * did not answer, which says nothing.
 */
export async function isDomainOf(
  { dns }: Pick<Deps, "dns">,
  domain: string,
  key: string,
): Promise<boolean | null> {
  const reply = await dns.ask(recordNameOf(domain), "TXT").catch(() => null);
  return reply?.ok ? namesKey(reply, key) : null;
}
