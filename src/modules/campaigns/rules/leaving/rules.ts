import {
  type EnrolmentStatus,
  type SendingStatusCode,
  TERMINAL_ENROLMENT_STATUSES,
} from "#modules/campaigns/rules/states.ts";
import { nameOf } from "#modules/campaigns/rules/pacing/group.ts";
import { isSampleDomain, sampleDomainSql, sandboxSql } from "#platform/rules/mail/sandbox.ts";
import { isOpen, nextOpening } from "#platform/rules/schedule.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type {
  DayLimit,
  Facts,
  HourFacts,
  LeadFacts,
  LimitCode,
  LineFacts,
  PlaceFacts,
  TurnFacts,
  Wait,
  WordFacts,
} from "./facts.ts";
import type { LeadEnd, Rule, RuleCode } from "./rule.ts";

/*
 * May this mail leave now, and what holds it? Every rule of sending stands here once: what it asks of
 * the facts, how SQL asks the same, when it ends, what a person reads. They are grouped by the facts
 * that they need, since not everybody who asks has all of them.
 */

const DONE: Readonly<Partial<Record<EnrolmentStatus, string>>> = {
  replied: "The lead has replied. Its sequence is finished.",
  completed: "The lead has received all steps.",
  bounced: "The address of the lead does not exist.",
  unsubscribed: "The lead has unsubscribed.",
  skipped: "Skipped",
  failed: "An email was rejected permanently. Its sequence is finished.",
} satisfies Record<(typeof TERMINAL_ENROLMENT_STATUSES)[number], string>;

const isFlying = ({ send }: Pick<PlaceFacts, "send">): boolean =>
  send?.state === "leased" || send?.state === "sending";

/** Over a lead's place: its first email, which somebody asked to leave before its campaign and its hour. */
export const SENT_NOW = "(e.sent_now_by IS NOT NULL AND e.current_step = 0)";

/** Over a row of the workspace: its client is not paused. */
export const notPaused = (row: "k" | "s"): string =>
  `NOT EXISTS (SELECT 1 FROM workspaces o WHERE o.id = ${row}.workspace_id AND o.paused_at IS NOT NULL)`;

/** Of the workspace as a whole, whatever it sends. */
export const WORKSPACE_RULES = {
  client_paused: {
    asks: "leave",
    sql: notPaused("k"),
    blocks: ({ workspace }) => workspace.isPaused,
    sentence: ({ workspace }) =>
      workspace.isPaused
        ? "The workspace is paused by an admin. Nothing is sent until it is resumed."
        : "The workspace is not paused.",
  },
  suppressions_behind: {
    asks: "install",
    blocks: ({ workspace }) => workspace.isListBehind,
    sentence: ({ workspace }) =>
      workspace.isListBehind
        ? "The list of addresses that this installation suppresses is being updated."
        : "The list of addresses that this installation suppresses is up to date.",
  },
} as const satisfies Partial<Record<RuleCode, Rule<Pick<PlaceFacts, "workspace">>>>;

/** Of a campaign that moved in from another product. */
export const MOVE_RULES = {
  move_behind: {
    asks: "install",
    blocks: ({ behindMove }) => behindMove !== null,
    sentence: ({ behindMove }) =>
      behindMove === null
        ? "Nothing that another product reported of the leads waits to be stored."
        : `Opt-outs and replies from ${behindMove} are not stored yet. Sending resumes automatically once they are.`,
  },
} as const satisfies Partial<Record<RuleCode, Rule<Pick<PlaceFacts, "behindMove">>>>;

/** Of the workspace, the campaign, and the lead's place in it. */
export const PLACE_RULES = {
  ...WORKSPACE_RULES,
  finished: {
    asks: "leave",
    sql: `e.status NOT IN (${TERMINAL_ENROLMENT_STATUSES.map((status) => `'${status}'`).join(", ")})`,
    blocks: ({ enrolment }) => DONE[enrolment.status] !== undefined,
    sentence({ enrolment: { status, skipReason, skipDetail } }) {
      const why = [skipReason, skipDetail]
        .filter((text) => text !== null && text !== "")
        .join(": ");
      const done = status === "skipped" ? `Skipped: ${why}.` : DONE[status];
      return done ?? "The lead is not finished.";
    },
  },
  campaign: {
    asks: "leave",
    sql: `k.status = 'active' OR (k.status IN ('draft', 'paused') AND ${SENT_NOW})`,
    blocks: ({ campaign: { status }, enrolment: { isSentNow = false } }) =>
      status !== "active" && (status === "completed" || !isSentNow),
    sentence: ({ campaign }) => CAMPAIGN_SAYS[campaign.status](campaign.pausedReason),
  },
  ...MOVE_RULES,
  no_step: {
    asks: "plan",
    blocks: (f) => !f.hasStep && DONE[f.enrolment.status] === undefined && !isFlying(f),
    sentence: ({ hasStep }) => (hasStep ? "A next step exists." : "There is no next step."),
    ends: { status: "completed", reason: null },
  },
  task: {
    asks: "plan",
    blocks: (f) => f.task != null && DONE[f.enrolment.status] === undefined && !isFlying(f),
    sentence: ({ task }) =>
      task == null
        ? "The next step is no task."
        : task.isOpen
          ? `The lead waits for a task: step ${task.position} (${task.kind}). The sequence goes on when somebody ends it.`
          : `The next step is a task: step ${task.position} (${task.kind}). It opens after its wait.`,
  },
  in_flight: {
    asks: "plan",
    blocks: isFlying,
    sentence: (f) =>
      isFlying(f) ? `Step ${f.send?.step} is being sent now.` : "No email is being sent.",
  },
  unknown: {
    asks: "plan",
    blocks: () => false,
    sentence: ({ send }) =>
      send?.state === "unknown"
        ? `The delivery of step ${send.step} is unknown. It is not sent again, and the sequence continues.`
        : "All sent emails have a known result.",
  },
} as const satisfies Partial<Record<RuleCode, Rule<PlaceFacts>>>;

const CAMPAIGN_SAYS: Readonly<
  Record<
    PlaceFacts["campaign"]["status"],
    (reason: PlaceFacts["campaign"]["pausedReason"]) => string
  >
> = {
  active: () => "The campaign is active.",
  draft: () => "The campaign is not started yet.",
  paused: (reason) =>
    `The campaign is paused${reason === null ? "" : ` (${reason})`}. Start it to continue.`,
  completed: () => "The campaign is completed. Start it again to send to this lead.",
};

const suppressedAs = (kind: "address" | "domain", column: "email" | "domain"): string =>
  `EXISTS (SELECT 1 FROM suppressions y WHERE y.workspace_id = x.workspace_id
    AND y.kind = '${kind}' AND y.value = x.${column})`;
export const NOT_SUPPRESSED = `NOT ${suppressedAs("address", "email")} AND NOT ${suppressedAs("domain", "domain")}`;

const yesNo = (yes: boolean, what: string): string =>
  yes ? `The address is ${what}.` : `The address is not ${what}.`;

/** Of the lead, whatever is sent to it: each ends its sequence. */
export const LEAD_RULES = {
  unsubscribed: {
    asks: "leave",
    sql: "x.unsubscribed_at IS NULL",
    blocks: ({ lead }) => lead.unsubscribed,
    sentence: ({ lead }) => yesNo(lead.unsubscribed, "unsubscribed"),
    ends: { status: "unsubscribed", reason: null },
  },
  bounced: {
    asks: "leave",
    sql: "x.bounced_at IS NULL",
    blocks: ({ lead }) => lead.bounced,
    sentence: ({ lead }) => yesNo(lead.bounced, "undeliverable"),
    ends: { status: "bounced", reason: null },
  },
  suppressed: {
    asks: "leave",
    sql: NOT_SUPPRESSED,
    blocks: ({ lead }) => lead.suppressed,
    sentence: ({ lead }) => yesNo(lead.suppressed, "suppressed"),
    ends: { status: "skipped", reason: "suppressed" },
  },
  install_suppressed: {
    asks: "install",
    blocks: ({ lead }) => lead.installSuppressed,
    sentence: ({ lead }) =>
      lead.installSuppressed
        ? "The address is suppressed by this installation."
        : "This installation does not suppress the address.",
    ends: { status: "skipped", reason: "install_suppressed" },
  },
  invalid: {
    asks: "plan",
    sql: "x.validation_status IS NOT 'invalid'",
    blocks: ({ lead }) => lead.validationStatus === "invalid",
    sentence: ({ lead }) => `Validation: ${lead.validationStatus ?? "not done"}.`,
    ends: { status: "skipped", reason: "invalid" },
  },
  risky: {
    asks: "plan",
    sql: "x.validation_status IS NOT 'risky' OR k.allow_risky",
    blocks: ({ lead, wishes }) => lead.validationStatus === "risky" && !wishes.allowRisky,
    sentence: ({ wishes }) =>
      wishes.allowRisky ? "The campaign sends to risky addresses." : "Risky addresses are skipped.",
    ends: { status: "skipped", reason: "risky_blocked" },
  },
  company_answered: {
    asks: "plan",
    blocks: ({ lead }) => lead.companyAnswered,
    sentence: ({ lead }) =>
      lead.companyAnswered
        ? `A lead at ${lead.domain} has replied to this campaign.`
        : "No reply from the same company, or the campaign ignores it.",
    ends: { status: "skipped", reason: "domain_stopped" },
  },
  contacted: {
    asks: "plan",
    blocks: ({ lead }) => lead.contacted,
    sentence: ({ lead, wishes }) =>
      lead.contacted
        ? `Another campaign contacted the lead in the last ${wishes.skipIfContactedDays} days.`
        : "No recent contact by another campaign, or the campaign ignores it.",
    ends: { status: "skipped", reason: "duplicate" },
  },
} as const satisfies Partial<Record<RuleCode, Rule<LeadFacts> & { ends: LeadEnd }>>;

/** Of the mail's words. */
export const WORD_RULES = {
  missing_variable: {
    asks: "words",
    blocks: ({ missing }) => missing.length > 0,
    sentence: ({ missing }) =>
      missing.length > 0
        ? `The lead has no value for ${missing.join(", ")}.`
        : "All variables have a value.",
    ends: { status: "skipped", reason: "missing_variable" },
  },
  template_error: {
    asks: "words",
    blocks: ({ templateError }) => templateError !== null,
    sentence: ({ templateError }) =>
      templateError === null
        ? "The step has no template errors."
        : `The step has a template error (${templateError}). Fix it.`,
  },
} as const satisfies Partial<Record<RuleCode, Rule<WordFacts>>>;

/** What a campaign tells of itself while the rule holds the lead that stands first. */
export type CampaignSays<F> = {
  readonly code: SendingStatusCode;
  readonly says: string | ((facts: F) => string);
};
type TurnRule<F = TurnFacts> = Rule<F> & { readonly status: CampaignSays<F> };
const WAITING = {
  code: "waiting_for_followup_delay",
  says: "All leads are waiting for their next step.",
} as const;

/** Of the hour, by the lead's clock, which SQL does not know. */
export const HOUR_RULES = {
  schedule: {
    asks: "hour",
    blocks: ({ now, schedule }) => !isOpen(schedule, now),
    until: ({ now, schedule }) => nextOpening(schedule, now),
    sentence: ({ now, schedule }) =>
      isOpen(schedule, now)
        ? "Within sending hours."
        : nextOpening(schedule, now) === null
          ? "The schedule has no sending time left. Extend it."
          : "Outside sending hours.",
    status: {
      code: "out_of_schedule",
      says: ({ now, schedule }) =>
        nextOpening(schedule, now) === null
          ? "The schedule has no sending time left. Extend its end date."
          : "Outside sending hours.",
    },
  },
} as const satisfies Partial<Record<RuleCode, TurnRule<HourFacts> & { asks: "hour" }>>;

const isWaitedFor = ({ now, waits }: TurnFacts, wait: Wait): boolean => {
  const until = waits[wait];
  return until !== undefined && (until === null || until > now);
};

/** What a limit of the day, or of the month, keeps back goes with the first sending hour of the next. */
const dayAfter = ({ schedule }: HourFacts, limit: DayLimit | null): UnixMs | null =>
  limit && (nextOpening(schedule, limit.refillsAt) ?? limit.refillsAt);
const isSpent = (limit: DayLimit | null): boolean => limit !== null && limit.used >= limit.limit;

/** A limit of the day. */
const placesOf = (code: LimitCode) => ({
  asks: "plan" as const,
  blocks: ({ limits }: TurnFacts) => isSpent(limits[code]),
  until: (f: TurnFacts) => dayAfter(f, f.limits[code]),
});

const groupName = ({ group }: TurnFacts): string => (group === null ? "a provider" : nameOf(group));

/** Of the lead's turn: who may send to it, and when. A campaign whose first lead is held by one tells its status. */
export const TURN_RULES = {
  no_mailbox: {
    asks: "plan",
    blocks: ({ senders }) => senders.assigned === 0,
    sentence: ({ senders }) =>
      senders.assigned === 0 ? "Assign a mailbox. The campaign has none." : senders.named,
    status: { code: "no_mailboxes", says: "Assign a mailbox. The campaign has none." },
  },
  mailbox: {
    asks: "leave",
    sql: "m.status = 'active'",
    blocks: ({ senders }) => senders.assigned > 0 && senders.active === 0,
    sentence: ({ senders }) =>
      senders.active === 0
        ? `No mailbox can send: ${senders.named}.`
        : `${senders.active} can send.`,
    status: {
      code: "all_mailboxes_unhealthy",
      says: "The mailboxes of the leads that are due cannot send. Test their connections.",
    },
  },
  sandbox: {
    asks: "leave",
    sql: `${sandboxSql("m")} = ${sampleDomainSql("x.email")}`,
    blocks: ({ senders }) => senders.areOther,
    sentence: ({ senders, domain }) =>
      !senders.areOther
        ? "Sandbox mailboxes send to sample leads only, and other mailboxes never do."
        : isSampleDomain(domain)
          ? "This is a sample lead. Only a sandbox mailbox sends to it."
          : "A sandbox mailbox sends to sample leads only. Assign another mailbox.",
    status: {
      code: "no_mailboxes",
      says: "A sandbox mailbox sends to sample leads only, and other mailboxes never do. Assign a mailbox that can send to the leads that are due.",
    },
  },
  esp_match: {
    asks: "plan",
    blocks: (f) => isUnmatched(f) || isWaitedFor(f, "esp_match"),
    until: (f) => (isUnmatched(f) ? null : (f.waits.esp_match ?? null)),
    sentence: (f) =>
      isUnmatched(f)
        ? `The lead uses ${f.provider}, but the campaign has no mailbox there.`
        : `Provider matching: ${f.match}.`,
    status: {
      code: "waiting_for_esp_match",
      says: "The campaign has no mailbox with the provider of the leads that are due. Assign one.",
    },
  },
  paused: {
    asks: "leave",
    sql: "e.status <> 'paused'",
    blocks: ({ waits }) => waits.paused !== undefined,
    until: ({ waits }) => waits.paused ?? null,
    sentence: ({ waits }) =>
      waits.paused === undefined
        ? "The lead is not paused."
        : "The lead is paused. Resume it to continue.",
    status: WAITING,
  },
  held: {
    asks: "plan",
    blocks: (f) => isWaitedFor(f, "held"),
    until: ({ waits }) => waits.held ?? null,
    sentence: (f) =>
      isWaitedFor(f, "held")
        ? "The lead is out of office. Its next step waits until they return."
        : "The lead is not out of office.",
    status: WAITING,
  },
  quota_reached: {
    ...placesOf("quota_reached"),
    sentence: ({ limits: { quota_reached: quota } }) =>
      quota === null
        ? "The workspace has no quota of emails."
        : `${quota.used} of ${quota.limit} emails of this month's quota used (UTC).`,
    status: {
      code: "quota_reached",
      says: ({ limits: { quota_reached: quota } }) =>
        `This month's quota of the workspace is used up${
          quota === null ? "" : ` (${quota.used} of ${quota.limit} emails)`
        }. Ask an admin for more.`,
    },
  },
  first_contact: {
    asks: "install",
    blocks: (f) => f.isFirst && isWaitedFor(f, "first_contact"),
    until: ({ waits }) => waits.first_contact ?? null,
    sentence: (f) =>
      f.isFirst && isWaitedFor(f, "first_contact")
        ? "A rule of this installation delays first emails to this address."
        : "No rule of this installation delays the first email.",
    status: WAITING,
  },
  domain_limit: {
    ...placesOf("domain_limit"),
    sentence: ({ limits: { domain_limit: limit }, domain }) =>
      limit === null
        ? "No limit per domain."
        : `${limit.used} of ${limit.limit} emails sent to ${domain} today.`,
    status: {
      code: "domain_limit_reached",
      says: "The leads that are due reached today's limit for their domains.",
    },
  },
  provider_hold: {
    asks: "pace",
    blocks: (f) => isWaitedFor(f, "provider_hold"),
    until: ({ waits }) => waits.provider_hold ?? null,
    sentence: (f) =>
      isWaitedFor(f, "provider_hold")
        ? `${groupName(f)} asked to slow down. Its recipients wait.`
        : "No provider of recipients has asked to slow down.",
    status: {
      code: "provider_hold",
      says: (f) => `${groupName(f)} asked to slow down. Leads there wait, others go on.`,
    },
  },
  provider_limit: {
    ...placesOf("provider_limit"),
    until: (f) =>
      f.limits.provider_limit?.isStopped ? null : dayAfter(f, f.limits.provider_limit),
    sentence: (f) => {
      const { provider_limit: limit } = f.limits;
      if (limit === null) return "No limit for the provider of the recipient.";
      return limit.isStopped
        ? `Too many emails to ${groupName(f)} lie in junk. Nothing is sent there until someone resumes it.`
        : `${limit.used} of ${limit.limit} emails sent to ${groupName(f)} today (UTC).`;
    },
    status: {
      code: "provider_limit_reached",
      says: (f) => `The leads that are due reached today's limit for ${groupName(f)}.`,
    },
  },
  campaign_day_limit: {
    ...placesOf("campaign_day_limit"),
    sentence: ({ limits: { campaign_day_limit: limit } }) =>
      limit === null
        ? "The campaign has no daily limit."
        : `${limit.used} of ${limit.limit} emails used today${limit.byRamp ? " (ramp)" : ""}.`,
    status: {
      code: "campaign_daily_limit_met",
      says: ({ limits }) =>
        limits.campaign_day_limit?.byRamp
          ? "The campaign reached today's ramp-up limit."
          : "The campaign reached today's limit.",
    },
  },
  new_lead_limit: {
    ...placesOf("new_lead_limit"),
    blocks: ({ isFirst, limits }) => isFirst && isSpent(limits.new_lead_limit),
    sentence: ({ limits: { new_lead_limit: limit } }) =>
      limit === null
        ? "No limit for new leads."
        : `${limit.used} of ${limit.limit} new leads used today.`,
    status: {
      code: "new_lead_limit_met",
      says: "Today's limit for new leads is reached. Only follow-ups are sent.",
    },
  },
  mailbox_day_limit: {
    ...placesOf("mailbox_day_limit"),
    sentence: ({ limits: { mailbox_day_limit: limit }, sender }) =>
      limit === null || sender === null
        ? "No mailbox can send."
        : `${sender.email} has sent ${limit.used} of ${limit.limit} emails today.`,
    status: {
      code: "mailbox_daily_limit_met",
      says: ({ senders }) =>
        senders.isTied
          ? "The mailboxes of the leads that are due reached today's limit."
          : "All mailboxes reached today's limit.",
    },
  },
  retry: {
    asks: "plan",
    blocks: (f) => isWaitedFor(f, "retry"),
    until: ({ waits }) => waits.retry ?? null,
    sentence: ({ triedStep }) =>
      triedStep === null
        ? "No email is waiting for a retry."
        : `Step ${triedStep} was not accepted and is retried.`,
    status: {
      code: "waiting_for_followup_delay",
      says: "Failed attempts are retried later. All other leads are waiting for their next step.",
    },
  },
  delay: {
    asks: "plan",
    blocks: (f) => isWaitedFor(f, "delay"),
    until: ({ waits }) => waits.delay ?? null,
    sentence: (f) =>
      isWaitedFor(f, "delay") ? "Waiting for the delay before this step." : "The step is due.",
    status: WAITING,
  },
  mailbox_gap: {
    asks: "plan",
    blocks: ({ now, sender }) => sender !== null && sender.freeAt > now,
    until: ({ sender }) => sender?.freeAt ?? null,
    sentence: ({ sender }) =>
      sender === null
        ? "No mailbox can send."
        : `${sender.email} keeps a minimum gap between emails.`,
    status: { code: "healthy", says: "Sending." },
  },
  ...HOUR_RULES,
} as const satisfies Partial<Record<RuleCode, TurnRule>>;

const isUnmatched = ({ senders }: TurnFacts): boolean =>
  senders.active > 0 && !senders.serve && !senders.areOther;

/** Of those before it. */
const LINE_RULES = {
  queue: {
    asks: "plan",
    blocks: ({ foreseen }) => foreseen?.heldBy === "queue",
    until: ({ foreseen }) => foreseen?.at ?? null,
    sentence: (f) => aheadOf(f),
  },
} as const satisfies Partial<Record<RuleCode, Rule<LineFacts>>>;

/** How many leads are due before this one. */
export function aheadOf({ ahead: { count, bound } }: Pick<LineFacts, "ahead">): string {
  if (count === 0) return "No lead is due before this one.";
  if (count === 1) return "One lead is due before this one.";
  return `${count >= bound ? `${bound} or more` : count} leads are due before this one.`;
}

/** Every rule; a code of `EXPLAIN_RULES` without an entry does not compile. */
export const RULES: Readonly<Record<RuleCode, Rule<Facts>>> = {
  ...PLACE_RULES,
  ...LEAD_RULES,
  ...WORD_RULES,
  ...TURN_RULES,
  ...LINE_RULES,
};
