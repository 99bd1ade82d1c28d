import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { UpdateStep } from "#platform/wire/release.ts";
import type { InstallDb } from "#platform/db/db.ts";
import { changes } from "#platform/db/db.ts";
import { systemUpdates } from "#modules/operations/schema/system.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";

export type UpdateRow = typeof systemUpdates.$inferSelect;

/** Puts the row of a new update; an unfinished one makes it a unique violation. */
export const insertUpdate = (
  db: InstallDb,
  row: {
    step: UpdateStep;
    fromVersion: string;
    toVersion: string;
    startedBy: UserId | null;
    startedAt: UnixMs;
  },
) =>
  db
    .insert(systemUpdates)
    .values({ ...row, state: "running" })
    .returning({ id: systemUpdates.id });

export async function selectUpdate(db: InstallDb, id: number): Promise<UpdateRow | null> {
  const [row] = await db.select().from(systemUpdates).where(eq(systemUpdates.id, id)).limit(1);
  return row ?? null;
}

/** The unfinished update; null when there is none. */
export async function selectRunningUpdate(db: InstallDb): Promise<UpdateRow | null> {
  const [row] = await db
    .select()
    .from(systemUpdates)
    .where(eq(systemUpdates.state, "running"))
    .limit(1);
  return row ?? null;
}

/** The update that ended last. */
export async function selectLastUpdate(db: InstallDb): Promise<UpdateRow | null> {
  const [row] = await db
    .select()
    .from(systemUpdates)
    .where(isNotNull(systemUpdates.finishedAt))
    .orderBy(desc(systemUpdates.finishedAt), desc(systemUpdates.id))
    .limit(1);
  return row ?? null;
}

/** Notes where an unfinished update is. */
export async function saveStep(
  db: InstallDb,
  id: number,
  at: { step?: UpdateStep; restorePoint?: string },
): Promise<void> {
  await db
    .update(systemUpdates)
    .set(at)
    .where(and(eq(systemUpdates.id, id), eq(systemUpdates.state, "running")));
}

/** Ends an unfinished update; false when it had ended already. */
export async function finishUpdate(
  db: InstallDb,
  id: number,
  end: { state: "succeeded" | "failed" | "rolled_back"; detail: string | null; finishedAt: UnixMs },
): Promise<boolean> {
  const ended = await db
    .update(systemUpdates)
    .set(end)
    .where(and(eq(systemUpdates.id, id), eq(systemUpdates.state, "running")));
  return changes(ended) > 0;
}

/** The last update to `version` counted as a success and does so no longer. */
export async function takeBackUpdate(
  db: InstallDb,
  version: string,
  detail: string,
  finishedAt: UnixMs,
): Promise<void> {
  const last = sql`(SELECT max(id) FROM ${systemUpdates})`;
  await db
    .update(systemUpdates)
    .set({ state: "rolled_back", detail, finishedAt })
    .where(
      and(
        sql`${systemUpdates.id} = ${last}`,
        eq(systemUpdates.toVersion, version),
        eq(systemUpdates.state, "succeeded"),
      ),
    );
}

/** The newest applied migration, by the table that wrangler and `npm start` share. */
export async function selectSchemaVersion(db: InstallDb): Promise<string | null> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1`,
  );
  return rows[0]?.name.replace(/\.sql$/, "") ?? null;
}
