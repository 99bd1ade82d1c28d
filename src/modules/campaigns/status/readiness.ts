import type { StartWarning } from "#modules/campaigns/contract/campaigns.ts";
import { campaignChecks } from "#modules/campaigns/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { nextOpening } from "#platform/rules/schedule.ts";
import { checkTemplate, type Part } from "#modules/campaigns/rules/template/template.ts";
import type { FieldError } from "#platform/rules/errors.ts";
import { selectCampaignMailboxes } from "./mailboxes-store.ts";
import { selectStandings } from "./status-store.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import { ofMetric } from "#modules/campaigns/rules/winners/metrics.ts";
import { readContests } from "#modules/campaigns/winners/read-contests.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** What a start would lack, and what of its templates cannot be rendered. */
export async function readiness(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
): Promise<{ warnings: StartWarning[]; templateErrors: FieldError[] }> {
  const { db, workspaceId } = ctx;
  const [all, mailboxes, standings, contests] = await Promise.all([
    selectStepsOfCampaign(db, workspaceId, campaign.id),
    selectCampaignMailboxes(db, workspaceId, campaign.id),
    selectStandings(db, workspaceId, [campaign.id]),
    readContests(ctx, campaign.id),
  ]);
  const warnings: StartWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  const steps = all.filter(({ task }) => task === null);
  if (all.length === 0) warn("no_steps", "Add a step. The campaign has nothing to send.");
  if (mailboxes.length === 0) warn("no_mailboxes", "Assign a mailbox. The campaign has none.");
  else if (!mailboxes.some((m) => m.status === "active")) {
    warn("all_mailboxes_unhealthy", "None of its mailboxes can send. Test their connections.");
  }
  const standing = standings.get(campaign.id);
  if (!standing?.hasOpen && !standing?.hasPaused)
    warn("no_leads", "Add leads. No lead is waiting for an email.");
  if (nextOpening(campaign.schedule, ctx.now()) === null) {
    warn("schedule_over", "The schedule has no sending time left. Extend its end date.");
  }
  if (steps[0]?.subject.trim() === "") warn("no_subject", "The first step has no subject.");
  for (const step of all.slice(1)) {
    if (step.delay > 0) continue;
    warn("no_delay", `Step ${step.position} has no waiting time after the previous step.`);
  }
  for (const {
    position,
    state,
    mails_needed: needed,
    mails_planned: planned,
    message,
  } of contests) {
    if (state !== "not_started" || needed === null || planned >= needed) continue;
    warn("few_to_compare", `Step ${position} compares variants. ${message}`);
  }
  const { winnerMetric: metric } = campaign;
  const isUntracked =
    (metric === "open" && !campaign.trackOpens) || (metric === "click" && !campaign.trackClicks);
  if (contests.length > 0 && isUntracked) {
    warn(
      "winner_untracked",
      `Variants are compared by ${ofMetric(metric).noun}, which the campaign does not track. Track them, or compare by replies.`,
    );
  }
  for (const check of ctx.hooks.ask(campaignChecks)) {
    warnings.push(...(await check(ctx, campaign)));
  }
  return { warnings, templateErrors: all.flatMap(errorsOf) };
}

/** Steps are checked when they are saved; this finds what a later version refuses. */
function errorsOf(step: StepRow, index: number): FieldError[] {
  const parts: [path: string, source: string, part: Part][] = [
    ["subject", step.subject, "subject"],
    ["body_html", step.bodyHtml, "html"],
    ["body_text", step.bodyText, "text"],
    ...step.variants.flatMap((arm, n): [string, string, Part][] => [
      [`variants.${n}.subject`, arm.subject, "subject"],
      [`variants.${n}.body`, arm.body_html, "html"],
      [`variants.${n}.body_text`, arm.body_text, "text"],
    ]),
  ];
  return parts.flatMap(([path, source, part]) => {
    const error = checkTemplate(source, part);
    if (!error) return [];
    const message = `${error.line}:${error.column}: ${error.message}`;
    return [{ path: `steps.${index}.${path}`, code: "template_error", message }];
  });
}
