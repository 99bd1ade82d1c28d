import type { AddToCampaignAnswer, AddToCampaignBody } from "#modules/campaigns/contract/enrol.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { afterDelay } from "#platform/rules/schedule.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { startCampaign } from "#modules/campaigns/status/start-campaign.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { chosen } from "#modules/leads/deletion/chosen.ts";
import {
  countOutcomes,
  countOwnLeads,
  type EnrolOutcome,
  insertEnrolments,
  noteList,
  rowsChanged,
  selectFirstDelay,
} from "./enrol-store.ts";
import { conditionsOf } from "#modules/leads/deletion/plan-walk.ts";
import type { Part } from "#modules/leads/leads/lead-filter-sql.ts";

/**
 * Adds leads to a campaign, by ids, list or filter, in one batch; their first step is due now, or
 * after its wait. Who may not be written to is left out and counted. A completed campaign stays so
 * until it is started (`hint`), unless it is evergreen: then it starts by itself. Throws `not_found` for a foreign campaign, list or lead, having
 * written nothing.
 */
export async function addToCampaign(
  ctx: MemberCtx,
  body: AddToCampaignBody,
): Promise<AddToCampaignAnswer> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, body.campaign_id);
  const conditions = await conditionsFor(ctx, body);
  const first = await selectFirstDelay(db, workspaceId, campaign.id);
  const target = {
    campaignId: campaign.id,
    allowRisky: campaign.allowRisky,
    excludeOtherActive: campaign.excludeOtherActiveCampaigns,
    checkSuppressed: (await suppressionPresence(ctx)).any,
  };
  const enteredAt = ctx.now();
  const nextSendAt =
    first === null
      ? enteredAt
      : afterDelay(campaign.schedule, enteredAt, first.delay, first.delayUnit);
  const [outcomes] = await db.batch([
    countOutcomes(db, workspaceId, target, conditions),
    insertEnrolments(db, workspaceId, target, conditions, { enteredAt, nextSendAt }),
    statStatement(
      ctx,
      [{ metric: "leads", campaignId: campaign.id, at: enteredAt }],
      undefined,
      rowsChanged,
    ),
    ...(body.list_id === undefined ? [] : [noteList(db, workspaceId, campaign.id, body.list_id)]),
  ]);
  const count = (outcome: EnrolOutcome): number =>
    outcomes.find((row) => row.outcome === outcome)?.n ?? 0;
  const hint =
    campaign.status !== "completed"
      ? null
      : campaign.evergreen && count("added") > 0
        ? await restart(ctx, campaign.id)
        : "The campaign is completed. Start it again to send to these leads.";
  return {
    added: count("added"),
    already_in_campaign: count("already_in_campaign"),
    skipped: {
      suppressed: count("suppressed"),
      unsubscribed: count("unsubscribed"),
      bounced: count("bounced"),
      invalid: count("invalid"),
      risky_blocked: count("risky_blocked"),
      in_other_campaign: count("in_other_campaign"),
    },
    ...(hint !== null && { hint }),
  };
}

/** The leads are in whatever becomes of it; the answer tells why it does not start. */
async function restart(ctx: MemberCtx, id: CampaignId): Promise<string> {
  try {
    await startCampaign(ctx, id);
    return "The campaign was completed. It is evergreen, so it started again.";
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return `The campaign is completed and could not be started again: ${cause.message}`;
  }
}

async function conditionsFor(ctx: WorkspaceCtx, body: AddToCampaignBody): Promise<Part[]> {
  const filter = await chosen(ctx, body);
  const { ids } = filter;
  if (ids !== undefined && (await countOwnLeads(ctx.db, ctx.workspaceId, ids)) < ids.length) {
    throw notFound("lead");
  }
  return conditionsOf(ctx, filter);
}
