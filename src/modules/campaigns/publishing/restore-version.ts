import {
  type DraftStep,
  isSame,
  STEP_FIELDS,
  type StoredDraft,
} from "#modules/campaigns/rules/publishing/content.ts";
import { digestOf } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { loadDraft, type SeenDraft } from "./load-draft.ts";
import { findVersion } from "./read-versions.ts";
import { assertRevision, storeDraft } from "./save-draft.ts";
import type { VersionRow } from "./versions-store.ts";

/**
 * Makes a draft that brings a version back: nothing takes effect before it is published. Steps have
 * the ids that they had, so that no lead gets one twice. Throws `not_found`; `invalid_state` where
 * the version was too large to be stored; `conflict` where there is a draft, unless it is named.
 */
export async function restoreVersion(
  ctx: MemberCtx,
  id: CampaignId,
  version: number,
  expected: string | null,
): Promise<void> {
  const row = await findVersion(ctx, id, version);
  if (!row.content) {
    throw new AppError("invalid_state", "This version was too large to be stored.");
  }
  const seen = await loadDraft(ctx, id);
  if (expected === null && seen.changes.length > 0) {
    throw new AppError(
      "conflict",
      "There is a draft with changes. Publish or discard it first, or name its revision with If-Match.",
    );
  }
  assertRevision(seen, expected);
  await storeDraft(ctx, id, seen, draftOf(seen, row.content), version);
}

/** The draft that makes what is published a version again. */
function draftOf({ live }: SeenDraft, content: NonNullable<VersionRow["content"]>): StoredDraft {
  const known = new Map(live.steps.map((step) => [step.id, step]));
  const back = new Set(content.steps.map(({ id }) => id));
  const { settings } = live;
  return {
    steps: content.steps.map(({ id, ...step }): DraftStep => {
      const published = known.get(id);
      if (!published) return { id, isNew: true, set: step, base: {} };
      const fields = STEP_FIELDS.filter((field) => !isSame(step[field], published[field]));
      return {
        id,
        isNew: false,
        set: Object.fromEntries(fields.map((field) => [field, step[field]])),
        base: Object.fromEntries(fields.map((field) => [field, digestOf(published[field])])),
      };
    }),
    removed: live.steps.filter(({ id }) => !back.has(id)).map(({ id }) => id),
    settings: content.settings,
    settingsBase: {
      schedule: digestOf(settings.schedule),
      daily_limit: digestOf(settings.daily_limit),
      max_new_leads_per_day: digestOf(settings.max_new_leads_per_day),
    },
  };
}
