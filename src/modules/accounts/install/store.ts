import { inArray, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { installSettings } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** The install's own state, one value per key. It belongs to no workspace. */
export async function selectInstallValues(
  db: InstallDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db
    .select()
    .from(installSettings)
    .where(inArray(installSettings.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row.value]));
}

export const saveInstallValue = (
  db: InstallDb,
  key: string,
  value: unknown,
  now: UnixMs,
): InstallStatement =>
  db
    .insert(installSettings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: installSettings.key,
      set: { value: sql`excluded.value`, updatedAt: now },
    });
