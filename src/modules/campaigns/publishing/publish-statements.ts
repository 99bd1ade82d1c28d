import { type CampaignValues, updateCampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { isSame } from "#modules/campaigns/rules/publishing/content.ts";
import { startsAgain } from "#modules/campaigns/rules/winners/arms.ts";
import { forgetFormerWindows } from "#modules/campaigns/steps/replan-store.ts";
import { delayMs } from "#modules/campaigns/steps/step-values.ts";
import {
  deleteStepRow,
  insertStepRow,
  reorderStepRows,
  type StepValues,
  updateStepRow,
} from "#modules/campaigns/steps/steps-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { asId, type StepId, type UnixMs } from "#platform/rules/ids.ts";
import { type SeenDraft, valuesOfStep } from "./load-draft.ts";

type Placed = { readonly id: number; readonly values: StepValues };

/** The settings' last change that a draft was read with; null: it changes none. */
export const settingsSeen = ({ campaign, live, merged }: SeenDraft): UnixMs | null =>
  isSame(live.settings, merged.settings) ? null : campaign.updatedAt;

/**
 * What makes the published steps and settings those of the draft, in an order in which each statement
 * finds what the ones before it left: texts, steps that go, the order, steps that come. Steps keep
 * their ids, and leads go on behind the step that they had last, so that no step reaches a lead twice.
 */
export function publishStatements(ctx: WorkspaceCtx, seen: SeenDraft): Statement[] {
  const { db, workspaceId } = ctx;
  const { rows, merged, campaign } = seen;
  const id = campaign.id;
  const now = ctx.now();
  const wanted = new Map(merged.steps.map((step) => [step.id, valuesOfStep(step)]));
  const changed = new Set(
    seen.changes.flatMap(({ kind, stepId }) => (kind === "changed" ? [stepId] : [])),
  );
  const statements: Statement[] = [];
  let list: Placed[] = rows.map((row) => {
    const values = wanted.get(row.id);
    if (!values || !changed.has(row.id)) return { id: row.id, values: row };
    const patch = { ...values, startsAgain: startsAgain(row, values) };
    const shiftMs = delayMs(values) - delayMs(row);
    statements.push(...updateStepRow(db, workspaceId, id, row.id, patch, shiftMs, now, null));
    return { id: row.id, values };
  });
  for (const { id: gone } of merged.removed) {
    const at = list.findIndex((step) => step.id === gone);
    const [step, next] = [list[at], list[at + 1]];
    if (!step) continue;
    const shiftMs = next ? delayMs(next.values) - delayMs(step.values) : 0;
    statements.push(...deleteStepRow(db, workspaceId, id, asId<StepId>(gone), shiftMs, now));
    list = list.filter((one) => one !== step);
  }
  if (merged.isReordered) {
    const order = merged.steps.filter((step) => !merged.added.has(step.id)).map((step) => step.id);
    const ids = order.map((one) => asId<StepId>(one));
    statements.push(...reorderStepRows(db, workspaceId, id, ids, now));
    list = order.flatMap((one) => list.filter((step) => step.id === one));
  }
  merged.steps.forEach((step, index) => {
    if (!merged.added.has(step.id)) return;
    const values = valuesOfStep(step);
    const pushed = list[index];
    statements.push(
      ...insertStepRow(db, workspaceId, id, {
        ...values,
        id: step.id > 0 ? asId<StepId>(step.id) : null,
        position: pushed ? index + 1 : null,
        shiftMs: pushed ? delayMs(values) - delayMs(pushed.values) : 0,
        now,
        max: ctx.settings.MAX_STEPS_PER_CAMPAIGN,
        line: null,
      }),
    );
    list.splice(index, 0, { id: step.id, values });
  });
  return [...settingsStatements(ctx, seen), ...statements];
}

function settingsStatements(ctx: WorkspaceCtx, { campaign, live, merged }: SeenDraft): Statement[] {
  if (isSame(live.settings, merged.settings)) return [];
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const { schedule, daily_limit: dailyLimit, max_new_leads_per_day: perDay } = merged.settings;
  const values: Partial<CampaignValues> = {
    schedule,
    dailyLimit,
    maxNewLeadsPerDay: perDay,
    updatedAt: now,
  };
  return [
    ...(isSame(schedule, live.settings.schedule)
      ? []
      : [forgetFormerWindows(db, workspaceId, campaign.id, now)]),
    updateCampaignRow(db, workspaceId, campaign.id, values),
  ];
}
