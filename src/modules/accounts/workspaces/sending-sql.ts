import { type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";

/*
 * Whether a workspace sends at all, as its own database knows: the copy of its row says whether its
 * client was deleted or is paused as a whole.
 */

/** Mail of any kind may leave a workspace. */
export const workspaceSends = (id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} o WHERE o.id = ${id} AND o.deleted_at IS NULL AND o.paused_at IS NULL)`;

/** A workspace is paused as a whole. */
export const workspacePaused = (id: SQL): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM ${workspaces} o WHERE o.id = ${id} AND o.paused_at IS NOT NULL)`;
