import { inEnglish, type Phrase } from "#platform/words/phrase.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import {
  type Band,
  type HeldState,
  bounceBand,
  bounceShare,
  complaintBand,
  rate,
  type Sample,
  spamBand,
  type SpamSample,
} from "#modules/mailboxes/rules/health-bands.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";

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
  /** What block lists name of it: its domain, tracking, linked domains and its server. */
  readonly listed: readonly ListedName[];
  readonly held: { readonly state: HeldState; readonly reason: string } | null;
};

export type ListedName = {
  /** The list's name. */
  readonly list: string;
  readonly name: string;
  readonly use: "sending" | "tracking" | "server" | "linked";
  readonly delistingUrl: string;
};

/** Answers are expected within minutes; later than this something is wrong. */
const IMAP_LATE_MS = 2 * HOUR_MS;

const DNS_POINTS = 15;

/** What keeps it from its servers, or what they report; costs no points. */
export function connectionIssues(input: HealthInput): HealthIssue[] {
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
      statusMessage ?? "The connection to the server failed.",
      "Fix the connection and test the mailbox. Its leads wait.",
    );
  }
  if (status === "sending_error") {
    add(
      "sending_refused",
      "error",
      statusMessage ?? "The provider blocks its emails.",
      "Ask the provider for the reason, then test the mailbox. Its leads wait.",
    );
  }
  if (status === "reconnect_required") {
    add(
      "signed_out",
      "warning",
      statusMessage ?? "The provider asks its owner to sign in again.",
      "Connect the mailbox again. Its leads wait, and nothing is lost.",
    );
  }
  if (status === "paused" || status === "disabled") {
    add(
      status,
      "info",
      statusMessage ?? `The mailbox is ${status}.`,
      "Resume the mailbox to send from it.",
    );
  }
  if (held) {
    const what =
      held.state === "quarantined"
        ? "Sending is stopped for a week"
        : "Sending is reduced to half of the limit";
    add(
      held.state,
      "error",
      `${what}: ${held.reason}`,
      "Validate the leads, check the texts, and fix the DNS records below.",
    );
  }
  if (!imap) {
    add(
      "no_imap",
      "info",
      "Replies and bounces cannot be read.",
      "Add an IMAP server, so that sequences stop when a lead replies.",
    );
  } else if (status !== "reconnect_required" && isReadingLate(input)) {
    add(
      "imap_late",
      "warning",
      statusMessage ?? "Replies have not been read for hours.",
      "Test the mailbox.",
    );
  }
  return issues;
}

/** Its answers were not read for too long. */
export const isReadingLate = ({ imap, now, status, createdAt }: HealthInput): boolean =>
  imap !== null && status !== "disabled" && now - (imap.lastSyncAt ?? createdAt) >= IMAP_LATE_MS;

/** What bounces, complaints and placement cost. */
export function rateIssues({ sample, spam }: HealthInput): HealthIssue[] {
  const issues: HealthIssue[] = [];
  const add = (
    code: string,
    found: { band: Band; reason: Phrase },
    share: number,
    most: number,
    at: number,
    fix: string,
  ) => {
    if (found.band === "healthy") return;
    const points = Math.round(most * Math.min(1, share / at));
    const severity = found.band === "watch" ? "warning" : "error";
    issues.push({ code, severity, points, message: inEnglish(found.reason), fix });
  };
  const { sent, complaints } = sample;
  add(
    "bounce_rate",
    bounceBand(sample),
    bounceShare(sample) ?? 0,
    40,
    0.1,
    "Validate the leads before sending, and remove the invalid ones.",
  );
  add(
    "complaint_rate",
    complaintBand(sample),
    rate(complaints, sent) ?? 0,
    30,
    0.003,
    "Send only to relevant leads, and make the unsubscribe link easy to find.",
  );
  const placed = spam ? spam.inbox + spam.spam : 0;
  add(
    "spam_placement",
    spamBand(spam),
    spam && placed > 0 ? spam.spam / placed : 0,
    40,
    0.4,
    "Send fewer emails, keep warmup running, and check SPF, DKIM and DMARC.",
  );
  return issues;
}

const LISTED_POINTS = 30;
const USES: Readonly<Record<ListedName["use"], string>> = {
  sending: "The sending domain",
  tracking: "The tracking domain",
  server: "The server's address",
  linked: "The linked domain",
};

/** What block lists cost; the first one counts, since many lists copy each other. */
export const listIssues = (listed: readonly ListedName[]): HealthIssue[] =>
  listed.map(({ list, name, use, delistingUrl }, i) => ({
    code: "blocklisted",
    severity: use === "linked" ? "warning" : "error",
    points: i === 0 ? LISTED_POINTS : 0,
    message: `${USES[use]} ${name} is on the block list ${list}.`,
    fix: `Find the cause, then ask to be removed: ${delistingUrl}`,
  }));

const NAMES = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  mx: "MX",
  tracking: "Tracking domain",
  tracking_owner: "Tracking domain",
  own_host: "Host",
} as const;

/** "ours.test has no SPF record." */
function faultOf({ name: record, domain, code }: RecordCheck): string {
  const name = NAMES[record];
  if (code === "nxdomain") return `The domain ${domain} does not exist.`;
  if (code === "none" && !record.startsWith("tracking")) return `${domain} has no ${name} record.`;
  return `${name} of ${domain} is wrong (${code}).`;
}

/** What to do, without the sentence about what is missing if the message has it already. */
const hintOf = ({ code, hint }: RecordCheck): string | null =>
  (code === "none" || code === "nxdomain") && hint !== null
    ? hint.replace(/^[^.]*\. (?=[A-Z])/, "")
    : hint;

/** What its records cost. */
export function dnsIssues(records: readonly RecordCheck[]): HealthIssue[] {
  return records.flatMap((record): HealthIssue[] => {
    const name = NAMES[record.name];
    const code = `${record.name}_${record.status}`;
    const hint = hintOf(record);
    const fix =
      record.expected === null
        ? hint
        : `${hint ?? ""} ${record.type} record at ${record.host}: ${record.expected}`.trim();
    if (record.status === "fail") {
      return [
        {
          code,
          severity: "error",
          points: DNS_POINTS,
          message: faultOf(record),
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
