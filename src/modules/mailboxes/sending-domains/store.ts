import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { domainChecks } from "#modules/mailboxes/schema/domains.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { DomainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What is known of these domains, by domain. */
export async function selectFacts(db: Db, domains: readonly string[]) {
  if (domains.length === 0) return new Map<string, typeof domainChecks.$inferSelect>();
  const rows = await db
    .select()
    .from(domainChecks)
    .where(
      sql`${domainChecks.domain} IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`,
    );
  return new Map(rows.map((row) => [row.domain, row]));
}

/** A domain that DNS is asked about from now on. */
export const insertDomain = (db: Db, domain: string, now: UnixMs): Statement =>
  db.insert(domainChecks).values({ domain, dueAt: now }).onConflictDoNothing();

/** Takes domains that are due; nobody else takes them until `until`. */
export async function takeDueDomains(
  db: Db,
  now: UnixMs,
  until: UnixMs,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ domain: string }>(sql`
    UPDATE ${domainChecks} SET due_at = ${until}
    WHERE domain IN (SELECT domain FROM ${domainChecks} WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit})
    RETURNING domain`);
  return rows.map((row) => row.domain);
}

export async function saveFacts(
  db: Db,
  domain: string,
  facts: DomainFacts,
  now: UnixMs,
  dueAt: UnixMs,
): Promise<void> {
  await db
    .update(domainChecks)
    .set({ facts, checkedAt: now, dueAt })
    .where(eq(domainChecks.domain, domain));
}

export async function delayCheck(db: Db, domain: string, dueAt: UnixMs): Promise<void> {
  await db.update(domainChecks).set({ dueAt }).where(eq(domainChecks.domain, domain));
}

export async function deleteDomain(db: Db, domain: string): Promise<void> {
  await db.delete(domainChecks).where(eq(domainChecks.domain, domain));
}

/** Whether any workspace has a mailbox of the domain. */
export async function isUsed(db: Db, domain: string): Promise<boolean> {
  const rows = await db
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.domain, domain), isNull(mailboxes.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

/** The workspace's domains, each with the server that its first mailbox sends through. */
export async function selectDomains(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ domain: string; smtpHost: string }[]> {
  const rows = await db.all<{ domain: string; smtp_host: string }>(sql`
    SELECT domain, smtp_host, min(id) AS first FROM ${mailboxes}
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL GROUP BY 1 ORDER BY first`);
  return rows.map((row) => ({ domain: row.domain, smtpHost: row.smtp_host }));
}
