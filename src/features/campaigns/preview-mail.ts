import type { Preview, PreviewBody } from "#contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import type { CampaignId } from "#domain/ids.ts";
import { assertMailFits, draftMail, NOBODY } from "./draft-mail.ts";
import type { DraftSender } from "./draft-store.ts";
import { preflight } from "./preflight.ts";

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
  const draft = await draftMail(ctx, id, { leadId: body.lead_id, stepId: body.step_id });
  assertMailFits(draft);
  const { campaign, sender, stepRow, written } = draft;
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
    preflight: await preflight(ctx, campaign, draft.steps, sender ?? NOBODY),
  };
}

/** A mailbox as the sender of a mail. */
export const presentSender = (sender: Pick<DraftSender, "id" | "email" | "fromName">) => ({
  mailbox_id: sender.id,
  email: sender.email,
  name: sender.fromName,
});
