import { type SQL, sql } from "drizzle-orm";
import { suppressions } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Whether a stored address or its domain is suppressed, as a condition for set-based statements.
 * It goes by value: `revealSuppressions` gives hash-only entries theirs when the address comes back.
 */
export const isSuppressed = (workspaceId: WorkspaceId, email: SQL, domain: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
    AND x.kind = 'address' AND x.value = ${email})
  OR EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
    AND x.kind = 'domain' AND x.value = ${domain}))`;
