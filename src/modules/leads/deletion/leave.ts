import { leadsDeleted } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { deleteLeadStatements } from "./delete-store.ts";
import { ofLeads } from "#modules/leads/leads/lead-sql.ts";

/**
 * The statements that delete leads: first what later modules hold of them, last their rows; the last
 * result holds who went. What was sent stays, and what waits to be sent is cancelled.
 */
export function leaveStatements(ctx: WorkspaceCtx, ids: readonly LeadId[]): Statement[] {
  const { db, workspaceId } = ctx;
  const those = ofLeads(workspaceId, ids);
  return [
    ...ctx.hooks.ask(leadsDeleted).flatMap((give) => give(ctx, those)),
    ...deleteLeadStatements(db, workspaceId, ids),
  ];
}
