import type { PlacementTestBody } from "#modules/placement/contract/tests.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { checkTemplate } from "#modules/campaigns/rules/template/template.ts";
import { subjectOfStep } from "#modules/campaigns/rules/template/subject.ts";
import { CONTROL, copyOf } from "#modules/campaigns/rules/variants.ts";
import type { TestedMail } from "#modules/placement/rules/tested-mail.ts";
import { selectStepTexts } from "./sender-store.ts";

/** The mail of a test, and where it is from. */
export type Tested = {
  readonly mail: TestedMail;
  readonly campaignId: CampaignId | null;
  readonly stepId: StepId | null;
  readonly variant: string | null;
};

/**
 * The mail that a person wants to test: a step of a campaign, or a draft. Throws `not_found` for a
 * campaign, `validation_failed` for an unknown step or variant, a draft beside a campaign, an empty
 * mail and a template that cannot be rendered.
 */
export async function testedMail(ctx: WorkspaceCtx, body: PlacementTestBody): Promise<Tested> {
  const tested =
    body.campaign_id === undefined ? draft(body) : await step(ctx, body.campaign_id, body);
  const { mail, stepId } = tested;
  const isOfStep = stepId !== null;
  if (mail.subject.trim() === "") {
    throw invalidField(
      isOfStep ? "step_id" : "subject",
      "empty_draft",
      "The email has no subject.",
    );
  }
  if (mail.bodyHtml.trim() === "" && mail.bodyText.trim() === "") {
    throw invalidField(
      isOfStep ? "step_id" : "body_html",
      "empty_draft",
      "The email has no text. Write it before you test it.",
    );
  }
  const parts = [
    ["subject", mail.subject, "subject"],
    ["body_html", mail.bodyHtml, "html"],
    ["body_text", mail.bodyText, "text"],
  ] as const;
  for (const [field, source, part] of parts) {
    const error = checkTemplate(source, part);
    if (!error) continue;
    const message = `${error.line}:${error.column}: ${error.message}`;
    throw invalidField(isOfStep ? "step_id" : field, "template_error", message);
  }
  return tested;
}

function draft(body: PlacementTestBody): Tested {
  if (body.step_id !== undefined || body.variant !== undefined) {
    const path = body.step_id === undefined ? "variant" : "step_id";
    throw invalidField(path, "campaign_missing", "Name the campaign that the step belongs to.");
  }
  return {
    campaignId: null,
    stepId: null,
    variant: null,
    mail: {
      name: "Draft",
      subject: body.subject ?? "",
      bodyHtml: body.body_html ?? "",
      bodyText: body.body_text ?? "",
      step: 1,
      plainText: false,
      unsubscribeFooter: false,
      unsubscribeHeader: false,
      trackOpens: false,
      trackClicks: false,
    },
  };
}

async function step(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  body: PlacementTestBody,
): Promise<Tested> {
  for (const field of ["subject", "body_html", "body_text"] as const) {
    if (body[field] === undefined) continue;
    throw invalidField(field, "campaign_given", "Test either a campaign or a draft of its own.");
  }
  const campaign = await findCampaign(ctx, campaignId);
  const steps = await selectStepTexts(ctx.db, ctx.workspaceId, campaignId);
  const at = body.step_id === undefined ? 0 : steps.findIndex(({ id }) => id === body.step_id);
  const row = steps[at];
  if (!row) {
    throw body.step_id === undefined
      ? invalidField("campaign_id", "empty_draft", "The campaign has no step. Add one first.")
      : invalidField("step_id", "not_found", "The campaign has no such step.");
  }
  const variant = body.variant ?? CONTROL;
  const { label, template } = copyOf(row, variant);
  if (label !== variant) {
    throw invalidField("variant", "not_found", "The step has no such variant.");
  }
  const subject =
    template.subject.trim() === "" ? subjectOfStep(steps, at, 0).subject : template.subject;
  return {
    campaignId,
    stepId: row.id,
    variant,
    mail: {
      name: campaign.name,
      subject,
      bodyHtml: template.bodyHtml,
      bodyText: template.bodyText,
      step: row.position,
      plainText: campaign.plainText || (campaign.firstEmailPlainText && row.position === 1),
      unsubscribeFooter: campaign.unsubscribeFooter,
      language: campaign.language,
      unsubscribeHeader: campaign.unsubscribeHeader,
      trackOpens: campaign.trackOpens,
      trackClicks: campaign.trackClicks,
    },
  };
}
