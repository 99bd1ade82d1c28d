import { lt, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { dnsRoutes } from "#modules/leads/schema/validation.ts";
import { keepMs } from "#platform/rules/dns/keep.ts";
import type { FoundRoute, MailRoute } from "#platform/rules/dns/route.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** The kept routes of these domains, as far as they still hold. */
export async function selectRoutes(
  db: InstallDb,
  domains: readonly string[],
  now: UnixMs,
): Promise<Map<string, FoundRoute>> {
  if (domains.length === 0) return new Map();
  const rows = await db
    .select({ domain: dnsRoutes.domain, route: dnsRoutes.route })
    .from(dnsRoutes)
    .where(
      sql`${dnsRoutes.domain} IN (SELECT value FROM json_each(${JSON.stringify(domains)}))
        AND ${dnsRoutes.expiresAt} > ${now}`,
    );
  // What remains of its time was decided when it was kept.
  return new Map(rows.map(({ domain, route }) => [domain, { route, ttl: null }]));
}

/** Keeps answers for as long as they may be used; failures are not kept. */
export function keepRoutes(
  db: InstallDb,
  found: readonly (readonly [domain: string, found: FoundRoute])[],
  now: UnixMs,
): InstallStatement[] {
  const rows = found.flatMap(([domain, answer]): [string, MailRoute, number][] => {
    const ms = keepMs(answer);
    return ms === null ? [] : [[domain, answer.route, now + ms]];
  });
  if (rows.length === 0) return [];
  return [
    db.run(sql`
      INSERT INTO ${dnsRoutes} (domain, route, expires_at)
      SELECT value->>0, value->1, value->>2 FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (domain) DO UPDATE SET route = excluded.route, expires_at = excluded.expires_at`),
  ];
}

/** Deletes some of what no longer holds. */
export async function deleteExpired(db: InstallDb, now: UnixMs, limit: number): Promise<void> {
  const some = db
    .select({ domain: dnsRoutes.domain })
    .from(dnsRoutes)
    .where(lt(dnsRoutes.expiresAt, now))
    .limit(limit);
  await db.delete(dnsRoutes).where(sql`${dnsRoutes.domain} IN ${some}`);
}
