import { asc, eq, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { users } from "#modules/accounts/schema/accounts.ts";

/** The operators of the install. */
export async function selectOperators(db: InstallDb): Promise<{ address: string; name: string }[]> {
  return db
    .select({ address: users.email, name: users.name })
    .from(users)
    .where(eq(users.role, "super_admin"))
    .orderBy(asc(users.id))
    .limit(10);
}

/** Those of these people who are still there. */
export async function selectAddressees(
  db: InstallDb,
  ids: readonly (UserId | null)[],
): Promise<{ id: UserId; address: string; name: string }[]> {
  return db
    .select({ id: users.id, address: users.email, name: users.name })
    .from(users)
    .where(sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
