import { csvHead, csvLine } from "#platform/rules/csv.ts";
import type { OverviewExportQuery, OverviewQuery } from "#modules/operations/contract/overview.ts";
import {
  inOrder,
  overviewCursor,
  type OverviewPlace,
  placeAfter,
  readOverviewCursor,
} from "#modules/operations/rules/overview-order.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { lastDays } from "#platform/rules/time.ts";
import { selectOverview } from "./kept-store.ts";
import { type Judged, overviewRow } from "./overview-row.ts";
import { countOverview, selectRanked } from "./ranks-store.ts";

/** Workspaces without a known place that are looked at for a page; of more, all are. */
const MOST_UNRANKED = 1_000;

/**
 * Every workspace with its figures, in order, a page at a time. As many queries, whatever their number:
 * sums and warnings are made of the kept rows, of few workspaces all and of many those of the page.
 */
export async function readOverview(deps: Deps, query: OverviewQuery) {
  const from = query.cursor === undefined ? null : readOverviewCursor(query.cursor, query);
  if (query.cursor !== undefined && from === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const found = (await rankedRows(deps, query, from)) ?? (await allRows(deps, query, from));
  const shown = found.rows.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = found.rows.length > query.limit && last !== undefined;
  return {
    data: shown.map(({ row }) => row),
    pagination: paginationOf(query, found.total, hasMore ? overviewCursor(query, last) : null),
  };
}

/** The page and one row more, which says that another follows; and how many there are of all. */
type Found = { readonly rows: readonly Judged[]; readonly total: number };

const startOf = ({ page, limit }: OverviewQuery): number => (page - 1) * limit;

async function allRows(
  deps: Deps,
  query: OverviewQuery,
  from: OverviewPlace | null,
): Promise<Found> {
  const rows = await everyRow(deps, query);
  const start = from ? placeAfter(rows, query, from) : startOf(query);
  return { rows: rows.slice(start, start + query.limit + 1), total: rows.length };
}

/**
 * The same by the places that are kept; whose place is not known is looked at, as all are in an install of
 * few. Null: too many are not, as right after midnight (UTC).
 */
async function rankedRows(
  deps: Deps,
  query: OverviewQuery,
  from: OverviewPlace | null,
): Promise<Found | null> {
  const now = deps.now();
  const ordering = { ...query, q: query.q?.trim() ?? "", now };
  const start = from ? 0 : startOf(query);
  const end = start + query.limit + 1;
  const most = { unknown: MOST_UNRANKED, known: end };
  const places = await selectRanked(deps.install, ordering, from, most);
  const unknown = places.filter(({ isRanked }) => isRanked === 0).map(({ id }) => id);
  if (unknown.length >= MOST_UNRANKED) return null;
  const compare = inOrder(query);
  const looked = await rowsOf(deps, query, unknown, now);
  const page = [
    ...places.filter(({ isRanked }) => isRanked === 1),
    ...looked.filter((row) => from === null || compare(row, from) > 0),
  ]
    .toSorted(compare)
    .slice(start, end);
  const rest = page.flatMap((place) => ("row" in place ? [] : [place.id]));
  const rows = new Map(
    [...looked, ...(await rowsOf(deps, query, rest, now))].map((row) => [row.id, row]),
  );
  return {
    // One that was deleted meanwhile is not there.
    rows: page.flatMap(({ id }) => rows.get(id as WorkspaceId) ?? []),
    total: places[0]?.total ?? (await countOverview(deps.install, ordering.q)),
  };
}

async function rowsOf(
  deps: Deps,
  query: OverviewQuery,
  ids: readonly WorkspaceId[],
  now: UnixMs,
): Promise<Judged[]> {
  if (ids.length === 0) return [];
  const days = lastDays(now, query.days);
  const sources = await selectOverview(deps.install, { ids });
  return sources.map((source) => overviewRow(source, days, now, query.sort));
}

async function everyRow(deps: Deps, query: OverviewExportQuery): Promise<Judged[]> {
  const now = deps.now();
  const days = lastDays(now, query.days);
  const sources = await selectOverview(deps.install, {
    q: query.q?.trim() ?? "",
  });
  return sources
    .map((source) => overviewRow(source, days, now, query.sort))
    .toSorted(inOrder(query));
}

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
