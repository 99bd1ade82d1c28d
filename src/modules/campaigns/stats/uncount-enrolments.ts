import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { subtractLeads } from "./enrolments-store.ts";

/**
 * The statement that no longer counts leads that leave their campaigns without a trace. `places` is
 * a query of `campaign_id` and `entered_at`; it belongs before the statement that deletes them.
 */
export const uncountEnrolments = (
  ctx: WorkspaceCtx,
  places: Parameters<typeof subtractLeads>[2],
): Statement => subtractLeads(ctx.db, ctx.workspaceId, places);
