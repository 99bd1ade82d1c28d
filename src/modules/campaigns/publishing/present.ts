import { namesOfPeople } from "#modules/accounts/workspaces/list-members.ts";
import { presentStep } from "#modules/campaigns/campaigns/present.ts";
import type {
  CampaignDraft,
  CampaignVersion,
  CampaignVersionDetail,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import {
  type ContentSettings,
  isSame,
  SETTING_FIELDS,
} from "#modules/campaigns/rules/publishing/content.ts";
import { type Caller, userIdOf, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { draftRows, type SeenDraft } from "./load-draft.ts";
import type { VersionRow, VersionSummary } from "./versions-store.ts";

/** Who did something, as a row keeps it. */
export type By = { readonly byUser: UserId | null; readonly byKey: string | null };

export const byOf = (caller: Caller | undefined): By => ({
  byUser: caller ? userIdOf(caller) : null,
  byKey: caller?.byKey ? caller.name : null,
});

/** Names who did something, of any number of rows at once. */
export async function actorsOf(ctx: WorkspaceCtx, rows: readonly By[]) {
  const ids = [...new Set(rows.flatMap(({ byUser }) => byUser ?? []))];
  const people = ids.length === 0 ? [] : await namesOfPeople(ctx, ids);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return ({ byUser, byKey }: By) => ({
    user_id: byUser,
    name: byUser === null ? byKey : (names.get(byUser) ?? null),
  });
}

const presentSettings = (settings: ContentSettings) => ({
  ...settings,
  schedule: {
    ...settings.schedule,
    windows: settings.schedule.windows.map((window) => ({ ...window, days: [...window.days] })),
    holidays: [...settings.schedule.holidays],
  },
});

export async function presentDraft(
  ctx: WorkspaceCtx,
  seen: SeenDraft,
  counts: { readonly changes: number; readonly version: number | null },
): Promise<CampaignDraft> {
  const { campaign, draft, merged, changes } = seen;
  const fields = new Map(changes.map((change) => [change.stepId, change.fields]));
  const actor = draft ? (await actorsOf(ctx, [draft]))(draft) : null;
  return {
    campaign_id: campaign.id,
    revision: draft?.revision ?? 0,
    changes: counts.changes,
    version: counts.version,
    restored_version: draft?.restored ?? null,
    steps: draftRows(seen).map((row) => ({
      ...presentStep(row),
      is_new: merged.added.has(row.id),
      changed: (fields.get(row.id) ?? []).map(
        ({ field }) => field,
      ) as CampaignDraft["steps"][number]["changed"],
    })),
    removed_step_ids: merged.removed.map(({ id }) => id),
    settings: presentSettings(merged.settings),
    changed_settings: SETTING_FIELDS.filter(
      (field) => !isSame(seen.live.settings[field], merged.settings[field]),
    ),
    created_at: draft ? iso(draft.createdAt) : null,
    updated_at: draft ? iso(draft.updatedAt) : null,
    updated_by: actor,
  };
}

export const presentVersion = (
  row: VersionSummary,
  actor: CampaignVersion["published_by"],
  isCurrent: boolean,
): CampaignVersion => ({
  version: row.version,
  kind: row.kind,
  is_current: isCurrent,
  steps: row.steps,
  restored_version: row.restored,
  approval_id: row.approvalId,
  published_at: iso(row.createdAt),
  published_by: actor,
});

export const presentContent = (
  campaignId: number,
  content: VersionRow["content"],
): CampaignVersionDetail["content"] =>
  content && {
    steps: content.steps.map((step, index) => ({
      id: step.id,
      campaign_id: campaignId,
      position: index + 1,
      type: step.task ? ("task" as const) : ("email" as const),
      ...(step.task && { task: step.task }),
      delay: step.delay,
      delay_unit: step.delay_unit,
      subject: step.subject,
      body_html: step.body_html,
      body_text: step.body_text,
      variants: step.variants.map(({ body_html: body, ...arm }) => ({ ...arm, body })),
    })),
    settings: presentSettings(content.settings),
  };
