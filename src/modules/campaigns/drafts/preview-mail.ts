import type { Preview, PreviewBody } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { copyOf } from "#modules/campaigns/rules/variants.ts";
import { checkSpam, type SpamIssue } from "#modules/campaigns/rules/spam/check-spam.ts";
import { selectCustomFields } from "#modules/campaigns/steps/custom-fields-store.ts";
import { assertMailFits, draftMail, type MailDraft, PLACEHOLDER_SENDER } from "./draft-mail.ts";
import type { DraftSender } from "./draft-store.ts";
import { preflight } from "#modules/campaigns/status/preflight.ts";

/**
 * Exactly what would be sent: the words, the sender, and what would hold it; and how many waiting
 * leads would be held. Changes nothing. Throws as `draftMail`;
 * `template_output_too_large` for a mail above 1 MB.
 */
export async function previewMail(
  ctx: WorkspaceCtx,
  id: CampaignId,
  body: PreviewBody,
): Promise<Preview> {
  const draft = await draftMail(ctx, id, {
    leadId: body.lead_id,
    stepId: body.step_id,
    variant: body.variant,
    copy: body.draft,
  });
  assertMailFits(draft);
  const { campaign, sender, stepRow, written } = draft;
  const [held, customFields] = await Promise.all([
    preflight(ctx, campaign, draft.steps, sender ?? PLACEHOLDER_SENDER),
    selectCustomFields(ctx.db, ctx.workspaceId),
  ]);
  const copy = "copy" in written ? written.copy : null;
  return {
    lead_id: draft.leadId,
    step: { id: stepRow.id, position: stepRow.position },
    variant: draft.variant,
    from: sender && presentSender(sender),
    reply_to: sender?.replyTo ?? null,
    to: draft.lead.email,
    cc: campaign.cc,
    subject: copy?.subject ?? "",
    html: copy?.html ?? null,
    text: copy?.text ?? "",
    same_thread: draft.sameThread,
    missing: [...draft.missing],
    error: written.ok || written.reason !== "template_error" ? null : written.detail,
    preflight: held,
    spam: spamOf(draft),
    custom_fields: customFields,
  };
}

/** Without what is no fault in its place: a follow-up takes the subject of the mail that it answers. */
function spamOf({ campaign, stepRow, variant }: MailDraft): Preview["spam"] {
  const { template } = copyOf(stepRow, variant);
  const { bodyHtml, bodyText, subject } = template;
  const report = checkSpam({ subject, body: bodyHtml.trim() === "" ? bodyText : bodyHtml });
  const faultless = new Set<SpamIssue>();
  if (stepRow.position > 1) faultless.add("empty_subject");
  if (campaign.unsubscribeFooter) faultless.add("no_unsubscribe");
  return {
    ...report,
    matches: [...report.matches],
    issues: report.issues.filter((issue) => !faultless.has(issue)),
  };
}

/** A mailbox as the sender of a mail. */
export const presentSender = (sender: Pick<DraftSender, "id" | "email" | "fromName">) => ({
  mailbox_id: sender.id,
  email: sender.email,
  name: sender.fromName,
});
