import { ratesOf } from "#modules/campaigns/rules/rates.ts";
import type { Quotas } from "#modules/accounts/rules/quota.ts";
import type { OverviewQuery, OverviewRow } from "#modules/operations/contract/overview.ts";
import { daysOfWork, type FigureDay, NO_FIGURES } from "#modules/operations/rules/figures.ts";
import type { OverviewPlace } from "#modules/operations/rules/overview-order.ts";
import { urgencyOf, warningsOf } from "#modules/operations/rules/warnings.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { isoOrNull, utcMonth } from "#platform/rules/time.ts";
import type { OverviewSource } from "./kept-store.ts";

/* A workspace's row of the overview, and its place in each order, of what is kept. */

/** A row with its place in the order. */
export type Judged = OverviewPlace & { readonly row: OverviewRow };

/** The row over these days (YYYY-MM-DD), in this order. */
export function overviewRow(
  source: OverviewSource,
  days: readonly string[],
  now: UnixMs,
  sort: OverviewQuery["sort"],
): Judged {
  const row = rowOf(source, days, now);
  const keys: Record<OverviewQuery["sort"], string | number | null> = {
    attention: urgencyOf(row.warnings),
    name: row.workspace.name.toLowerCase(),
    sent: row.sent,
    replies: row.replies,
    positive_replies: row.positive_replies,
    meetings: row.meetings,
    bounce_rate: row.bounce_rate,
    leads_left: row.leads_left,
    days_left: row.days_left,
    oldest_unanswered: row.oldest_unanswered_at,
  };
  return { row, id: row.workspace.id, key: keys[sort] };
}

function rowOf(source: OverviewSource, days: readonly string[], now: UnixMs): OverviewRow {
  const figures = source.figures ?? NO_FIGURES;
  const quotas: Quotas = {
    leads: source.leads,
    mailboxes: source.mailboxes,
    mails_month: source.mails,
  };
  const total = Object.values(figures.mailboxes).reduce((sum, n) => sum + n, 0);
  const used = {
    leads: figures.leads,
    mailboxes: total,
    // Counted before the month began: nothing of it is sent yet, as far as is known.
    mails_month: figures.month === utcMonth(now) ? figures.mailsOfMonth : 0,
  };
  const window = windowOf(source.days ?? [], days);
  return {
    workspace: {
      id: source.id,
      name: source.name,
      slug: source.slug,
      is_client: source.isClient,
    },
    as_of: isoOrNull(source.countedAt),
    sent: window.sent,
    replies: window.replies,
    positive_replies: window.positive,
    meetings: window.meetings,
    bounces: window.bounces,
    bounce_rate: window.bounceRate,
    spam_placement: null,
    by_day: window.byDay,
    mailboxes: { total, ...countsOf(figures.mailboxes) },
    leads_left: figures.leadsLeft,
    days_left: daysOfWork(figures),
    quota: {
      leads: { limit: quotas.leads, used: used.leads },
      mailboxes: { limit: quotas.mailboxes, used: used.mailboxes },
      mails_month: { limit: quotas.mails_month, used: used.mails_month },
    },
    oldest_unanswered_at: isoOrNull(figures.oldestUnansweredAt),
    warnings: warningsOf(figures, used, quotas, now),
  };
}

function countsOf(
  kept: OverviewSource["figures"] extends (infer F) | null
    ? F extends { mailboxes: infer M }
      ? M
      : never
    : never,
) {
  const counts = MAILBOX_STATUSES.map((status) => [status, kept[status] ?? 0]);
  // Every status of the list has its entry.
  return Object.fromEntries(counts) as Record<(typeof MAILBOX_STATUSES)[number], number>;
}

function windowOf(kept: readonly FigureDay[], days: readonly string[]) {
  const at = new Map(days.map((day, i) => [day, i]));
  const byDay = { sent: days.map(() => 0), replies: days.map(() => 0) };
  const sums = { sent: 0, refused: 0, bounces: 0, replies: 0, meetings: 0, positive: 0 };
  for (const [day, sent, refused, bounces, replies, meetings, positive = 0] of kept) {
    const i = at.get(day);
    if (i === undefined) continue;
    byDay.sent[i] = sent;
    byDay.replies[i] = replies;
    sums.sent += sent;
    sums.refused += refused;
    sums.bounces += bounces;
    sums.replies += replies;
    sums.meetings += meetings;
    sums.positive += positive;
  }
  return { ...sums, byDay, bounceRate: bounceRateOf(sums) };
}

/** As everywhere: of what a server answered for good. */
const bounceRateOf = (sums: { sent: number; refused: number; bounces: number }): number | null =>
  ratesOf({
    ...sums,
    delivered: 0,
    contacted: 0,
    unique_opens: 0,
    unique_clicks: 0,
    unique_replies: 0,
    positive_replies: 0,
    unsubscribes: 0,
    complaints: 0,
    meetings_booked: 0,
  }).bounce_rate;
