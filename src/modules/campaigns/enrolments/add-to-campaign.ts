import type { AddToCampaignAnswer, AddToCampaignBody } from "#modules/campaigns/contract/enrol.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import { chosen } from "#modules/leads/choices/chosen.ts";
import { countOutcomes, countOwnLeads, type EnrolOutcome, noteList } from "./enrol-store.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { prepareEnrolment } from "./prepare-enrolment.ts";

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
  const conditions = await conditionsFor(ctx, body);
  const { target, statements, afterwards } = await prepareEnrolment(
    ctx,
    body.campaign_id,
    conditions,
  );
  const [outcomes] = await db.batch([
    countOutcomes(db, workspaceId, target, conditions),
    ...statements,
    ...(body.list_id === undefined
      ? []
      : [noteList(db, workspaceId, target.campaignId, body.list_id)]),
  ]);
  const count = (outcome: EnrolOutcome): number =>
    outcomes.find((row) => row.outcome === outcome)?.n ?? 0;
  const hint = await afterwards(count("added"));
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

async function conditionsFor(ctx: WorkspaceCtx, body: AddToCampaignBody): Promise<Part[]> {
  const filter = await chosen(ctx, body);
  const { ids } = filter;
  if (ids !== undefined && (await countOwnLeads(ctx.db, ctx.workspaceId, ids)) < ids.length) {
    throw notFound("lead");
  }
  return conditionsOf(ctx, filter);
}
