import type { FoundRoute } from "#platform/rules/dns/route.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/**
 * How long an answer is remembered beside the database: long enough for everyone who is about to
 * ask, trouble included, and shorter than any wait before trouble is asked about again.
 */
const KEPT_MS = MINUTE_MS;
const MOST_KEPT = 20_000;

type Find = (domain: string) => Promise<FoundRoute | null>;

/** Shares one lookup among callers of the same domain while it runs and for a moment after. */
export function shareRoutes(find: Find, now: () => UnixMs): Find {
  const known = new Map<string, { readonly route: ReturnType<Find>; until: UnixMs | null }>();
  return (domain) => {
    const at = now();
    const entry = known.get(domain);
    if (entry && (entry.until === null || at < entry.until)) return entry.route;
    const asked: { readonly route: ReturnType<Find>; until: UnixMs | null } = {
      route: find(domain),
      until: null,
    };
    known.delete(domain);
    known.set(domain, asked);
    forgetOldest(known, at);
    asked.route.then(
      (found) => {
        if (found) asked.until = later(now(), KEPT_MS);
        else known.delete(domain);
      },
      () => known.delete(domain),
    );
    return asked.route;
  };
}

/** Entries lie in the order of their questions, so the first ones lapse first. */
function forgetOldest(known: Map<string, { until: UnixMs | null }>, at: UnixMs): void {
  for (const [domain, { until }] of known) {
    if (until === null || (at < until && known.size <= MOST_KEPT)) return;
    known.delete(domain);
  }
}
