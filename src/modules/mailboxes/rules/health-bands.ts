import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { HOUR_MS } from "#platform/rules/time.ts";

/** From good to bad. `disconnected`: it cannot log in or is refused. */
export const HEALTH_STATUSES = [
  "healthy",
  "watch",
  "throttled",
  "quarantined",
  "disconnected",
] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** How a mailbox is slowed or stopped because of its rates. */
export const HELD_STATES = ["throttled", "quarantined"] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** What stops a mailbox, by the codes that its health names. */
export const FAULT_CODES = [
  "signed_out",
  "connection_failed",
  "sending_refused",
  "quarantined",
] as const;

/** Campaign mail of a mailbox and what became of it. */
export type Sample = {
  /** Accepted by servers. */
  readonly sent: number;
  /** Addresses that were refused at once; they are among the bounces. */
  readonly refused: number;
  readonly bounces: number;
  readonly complaints: number;
  readonly replies: number;
};
/** Where its warmup mail arrived; null without warmup. */
export type SpamSample = { readonly inbox: number; readonly spam: number } | null;

/** Shares from which a mailbox is watched, sends half, sends nothing. */
const BANDS = {
  bounces: { watch: 0.03, throttled: 0.05, quarantined: 0.1 },
  complaints: { watch: 0.0003, throttled: 0.001, quarantined: 0.003 },
  spam: { watch: 0.1, throttled: 0.2, quarantined: 0.4 },
} as const;
/** Fewer are chance. */
const MIN_SENT = 50;
const MIN_BOUNCES = 3;
const MIN_PLACED = 20;
/** One complaint among fifty mails is 2 %: it makes a mailbox watched, not more. */
const MIN_COMPLAINTS = 2;
export type Band = "healthy" | "watch" | "throttled" | "quarantined";

/** What the rates alone say, the worst of them first; `reason` is a sentence. */
export function bandOf(
  sample: Sample,
  spam: SpamSample,
): { readonly band: Band; readonly reason: Phrase } {
  const found = [bounceBand(sample), complaintBand(sample), spamBand(spam)];
  return found.reduce((a, b) => (severity(b.band) > severity(a.band) ? b : a));
}

/** How bad: greater is worse. */
export const severity = (band: Band): number => HEALTH_STATUSES.indexOf(band);
/** Two digits say enough. */
const rounded = (share: number): number => Number((share * 100).toPrecision(2)) / 100;

function within(
  share: number,
  bands: { watch: number; throttled: number; quarantined: number },
): Band {
  if (share >= bands.quarantined) return "quarantined";
  if (share >= bands.throttled) return "throttled";
  return share >= bands.watch ? "watch" : "healthy";
}

/** What bounces alone say. */
export function bounceBand(sample: Sample) {
  const { bounces } = sample;
  const share = bounceShare(sample);
  const counts =
    share !== null && (sample.sent + sample.refused >= MIN_SENT || bounces >= MIN_BOUNCES);
  const band = counts ? within(share, BANDS.bounces) : "healthy";
  return {
    band,
    reason: phrase("{share, number, percent} of its emails bounced within 7 days.", {
      share: rounded(share ?? 0),
    }),
  };
}

/** The share of the mails that servers answered for good; null where there were none. */
export const bounceShare = ({ sent, refused, bounces }: Sample): number | null =>
  rate(bounces, sent + refused);

/** What complaints alone say. */
export function complaintBand({ sent, complaints }: Sample) {
  const share = rate(complaints, sent);
  const found = share !== null && complaints > 0 ? within(share, BANDS.complaints) : "healthy";
  const band = complaints < MIN_COMPLAINTS && severity(found) > 1 ? "watch" : found;
  return {
    band,
    reason: phrase("{complaints} recipients marked its emails as spam within 7 days.", {
      complaints,
    }),
  };
}

/** What placement alone says. */
export function spamBand(spam: SpamSample) {
  const placed = spam ? spam.inbox + spam.spam : 0;
  const share = spam && placed >= MIN_PLACED ? spam.spam / placed : 0;
  return {
    band: within(share, BANDS.spam),
    reason: phrase("{share, number, percent} of its warmup emails landed in spam within 7 days.", {
      share: rounded(share),
    }),
  };
}

/** The share of all, of 1; null where nothing was sent. More than was counted is everything. */
export const rate = (part: number, all: number): number | null =>
  all <= 0 ? (part > 0 ? 1 : null) : Math.min(1, part / all);

/**
 * Whether a throttled mailbox has shown enough to send as before: as many mails as make a sample,
 * or a week without anything wrong.
 */
export const settled = (sample: Sample, spam: SpamSample, heldMs: number): boolean =>
  sample.sent + sample.refused >= MIN_SENT ||
  (spam !== null && spam.inbox + spam.spam >= MIN_PLACED) ||
  heldMs >= 7 * 24 * HOUR_MS;

/**
 * What a mailbox shows of its warmup. `not_started` has no row. `throttled` sends half and does not grow; `quarantined`
 * sends nothing for a week, then goes on throttled until a fresh sample is clean.
 */
export const WARMUP_STATES = [
  "not_started",
  "warming",
  "maintaining",
  "paused",
  "throttled",
  "quarantined",
] as const;
export type WarmupState = (typeof WARMUP_STATES)[number];
