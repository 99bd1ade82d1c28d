import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { brandOfWorkspace } from "#modules/accounts/brands/read-brand.ts";
import { mailTokenHash, newSeed } from "#modules/accounts/rules/mail-token.ts";
import { loadDraft } from "#modules/campaigns/publishing/load-draft.ts";
import { byOf } from "#modules/campaigns/publishing/present.ts";
import { APPROVAL_DAYS } from "#modules/campaigns/rules/publishing/content.ts";
import { wordsFingerprint } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { type ApprovalRow, insertApproval, withdrawOpen } from "./approvals-store.ts";

/** A row holds 2 MB on D1. */
const MOST_BYTES = 1_500_000;

/**
 * Asks whether the emails of a campaign may be sent, as its draft has them, or else as they are: a
 * link that works for 14 days, and ends those that were asked for before. The token stands after the
 * "#", so that no server logs it; the row keeps its hash. Throws `not_found`, `invalid_state`.
 */
export async function askApproval(
  ctx: MemberCtx,
  id: CampaignId,
  note: string,
): Promise<{ row: ApprovalRow; link: string }> {
  const { db, workspaceId } = ctx;
  const { merged } = await loadDraft(ctx, id);
  if (merged.steps.length === 0) throw new AppError("invalid_state", "Add a step first.");
  const content = { steps: merged.steps, settings: merged.settings };
  if (Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES) {
    throw new AppError("invalid_state", "The emails are larger than 1.5 MB. Shorten their texts.");
  }
  const token = `${workspaceId}.${newSeed()}`;
  const now = ctx.now();
  const results = await runBatch(db, [
    auditStatement(ctx, {
      action: "approval.asked",
      workspaceId,
      target: { type: "campaign", id },
    }),
    withdrawOpen(db, workspaceId, id),
    insertApproval(db, {
      workspaceId,
      campaignId: id,
      fingerprint: wordsFingerprint(merged.steps),
      content,
      note,
      tokenHash: mailTokenHash("approval", token),
      expiresAt: later(now, APPROVAL_DAYS * DAY_MS),
      ...byOf(ctx.caller),
      createdAt: now,
    }),
  ]);
  const [row] = results.at(-1) as ApprovalRow[];
  if (!row) throw new Error("an insert returned no row");
  const { origin } = await brandOfWorkspace(ctx, workspaceId);
  return { row, link: `${origin}/approval#token=${token}` };
}
