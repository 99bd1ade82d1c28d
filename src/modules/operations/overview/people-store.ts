import { count, inArray, isNull } from "drizzle-orm";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import { ROLES } from "#platform/access/permissions.ts";
import type { InstallDb } from "#platform/db/db.ts";

/** How many workspaces stand and how many people there are, by kind, in one round trip. */
export async function selectPeople(db: InstallDb) {
  const [places, people] = await db.batch([
    db
      .select({ isClient: workspaces.isClient, n: count() })
      .from(workspaces)
      .where(isNull(workspaces.deletedAt))
      .groupBy(workspaces.isClient),
    db
      .select({ role: users.role, n: count() })
      .from(users)
      .where(inArray(users.role, [...ROLES]))
      .groupBy(users.role),
  ]);
  return { places, people };
}
