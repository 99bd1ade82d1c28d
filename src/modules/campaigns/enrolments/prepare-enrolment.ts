import type { EnrolCtx, leadsEnrolled } from "#modules/leads/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { Statement } from "#platform/db/db.ts";
import { afterDelay } from "#platform/rules/schedule.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { startCampaign } from "#modules/campaigns/status/start-campaign.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import {
  countAdded,
  type EnrolTarget,
  insertEnrolments,
  rowsChanged,
  selectFirstDelay,
  selectOutcomes,
} from "./enrol-store.ts";

/** A campaign that leads are to be added to, with the statements that do it. */
export type PreparedEnrolment = {
  readonly target: EnrolTarget;
  /** For the batch that counts the outcomes, behind that. */
  readonly statements: readonly Statement[];
  /** What has to be done before those who were added are written to; an evergreen campaign starts again. */
  readonly afterwards: (added: number) => Promise<string | null>;
};

/**
 * Adds the leads that fit to a campaign: their first step is due now, or after its wait. Throws
 * `not_found` for a foreign campaign.
 */
export async function prepareEnrolment(
  ctx: EnrolCtx,
  campaignId: CampaignId,
  conditions: readonly Part[],
): Promise<PreparedEnrolment> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, campaignId);
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
  return {
    target,
    statements: [
      insertEnrolments(db, workspaceId, target, conditions, { enteredAt, nextSendAt }),
      statStatement(
        ctx,
        [{ metric: "leads", campaignId: campaign.id, at: enteredAt }],
        undefined,
        rowsChanged,
      ),
    ],
    afterwards: (added) => hintOf(ctx, campaign, added),
  };
}

async function hintOf(
  ctx: EnrolCtx,
  { id, status, evergreen }: CampaignRow,
  added: number,
): Promise<string | null> {
  if (status !== "completed") return null;
  return evergreen && added > 0
    ? restart(ctx, id)
    : "The campaign is completed. Start it again to send to these leads.";
}

/** The leads are in whatever becomes of it; the answer tells why it does not start. */
async function restart(ctx: EnrolCtx, id: CampaignId): Promise<string> {
  try {
    await startCampaign(ctx, id);
    return "The campaign was completed. It is evergreen, so it started again.";
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return `The campaign is completed and could not be started again: ${cause.message}`;
  }
}

/** The part of campaigns in the batch that stores leads which join one. */
export const enrolNew: AnswerTo<typeof leadsEnrolled> = async (ctx, campaignId, those) => {
  const { target, ...rest } = await prepareEnrolment(ctx, campaignId, [those]);
  return {
    outcomes: selectOutcomes(ctx.db, ctx.workspaceId, target, [those]),
    added: countAdded(ctx.workspaceId, target, [those]),
    ...rest,
  };
};
