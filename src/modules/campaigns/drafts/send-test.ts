import type { TestEmailAnswer, TestEmailBody } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { workspaceFacts } from "#modules/campaigns/claim/may-be-written.ts";
import { WORKSPACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { addressed } from "#modules/campaigns/words/compose-mail.ts";
import { isSample } from "#platform/rules/mail/sandbox.ts";
import { testTicket } from "#platform/rules/mail/ticket.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { assertMailFits, draftMail } from "./draft-mail.ts";
import { presentSender } from "./preview-mail.ts";

/**
 * Hands a mail of the campaign over for a person to look at: `[Test]` in the subject, nothing
 * tracked, nothing counted, no limit used. Throws as `draftMail`; `invalid_state` without a mailbox
 * that can be used and in a workspace that sends nothing, `conflict` for a suppressed address, `validation_failed` for what would be held,
 * `template_output_too_large` for a mail above 1 MB, `upstream_unavailable` where the mail service is
 * away.
 */
export async function sendTest(
  ctx: WorkspaceCtx,
  id: CampaignId,
  body: TestEmailBody,
): Promise<TestEmailAnswer> {
  const draft = await draftMail(ctx, id, {
    leadId: body.lead_id,
    stepId: body.step_id,
    mailboxId: body.mailbox_id,
  });
  if ((await suppressedAmong(ctx, [body.to])).size > 0) {
    const message = "This address is suppressed. Nothing can be sent to it.";
    throw new AppError("conflict", message, {
      errors: [{ path: "to", code: "suppressed", message }],
    });
  }
  assertMailFits(draft);
  const { written } = draft;
  if (!written.ok) {
    const code = written.reason;
    const path = code === "missing_variable" ? "lead_id" : "step_id";
    const message =
      code === "missing_variable"
        ? `This lead has no value for ${written.missing.join(", ")}.`
        : `The template cannot be rendered: ${written.detail}`;
    throw new AppError("validation_failed", message, { errors: [{ path, code, message }] });
  }
  const workspace = await workspaceFacts(ctx);
  for (const rule of Object.values(WORKSPACE_RULES)) {
    if (rule.blocks({ workspace }))
      throw new AppError("invalid_state", rule.sentence({ workspace }));
  }
  if (!draft.sender) {
    throw new AppError("invalid_state", "Assign a mailbox first.");
  }
  if (isSample(draft.sender.email) || isSample(body.to)) {
    throw new AppError(
      "invalid_state",
      "A sandbox mailbox sends no test emails, and nobody reads a sample address. Look at the preview instead.",
    );
  }
  const sender = (await loadSenders(ctx, [draft.sender.id])).get(draft.sender.id);
  if (!sender) {
    throw new AppError(
      "invalid_state",
      "The mailbox password can no longer be decrypted. Enter it again.",
    );
  }
  const key = crypto.randomUUID();
  const mail = addressed(
    ctx,
    { ...written.copy, subject: `[Test] ${written.copy.subject}`, answers: null },
    sender,
    { address: body.to, name: "" },
    {
      messageId: `test.${key}@${domainOf(sender.email)}`,
      cc: [],
      bcc: [],
      optOut: null,
      ancestors: [],
    },
  );
  await ctx.mail.transmit([{ ...mail, ticket: testTicket(key), lease: key }]);
  return {
    from: presentSender(draft.sender),
    to: body.to,
    subject: mail.subject,
    message_id: mail.message_id,
  };
}
