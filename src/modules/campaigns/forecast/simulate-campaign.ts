import type { SimulateBody, Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { localDay } from "#platform/rules/schedule.ts";
import type { Mentioned } from "#modules/campaigns/rules/template/mentioned.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import type { CampaignId, LeadId, UnixMs } from "#platform/rules/ids.ts";
import { recipientProvider, senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import { type Simulated, simulate } from "#modules/campaigns/rules/forecast/simulate.ts";
import type { PlannedLead } from "#modules/campaigns/rules/forecast/world.ts";
import { DAY_MS, iso, isoOrNull, later } from "#platform/rules/time.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import { mailsOfMonth } from "#modules/campaigns/claim/mails-of-month.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import { suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { domainOfSender, groupsOf, loadPacing } from "#modules/campaigns/pacing/load-pacing.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { heldLeads } from "#modules/campaigns/enrolments/held-leads.ts";
import {
  type CampaignMailbox,
  selectCampaignMailboxes,
} from "#modules/campaigns/status/mailboxes-store.ts";
import { goesOnIn } from "#modules/campaigns/follow-ups/goes-on-in.ts";
import { foreseenRules } from "#modules/campaigns/follow-ups/foreseen-rules.ts";
import {
  selectDomainsUsed,
  selectEmails,
  selectSimulated,
  type SimulatedRow,
} from "./simulate-store.ts";
import { selectUsed } from "#modules/campaigns/status/status-store.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Bounds of one simulation: some seconds of computation, some dozen megabytes. */
const MAX_LEADS = 100_000;
const MAX_MAILS = 200_000;
/** Rows of one query: a megabyte of answer. */
const PAGE = 10_000;
/** Leads shown of each reason for being left out. */
const SHOWN_OF_EACH = 20;

/**
 * Who gets what when, from which mailbox, in the days to come, by the rules that sending uses and
 * without chance. A campaign in any state is played as if it were active from now on, and as if its
 * mailboxes that can send sent for it alone. Changes nothing. Throws `not_found`.
 */
export async function simulateCampaign(
  ctx: WorkspaceCtx,
  id: CampaignId,
  { days, limit }: SimulateBody,
): Promise<Simulation> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const from = ctx.now();
  const until = later(from, days * DAY_MS);
  const day = localDay(campaign.schedule.timezone, from);
  const steps = await selectStepsOfCampaign(db, workspaceId, id);
  const held = await heldLeads(ctx, campaign, steps);
  const mailboxes = await selectCampaignMailboxes(db, workspaceId, id);
  const rules = await foreseenRules(ctx, id, steps);
  const able = mailboxes.filter((m) => m.status === "active");
  const paces = await loadPacing(
    ctx,
    able.map((m) => m.email),
  );
  const [rows, sentOn, quotas, ofMonth, domains] = await Promise.all([
    loadLeads(ctx, campaign, held.mentioned, paces !== null),
    daysSent(ctx, [campaign]),
    quotasOf(ctx),
    mailsOfMonth(ctx),
    campaign.maxPerDomainPerDay === 0
      ? new Map<string, number>()
      : selectDomainsUsed(db, workspaceId, id, day),
  ]);
  const used = await selectUsed(
    db,
    workspaceId,
    { id, day },
    able.map((m) => ({ id: m.id, day: localDay(m.timezone ?? "UTC", from) })),
  );
  const leads = rows.slice(0, MAX_LEADS);
  const taking = leads.filter((row) => row.out === null);
  const groupOf = paces ? await groupsOf(ctx, taking) : () => null;
  const all = taking.map((row) => plannedLead(row, groupOf(row), steps, campaign, from));
  const { heldAt, complete } = await held.find(all.filter((_, i) => taking[i]?.mayLack === 1));
  const planned = all.map((lead) => ({
    ...lead,
    heldAt: heldAt.get(lead.leadId) ?? null,
    leave: rules.leaveOf.get(lead.enrolmentId) ?? null,
  }));
  const heldNext = planned.filter((lead) => isHeldNext(lead, steps));
  const lacking = heldNext.length;
  const shownOut = firstOfEach([
    ...leads.flatMap(({ leadId, out }) => (out === null ? [] : [{ leadId, reason: out }])),
    ...heldNext.map(({ leadId }) => ({ leadId, reason: "missing_variable" as const })),
  ]);
  const outlook = simulate(
    {
      campaign,
      steps,
      leaves: rules.leaves,
      mailboxes: able.map((m) => ({
        ...m,
        domain: domainOfSender(m.email),
        provider: senderProvider(m.smtpHost),
        freeAt: m.nextSendAt,
        usedToday: used.mailboxes.get(m.id) ?? 0,
      })),
      month: { limit: quotas.mails_month, used: ofMonth },
      paces,
      leads: planned,
      daysSent: sentOn(id),
      usedToday: { all: used.campaign, fresh: used.fresh, domains },
    },
    { from, until },
    { show: limit, atMost: MAX_MAILS },
  );
  const emails = await selectEmails(db, workspaceId, [
    ...new Set([...outlook.mails, ...shownOut].map(({ leadId }) => leadId)),
  ]);
  return {
    from: iso(from),
    until: iso(until),
    leads: planned.length - lacking,
    left_out: { ...leftOut(leads), missing_variable: lacking },
    left_out_leads: shownOut.map(({ leadId, reason }) => ({
      lead_id: leadId,
      email: emails.get(leadId) ?? "",
      reason,
    })),
    ...present(outlook, { mailboxes: able, steps, emails }),
    totals: {
      ...countsOf(outlook),
      finished: outlook.finished,
      unfinished: planned.length - lacking - outlook.finished - outlook.left,
    },
    left_by_rule: outlook.left,
    goes_on: await goesOnIn(ctx, id, [
      ...outlook.gone,
      ...rules.gone.filter(({ at }) => at < until),
    ]),
    not_foreseen: [...rules.notForeseen],
    finishes_at: isoOrNull(outlook.finishesAt),
    truncated: outlook.truncated || rows.length > MAX_LEADS || !complete,
  };
}

type Left = {
  readonly leadId: LeadId;
  readonly reason: Simulation["left_out_leads"][number]["reason"];
};

/** Those who are left out as far as they are shown one by one. */
function firstOfEach(left: readonly Left[]): Left[] {
  const shown = new Map<Left["reason"], number>();
  return left.filter(({ reason }) => {
    const before = shown.get(reason) ?? 0;
    shown.set(reason, before + 1);
    return before < SHOWN_OF_EACH;
  });
}

/** The campaign's leads up to the bound, and one more where there are more. */
async function loadLeads(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  mentioned: Mentioned | null,
  isPaced: boolean,
): Promise<SimulatedRow[]> {
  const wanted = {
    id: campaign.id,
    checkSuppressed: (await suppressionPresence(ctx)).any,
    withProvider: campaign.espMatch !== "off" || isPaced,
    mentioned,
  };
  const rows: SimulatedRow[] = [];
  while (rows.length <= MAX_LEADS) {
    const after = rows.at(-1)?.leadId ?? 0;
    const page = await selectSimulated(ctx.db, ctx.workspaceId, wanted, after, PAGE);
    for (const row of page) rows.push(row);
    if (page.length < PAGE) break;
  }
  return rows;
}

/** What is on its way counts as sent. */
function plannedLead(
  row: SimulatedRow,
  group: string | null,
  steps: readonly StepRow[],
  { schedule }: CampaignRow,
  now: UnixMs,
): Omit<PlannedLead, "heldAt"> {
  const { leadId, enrolmentId, mailboxId, domain, nextSendAt: dueAt } = row;
  const flying = dueAt === null ? steps.find((s) => s.position > row.currentStep) : undefined;
  const currentStep = flying?.position ?? row.currentStep;
  return {
    leadId,
    enrolmentId,
    mailboxId,
    domain,
    timezone: row.timezone,
    provider: recipientProvider(row.provider),
    group,
    currentStep,
    dueAt: dueAt ?? nextSendAt(steps, currentStep, scheduleFor(schedule, row.timezone), now) ?? now,
  };
}

/** Whether its next mail is the one that would be held. */
const isHeldNext = ({ heldAt, currentStep }: PlannedLead, steps: readonly StepRow[]): boolean =>
  heldAt !== null && steps.find((step) => step.position > currentStep)?.position === heldAt;

function leftOut(rows: readonly SimulatedRow[]): Omit<Simulation["left_out"], "missing_variable"> {
  const counts = { finished: 0, paused: 0, suppressed: 0, invalid: 0, risky_blocked: 0, task: 0 };
  for (const { out } of rows) if (out !== null) counts[out] += 1;
  return counts;
}

const countsOf = (count: { readonly sent: number; readonly fresh: number }) => ({
  sent: count.sent,
  first_mails: count.fresh,
  follow_ups: count.sent - count.fresh,
});

function present(
  outlook: Simulated,
  known: {
    readonly mailboxes: readonly CampaignMailbox[];
    readonly steps: readonly StepRow[];
    readonly emails: ReadonlyMap<LeadId, string>;
  },
): Pick<Simulation, "days" | "mailboxes" | "mails"> {
  const stepById = new Map(known.steps.map((step) => [step.id, step]));
  const mailboxById = new Map(known.mailboxes.map((m) => [m.id, m]));
  return {
    days: [...outlook.days].map(([date, count]) => ({ date, ...countsOf(count) })),
    mailboxes: known.mailboxes.map((m) => ({
      mailbox_id: m.id,
      email: m.email,
      name: m.fromName,
      sent: outlook.byMailbox.get(m.id) ?? 0,
    })),
    mails: outlook.mails.map((mail) => {
      const step = stepById.get(mail.stepId);
      return {
        at: iso(mail.at),
        lead_id: mail.leadId,
        email: known.emails.get(mail.leadId) ?? "",
        step: mail.step,
        step_id: mail.stepId,
        variant: step ? labelOf(step, mail.leadId) : "",
        mailbox_id: mail.mailboxId,
        mailbox: mailboxById.get(mail.mailboxId)?.email ?? "",
      };
    }),
  };
}
