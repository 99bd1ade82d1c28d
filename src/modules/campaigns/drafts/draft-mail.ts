import type { StepDraft } from "#modules/campaigns/contract/steps.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { SAMPLE_LEAD, withPlaceholders } from "#modules/campaigns/rules/sample.ts";
import { asArm, copyOf, labelOf, type StepCopy } from "#modules/campaigns/rules/variants.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { footerWords } from "#modules/campaigns/words/compose-mail.ts";
import { nextStep } from "#modules/campaigns/steps/find-step.ts";
import { threadsOf } from "#modules/campaigns/words/threads-of.ts";
import {
  type Draft,
  type Thread,
  writeCopy,
  type Written,
} from "#modules/campaigns/words/write-copy.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import {
  type DraftLead,
  type DraftSender,
  selectDraftLead,
  selectDraftSender,
  selectNextSender,
} from "./draft-store.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { draftRows, loadDraft } from "#modules/campaigns/publishing/load-draft.ts";
import { subjectOfStep } from "#modules/campaigns/rules/template/subject.ts";
import { completeArms } from "#modules/campaigns/steps/step-values.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Which mail to write; what is left out is chosen as sending would. */
export type DraftChoice = {
  readonly leadId: LeadId | undefined;
  readonly stepId: StepId | undefined;
  readonly mailboxId?: MailboxId | undefined;
  /** The arm; the lead's own when left out. */
  readonly variant?: string | undefined;
  /** Stands in place of the step's stored copy. */
  readonly copy?: StepDraft | undefined;
};

/** A mail as it would be sent, without a send: nothing in it is tracked or acts. */
export type MailDraft = {
  readonly campaign: CampaignRow;
  readonly steps: readonly StepRow[];
  readonly lead: Draft["lead"] & { readonly email: string };
  /** Null for the invented person. */
  readonly leadId: LeadId | null;
  readonly stepRow: StepRow;
  readonly variant: string;
  readonly sameThread: boolean;
  readonly sender: DraftSender | null;
  readonly written: Written;
  readonly missing: readonly string[];
};

/** Stands where a send's own token would. */
export const NO_SEND = "preview";

/** Who sends while the campaign has no mailbox. */
export const PLACEHOLDER_SENDER = {
  email: "sender@example.com",
  fromName: "Sender",
  replyTo: null,
  signatureHtml: "",
  signatureText: "Sender",
};

/**
 * Writes the mail of one step for one lead with the code that sending uses. Throws `not_found` for
 * a foreign campaign, lead, step or mailbox, `invalid_state` where the campaign has no step.
 */
export async function draftMail(
  ctx: WorkspaceCtx,
  id: CampaignId,
  choice: DraftChoice,
): Promise<MailDraft> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const { leadId } = choice;
  const [published, place] = await Promise.all([
    selectStepsOfCampaign(db, workspaceId, id),
    leadId === undefined ? null : selectDraftLead(db, workspaceId, id, leadId),
  ]);
  // A step that is in the campaign's draft alone.
  const isUnpublished =
    choice.stepId !== undefined && !published.some((step) => step.id === choice.stepId);
  const steps = isUnpublished ? draftRows(await loadDraft(ctx, id)) : published;
  if (leadId !== undefined && !place) throw notFound("lead");
  const stored = stepFor(steps, place, choice.stepId);
  const stepRow = choice.copy ? drafted(stored, choice.copy) : stored;
  const sender = await senderFor(ctx, id, choice.mailboxId, place?.mailboxId ?? null);
  const lead = place?.lead ?? SAMPLE_LEAD;
  const variant =
    choice.variant === undefined
      ? labelOf(stepRow, lead.id)
      : copyOf(stepRow, choice.variant).label;
  const at = { enrolmentId: place?.enrolmentId ?? null, campaign, lead, stepRow, variant };
  const thread = isUnpublished
    ? threadInDraft(steps, stepRow, variant, lead.id)
    : (await threadsOf(ctx, [at]))(at);
  const url = unsubscribeUrl(await workspaceLinkBase(ctx), NO_SEND);
  const optOut = { url, words: footerWords(await readSettings(ctx)) };
  const write = (to: Draft["lead"]): Written =>
    writeCopy(
      ctx,
      { campaign, lead: to, stepRow, step: stepRow.position, variant },
      sender ?? PLACEHOLDER_SENDER,
      thread,
      optOut,
    );
  const first = write(lead);
  const missing = !first.ok && first.reason === "missing_variable" ? first.missing : [];
  const written =
    place || missing.length === 0 ? first : write(withPlaceholders(SAMPLE_LEAD, missing));
  return {
    campaign,
    steps: steps.map((step) => (step.id === stepRow.id ? stepRow : step)),
    lead,
    leadId: leadId ?? null,
    stepRow,
    variant,
    sameThread: thread.sameThread,
    sender,
    written,
    missing,
  };
}

/** The subject of a step that nobody has had. */
function threadInDraft(
  steps: readonly StepRow[],
  step: StepRow,
  variant: string,
  leadId: number,
): Thread {
  const own = asArm(step, variant);
  const emails = steps
    .filter(({ task }) => task === null)
    .map((one): StepCopy => (one.id === own.id ? own : one));
  return { ...subjectOfStep(emails, emails.indexOf(own), leadId), earlier: [] };
}

/** The step with other copy: under a version of its own, so that no parsed form of it is kept. */
function drafted(stored: StepRow, copy: StepDraft): StepRow {
  const bodyHtml = copy.body_html ?? stored.bodyHtml;
  return {
    ...stored,
    version: -1,
    subject: copy.subject ?? stored.subject,
    bodyHtml,
    bodyText: copy.body_text ?? stored.bodyText,
    variants: copy.variants ? completeArms(copy.variants, bodyHtml.trim() === "") : stored.variants,
  };
}

function stepFor(
  steps: readonly StepRow[],
  place: DraftLead | null,
  stepId: StepId | undefined,
): StepRow {
  if (stepId !== undefined) {
    const step = steps.find((s) => s.id === stepId);
    if (!step) throw notFound("step");
    if (step.task === null) return step;
    throw new AppError("invalid_state", "This step is a task. It has no email.");
  }
  const emails = steps.filter(({ task }) => task === null);
  const step = (place && nextStep(place, emails)?.row) ?? emails[0];
  if (!step) throw new AppError("invalid_state", "Add a step first.");
  return step;
}

async function senderFor(
  ctx: WorkspaceCtx,
  id: CampaignId,
  chosen: MailboxId | undefined,
  sticky: MailboxId | null,
): Promise<DraftSender | null> {
  const { db, workspaceId } = ctx;
  if (chosen !== undefined) {
    const sender = await selectDraftSender(db, workspaceId, chosen);
    if (!sender) throw notFound("mailbox");
    return sender;
  }
  const own = sticky === null ? null : await selectDraftSender(db, workspaceId, sticky);
  return own ?? selectNextSender(db, workspaceId, id);
}

/** Throws `template_output_too_large`, naming the step, where its mail is larger than a mail may be. */
export function assertMailFits({ written, stepRow }: MailDraft): void {
  if (written.ok || written.reason !== "template_error" || !written.isTooLarge) return;
  const code = "template_output_too_large";
  const message = `Step ${stepRow.position}: ${written.detail}. Reduce the loops in the template.`;
  throw new AppError(code, message, {
    errors: [{ path: `steps.${stepRow.position - 1}`, code, message }],
  });
}
