import type { Rotation } from "./allocate.ts";
import type { DelayUnit, Schedule } from "#platform/rules/schedule.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  StepId,
  UnixMs,
} from "#platform/rules/ids.ts";
import type { HeldState } from "#modules/mailboxes/rules/health-bands.ts";
import type { CampaignRamp } from "./campaign-limits.ts";
import type { EspMatch, MatchedProvider } from "#modules/mailboxes/rules/provider.ts";

export type PlannedMailbox = {
  readonly id: MailboxId;
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
  /** Position of the step at which it is held, since its mail lacks a variable; null for none. */
  readonly heldAt: number | null;
};

/** A campaign as it stands, as if it were active, and as if its mailboxes sent for it alone. */
export type Plan = {
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
  }[];
  readonly mailboxes: readonly PlannedMailbox[];
  readonly leads: readonly PlannedLead[];
  /** Days before today on which it sent. */
  readonly daysSent: number;
  readonly usedToday: {
    readonly all: number;
    readonly fresh: number;
    readonly domains: ReadonlyMap<string, number>;
  };
};

export type PlannedMail = {
  readonly at: UnixMs;
  readonly leadId: LeadId;
  readonly stepId: StepId;
  readonly step: number;
  readonly mailboxId: MailboxId;
};
export type DayCount = { sent: number; fresh: number };

export type Outlook = {
  /** The first mails, as many as were asked for. */
  readonly mails: readonly PlannedMail[];
  /** By calendar day of the campaign's zone, in order. */
  readonly days: ReadonlyMap<string, DayCount>;
  readonly byMailbox: ReadonlyMap<MailboxId, number>;
  readonly sent: number;
  readonly fresh: number;
  /** Leads that have had every step by the end. */
  readonly finished: number;
  /** When the last of all leads gets its last mail; null when that is not reached. */
  readonly finishesAt: UnixMs | null;
  /** `atMost` mails were planned before the end. */
  readonly truncated: boolean;
};
