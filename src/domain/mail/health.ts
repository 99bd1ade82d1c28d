import type { RecordCheck } from "#domain/dns/expect.ts";
import type { UnixMs } from "#domain/ids.ts";
import { HOUR_MS } from "#domain/time.ts";
import type { MailboxStatus } from "./mailbox.ts";

/** Contract 2.5, from good to bad. `disconnected`: it cannot log in or is refused. */
export const HEALTH_STATUSES = [
  "healthy",
  "watch",
  "throttled",
  "quarantined",
  "disconnected",
] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** What holds a mailbox back, and until when. */
export const HELD_STATES = ["throttled", "quarantined"] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** Campaign mail of a mailbox and what became of it. */
export type Sample = {
  readonly sent: number;
  readonly bounces: number;
  readonly complaints: number;
  readonly replies: number;
};
/** Where its warmup mail arrived; null without warmup. */
export type SpamSample = { readonly inbox: number; readonly spam: number } | null;

/** Contract 2.5: shares from which a mailbox is watched, sends half, sends nothing. */
const BANDS = {
  bounces: { watch: 0.03, throttled: 0.05, quarantined: 0.1 },
  complaints: { watch: 0.0003, throttled: 0.001, quarantined: 0.003 },
  spam: { watch: 0.1, throttled: 0.2, quarantined: 0.4 },
} as const;
/** Contract 2.5: fewer are chance. */
const MIN_SENT = 50;
const MIN_BOUNCES = 3;
const MIN_PLACED = 20;
/** One complaint among fifty mails is 2 %: it makes a mailbox watched, not more. */
const MIN_COMPLAINTS = 2;
/** Answers are expected within minutes; later than this something is wrong. */
const IMAP_LATE_MS = 2 * HOUR_MS;

export type Band = "healthy" | "watch" | "throttled" | "quarantined";

/** What the rates alone say, the worst of them first; `reason` is a sentence. */
export function bandOf(
  sample: Sample,
  spam: SpamSample,
): { readonly band: Band; readonly reason: string } {
  const found = [bounceBand(sample), complaintBand(sample), spamBand(spam)];
  return found.reduce((a, b) => (severity(b.band) > severity(a.band) ? b : a));
}

const severity = (band: Band): number => HEALTH_STATUSES.indexOf(band);
const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

function within(
  share: number,
  bands: { watch: number; throttled: number; quarantined: number },
): Band {
  if (share >= bands.quarantined) return "quarantined";
  if (share >= bands.throttled) return "throttled";
  return share >= bands.watch ? "watch" : "healthy";
}

function bounceBand({ sent, bounces }: Sample) {
  const share = rate(bounces, sent);
  const counts = share !== null && (sent >= MIN_SENT || bounces >= MIN_BOUNCES);
  const band = counts ? within(share, BANDS.bounces) : "healthy";
  return { band, reason: `${percent(share ?? 0)} of its mails bounced within 7 days.` };
}

function complaintBand({ sent, complaints }: Sample) {
  const share = rate(complaints, sent);
  const found = share !== null && complaints > 0 ? within(share, BANDS.complaints) : "healthy";
  const band = complaints < MIN_COMPLAINTS && severity(found) > 1 ? "watch" : found;
  return { band, reason: `${complaints} recipients marked its mails as spam within 7 days.` };
}

function spamBand(spam: SpamSample) {
  const placed = spam ? spam.inbox + spam.spam : 0;
  const share = spam && placed >= MIN_PLACED ? spam.spam / placed : 0;
  return {
    band: within(share, BANDS.spam),
    reason: `${percent(share)} of its warmup mails arrived as spam within 7 days.`,
  };
}

/** The share of all, of 1; null where nothing was sent. More than was counted is everything. */
export const rate = (part: number, all: number): number | null =>
  all <= 0 ? (part > 0 ? 1 : null) : Math.min(1, part / all);

/** Something that is wrong, what it costs of the score, and what to do. */
export type HealthIssue = {
  readonly code: string;
  readonly severity: "info" | "warning" | "error";
  /** Points that the score lost by it. */
  readonly points: number;
  readonly message: string;
  readonly fix: string | null;
};

export type HealthInput = {
  readonly now: UnixMs;
  readonly status: MailboxStatus;
  readonly statusMessage: string | null;
  readonly imap: { readonly lastSyncAt: UnixMs | null; readonly failures: number } | null;
  readonly createdAt: UnixMs;
  /** Null: DNS was not asked yet. */
  readonly records: readonly RecordCheck[] | null;
  readonly sample: Sample;
  readonly spam: SpamSample;
  readonly held: { readonly state: HeldState; readonly reason: string } | null;
};

export type Health = {
  readonly score: number;
  readonly status: HealthStatus;
  readonly issues: readonly HealthIssue[];
};

const DNS_POINTS = 15;

/**
 * What a mailbox's signals come to (contract 2.5): 100 less what bounces (40 at 10 %), complaints
 * (30 at 0.3 %), spam placement (40 at 40 %) and each failing DNS record (15) take away. Rates
 * below the floors take nothing.
 */
export function healthOf(input: HealthInput): Health {
  const rates = rateIssues(input);
  const issues = [...connectionIssues(input), ...rates, ...dnsIssues(input.records ?? [])].sort(
    (a, b) => b.points - a.points,
  );
  const lost = issues.reduce((sum, issue) => sum + issue.points, 0);
  return { score: Math.max(0, 100 - lost), status: statusOf(input), issues };
}

function statusOf(input: HealthInput): HealthStatus {
  if (input.status === "connection_error" || input.status === "sending_error")
    return "disconnected";
  const { band } = bandOf(input.sample, input.spam);
  if (input.held && severity(input.held.state) >= severity(band)) return input.held.state;
  if (band !== "healthy") return band;
  const isShaky =
    isReadingLate(input) || (input.records ?? []).some((record) => record.status === "fail");
  return isShaky ? "watch" : "healthy";
}

function connectionIssues(input: HealthInput): HealthIssue[] {
  const { status, statusMessage, imap, held } = input;
  const issues: HealthIssue[] = [];
  const add = (
    code: string,
    severity: HealthIssue["severity"],
    message: string,
    fix: string | null,
  ) => void issues.push({ code, severity, points: 0, message, fix });
  if (status === "connection_error") {
    add(
      "connection_failed",
      "error",
      statusMessage ?? "The server cannot be used.",
      "Mend the connection and test the mailbox; its leads wait.",
    );
  }
  if (status === "sending_error") {
    add(
      "sending_refused",
      "error",
      statusMessage ?? "The provider refuses its mail.",
      "Ask the provider why, then test the mailbox; its leads wait.",
    );
  }
  if (status === "paused" || status === "disabled") {
    add(
      status,
      "info",
      statusMessage ?? `The mailbox is ${status}.`,
      "Set it active to send from it.",
    );
  }
  if (held) {
    const what =
      held.state === "quarantined"
        ? "It sends nothing for a week"
        : "It sends half as much as it may";
    add(
      held.state,
      "error",
      `${what}: ${held.reason}`,
      "Validate the leads, check what they get, and mend the records below.",
    );
  }
  if (!imap) {
    add(
      "no_imap",
      "info",
      "Its answers and bounces cannot be read.",
      "Add its IMAP server, so that sequences stop at an answer.",
    );
  } else if (isReadingLate(input)) {
    add(
      "imap_late",
      "warning",
      statusMessage ?? "Its answers were not read for hours.",
      "Test the mailbox.",
    );
  }
  return issues;
}

const isReadingLate = ({ imap, now, status, createdAt }: HealthInput): boolean =>
  imap !== null && status !== "disabled" && now - (imap.lastSyncAt ?? createdAt) >= IMAP_LATE_MS;

function rateIssues({ sample, spam }: HealthInput): HealthIssue[] {
  const issues: HealthIssue[] = [];
  const add = (
    code: string,
    found: { band: Band; reason: string },
    share: number,
    most: number,
    at: number,
    fix: string,
  ) => {
    if (found.band === "healthy") return;
    const points = Math.round(most * Math.min(1, share / at));
    const severity = found.band === "watch" ? "warning" : "error";
    issues.push({ code, severity, points, message: found.reason, fix });
  };
  const { sent, bounces, complaints } = sample;
  add(
    "bounce_rate",
    bounceBand(sample),
    rate(bounces, sent) ?? 0,
    40,
    0.1,
    "Validate the leads before they are written to, and take out the invalid ones.",
  );
  add(
    "complaint_rate",
    complaintBand(sample),
    rate(complaints, sent) ?? 0,
    30,
    0.003,
    "Write to fewer people who expect it less; make unsubscribing easy to see.",
  );
  const placed = spam ? spam.inbox + spam.spam : 0;
  add(
    "spam_placement",
    spamBand(spam),
    spam && placed > 0 ? spam.spam / placed : 0,
    40,
    0.4,
    "Send less from it, let warmup go on, and check SPF, DKIM and DMARC.",
  );
  return issues;
}

const NAMES = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  mx: "MX",
  tracking: "Tracking domain",
  tracking_owner: "Tracking domain",
} as const;

function dnsIssues(records: readonly RecordCheck[]): HealthIssue[] {
  return records.flatMap((record): HealthIssue[] => {
    const name = NAMES[record.name];
    const code = `${record.name}_${record.status}`;
    const fix =
      record.expected === null
        ? record.hint
        : `${record.hint ?? ""} ${record.type} record at ${record.host}: ${record.expected}`.trim();
    if (record.status === "fail") {
      return [
        {
          code,
          severity: "error",
          points: DNS_POINTS,
          message: `${name} of ${record.domain} is wrong (${record.code}).`,
          fix,
        },
      ];
    }
    // Trouble of resolvers is theirs.
    if (record.status === "unknown" && record.code === "not_found") {
      return [
        {
          code,
          severity: "info",
          points: 0,
          message: `${name} of ${record.domain} was not found.`,
          fix: record.hint,
        },
      ];
    }
    return [];
  });
}

/**
 * Whether a mailbox that was held back has shown enough to go on as before: as many mails as make
 * a sample, or a week without anything wrong.
 */
export const settled = (sample: Sample, spam: SpamSample, heldMs: number): boolean =>
  sample.sent >= MIN_SENT ||
  (spam !== null && spam.inbox + spam.spam >= MIN_PLACED) ||
  heldMs >= 7 * 24 * HOUR_MS;
