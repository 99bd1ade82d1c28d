import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { providerCalls } from "#modules/inbox/schema/providers.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";

export type NewCall = {
  readonly provider: NoticeProvider;
  /** 0: the install's. */
  readonly scope: WorkspaceId | 0;
  readonly externalId: string;
  readonly body: string;
};

/** Stores a call; answers the row that is under its id now, and whether it is this one. */
export async function insertCall(
  db: InstallDb,
  call: NewCall,
  now: UnixMs,
): Promise<{ id: number; body: string; isNew: boolean } | null> {
  const { provider, scope, externalId, body } = call;
  const made = await db
    .insert(providerCalls)
    .values({ provider, workspaceId: scope, externalId, body, dueAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: providerCalls.id });
  if (made[0]) return { id: made[0].id, body, isNew: true };
  const row = await selectCall(db, call);
  return row && { ...row, isNew: false };
}

/** The call that was stored under this id. */
export async function selectCall(
  db: InstallDb,
  { provider, scope, externalId }: Omit<NewCall, "body">,
): Promise<{ id: number; body: string } | null> {
  const rows = await db
    .select({ id: providerCalls.id, body: providerCalls.body })
    .from(providerCalls)
    .where(
      and(
        eq(providerCalls.provider, provider),
        eq(providerCalls.workspaceId, scope),
        eq(providerCalls.externalId, externalId),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** A call that is not done, whenever it is due. */
export async function selectOpenCall(db: InstallDb, id: number) {
  const rows = await db
    .select()
    .from(providerCalls)
    .where(and(eq(providerCalls.id, id), sql`${providerCalls.dueAt} IS NOT NULL`))
    .limit(1);
  return rows[0] ?? null;
}

/** Ids of calls that are due, the oldest first. */
export const selectDueCalls = (db: InstallDb, now: UnixMs, limit: number) =>
  db
    .select({ id: providerCalls.id })
    .from(providerCalls)
    .where(and(sql`${providerCalls.dueAt} IS NOT NULL`, lte(providerCalls.dueAt, now)))
    .orderBy(asc(providerCalls.dueAt))
    .limit(limit);

/** When to look at a call again; null: it is done. */
export async function rescheduleCall(
  db: InstallDb,
  id: number,
  dueAt: UnixMs | null,
  attempts: number,
): Promise<void> {
  await db.update(providerCalls).set({ dueAt, attempts }).where(eq(providerCalls.id, id));
}

export async function deleteOldCalls(db: InstallDb, before: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${providerCalls} WHERE id IN (
      SELECT c.id FROM ${providerCalls} c WHERE c.created_at < ${before} ORDER BY c.created_at LIMIT ${limit})`);
}

/** Blanks a person in what was reported of them; by the install's key as well, which may report on any workspace. What waits is done first. */
export const blankCalls = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  email: string,
): InstallStatement =>
  db.run(sql`
    UPDATE ${providerCalls} SET body = '' WHERE workspace_id IN (${workspaceId}, 0)
      AND due_at IS NULL AND instr(lower(body), ${email}) > 0`);
