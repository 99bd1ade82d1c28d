import type { Schedule } from "#platform/rules/schedule.ts";
import type { EnrolmentStatus, PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type { CampaignDay } from "./campaign-limits.ts";
import type { EspMatch, MatchedProvider } from "#modules/mailboxes/rules/provider.ts";
import type { SEND_STATES } from "#modules/delivery/rules/states.ts";

/**
 * The rules that decide when a lead's next mail leaves, in the order in which they are asked; of
 * several that end at the same time the first is named. `ready`: none holds it up.
 */
export const EXPLAIN_RULES = [
  "finished",
  "campaign",
  "no_step",
  "unsubscribed",
  "bounced",
  "suppressed",
  "invalid",
  "risky",
  "company_answered",
  "contacted",
  "missing_variable",
  "template_error",
  "in_flight",
  "unknown",
  "no_mailbox",
  "mailbox",
  "esp_match",
  "paused",
  "held",
  "domain_limit",
  "campaign_day_limit",
  "new_lead_limit",
  "mailbox_day_limit",
  "retry",
  "delay",
  "mailbox_gap",
  "queue",
  "schedule",
  "ready",
] as const;
export type ExplainRule = (typeof EXPLAIN_RULES)[number];

export type ExplainMailbox = {
  readonly id: MailboxId;
  readonly email: string;
  readonly status: MailboxStatus;
  readonly timezone: string | null;
  readonly provider: MatchedProvider | null;
  readonly dayLimit: number;
  readonly usedToday: number;
  /** Its gap ends. */
  readonly freeAt: UnixMs | null;
};

/** Everything that decides about one lead at this moment. */
export type ExplainFacts = {
  readonly now: UnixMs;
  readonly campaign: {
    readonly status: CampaignStatus;
    readonly pausedReason: PauseReason | null;
    readonly schedule: Schedule;
    readonly allowRisky: boolean;
    readonly espMatch: EspMatch;
    readonly skipIfContactedDays: number;
  };
  readonly enrolment: {
    readonly status: EnrolmentStatus;
    readonly skipReason: string | null;
    readonly skipDetail: string | null;
    readonly heldUntil: UnixMs | null;
    readonly nextSendAt: UnixMs | null;
  };
  readonly lead: {
    readonly domain: string;
    /** IANA, as its custom fields tell; null for none. */
    readonly timezone: string | null;
    readonly provider: MatchedProvider | null;
    readonly unsubscribed: boolean;
    readonly bounced: boolean;
    readonly suppressed: boolean;
    readonly validationStatus: "valid" | "risky" | "invalid" | null;
    readonly companyAnswered: boolean;
    readonly contacted: boolean;
  };
  readonly hasStep: boolean;
  /** Variables of the next mail that have no value. */
  readonly missing: readonly string[];
  /** What stops the next mail from being rendered; null for nothing. */
  readonly templateError: string | null;
  /** The latest send of the lead in this campaign. */
  readonly send: {
    readonly state: (typeof SEND_STATES)[number];
    readonly step: number;
    readonly dueAt: UnixMs;
  } | null;
  /** The sticky sender alone, or all of the campaign's mailboxes for a lead that has none yet. */
  readonly mailboxes: readonly ExplainMailbox[];
  readonly isFresh: boolean;
  /** It has had no mail yet, though one may have been tried. */
  readonly isFirst: boolean;
  readonly campaignDay: CampaignDay & { readonly used: number };
  /** Null: no limit. */
  readonly newLeads: { readonly limit: number; readonly used: number } | null;
  readonly domain: { readonly limit: number; readonly used: number } | null;
  /** Leads of the same kind that are due before it, counted to a bound. */
  readonly ahead: { readonly count: number; readonly bound: number };
  /** Its next mail as sending will go on, and the rule that holds it last; null where none is foreseen. */
  readonly foreseen: {
    readonly at: UnixMs;
    readonly heldBy: ExplainRule;
    readonly mailboxId: MailboxId;
  } | null;
};

/** With the schedule of the lead, whose days are counted by the campaign's clock. */
export type LeadFacts = ExplainFacts & { readonly campaign: { readonly dayZone: string } };

export type RuleState = {
  readonly rule: ExplainRule;
  readonly blocks: boolean;
  /** When it stops by itself; null when it does not block, or not by itself. */
  readonly until: UnixMs | null;
  /** One sentence. */
  readonly detail: string;
};

export type LeadVerdict = {
  readonly decidedBy: ExplainRule;
  readonly detail: string;
  /** Null when only a change helps, or a mail is on its way. */
  readonly earliestAt: UnixMs | null;
  readonly mailbox: ExplainMailbox | null;
  readonly rules: readonly RuleState[];
};

/** What one rule says. */
export const rule = (
  name: ExplainRule,
  blocks: boolean,
  detail: string,
  until: UnixMs | null = null,
): RuleState => ({ rule: name, blocks, until: blocks ? until : null, detail });
