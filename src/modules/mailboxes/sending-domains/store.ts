import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { domainChecks } from "#modules/mailboxes/schema/domains.ts";
import type { DomainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** What is known of these domains, by domain. */
export async function selectFacts(db: InstallDb, domains: readonly string[]) {
  if (domains.length === 0) return new Map<string, typeof domainChecks.$inferSelect>();
  const rows = await db
    .select()
    .from(domainChecks)
    .where(
      sql`${domainChecks.domain} IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`,
    );
  return new Map(rows.map((row) => [row.domain, row]));
}

/** Domains that DNS is asked about from now on. */
export async function insertDomains(
  db: InstallDb,
  domains: readonly string[],
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    INSERT INTO ${domainChecks} (domain, due_at)
    SELECT value, ${now} FROM json_each(${JSON.stringify(domains)}) WHERE true
    ON CONFLICT (domain) DO NOTHING`);
}

/**
 * Takes domains that are due; nobody else takes them until `until`. Those that somebody asked for
 * are left to the checks that go on with the next one, as long as one of these is under way.
 */
export async function takeDueDomains(
  db: InstallDb,
  now: UnixMs,
  until: UnixMs,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ domain: string }>(sql`
    UPDATE ${domainChecks} SET due_at = ${until}
    WHERE domain IN (SELECT domain FROM ${domainChecks} WHERE due_at <= ${now}
      AND (requested_at IS NULL OR NOT EXISTS (${underWay(now)})) ORDER BY due_at LIMIT ${limit})
    RETURNING domain`);
  return rows.map((row) => row.domain);
}

const underWay = (now: UnixMs) =>
  sql`SELECT 1 FROM ${domainChecks} u WHERE u.requested_at IS NOT NULL AND u.due_at > ${now}`;

/** Has every domain checked, and answers how many there are. */
export async function requestAll(db: InstallDb, now: UnixMs): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    UPDATE ${domainChecks} SET requested_at = ${now}, due_at = min(due_at, ${now}) WHERE true RETURNING 1 AS n`);
  return rows.length;
}

/** How many of the domains that were asked for wait for their check. */
export async function countRequested(db: InstallDb): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${domainChecks} WHERE requested_at IS NOT NULL`,
  );
  return row?.n ?? 0;
}

/** Takes the next domain that somebody asked for. */
export async function takeRequested(
  db: InstallDb,
  now: UnixMs,
  until: UnixMs,
): Promise<string | null> {
  const [row] = await db.all<{ domain: string }>(sql`
    UPDATE ${domainChecks} SET due_at = ${until}
    WHERE domain = (SELECT domain FROM ${domainChecks} WHERE requested_at IS NOT NULL AND due_at <= ${now}
      ORDER BY due_at LIMIT 1) AND due_at <= ${now}
    RETURNING domain`);
  return row?.domain ?? null;
}

export async function saveFacts(
  db: InstallDb,
  domain: string,
  facts: DomainFacts,
  now: UnixMs,
  dueAt: UnixMs,
): Promise<void> {
  await db
    .update(domainChecks)
    .set({ facts, checkedAt: now, dueAt, requestedAt: null })
    .where(eq(domainChecks.domain, domain));
}

export async function deferCheck(db: InstallDb, domain: string, dueAt: UnixMs): Promise<void> {
  await db
    .update(domainChecks)
    .set({ dueAt, requestedAt: null })
    .where(eq(domainChecks.domain, domain));
}

/** Forgets a domain. One that DNS was never asked about stays: its mailbox may be about to be stored. */
export async function deleteDomain(db: InstallDb, domain: string): Promise<boolean> {
  const gone = await db
    .delete(domainChecks)
    .where(and(eq(domainChecks.domain, domain), isNotNull(domainChecks.checkedAt)))
    .returning({ domain: domainChecks.domain });
  return gone.length > 0;
}
