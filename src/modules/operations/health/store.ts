import { eq, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { installSettings } from "#modules/accounts/schema/accounts.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";

const TICK_KEY = "last_tick_at";

/** When the sweeper last ran in this install; null before its first run. */
export async function selectLastTick(db: InstallDb): Promise<UnixMs | null> {
  const rows = await db
    .select({ value: installSettings.value })
    .from(installSettings)
    .where(eq(installSettings.key, TICK_KEY))
    .limit(1);
  const value = rows[0]?.value;
  return typeof value === "number" ? unixMs(value) : null;
}

export async function saveLastTick(db: InstallDb, now: UnixMs): Promise<void> {
  await db
    .insert(installSettings)
    .values({ key: TICK_KEY, value: now, updatedAt: now })
    .onConflictDoUpdate({
      target: installSettings.key,
      set: { value: sql`excluded.value`, updatedAt: now },
    });
}
