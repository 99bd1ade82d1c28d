import { CampaignPlan } from "#modules/campaigns/contract/campaigns.ts";
import type { SaveTemplateBody } from "#modules/campaigns/contract/templates.ts";
import { presentCampaign } from "#modules/campaigns/campaigns/present.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import type { TemplateContent, TemplateText } from "#modules/campaigns/rules/template-content.ts";
import { findStep } from "#modules/campaigns/steps/find-step.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { keepTemplate } from "./create-install-template.ts";
import { findInstallTemplate } from "./find-template.ts";
import type { InstallTemplateRow } from "./store.ts";
import { templateValues } from "./template-values.ts";
import { replaceTemplate } from "./update-install-template.ts";

/**
 * Keeps a campaign's steps and settings as a template, new or in the place of another. Not its
 * mailboxes, leads, copies and dates, which are the workspace's. Throws `not_found`,
 * `invalid_state` without a step, and as `keepTemplate` and `replaceTemplate`.
 */
export async function saveCampaignAsTemplate(
  ctx: MemberCtx,
  id: CampaignId,
  body: SaveTemplateBody,
): Promise<InstallTemplateRow> {
  const campaign = await findCampaign(ctx, id);
  const steps = await selectStepsOfCampaign(ctx.db, ctx.workspaceId, id);
  if (steps.length === 0) {
    throw new AppError("invalid_state", "This campaign has no steps yet. Write one first.");
  }
  const shown = presentCampaign(campaign, []);
  const settings = Object.fromEntries(
    Object.entries(shown).filter(([name]) => name in CampaignPlan.shape),
  );
  const { windows, use_lead_timezone } = shown.schedule;
  return save(ctx, "campaign", body, {
    steps: steps.map(textOf),
    settings: { ...settings, schedule: { windows, use_lead_timezone } },
  });
}

/** Keeps a step as a template, new or in the place of another. Throws as `saveCampaignAsTemplate`. */
export async function saveStepAsTemplate(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: StepId,
  body: SaveTemplateBody,
): Promise<InstallTemplateRow> {
  const step = await findStep(ctx, campaignId, id);
  return save(ctx, "step", body, { steps: [textOf(step)], settings: {} });
}

const textOf = (row: StepRow): TemplateText => ({
  delay: row.delay,
  delayUnit: row.delayUnit,
  subject: row.subject,
  bodyHtml: row.bodyHtml,
  bodyText: row.bodyText,
  variants: row.variants,
  ...(row.task !== null && { task: { ...row.task, assigned_to: null } }),
});

async function save(
  ctx: MemberCtx,
  kind: TemplateKind,
  { name, description, template_id: id }: SaveTemplateBody,
  content: TemplateContent,
): Promise<InstallTemplateRow> {
  if (id === undefined) {
    return keepTemplate(ctx, kind, templateValues(name ?? "", description ?? "", content));
  }
  const row = await findInstallTemplate(ctx, id);
  if (row.kind !== kind) {
    throw invalidField("template_id", "wrong_kind", `Choose a template of a ${kind}.`);
  }
  const values = templateValues(name ?? row.name, description ?? row.description, content);
  return replaceTemplate(ctx, row, values, content);
}
