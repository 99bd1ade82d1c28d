import { ratesOf } from "#modules/campaigns/rules/rates.ts";
import type { Quotas } from "#modules/accounts/rules/quota.ts";
import { csvHead, csvLine } from "#platform/rules/csv.ts";
import type {
  OverviewExportQuery,
  OverviewQuery,
  OverviewRow,
} from "#modules/operations/contract/overview.ts";
import { daysOfWork, type FigureDay, NO_FIGURES } from "#modules/operations/rules/figures.ts";
import {
  inOrder,
  overviewCursor,
  type OverviewPlace,
  placeAfter,
  readOverviewCursor,
} from "#modules/operations/rules/overview-order.ts";
import { urgencyOf, warningsOf } from "#modules/operations/rules/warnings.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { isoOrNull, lastDays, utcMonth } from "#platform/rules/time.ts";
import { type OverviewSource, selectOverview } from "./kept-store.ts";

/**
 * Every workspace with its figures, in order, a page at a time. One query, whatever their number: sums,
 * warnings and the order are made of the kept rows.
 */
export async function readOverview(deps: Deps, query: OverviewQuery) {
  const rows = await everyRow(deps, query);
  const from = query.cursor === undefined ? null : readOverviewCursor(query.cursor, query);
  if (query.cursor !== undefined && from === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const start = from ? placeAfter(rows, query, from) : (query.page - 1) * query.limit;
  const shown = rows.slice(start, start + query.limit);
  const last = shown.at(-1);
  const hasMore = start + query.limit < rows.length && last !== undefined;
  return {
    data: shown.map(({ row }) => row),
    pagination: paginationOf(query, rows.length, hasMore ? overviewCursor(query, last) : null),
  };
}

/** A row with its place in the order. */
type Judged = OverviewPlace & { readonly row: OverviewRow };

async function everyRow(deps: Deps, query: OverviewExportQuery): Promise<Judged[]> {
  const now = deps.now();
  const days = lastDays(now, query.days);
  const sources = await selectOverview(deps.install, query.q?.trim() ?? "");
  return sources.map((source) => judged(source, days, now, query.sort)).toSorted(inOrder(query));
}

function judged(
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

const COLUMNS = [
  "workspace_id",
  "workspace",
  "as_of",
  "days",
  "sent",
  "replies",
  "positive_replies",
  "meetings",
  "bounces",
  "bounce_rate",
  "spam_placement",
  "mailboxes",
  "mailboxes_active",
  "leads_left",
  "days_left",
  "leads",
  "leads_quota",
  "mailboxes_quota",
  "mails_month",
  "mails_month_quota",
  "oldest_unanswered_at",
  "warnings",
];

/** The whole list in its order as CSV; UTF-8 with a mark, by which spreadsheets know it. */
export async function overviewCsv(deps: Deps, query: OverviewExportQuery): Promise<string> {
  const rows = await everyRow(deps, query);
  const lines = rows.map(({ row }) =>
    csvLine([
      row.workspace.id,
      row.workspace.name,
      row.as_of,
      query.days,
      row.sent,
      row.replies,
      row.positive_replies,
      row.meetings,
      row.bounces,
      row.bounce_rate,
      row.spam_placement,
      row.mailboxes.total,
      row.mailboxes.active,
      row.leads_left,
      row.days_left,
      row.quota.leads.used,
      row.quota.leads.limit,
      row.quota.mailboxes.limit,
      row.quota.mails_month.used,
      row.quota.mails_month.limit,
      row.oldest_unanswered_at,
      row.warnings.map(({ code }) => code).join(" "),
    ]),
  );
  return csvHead(COLUMNS) + lines.join("");
}
