import type { Rotation } from "#modules/campaigns/rules/sending/allocate.ts";
import type { CampaignRamp, Month } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import type { Paces } from "#modules/campaigns/rules/pacing/paces.ts";
import type { Wait } from "#modules/campaigns/rules/leaving/facts.ts";
import type { HeldState } from "#modules/mailboxes/rules/health-bands.ts";
import type { EspMatch, MatchedProvider } from "#modules/mailboxes/rules/provider.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  StepId,
  UnixMs,
} from "#platform/rules/ids.ts";
import type { DelayUnit, Schedule } from "#platform/rules/schedule.ts";

/** A mailbox that can send. */
export type PlannedMailbox = {
  readonly id: MailboxId;
  /** The domain that it sends from. */
  readonly domain: string;
  readonly provider: MatchedProvider | null;
  readonly minGapSeconds: number;
  readonly gapJitterSeconds: number;
  readonly dailyLimit: number;
  readonly heldState: HeldState | null;
  readonly rampEnabled: boolean;
  readonly rampIncrement: number;
  readonly createdAt: UnixMs;
  readonly timezone: string | null;
  /** Its gap ends. */
  readonly freeAt: UnixMs | null;
  readonly lastSentAt: UnixMs | null;
  readonly usedToday: number;
};

/** When a rule takes a lead out of a campaign, and the campaign that it starts for it; null: none. */
export type Leave = { readonly at: UnixMs; readonly to: CampaignId | null };

/** A lead that a rule sends to another campaign. */
export type Gone = {
  readonly leadId: LeadId;
  readonly timezone: string | null;
  readonly at: UnixMs;
  readonly to: CampaignId;
};

/** A lead that waits for its next mail, or for another try of one. */
export type PlannedLead = {
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  /** Position of the last step that left. */
  readonly currentStep: number;
  readonly dueAt: UnixMs;
  readonly mailboxId: MailboxId | null;
  readonly domain: string;
  /** IANA, as its custom fields tell; null for none. */
  readonly timezone: string | null;
  readonly provider: MatchedProvider | null;
  /** Who takes its mail, as far as it is paced; null: it is not. */
  readonly group: string | null;
  /** Position of the step at which it is held, since its mail lacks a variable; null for none. */
  readonly heldAt: number | null;
  /** A rule takes it out of the campaign then, if it has not replied. */
  readonly leave?: Leave | null;
  /** Its next mail was tried already. */
  readonly isRetry?: boolean;
  /** What `dueAt` comes of; a delay where nothing is said. */
  readonly waitsFor?: Wait | "domain_limit" | "provider_limit";
};

/** The order in which leads are served. */
export const isBefore = (a: PlannedLead, b: PlannedLead): boolean =>
  a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.enrolmentId < b.enrolmentId);

/** A campaign as it stands, as if it were active. */
export type PlannedCampaign = {
  readonly campaign: {
    readonly id: CampaignId;
    readonly schedule: Schedule;
    readonly dailyLimit: number | null;
    readonly ramp: CampaignRamp | null;
    readonly maxNewLeadsPerDay: number;
    readonly prioritizeNewLeads: boolean;
    readonly rotation: Rotation;
    readonly espMatch: EspMatch;
    readonly maxPerDomainPerDay: number;
  };
  readonly steps: readonly {
    readonly id: StepId;
    readonly position: number;
    readonly delay: number;
    readonly delayUnit: DelayUnit;
    /** A person does it, at a time that nobody knows: leads that reach it wait there. */
    readonly task?: unknown;
  }[];
  /** Rules by which leads leave that had a step and did not reply for so long. */
  readonly leaves?: readonly {
    readonly position: number;
    readonly afterMs: number;
    readonly to: CampaignId | null;
  }[];
  readonly mailboxIds: readonly MailboxId[];
  readonly leads: readonly PlannedLead[];
  /** Days before today on which it sent. */
  readonly daysSent: number;
  readonly usedToday: {
    readonly all: number;
    readonly fresh: number;
    readonly domains: ReadonlyMap<string, number>;
  };
};

/** Campaigns, and the mailboxes that they share. */
export type World = {
  readonly campaigns: readonly PlannedCampaign[];
  readonly mailboxes: readonly PlannedMailbox[];
  /** What the workspace may send this month; absent where nothing limits it. */
  readonly month?: Month;
  /** How its sending domains stand with groups of recipients; absent and null: nothing is paced. */
  readonly paces?: Paces | null;
};

/** A mail as it is foreseen. */
export type PlannedMail = {
  readonly at: UnixMs;
  readonly campaignId: CampaignId;
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  readonly stepId: StepId;
  readonly step: number;
  readonly mailboxId: MailboxId;
  /** The lead's first. */
  readonly isFirst: boolean;
  /** The campaign's calendar day, YYYY-MM-DD in its zone. */
  readonly day: string;
};
