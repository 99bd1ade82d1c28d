import type { AskDns } from "./record.ts";
import { type FoundRoute, routeByA, routeByAaaa, routeByMx } from "./route.ts";

/**
 * Steps 5 and 6: MX, then, only where there is none, A and AAAA (RFC 5321 5.1). Null when
 * no further question is allowed.
 */
export async function findRoute(ask: AskDns, domain: string): Promise<FoundRoute | null> {
  const mx = await ask(domain, "MX");
  if (!mx) return null;
  const byMx = routeByMx(mx);
  if (byMx !== "addresses") return byMx;
  const a = await ask(domain, "A");
  if (!a) return null;
  const byA = routeByA(a);
  if (byA !== "aaaa") return byA;
  const aaaa = await ask(domain, "AAAA");
  return aaaa && routeByAaaa(aaaa);
}
