import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { events, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import type { UnixMs, WebhookId, WorkspaceId } from "#platform/rules/ids.ts";
import type { AttemptOutcome, EventType } from "#modules/events/rules/event.ts";

export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** Attempts of a webhook; null: of any event, of any outcome. */
export type AttemptsOf = {
  readonly webhookId: WebhookId;
  readonly event: EventType | null;
  readonly outcome: AttemptOutcome | null;
};

const ENDED: Readonly<Record<AttemptOutcome, SQL>> = {
  delivered: sql`${webhookAttempts.error} IS NULL AND ${webhookAttempts.finishedAt} IS NOT NULL`,
  failed: sql`${webhookAttempts.error} IS NOT NULL`,
  in_progress: sql`${webhookAttempts.error} IS NULL AND ${webhookAttempts.finishedAt} IS NULL`,
};

const isOf = (workspaceId: WorkspaceId, { webhookId, event, outcome }: AttemptsOf) =>
  and(
    eq(webhookAttempts.workspaceId, workspaceId),
    eq(webhookAttempts.webhookId, webhookId),
    event === null ? undefined : eq(webhookAttempts.event, event),
    outcome === null ? undefined : ENDED[outcome],
  );

/** Attempts, newest first, each with what its delivery posted. `before`: only ids below it. */
export async function selectAttempts(
  db: Db,
  workspaceId: WorkspaceId,
  of: AttemptsOf,
  before: number | null,
  page: { limit: number; offset: number },
) {
  return db
    .select({
      ...getTableColumns(webhookAttempts),
      deliveryCreatedAt: webhookDeliveries.createdAt,
      body: events.body,
    })
    .from(webhookAttempts)
    .leftJoin(
      webhookDeliveries,
      and(
        eq(webhookDeliveries.id, webhookAttempts.deliveryId),
        eq(webhookDeliveries.workspaceId, workspaceId),
      ),
    )
    .leftJoin(
      events,
      and(eq(events.id, webhookDeliveries.eventId), eq(events.workspaceId, workspaceId)),
    )
    .where(and(isOf(workspaceId, of), before === null ? undefined : lt(webhookAttempts.id, before)))
    .orderBy(desc(webhookAttempts.id))
    .limit(page.limit)
    .offset(page.offset);
}
export type ListedAttempt = Awaited<ReturnType<typeof selectAttempts>>[number];

/** Counts attempts, but never further than `most`. */
export async function countAttempts(
  db: Db,
  workspaceId: WorkspaceId,
  of: AttemptsOf,
  most: number,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${webhookAttempts}
      WHERE ${isOf(workspaceId, of)} LIMIT ${most})`);
  return rows[0]?.n ?? 0;
}

export async function selectAttempt(
  db: Db,
  workspaceId: WorkspaceId,
  webhookId: WebhookId,
  id: number,
): Promise<AttemptRow | null> {
  const rows = await db
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.workspaceId, workspaceId),
        eq(webhookAttempts.webhookId, webhookId),
        eq(webhookAttempts.id, id),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** Begins the log of a request that belongs to no delivery: a test. Answers its id. */
export async function insertTestAttempt(
  db: Db,
  workspaceId: WorkspaceId,
  test: { webhookId: WebhookId; event: EventType; lease: string; startedAt: UnixMs },
): Promise<number> {
  const rows = await db
    .insert(webhookAttempts)
    .values({ ...test, workspaceId, attempt: 1 })
    .returning({ id: webhookAttempts.id });
  const [row] = rows;
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}
