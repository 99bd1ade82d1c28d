import { type SQL, sql } from "drizzle-orm";
import { grants } from "#modules/connections/schema/grants.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Opens mailboxes by their organisations, one for each row of `those`: a sub-select of `email`,
 * `organisation_id`, `provider` and `scopes`. It holds no secret: the install's app signs in.
 */
export const insertOrganisationGrants = (
  workspaceId: WorkspaceId,
  those: SQL,
  { now, grantedBy }: { readonly now: UnixMs; readonly grantedBy: UserId | null },
): SQL =>
  sql`
    INSERT INTO ${grants} (workspace_id, kind, provider, account, subject, organisation_id, scopes, state, version,
      generation, granted_by, granted_at, created_at, updated_at)
    SELECT ${workspaceId}, 'organisation', t.provider, t.email, '', t.organisation_id, t.scopes, 'connected', 1, 1,
      ${grantedBy}, ${now}, ${now}, ${now}
    FROM ${those} t WHERE true`;

/** The newest grant of an address in a workspace; inside a batch that of the statement before. */
export const newestGrant = (workspaceId: WorkspaceId, email: SQL): SQL =>
  sql`(SELECT g.id FROM ${grants} g WHERE g.workspace_id = ${workspaceId} AND g.account = ${email}
    AND g.kind = 'organisation' ORDER BY g.id DESC LIMIT 1)`;
