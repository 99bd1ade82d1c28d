import { listSteps } from "#modules/campaigns/steps/find-step.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import type { StepRow, StepValues } from "#modules/campaigns/steps/steps-store.ts";
import { type Change, draftChanges } from "#modules/campaigns/rules/publishing/changes.ts";
import type { Content, ContentStep } from "#modules/campaigns/rules/publishing/content.ts";
import { type Merged, mergeDraft } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type CampaignId, type StepId } from "#platform/rules/ids.ts";
import { type DraftRow, selectDraftRow } from "./draft-store.ts";

/** A campaign as it is published, and as it would be with its draft. */
export type SeenDraft = {
  readonly campaign: CampaignRow;
  readonly rows: readonly StepRow[];
  readonly live: Content;
  /** Null: it has none. */
  readonly draft: DraftRow | null;
  readonly merged: Merged;
  readonly changes: readonly Change[];
};

/** Reads a campaign with its draft. Throws `not_found`. */
export async function loadDraft(ctx: WorkspaceCtx, id: CampaignId): Promise<SeenDraft> {
  const campaign = await findCampaign(ctx, id);
  const [rows, draft] = await Promise.all([
    listSteps(ctx, id),
    selectDraftRow(ctx.db, ctx.workspaceId, id),
  ]);
  const live = publishedContent(campaign, rows);
  const merged = mergeDraft(live, draft?.draft ?? null);
  return { campaign, rows, live, draft, merged, changes: draftChanges(live, merged) };
}

export const publishedContent = (
  { schedule, dailyLimit, maxNewLeadsPerDay }: CampaignRow,
  rows: readonly StepRow[],
): Content => ({
  steps: rows.map((row) => ({ id: row.id, ...contentOfStep(row) })),
  settings: { schedule, daily_limit: dailyLimit, max_new_leads_per_day: maxNewLeadsPerDay },
});

/** What of a step is published. */
export const contentOfStep = (step: StepValues): Omit<ContentStep, "id"> => ({
  delay: step.delay,
  delay_unit: step.delayUnit,
  subject: step.subject,
  body_html: step.bodyHtml,
  body_text: step.bodyText,
  variants: step.variants,
  task: step.task ?? null,
});

/** The columns of a step. */
export const valuesOfStep = (step: ContentStep): StepValues => ({
  delay: step.delay,
  delayUnit: step.delay_unit,
  subject: step.subject,
  bodyHtml: step.body_html,
  bodyText: step.body_text,
  variants: [...step.variants],
  task: step.task,
});

/**
 * The steps of a draft as rows, to look at and to write mails from: under a version of their own,
 * so that no parsed form of them is kept.
 */
export function draftRows({ campaign, rows, draft, merged }: SeenDraft): StepRow[] {
  const known = new Map(rows.map((row) => [row.id as number, row]));
  const at = draft ?? campaign;
  return merged.steps.map((step, index) => {
    const row = known.get(step.id);
    return {
      id: asId<StepId>(step.id),
      workspaceId: campaign.workspaceId,
      campaignId: campaign.id,
      position: index + 1,
      ...valuesOfStep(step),
      task: step.task,
      version: -1,
      contest: row?.contest ?? 1,
      createdAt: row?.createdAt ?? at.createdAt,
      updatedAt: row?.updatedAt ?? at.updatedAt,
    };
  });
}
