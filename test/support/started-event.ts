import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";

/** An event of a campaign under this key, with what is owed to subscribers for it. */
export const startedEvent = (ctx: WorkspaceCtx, dedupeKey: string): Statement[] =>
  eventStatements(ctx, {
    type: "campaign.started",
    dedupeKey,
    data: {
      campaign_id: 1,
      campaign_name: `Frühling 🌱 ${dedupeKey}`,
      status: "active",
      previous_status: "draft",
      reason: "manual",
      bounce_rate: 0,
      sample: 0,
      triggered_by: "user:1",
    },
    leadId: null,
    campaignId: null,
    sendId: null,
  });
