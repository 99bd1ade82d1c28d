import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { ContentStep } from "#modules/campaigns/rules/publishing/content.ts";
import { wordsFingerprint } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { ApprovalId, CampaignId } from "#platform/rules/ids.ts";
import { selectDecision } from "./approvals-store.ts";

/**
 * The approval of these words; null where there is none and the workspace asks for none. Throws
 * `approval_required` where it asks for one.
 */
export async function assertApproved(
  ctx: WorkspaceCtx,
  id: CampaignId,
  steps: readonly ContentStep[],
): Promise<ApprovalId | null> {
  const { sending } = await readSettings(ctx);
  const found = await selectDecision(ctx.db, ctx.workspaceId, id, wordsFingerprint(steps));
  if (found?.state === "approved") return found.id;
  if (!sending.ask_for_approval) return null;
  throw new AppError(
    "approval_required",
    found
      ? "Changes were requested. Make them, and ask for approval again."
      : "This workspace asks for approval of the emails before they are sent. Ask for it first.",
  );
}

/** Whether these words may be sent as far as approval goes. Throws nothing for what lacks it. */
export async function isApproved(
  ctx: WorkspaceCtx,
  id: CampaignId,
  steps: readonly ContentStep[],
): Promise<boolean> {
  const { sending } = await readSettings(ctx);
  if (!sending.ask_for_approval) return true;
  const found = await selectDecision(ctx.db, ctx.workspaceId, id, wordsFingerprint(steps));
  return found?.state === "approved";
}
