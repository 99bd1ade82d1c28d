import type { CampaignDraft, DraftChanges } from "#modules/campaigns/contract/publishing/drafts.ts";
import { isApproved } from "#modules/campaigns/approvals/assert-approved.ts";
import { countDraftChanges } from "#modules/campaigns/rules/publishing/changes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { countConcerned } from "./concerned-store.ts";
import { loadDraft } from "./load-draft.ts";
import { presentDraft } from "./present.ts";
import { selectVersions } from "./versions-store.ts";

/** The draft of a campaign; without one what is published. Throws `not_found`. */
export async function readDraft(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignDraft> {
  const seen = await loadDraft(ctx, id);
  const [newest] = await selectVersions(ctx.db, ctx.workspaceId, id, null, 1);
  return presentDraft(ctx, seen, {
    changes: countDraftChanges(seen.changes),
    version: newest?.version ?? null,
  });
}

/** What publishing would change, and for how many leads. Throws `not_found`. */
export async function readChanges(ctx: WorkspaceCtx, id: CampaignId): Promise<DraftChanges> {
  const { draft, merged, changes } = await loadDraft(ctx, id);
  const [leads, approved] = await Promise.all([
    countConcerned(ctx.db, ctx.workspaceId, id, changes),
    isApproved(ctx, id, merged.steps),
  ]);
  return {
    revision: draft?.revision ?? 0,
    changes: countDraftChanges(changes),
    leads: leads.all,
    approval_required: !approved,
    data: changes.map(({ kind, stepId, position, fields }, index) => ({
      kind,
      step_id: stepId,
      position,
      fields: fields.map(({ field, before, after, clash }) => ({
        field,
        before,
        after,
        changed_since: clash,
      })),
      leads: leads.each[index] ?? 0,
    })),
  };
}
