import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { webhookAttempts } from "#modules/events/schema/events.ts";
import type { UnixMs, WebhookId, WorkspaceId } from "#platform/rules/ids.ts";
import type { EventType } from "#modules/events/rules/event.ts";

export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** Attempts of a webhook, newest first. `before`: only ids below it. */
export async function selectAttempts(
  db: Db,
  workspaceId: WorkspaceId,
  webhookId: WebhookId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<AttemptRow[]> {
  return db
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.workspaceId, workspaceId),
        eq(webhookAttempts.webhookId, webhookId),
        before === null ? undefined : lt(webhookAttempts.id, before),
      ),
    )
    .orderBy(desc(webhookAttempts.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** Counts a webhook's attempts, but never further than `most`. */
export async function countAttempts(
  db: Db,
  workspaceId: WorkspaceId,
  webhookId: WebhookId,
  most: number,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${webhookAttempts}
      WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} LIMIT ${most})`);
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
