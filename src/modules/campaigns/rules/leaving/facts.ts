import type { EspMatch, MatchedProvider } from "#modules/mailboxes/rules/provider.ts";
import type { SendState } from "#modules/delivery/rules/states.ts";
import type { EnrolmentStatus, PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import type { ExplainRule, RuleCode } from "./rule.ts";

/** Where a lead stands in its campaign, and the campaign itself. */
export type PlaceFacts = {
  readonly workspace: {
    /** The client is paused as a whole. */
    readonly isPaused: boolean;
    /** It lacks changes of the install's list of suppressions. */
    readonly isListBehind: boolean;
  };
  readonly campaign: { readonly status: CampaignStatus; readonly pausedReason: PauseReason | null };
  /** The product that it moved in from, while what was read there is not stored; null: nothing waits. */
  readonly behindMove: string | null;
  readonly enrolment: {
    readonly status: EnrolmentStatus;
    readonly skipReason: string | null;
    readonly skipDetail: string | null;
    /** Somebody asked that its first email leaves now, and it has not left. */
    readonly isSentNow?: boolean;
  };
  readonly hasStep: boolean;
  /** The step that comes next, where a person does it; `isOpen`: its time has come. */
  readonly task?: {
    readonly position: number;
    readonly kind: string;
    readonly isOpen: boolean;
  } | null;
  /** The latest mail of the lead in this campaign. */
  readonly send: { readonly state: SendState; readonly step: number } | null;
};

/** Whether a lead may be written to at all. */
export type LeadFacts = {
  readonly lead: {
    readonly domain: string;
    readonly unsubscribed: boolean;
    readonly bounced: boolean;
    readonly suppressed: boolean;
    /** By the installation, for every workspace. */
    readonly installSuppressed: boolean;
    readonly validationStatus: "valid" | "risky" | "invalid" | null;
    readonly companyAnswered: boolean;
    readonly contacted: boolean;
  };
  readonly wishes: { readonly allowRisky: boolean; readonly skipIfContactedDays: number };
};

/** What writing the mail came to. */
export type WordFacts = {
  /** Variables of the mail that have no value. */
  readonly missing: readonly string[];
  /** What stops the mail from being rendered; null for nothing. */
  readonly templateError: string | null;
};

/** What only a look at the clock tells. */
export type HourFacts = {
  readonly now: UnixMs;
  /** The schedule as it holds for the lead. */
  readonly schedule: Schedule;
};

/** What a lead waits for by itself before its turn comes. */
export type Wait = Extract<
  RuleCode,
  "paused" | "held" | "retry" | "delay" | "esp_match" | "first_contact" | "provider_hold"
>;

export type LimitCode = Extract<
  RuleCode,
  | "quota_reached"
  | "domain_limit"
  | "provider_limit"
  | "campaign_day_limit"
  | "new_lead_limit"
  | "mailbox_day_limit"
>;

/** Places of a day, or of a month. */
export type DayLimit = {
  readonly limit: number;
  readonly used: number;
  /** When the next day, or month, begins where it is counted. */
  readonly refillsAt: UnixMs;
  /** The campaign's ramp is what limits it. */
  readonly byRamp?: boolean;
  /** It does not begin again by itself. */
  readonly isStopped?: boolean;
};

/** What decides about a lead's turn at a moment: as it stands now, or as a forecast has it. */
export type TurnFacts = HourFacts & {
  readonly domain: string;
  /** Who takes its mail, as far as it is paced; null: it is not. */
  readonly group: string | null;
  readonly provider: MatchedProvider | null;
  readonly match: EspMatch;
  /** It has had no mail yet, though one may have been tried. */
  readonly isFirst: boolean;
  /** The mailboxes that it may come from: its own, or all of the campaign while it has none. */
  readonly senders: {
    /** It was written to from one, and stays with it. */
    readonly isTied: boolean;
    readonly assigned: number;
    readonly active: number;
    /** Whether one that is active may write to it. */
    readonly serve: boolean;
    /** Those that are active, or all if none is, are of the other kind: sandbox mailboxes for a real lead, or the reverse. */
    readonly areOther: boolean;
    readonly named: string;
  };
  /** The one of them that can send first; `freeAt`: its gap ends. */
  readonly sender: { readonly email: string; readonly freeAt: UnixMs } | null;
  /** What it waits for, and until when; null: until somebody changes it. */
  readonly waits: Readonly<Partial<Record<Wait, UnixMs | null>>>;
  /** Null: no limit. */
  readonly limits: Readonly<Record<LimitCode, DayLimit | null>>;
  /** The step that is tried again. */
  readonly triedStep: number | null;
};

/** A lead's turn among others. */
export type LineFacts = {
  /** Leads of the same kind that are due before it, counted to a bound. */
  readonly ahead: { readonly count: number; readonly bound: number };
  /** Its next mail as sending will go on, and the rule that holds it last; null where none is foreseen. */
  readonly foreseen: { readonly at: UnixMs; readonly heldBy: ExplainRule } | null;
};

/** Everything that decides about one lead at this moment. */
export type Facts = PlaceFacts & LeadFacts & WordFacts & TurnFacts & LineFacts;
