import { type SQL, sql } from "drizzle-orm";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/*
 * Ids that the database gives within a batch, for the statements of that batch which name what
 * another one of it makes.
 */

/** The id of the account with that email. */
export const idOfEmail = (email: string) =>
  sql<UserId>`(SELECT id FROM ${users} WHERE email = ${email})`;

/** The id of the workspace with that slug. */
export const idOfSlug = (slug: string) =>
  sql<WorkspaceId>`(SELECT id FROM ${workspaces} WHERE slug = ${slug})`;

/** When a row of `workspaces` was changed: times of changes never go back, by which copies know the newer one. */
export const notBefore = (now: UnixMs) => sql<UnixMs>`max(${workspaces.updatedAt}, ${now})`;

/** Whether the address is somebody's already, as email or as user name. */
export const isTaken = (email: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${users} WHERE email = ${email}) OR EXISTS (SELECT 1 FROM ${users} WHERE username = ${email}))`;
