import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Days of figures that are kept of each workspace. */
export const FIGURE_DAYS = 90;

/** Workspaces that are looked at one by one whenever somebody asks; above it sums and places are kept. */
export const ADDED_UP_TO = 500;

/** Leads that wait for an email are counted so far and no further. */
export const LEADS_LEFT_COUNTED = 100_000;

/** What a day brought: [YYYY-MM-DD in UTC, sent, refused at once, bounces, leads that replied, meetings, leads with a positive reply]. */
export type FigureDay = readonly [
  day: string,
  sent: number,
  refused: number,
  bounces: number,
  replies: number,
  meetings: number,
  /** Missing in days that were kept before it was counted. */
  positive?: number,
];

/** What is shown of all workspaces together since they began. */
export const COUNTED_TOTALS = [
  "sent",
  "refused",
  "failed",
  "unknown",
  "bounced",
  "softBounced",
  "complained",
  "replied",
  "unsubscribed",
  "opened",
  "clicked",
] as const;
export type CountedTotal = (typeof COUNTED_TOTALS)[number];

/** What a workspace has and what is wrong in it, at the moment at which it was counted. */
export type KeptFigures = {
  readonly leads: number;
  /** What its rows take in the database, about; missing in figures from before it was estimated. */
  readonly storedBytes?: number;
  /** Leads of active campaigns that wait for an email, counted to `LEADS_LEFT_COUNTED`. */
  readonly leadsLeft: number;
  readonly activeCampaigns: number;
  /** All of them, by status, and everything that was ever counted; missing in figures that are in no total. */
  readonly campaigns?: Readonly<Partial<Record<CampaignStatus, number>>>;
  readonly totals?: Readonly<Record<CountedTotal, number>>;
  /** Campaigns that stopped by themselves, by cause. */
  readonly pausedByRates: number;
  readonly stopped: number;
  readonly mailboxes: Readonly<Partial<Record<MailboxStatus, number>>>;
  /** Active mailboxes that send nothing for a while because of bounces, complaints or placement. */
  readonly quarantined: number;
  /** Emails that its mailboxes can send in a day, as things stand. */
  readonly mailsADay: number;
  readonly oldestUnansweredAt: UnixMs | null;
  /** YYYY-MM in UTC, and what its campaigns have sent in it. */
  readonly month: string;
  readonly mailsOfMonth: number;
  /** Sending domains whose records lack something. */
  readonly domainsLacking: number;
};

export const NO_FIGURES: KeptFigures = {
  leads: 0,
  leadsLeft: 0,
  activeCampaigns: 0,
  pausedByRates: 0,
  stopped: 0,
  mailboxes: {},
  quarantined: 0,
  mailsADay: 0,
  oldestUnansweredAt: null,
  month: "",
  mailsOfMonth: 0,
  domainsLacking: 0,
};

/** Days of work that are left: each lead that waits counts as one email. Null: no mailbox can send. */
export const daysOfWork = ({ leadsLeft, mailsADay }: KeptFigures): number | null =>
  mailsADay === 0 ? null : Math.round((leadsLeft / mailsADay) * 10) / 10;
