import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { DecideBody } from "#modules/campaigns/contract/publishing/approvals.ts";
import { loadDraft } from "#modules/campaigns/publishing/load-draft.ts";
import { wordsFingerprint } from "#modules/campaigns/rules/publishing/merge-draft.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { personOf, type MemberCtx, type PublicCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { ApprovalId, CampaignId, UserId } from "#platform/rules/ids.ts";
import { type ApprovalRow, decideRow, selectApproval, whileUndecided } from "./approvals-store.ts";

/** Who decides: a person with an account, or who has the link, by the name that they write. */
type Decider = { readonly userId: UserId | null; readonly name: string };

/** A client decides. Throws `not_found`, and as `decideApproval`. */
export async function decideInside(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: ApprovalId,
  body: DecideBody,
): Promise<ApprovalRow> {
  const { userId, name } = personOf(ctx.caller);
  const row = await selectApproval(ctx.db, ctx.workspaceId, campaignId, id);
  if (!row) throw notFound("approval");
  return decideApproval(ctx, row, body, { userId, name });
}

/**
 * Decides once, and tells the team. Throws `invalid_state` for what is not open any more, and
 * `conflict` for a yes to words that have changed since.
 */
export async function decideApproval(
  ctx: WorkspaceCtx & Pick<PublicCtx, "clientAddress">,
  row: ApprovalRow,
  { decision, comment }: Pick<DecideBody, "decision" | "comment">,
  decider: Decider,
): Promise<ApprovalRow> {
  const { db, workspaceId } = ctx;
  assertOpen(row);
  const { campaign, merged } = await loadDraft(ctx, row.campaignId);
  if (decision === "approved" && row.fingerprint !== wordsFingerprint(merged.steps)) {
    throw new AppError(
      "conflict",
      "The emails were changed since. The team has to ask for approval again.",
    );
  }
  const isYes = decision === "approved";
  const guard = onlyIf(whileUndecided(workspaceId, row.id));
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "approval.decided",
        workspaceId,
        userId: decider.userId,
        target: { type: "campaign", id: campaign.id },
        details: { decision, by_link: decider.userId === null, name: decider.name },
      },
      guard,
    ),
    noticeStatement(
      ctx,
      {
        kind: "approval_decided",
        severity: isYes ? "info" : "warning",
        title: phrase(isYes ? "Emails approved" : "Changes requested"),
        message: whatWasSaid(isYes, { person: decider.name, campaign: campaign.name, comment }),
        target: { kind: "campaign", id: campaign.id },
        dedupeKey: `approval:${row.id}`,
      },
      guard,
    ),
    decideRow(db, workspaceId, row.id, {
      state: decision,
      comment,
      decidedBy: decider.userId,
      decidedName: decider.userId === null ? decider.name : null,
      decidedAt: ctx.now(),
    }),
  ]);
  const [decided] = results.at(-1) as ApprovalRow[];
  if (!decided) throw noLongerOpen();
  return decided;
}

const whatWasSaid = (
  isYes: boolean,
  { comment, ...who }: { person: string; campaign: string; comment: string },
): Phrase => {
  if (!isYes) {
    return phrase('{person} asks for changes to the emails of "{campaign}": {comment}', {
      ...who,
      comment,
    });
  }
  return comment === ""
    ? phrase('{person} approved the emails of "{campaign}".', who)
    : phrase('{person} approved the emails of "{campaign}". "{comment}"', { ...who, comment });
};

const noLongerOpen = (): AppError =>
  new AppError("invalid_state", "This was decided already, or asked for again since.");

function assertOpen({ state }: ApprovalRow): void {
  if (state !== "open") throw noLongerOpen();
}
