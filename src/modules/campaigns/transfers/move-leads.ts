import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import type { MoveLeadsAnswer, MoveLeadsBody } from "#modules/campaigns/contract/transfers.ts";
import { rowsChanged } from "#modules/campaigns/enrolments/enrol-store.ts";
import { prepareEnrolment } from "#modules/campaigns/enrolments/prepare-enrolment.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { afterDelay } from "#platform/rules/schedule.ts";
import { chooseLeads } from "./choose-leads.ts";
import { countDueMails } from "./choose-store.ts";
import {
  type Foreseen,
  foreseeMoves,
  moveStatements,
  type Transfer,
  whileAnyOpen,
} from "./transfer-store.ts";

/**
 * Moves leads from one campaign to another, where each goes on at a step. Who may not be written to
 * there, is there already, or has had every step stays where it is. What waits to be sent is
 * cancelled; what is being sent leaves, once, and its step counts as done. Up to 2,000 in one batch;
 * repeating it changes nothing. Throws `not_found`, `validation_failed` for a step that is not there.
 */
export async function moveLeads(
  ctx: MemberCtx,
  from: CampaignId,
  body: MoveLeadsBody,
): Promise<MoveLeadsAnswer> {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, from);
  if (body.to_campaign_id === from) {
    throw invalidField("to_campaign_id", "same", "Choose another campaign.");
  }
  const to = await findCampaign(ctx, body.to_campaign_id);
  const { ids, ...paging } = await chooseLeads(ctx, from, body);
  const { transfer, afterwards } = await prepare(ctx, from, to, body.at_step, ids);
  const [foreseen, mails] = await Promise.all([
    foreseeMoves(db, workspaceId, transfer),
    countDueMails(db, workspaceId, from, ids),
  ]);
  const seen = { ...summed(foreseen), leads: ids.length, ...mails, ...paging };
  if (body.dry_run || seen.moved === 0) return { dry_run: body.dry_run, ...seen, hint: null };
  const counted = statStatement(
    ctx,
    [{ metric: "leads", campaignId: to.id, at: transfer.now }],
    undefined,
    rowsChanged,
  );
  const { statements, movedAt } = moveStatements(db, workspaceId, transfer, counted);
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "leads.moved",
        workspaceId,
        target: { type: "campaign", id: from },
        details: { to_campaign_id: to.id, leads: seen.moved },
      },
      whileAnyOpen(workspaceId, from, ids),
    ),
    ...statements,
  ]);
  const moved = (results[1 + movedAt] as unknown[]).length;
  await completeIfFinished(ctx, from);
  return { dry_run: false, ...seen, moved, hint: await afterwards(moved) };
}

async function prepare(
  ctx: MemberCtx,
  from: CampaignId,
  to: CampaignRow,
  atStep: number | undefined,
  ids: readonly LeadId[],
) {
  const steps = await selectStepsOfCampaign(ctx.db, ctx.workspaceId, to.id);
  if (atStep !== undefined && atStep > steps.length) {
    throw invalidField(
      "at_step",
      "no_such_step",
      `The other campaign has ${steps.length === 1 ? "1 step" : `${steps.length} steps`}.`,
    );
  }
  const [those] = conditionsOf(ctx, { ids });
  if (!those) throw new Error("ids are one condition");
  const { target, afterwards } = await prepareEnrolment(ctx, to.id, [those]);
  const now = ctx.now();
  const transfer: Transfer = {
    from,
    target: { ...target, leaving: from },
    ids,
    those,
    dueAt: steps.map((step) => afterDelay(to.schedule, now, step.delay, step.delayUnit)),
    place: atStep === undefined ? null : atStep - 1,
    now,
  };
  return { transfer, afterwards };
}

function summed(foreseen: readonly Foreseen[]): Pick<MoveLeadsAnswer, "moved" | "stay" | "steps"> {
  const stay: Record<string, number> = {};
  const steps = new Map<number, number>();
  let moved = 0;
  for (const { outcome, place, n } of foreseen) {
    if (outcome !== "added") stay[outcome] = (stay[outcome] ?? 0) + n;
    else {
      moved += n;
      steps.set(place + 1, (steps.get(place + 1) ?? 0) + n);
    }
  }
  const inOrder = [...steps].toSorted(([a], [b]) => a - b);
  return { moved, stay, steps: inOrder.map(([step, leads]) => ({ step, leads })) };
}
