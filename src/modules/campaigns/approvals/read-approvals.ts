import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { Approval, Approvals } from "#modules/campaigns/contract/publishing/approvals.ts";
import { loadDraft } from "#modules/campaigns/publishing/load-draft.ts";
import { actorsOf } from "#modules/campaigns/publishing/present.ts";
import { wordsFingerprint } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { type ApprovalRow, selectApprovals, selectDecision } from "./approvals-store.ts";

const MOST_SHOWN = 50;

/** Who was asked about a campaign's emails, and what they said. Throws `not_found`. */
export async function listApprovals(ctx: WorkspaceCtx, id: CampaignId): Promise<Approvals> {
  const { db, workspaceId } = ctx;
  const { merged } = await loadDraft(ctx, id);
  const [{ sending }, rows, decision] = await Promise.all([
    readSettings(ctx),
    selectApprovals(db, workspaceId, id, MOST_SHOWN),
    selectDecision(db, workspaceId, id, wordsFingerprint(merged.steps)),
  ]);
  return {
    required: sending.ask_for_approval,
    approved: decision?.state === "approved",
    data: await presentApprovals(ctx, id, rows),
  };
}

/** Approvals of a campaign as they are shown. */
export async function presentApprovals(
  ctx: WorkspaceCtx,
  id: CampaignId,
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const { merged } = await loadDraft(ctx, id);
  const fingerprint = wordsFingerprint(merged.steps);
  const actor = await actorsOf(ctx, [
    ...rows,
    ...rows.map(({ decidedBy }) => ({ byUser: decidedBy, byKey: null })),
  ]);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    is_current: row.fingerprint === fingerprint,
    note: row.note,
    steps: row.content.steps.length,
    asked_at: iso(row.createdAt),
    asked_by: actor(row),
    expires_at: iso(row.expiresAt),
    decided_at: isoOrNull(row.decidedAt),
    decided_by:
      row.decidedAt === null ? null : actor({ byUser: row.decidedBy, byKey: row.decidedName }),
    by_link: row.decidedAt !== null && row.decidedBy === null,
    comment: row.comment,
  }));
}
