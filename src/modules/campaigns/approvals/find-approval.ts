import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { ApprovalToDecide } from "#modules/campaigns/contract/publishing/approvals.ts";
import { loadDraft } from "#modules/campaigns/publishing/load-draft.ts";
import { actorsOf } from "#modules/campaigns/publishing/present.ts";
import { wordsFingerprint } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ApprovalId, CampaignId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { type ApprovalRow, selectApproval } from "./approvals-store.ts";
import { mailsToRead } from "./mails-to-read.ts";

/** What somebody was asked to approve, with the emails. Throws `not_found`. */
export async function findApproval(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  id: ApprovalId,
): Promise<ApprovalToDecide> {
  const row = await selectApproval(ctx.db, ctx.workspaceId, campaignId, id);
  if (!row) throw notFound("approval");
  return presentToDecide(ctx, row);
}

/** The emails as they will be read, and whether they are still to be decided. */
export async function presentToDecide(
  ctx: WorkspaceCtx,
  row: ApprovalRow,
): Promise<ApprovalToDecide> {
  const { campaign, merged } = await loadDraft(ctx, row.campaignId);
  const [settings, actor, mails] = await Promise.all([
    readSettings(ctx),
    actorsOf(ctx, [row]),
    mailsToRead(ctx, campaign, row.content.steps),
  ]);
  return {
    workspace: settings.general.name,
    campaign: campaign.name,
    state: row.state,
    is_current: row.fingerprint === wordsFingerprint(merged.steps),
    note: row.note,
    asked_by: actor(row).name,
    expires_at: iso(row.expiresAt),
    mails,
  };
}
