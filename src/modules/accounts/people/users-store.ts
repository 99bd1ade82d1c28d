import type { Db } from "#platform/db/db.ts";
import { users } from "#modules/accounts/schema/accounts.ts";

/** Whether anybody has an account yet: until then the install is unclaimed. */
export async function hasUsers(db: Db): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1);
  return rows.length > 0;
}
