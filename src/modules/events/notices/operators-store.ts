import { asc, eq } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
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
