import { and, count, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupDays, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

const live = (workspaceId: WorkspaceId, q: string): SQL | undefined =>
  and(
    eq(mailboxes.workspaceId, workspaceId),
    isNull(mailboxes.deletedAt),
    ne(mailboxes.smtpHost, SANDBOX_HOST),
    q === "" ? undefined : sql`instr(${mailboxes.email}, ${q.toLowerCase()}) > 0`,
  );

const columns = {
  mailboxId: mailboxes.id,
  email: mailboxes.email,
  timezone: mailboxes.timezone,
  status: mailboxes.status,
  imapHost: mailboxes.imapHost,
  warmup: warmups,
};

/** Mailboxes with their warmup, the newest first. */
export async function selectStatuses(
  db: Db,
  workspaceId: WorkspaceId,
  page: { before: number | null; limit: number; offset: number; q: string },
) {
  const where = live(workspaceId, page.q);
  const after = page.before === null ? undefined : lt(mailboxes.id, page.before as MailboxId);
  const [rows, totals] = await Promise.all([
    db
      .select(columns)
      .from(mailboxes)
      .leftJoin(warmups, eq(warmups.mailboxId, mailboxes.id))
      .where(and(where, after))
      .orderBy(desc(mailboxes.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ n: count() }).from(mailboxes).where(where),
  ]);
  return { rows, total: totals[0]?.n ?? 0 };
}
export type StatusRow = Awaited<ReturnType<typeof selectStatuses>>["rows"][number];

/** Those of these mailboxes that are there. */
export async function selectStatusesOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<StatusRow[]> {
  return db
    .select(columns)
    .from(mailboxes)
    .leftJoin(warmups, eq(warmups.mailboxId, mailboxes.id))
    .where(
      sql`${mailboxes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND +${mailboxes.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL`,
    );
}

export type DayRow = typeof warmupDays.$inferSelect;

/** The days of mailboxes from one on, oldest first. */
export async function selectDays(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
  from: string,
): Promise<DayRow[]> {
  return db
    .select()
    .from(warmupDays)
    .where(
      sql`${warmupDays.mailboxId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND ${warmupDays.day} >= ${from} AND +${warmupDays.workspaceId} = ${workspaceId}`,
    )
    .orderBy(warmupDays.mailboxId, warmupDays.day);
}
