import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { RecordCheck, RecordName } from "#platform/rules/dns/record-check.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { ListedName } from "#modules/health/rules/health-issues.ts";
import { healthOf } from "#modules/health/rules/health.ts";
import {
  bounceShare,
  rate,
  type Sample,
  type SpamSample,
} from "#modules/mailboxes/rules/health-bands.ts";
import { effectiveDailyLimit, limitedBy } from "#modules/mailboxes/rules/limits.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { presentRecord } from "#modules/links/tracking-domains/present-record.ts";
import type { BoxRow } from "./store.ts";

type Given = {
  readonly box: BoxRow;
  readonly now: UnixMs;
  readonly records: readonly RecordCheck[] | null;
  readonly checkedAt: UnixMs | null;
  readonly sample: Sample;
  readonly byDay: MailboxHealth["by_day"];
  readonly spam: SpamSample;
  readonly listed: readonly ListedName[];
  readonly sentToday: number;
};

/** Health as the list shows it, and in full. */
export function presentHealth(given: Given): { brief: MailboxHealth; full: MailboxHealth } {
  const { box, now, records, sample, spam } = given;
  const held =
    box.heldState === null
      ? null
      : { state: box.heldState, reason: box.heldReason ?? "Its rates were too high." };
  const imap =
    box.imapHost === null ? null : { lastSyncAt: box.lastSyncAt, failures: box.syncFailures };
  const health = healthOf({ ...box, imap, records, sample, spam, held, listed: given.listed, now });
  const stateOf = (name: RecordName) =>
    records?.find((record) => record.name === name)?.status ?? "unknown";
  const dns: MailboxHealth["dns"] = {
    mx: stateOf("mx"),
    spf: stateOf("spf"),
    dkim: stateOf("dkim"),
    dmarc: stateOf("dmarc"),
    checked_at: isoOrNull(given.checkedAt),
  };
  const placed = spam ? spam.inbox + spam.spam : 0;
  const brief: MailboxHealth = {
    mailbox_id: box.id,
    email: box.email,
    score: records === null ? null : health.score,
    status: records === null && health.status === "healthy" ? "unknown" : health.status,
    issues: health.issues.map((issue) => ({ ...issue })),
    held: held && { ...held, until: isoOrNull(box.heldUntil) },
    smtp: smtpOf(box),
    imap: imapOf(box, now),
    dns,
    blocklists: [
      ...new Set(given.listed.flatMap(({ use, list }) => (use === "sending" ? [list] : []))),
    ],
    rates: {
      sent_7d: sample.sent,
      bounce_rate: bounceShare(sample),
      complaint_rate: rate(sample.complaints, sample.sent),
      reply_rate: rate(sample.replies, sample.sent),
      spam_placement: spam && placed > 0 ? spam.spam / placed : null,
    },
    by_day: given.byDay,
    usage: {
      sent_today: given.sentToday,
      daily_limit: box.dailyLimit,
      effective_limit: effectiveDailyLimit(box, now),
      limited_by: limitedBy(box, now),
    },
    warmup: spam && { inbox_7d: spam.inbox, spam_7d: spam.spam },
  };
  const full = { ...brief, dns: { ...dns, records: (records ?? []).map(presentRecord) } };
  return { brief, full };
}

const isBroken = ({ status }: BoxRow): boolean =>
  status === "connection_error" || status === "sending_error";

function smtpOf(box: BoxRow): MailboxHealth["smtp"] {
  const seen = [box.testedAt, box.lastSentAt].filter((at) => at !== null);
  const last = seen.reduce<UnixMs | null>((a, b) => (a === null || b > a ? b : a), null);
  const bad = isBroken(box);
  return {
    ok: bad ? false : last === null ? null : true,
    checked_at: isoOrNull(bad ? (box.lastErrorAt ?? last) : last),
    error: bad ? box.statusMessage : null,
  };
}

function imapOf(box: BoxRow, now: UnixMs): MailboxHealth["imap"] {
  if (box.imapHost === null) return null;
  const failing = box.syncFailures > 0;
  return {
    ok: failing ? false : box.lastSyncAt === null ? null : true,
    last_sync_at: isoOrNull(box.lastSyncAt),
    lag_seconds:
      box.lastSyncAt === null ? null : Math.max(0, Math.round((now - box.lastSyncAt) / 1_000)),
    error: failing ? box.statusMessage : null,
  };
}
