import type { Deps } from "#platform/ctx/ctx.ts";
import { selectRoutes } from "./route-store.ts";

/** Domains of one query. */
const AT_ONCE = 2_000;

/** Where mail for these domains goes, as far as it is known without asking DNS: who takes it, and the preferred host. */
export async function knownRoutes(
  { install, now }: Pick<Deps, "install" | "now">,
  domains: readonly string[],
): Promise<
  ReadonlyMap<string, { readonly provider: string | null; readonly host: string | null }>
> {
  const known = new Map<string, { provider: string | null; host: string | null }>();
  for (let i = 0; i < domains.length; i += AT_ONCE) {
    const routes = await selectRoutes(install, domains.slice(i, i + AT_ONCE), now());
    for (const [domain, { route }] of routes) {
      known.set(domain, { provider: route.provider, host: route.hosts[0] ?? null });
    }
  }
  return known;
}
