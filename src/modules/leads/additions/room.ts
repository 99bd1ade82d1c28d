import { quotaSentence } from "#modules/accounts/rules/quota.ts";
import { quotaOf } from "#modules/accounts/workspaces/quotas.ts";
import { leadCount } from "#modules/leads/imports/lead-room.ts";
import type { RowFault } from "#modules/leads/rules/json-lead.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

/** How many leads may come into a workspace, and what is answered to the next one. */
export type LeadRoom = { readonly room: number; readonly full: RowFault };

export async function leadRoom(ctx: WorkspaceCtx): Promise<LeadRoom> {
  const [used, quota] = await Promise.all([leadCount(ctx), quotaOf(ctx, "leads")]);
  const max = ctx.settings.MAX_LEADS_PER_WORKSPACE;
  const byQuota = quota !== null && quota <= max;
  const most = byQuota ? quota : max;
  const message = byQuota
    ? quotaSentence("leads", quota, most)
    : `A workspace can have up to ${max} leads. Delete some first.`;
  return {
    room: Math.max(0, most - used),
    full: { field: "", code: byQuota ? "quota_reached" : "limit_reached", message },
  };
}
