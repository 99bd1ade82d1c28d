import { assertWorksHere } from "#modules/accounts/workspaces/list-members.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  DraftStepBody,
  SaveDraftBody,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import { draftChanges } from "#modules/campaigns/rules/publishing/changes.ts";
import {
  type ContentSettings,
  type DraftStep,
  isSame,
  SETTING_FIELDS,
  STEP_FIELDS,
  type StoredDraft,
} from "#modules/campaigns/rules/publishing/content.ts";
import { digestOf, mergeDraft } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import { changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import { EMPTY_STEP, stepValues } from "#modules/campaigns/steps/step-values.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { mergeSchedule } from "#platform/rules/schedule.ts";
import { deleteDraftRow, whileRevision, writeDraft } from "./draft-store.ts";
import { contentOfStep, loadDraft, type SeenDraft } from "./load-draft.ts";
import { byOf } from "./present.ts";
import { stepsOfVersions } from "./versions-store.ts";

/** A row holds 2 MB on D1. */
const MOST_BYTES = 1_500_000;

export const EMPTY_DRAFT: StoredDraft = {
  steps: null,
  removed: [],
  settings: {},
  settingsBase: {},
};

/** Throws `conflict` unless the draft is still of the revision that was read. */
export function assertRevision({ draft }: SeenDraft, expected: string | null): void {
  if (expected !== null && expected !== String(draft?.revision ?? 0)) throw changedMeanwhile();
}

/**
 * Saves the draft of a campaign as a whole; nothing of it takes effect before it is published. Throws
 * `not_found`, `validation_failed`, `limit_reached`, and `conflict` where the draft is not of the
 * `expected` revision any more.
 */
export async function saveDraft(
  ctx: MemberCtx,
  id: CampaignId,
  body: SaveDraftBody,
  expected: string | null = null,
): Promise<void> {
  const seen = await loadDraft(ctx, id);
  assertRevision(seen, expected);
  const max = ctx.settings.MAX_STEPS_PER_CAMPAIGN;
  const stored: StoredDraft = {
    steps: body.steps ? await storedSteps(ctx, id, seen, body.steps) : null,
    removed: body.removed_step_ids,
    ...storedSettings(seen, body.settings),
  };
  const merged = mergeDraft(seen.live, stored);
  if (merged.steps.length > max) {
    throw new AppError("limit_reached", `A campaign can have up to ${max} steps.`);
  }
  // A draft without differences must not hold on to an order of steps.
  const isEmpty = draftChanges(seen.live, merged).length === 0;
  await storeDraft(ctx, id, seen, isEmpty ? EMPTY_DRAFT : stored, seen.draft?.restored ?? null);
}

/** Stores a draft over the one that was read. Throws `conflict` where another was saved meanwhile. */
export async function storeDraft(
  ctx: MemberCtx,
  id: CampaignId,
  { draft }: SeenDraft,
  stored: StoredDraft,
  restored: number | null,
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(stored)) > MOST_BYTES) {
    throw invalidField("steps", "too_big", "The draft is larger than 1.5 MB. Shorten its texts.");
  }
  const [rows] = await runBatch(ctx.db, [
    writeDraft(ctx.db, ctx.workspaceId, id, draft?.revision ?? 0, {
      draft: stored,
      restored,
      by: byOf(ctx.caller),
      now: ctx.now(),
    }),
  ]);
  if ((rows as unknown[]).length === 0) throw changedMeanwhile();
}

/** Drops the draft; without one nothing happens. Throws `not_found`, `conflict`. */
export async function discardDraft(
  ctx: MemberCtx,
  id: CampaignId,
  expected: string | null,
): Promise<void> {
  const seen = await loadDraft(ctx, id);
  assertRevision(seen, expected);
  if (!seen.draft) return;
  const { revision } = seen.draft;
  const results = await runBatch(ctx.db, [
    auditStatement(
      ctx,
      {
        action: "campaign.draft_discarded",
        workspaceId: ctx.workspaceId,
        target: { type: "campaign", id },
      },
      onlyIf(whileRevision(ctx.workspaceId, id, revision)),
    ),
    deleteDraftRow(ctx.db, ctx.workspaceId, id, revision),
  ]);
  if ((results.at(-1) as unknown[]).length === 0 && expected !== null) throw changedMeanwhile();
}

async function storedSteps(
  ctx: MemberCtx,
  id: CampaignId,
  seen: SeenDraft,
  bodies: readonly DraftStepBody[],
): Promise<DraftStep[]> {
  const { rows, draft } = seen;
  const known = new Map(rows.map((row) => [row.id as number, row]));
  const before = new Map((draft?.draft.steps ?? []).map((step) => [step.id, step]));
  const back = bodies.map((body) => body.id).filter((one) => one > 0 && !known.has(one));
  const earlier = await stepsOfVersions(ctx.db, ctx.workspaceId, id, back);
  const stored: DraftStep[] = [];
  for (const [index, body] of bodies.entries()) {
    const published = known.get(body.id);
    const isKnown = published !== undefined || body.id < 0 || earlier.has(body.id);
    if (!isKnown || (!published && body.id > 0 && body.is_new !== true)) {
      throw invalidField(
        `steps.${index}.id`,
        "unknown_step",
        "This step is not published any more. Read the draft again.",
      );
    }
    stored.push(await storedStep(ctx, index, body, published ?? null, before.get(body.id)));
  }
  return stored;
}

async function storedStep(
  ctx: MemberCtx,
  index: number,
  body: DraftStepBody,
  published: SeenDraft["rows"][number] | null,
  before: DraftStep | undefined,
): Promise<DraftStep> {
  const type = published && (published.task ? "task" : "email");
  if (type !== null && body.type !== undefined && body.type !== type) {
    const hint = "A step stays what it is. Add another one.";
    throw invalidField(`steps.${index}.type`, "read_only_field", hint);
  }
  const values = inStep(index, () => stepValues(body, published ?? EMPTY_STEP));
  const assigned = values.task?.assigned_to ?? null;
  if (assigned !== (published?.task?.assigned_to ?? null)) {
    await assertWorksHere(ctx, `steps.${index}.task.assigned_to`, assigned);
  }
  const content = contentOfStep(values);
  if (!published) return { id: body.id, isNew: true, set: content, base: {} };
  const current = contentOfStep(published);
  const fields = STEP_FIELDS.filter((field) => !isSame(content[field], current[field]));
  return {
    id: body.id,
    isNew: false,
    set: Object.fromEntries(fields.map((field) => [field, content[field]])),
    // What it replaced when the field was changed first: what it is now may be somebody else's change.
    base: Object.fromEntries(
      fields.map((field) => [field, before?.base[field] ?? digestOf(current[field])]),
    ),
  };
}

/** Names the step in what is wrong with it. */
function inStep<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, {
      cause: error,
      errors: error.errors.map((one) => ({ ...one, path: `steps.${index}.${one.path}` })),
    });
  }
}

function storedSettings(
  { live, draft }: SeenDraft,
  body: SaveDraftBody["settings"],
): Pick<StoredDraft, "settings" | "settingsBase"> {
  const given: Partial<ContentSettings> = {
    ...(body.daily_limit !== undefined && { daily_limit: body.daily_limit }),
    ...(body.max_new_leads_per_day !== undefined && {
      max_new_leads_per_day: body.max_new_leads_per_day,
    }),
    ...(body.schedule && { schedule: mergeSchedule(live.settings.schedule, body.schedule) }),
  };
  const fields = SETTING_FIELDS.filter(
    (field) => field in given && !isSame(given[field], live.settings[field]),
  );
  return {
    settings: Object.fromEntries(fields.map((field) => [field, given[field]])),
    settingsBase: Object.fromEntries(
      fields.map((field) => [
        field,
        draft?.draft.settingsBase[field] ?? digestOf(live.settings[field]),
      ]),
    ),
  };
}
