import type { Readiness } from "#modules/campaigns/contract/campaign-tools.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  countFirstOutcomes,
  type EnrolOutcome,
  type EnrolTarget,
} from "#modules/campaigns/enrolments/enrol-store.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import { suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId, ListId } from "#platform/rules/ids.ts";
import { readiness } from "./readiness.ts";

/** Lists that are counted, and leads of each: some 100 ms in all. */
const MAX_LISTS = 20;
const MAX_LEADS = 20_000;

/** What a start would say, and who of the campaign's lists is not in it. Changes nothing. Throws `not_found`. */
export async function readReadiness(ctx: WorkspaceCtx, id: CampaignId): Promise<Readiness> {
  const campaign = await findCampaign(ctx, id);
  const { warnings, templateErrors } = await readiness(ctx, campaign);
  const target: EnrolTarget = {
    campaignId: campaign.id,
    allowRisky: campaign.allowRisky,
    excludeOtherActive: campaign.excludeOtherActiveCampaigns,
    checkSuppressed: (await suppressionPresence(ctx)).any,
  };
  const lists = await Promise.all(
    campaign.listIds.slice(-MAX_LISTS).map((list) => listOf(ctx, target, list)),
  );
  return { warnings, errors: templateErrors, lists: lists.filter((list) => list !== null) };
}

/** Null for a list that was deleted meanwhile. */
async function listOf(
  ctx: WorkspaceCtx,
  target: EnrolTarget,
  listId: ListId,
): Promise<Readiness["lists"][number] | null> {
  const list = await findList(ctx, listId).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === "not_found") return null;
    throw cause;
  });
  if (!list) return null;
  const conditions = conditionsOf(ctx, { listId });
  const rows = await countFirstOutcomes(ctx.db, ctx.workspaceId, target, conditions, MAX_LEADS);
  const count = (outcome: EnrolOutcome): number =>
    rows.find((row) => row.outcome === outcome)?.n ?? 0;
  return {
    id: list.id,
    name: list.name,
    in_campaign: count("already_in_campaign"),
    not_added: count("added"),
    left_out: {
      suppressed: count("suppressed"),
      unsubscribed: count("unsubscribed"),
      bounced: count("bounced"),
      invalid: count("invalid"),
      risky_blocked: count("risky_blocked"),
      in_other_campaign: count("in_other_campaign"),
    },
    complete: rows.reduce((sum, { n }) => sum + n, 0) < MAX_LEADS,
  };
}
