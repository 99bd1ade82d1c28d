import type { UpdateCampaignBody } from "#modules/campaigns/contract/campaigns.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { mergeSchedule } from "#platform/rules/schedule.ts";
import { PAUSE_FROM, START_FROM } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { campaignValues } from "./campaign-values.ts";
import { assertUnchanged, changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import { findCampaign } from "./read-campaign.ts";
import {
  countOwn,
  replaceMailboxes,
  selectCampaignMailboxes,
} from "#modules/campaigns/status/mailboxes-store.ts";
import { tagsDueAt } from "#modules/campaigns/mailboxes/by-tag.ts";
import { syncCampaign } from "#modules/campaigns/mailboxes/by-tag-store.ts";
import { pauseByPerson } from "#modules/campaigns/status/pause-campaign.ts";
import { presentStep } from "./present.ts";
import { forgetFormerWindows } from "#modules/campaigns/steps/replan-store.ts";
import { startCampaign } from "#modules/campaigns/status/start-campaign.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";
import { type CampaignRow, updateCampaignRow } from "./store.ts";
import { windowDaysOf } from "#modules/campaigns/rules/winners/metrics.ts";
import { beginAgain, lookAgain } from "#modules/campaigns/winners/contest-store.ts";

/**
 * Changes the fields that are given, in any state; what was sent stays as it was, and what waits
 * goes by the new schedule. `status` may
 * repeat the present one or start and pause like their routes. Throws `not_found`,
 * `invalid_state` for any other status, `validation_failed` for a changed read-only field,
 * `conflict` where the campaign is no longer of the `expected` version.
 */
export async function updateCampaign(
  ctx: MemberCtx,
  id: CampaignId,
  body: UpdateCampaignBody,
  expected: string | null = null,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  assertUnchanged(campaign, expected);
  await assertReadOnly(ctx, campaign, body);
  const move = moveOf(campaign.status, body.status);
  const now = ctx.now();
  const mailboxes = body.mailbox_ids;
  if (mailboxes && (await countOwn(db, workspaceId, mailboxes)) !== mailboxes.length) {
    throw notFound("mailbox");
  }
  const schedule = body.schedule && mergeSchedule(campaign.schedule, body.schedule);
  const isRescheduled = schedule !== undefined && !sameJson(schedule, campaign.schedule);
  const before = [
    ...(isRescheduled ? [forgetFormerWindows(db, workspaceId, id, now)] : []),
    ...(mailboxes ? replaceMailboxes(db, workspaceId, id, mailboxes, now) : []),
  ];
  const results = await runBatch(db, [
    ...before,
    updateCampaignRow(
      db,
      workspaceId,
      id,
      {
        ...campaignValues(body, campaign),
        ...(schedule && { schedule }),
        ...(body.mailbox_tags && { tagsDueAt: tagsDueAt(body.mailbox_tags, now) }),
        updatedAt: now,
      },
      // Its mailboxes were written just before it, in the same batch.
      expected === null ? null : mailboxes ? now : campaign.updatedAt,
    ),
    ...(body.mailbox_tags ? syncCampaign(db, workspaceId, id) : []),
    ...(comparesAgain(campaign, body) ? [beginAgain(db, workspaceId, id, now)] : []),
    ...(body.auto_winner === true ? [lookAgain(db, workspaceId, id, now)] : []),
  ]);
  // The update of the campaign itself answers its row.
  if ((results[before.length] as unknown[]).length === 0) {
    throw expected === null ? notFound("campaign") : changedMeanwhile();
  }
  if (move === "start") await startCampaign(ctx, id);
  if (move === "pause") await pauseByPerson(ctx, id);
}

/** Whether its variants are decided by something else from now on. */
function comparesAgain(campaign: CampaignRow, body: UpdateCampaignBody): boolean {
  const { winner_metric: metric = campaign.winnerMetric } = body;
  const { winner_window_days: days = campaign.winnerWindowDays } = body;
  return (
    metric !== campaign.winnerMetric ||
    windowDaysOf(metric, days) !== windowDaysOf(metric, campaign.winnerWindowDays)
  );
}

function moveOf(from: CampaignStatus, to: CampaignStatus | undefined): "start" | "pause" | null {
  if (to === undefined || to === from) return null;
  if (to === "active" && START_FROM.includes(from)) return "start";
  if (to === "paused" && PAUSE_FROM.includes(from)) return "pause";
  throw new AppError("invalid_state", `A ${from} campaign cannot become ${to}.`, {
    errors: [{ path: "status", code: "invalid_state", message: "Use active or paused." }],
  });
}

/** What GET shows may come back as it is; a change of it would be lost in silence. */
async function assertReadOnly(
  ctx: MemberCtx,
  campaign: CampaignRow,
  body: UpdateCampaignBody,
): Promise<void> {
  const refuse = (path: string, hint: string) => invalidField(path, "read_only_field", hint);
  for (const [path, stored, given] of [
    ["id", campaign.id, body.id],
    ["workspace_id", campaign.workspaceId, body.workspace_id],
  ] as const) {
    if (given !== undefined && given !== stored)
      throw refuse(path, "This field cannot be changed.");
  }
  if (body.list_ids !== undefined && !sameJson(body.list_ids, campaign.listIds)) {
    throw refuse("list_ids", "Add a list with POST /leads/add-to-campaign.");
  }
  if (body.steps !== undefined) {
    const steps = await selectStepsOfCampaign(ctx.db, ctx.workspaceId, campaign.id);
    if (!sameJson(body.steps, steps.map(presentStep))) {
      throw refuse("steps", "Change steps with their own routes.");
    }
  }
  if (body.mailboxes !== undefined) {
    const own = await selectCampaignMailboxes(ctx.db, ctx.workspaceId, campaign.id);
    const given = Array.isArray(body.mailboxes) ? (body.mailboxes as { id?: unknown }[]) : [];
    const ids = new Set(given.map((mailbox) => mailbox?.id));
    if (ids.size !== own.length || !own.every((mailbox) => ids.has(mailbox.id))) {
      throw refuse("mailboxes", "Set mailbox_ids instead.");
    }
  }
}

/** Whether two JSON values say the same, whatever the order of their keys. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
  );
}
