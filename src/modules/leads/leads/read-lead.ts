import type { LeadDetails } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectTagsOf } from "#modules/leads/tags/lead-tags-store.ts";
import { leadCampaigns } from "#modules/leads/hooks.ts";
import { selectLead, selectListsOf } from "./lead-store.ts";
import type { LeadRow } from "./list-store.ts";
import { presentActivity } from "./list-activity.ts";
import { presentLead } from "./present.ts";
import { readActivity } from "./read-activity.ts";

const ACTIVITY_SHOWN = 10;

/** A lead's row. Throws `not_found`. */
export async function findLead(ctx: WorkspaceCtx, id: LeadId): Promise<LeadRow> {
  const row = await selectLead(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("lead");
  return row;
}

/** A lead with its lists, campaigns and newest activity. Throws `not_found`. */
export async function readLead(ctx: WorkspaceCtx, id: LeadId): Promise<LeadDetails> {
  return describeLead(ctx, await findLead(ctx, id));
}

export async function describeLead(ctx: WorkspaceCtx, row: LeadRow): Promise<LeadDetails> {
  const { db, workspaceId } = ctx;
  const [suppressed, tags, lists, campaigns, happened] = await Promise.all([
    suppressedAmong(ctx, [row.email]),
    selectTagsOf(db, workspaceId, [row.id]),
    selectListsOf(db, workspaceId, row.id),
    ctx.hooks.one(leadCampaigns)(ctx, row.id),
    readActivity(ctx, row, null, { limit: ACTIVITY_SHOWN, offset: 0 }),
  ]);
  return {
    ...presentLead(row, { isSuppressed: suppressed.has(row.email), tags: tags.get(row.id) }),
    lists,
    campaigns,
    activity: happened.map(presentActivity),
  };
}
