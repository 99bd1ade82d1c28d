import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import {
  isReady,
  type Placement,
  placementRatesOf,
  warmupScore,
} from "#modules/warmup/rules/placement.ts";
import { WARMUP_DEFAULTS, type WarmupSettings } from "#modules/warmup/rules/states.ts";
import type { DayRow, StatusRow } from "./status-store.ts";

/** What a status row is made of. */
export type StatusFacts = {
  readonly row: StatusRow;
  readonly today: string;
  /** Its days, oldest first. */
  readonly days: readonly DayRow[];
  readonly placement: Placement | undefined;
  /** Of the last seven days. */
  readonly refused: number;
  /** What today will be, where it is not planned yet. */
  readonly expected: number;
  readonly isLimited: boolean;
};

/** A mailbox's warmup as the API shows it. */
export function presentStatus(facts: StatusFacts): WarmupStatus {
  const { row, days } = facts;
  const { warmup } = row;
  const today = days.find(({ day }) => day === facts.today);
  const placement = facts.placement ?? { inbox: 0, spam: 0 };
  const { inboxRate, spamRate } = placementRatesOf(placement);
  const score = warmupScore(placement, facts.refused);
  const daysSoFar = warmup?.days ?? 0;
  const isThrottled = warmup?.state === "throttled" || warmup?.state === "quarantined";
  return {
    mailbox_id: row.mailboxId,
    email: row.email,
    state: warmup?.state ?? "not_started",
    state_reason: isThrottled ? warmup.stateReason : null,
    quarantined_until: warmup?.state === "quarantined" ? isoOrNull(warmup.quarantinedUntil) : null,
    day: daysSoFar,
    target_today: today?.target ?? facts.expected,
    sent_today: today?.sent ?? 0,
    received_today: today?.received ?? 0,
    replied_today: today?.replied ?? 0,
    inbox_rate_7d: rounded(inboxRate),
    spam_rate_7d: rounded(spamRate),
    score: warmup ? score : null,
    started_at: isoOrNull(warmup?.startedAt ?? null),
    ready: warmup !== null && isReady(daysSoFar, score),
    warnings: warningsOf(facts),
    settings: presentSettings(warmup ?? WARMUP_DEFAULTS),
    history: days.map(({ day, target, sent, received, replied, inbox, spam }) => ({
      day,
      target,
      sent,
      received,
      replied,
      inbox,
      spam,
    })),
  };
}

const rounded = (rate: number | null): number | null =>
  rate === null ? null : Math.round(rate * 1_000) / 1_000;

function warningsOf({ row, isLimited }: StatusFacts): WarmupStatus["warnings"] {
  const warnings: WarmupStatus["warnings"] = [];
  if (row.imapHost === null) {
    const message = "This mailbox only sends. Add IMAP settings to warm it up.";
    warnings.push({ code: "cannot_read", message });
  }
  if (row.warmup === null || row.warmup.state === "paused") return warnings;
  if (row.status !== "active") {
    const message = "The mailbox is not sending, so its warmup waits. Test its connection.";
    warnings.push({ code: "not_sending", message });
  }
  if (isLimited) {
    const message =
      "Warmup stays at 5 emails per day. It needs at least three mailboxes on two domains. Start warmup for more mailboxes.";
    warnings.push({ code: "limited_pool", message });
  }
  return warnings;
}

const presentSettings = (s: WarmupSettings): WarmupStatus["settings"] => ({
  start_volume: s.startVolume,
  daily_increment: s.dailyIncrement,
  daily_limit: s.dailyLimit,
  reply_rate: s.replyRate,
  weekdays_only: s.weekdaysOnly,
  window_start: s.windowStart,
  window_end: s.windowEnd,
  rescue_spam: s.rescueSpam,
  maintenance_min: s.maintenanceMin,
  maintenance_max: s.maintenanceMax,
});
