import { type SQL, sql } from "drizzle-orm";
import { users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";

/**
 * Whether whoever answers for a key (its creator, or the admin who adopted it) may still enter its
 * workspace. For statements over `api_keys` under that name.
 */
export const ownerMayEnter: SQL<number> = sql<number>`EXISTS (SELECT 1 FROM ${users} o
  WHERE o.id = coalesce(api_keys.adopted_by, api_keys.created_by)
    AND (o.role IN ('super_admin', 'admin') OR EXISTS (SELECT 1 FROM ${workspaceMembers} om
      WHERE om.user_id = o.id AND om.workspace_id = api_keys.workspace_id)))`;
