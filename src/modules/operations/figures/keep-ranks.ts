import { ADDED_UP_TO } from "#modules/operations/rules/figures.ts";
import { REPLY_WAITS_MS } from "#modules/operations/rules/warnings.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { InstallDb } from "#platform/db/db.ts";
import { unixMs, type UnixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, lastDays, MINUTE_MS } from "#platform/rules/time.ts";
import { type OverviewSource, selectOverview } from "./kept-store.ts";
import { type Judged, overviewRow } from "./overview-row.ts";
import { keepRanks, type RankRow, selectUnranked } from "./ranks-store.ts";

/** Places that one sweep finds: after midnight, all of ten thousand within minutes. */
const AT_ONCE = 2_000;
/** Of them, those that are kept together. */
const OF_A_BATCH = 250;

/** A process looks no more often, however often it ticks. */
const LOOK_MS = MINUTE_MS;
const looked = new WeakMap<InstallDb, UnixMs>();

/**
 * Sweep: finds where workspaces stand in the overview of all, those whose figures, name, quotas or day are
 * new. Does nothing in an install of few: there the overview looks at each.
 */
export async function keepNewRanks(deps: Deps): Promise<void> {
  const now = deps.now();
  const age = now - (looked.get(deps.install) ?? -Infinity);
  // A clock that was put back must not stop it.
  if (age >= 0 && age < LOOK_MS) return;
  looked.set(deps.install, now);
  const most = { few: ADDED_UP_TO, limit: AT_ONCE };
  const ids = await selectUnranked(deps.install, now, most);
  for (let from = 0; from < ids.length; from += OF_A_BATCH) {
    await keepThose(deps, ids.slice(from, from + OF_A_BATCH));
  }
}

async function keepThose(deps: Deps, ids: readonly WorkspaceId[]): Promise<void> {
  const now = deps.now();
  const sources = await selectOverview(deps.install, { ids });
  await keepRanks(
    deps.install,
    sources.map((source) => ({ ...rankOf(source, now), countedAt: source.countedAt })),
  );
}

/** A place in every order, and until when it is right if nothing changes. */
function rankOf(source: OverviewSource, now: UnixMs): RankRow {
  const over = (days: 7 | 30 | 90) => overviewRow(source, lastDays(now, days), now, "attention");
  const [week, month, quarter] = [over(7).row, over(30).row, over(90).row];
  const ordered = (sort: Parameters<typeof overviewRow>[3]): Judged["key"] =>
    overviewRow(source, [], now, sort).key;
  return {
    workspaceId: source.id,
    since: now,
    until: rightUntil(source, now),
    ofName: source.name,
    ofLeads: source.leads,
    ofMailboxes: source.mailboxes,
    ofMails: source.mails,
    name: String(ordered("name")),
    attention: Number(ordered("attention")),
    leadsLeft: month.leads_left,
    daysLeft: month.days_left,
    oldestUnanswered: month.oldest_unanswered_at,
    sent7: week.sent,
    sent30: month.sent,
    sent90: quarter.sent,
    replies7: week.replies,
    replies30: month.replies,
    replies90: quarter.replies,
    positiveReplies7: week.positive_replies,
    positiveReplies30: month.positive_replies,
    positiveReplies90: quarter.positive_replies,
    meetings7: week.meetings,
    meetings30: month.meetings,
    meetings90: quarter.meetings,
    bounceRate7: week.bounce_rate,
    bounceRate30: month.bounce_rate,
    bounceRate90: quarter.bounce_rate,
  };
}

/** Days and months end at midnight (UTC), and a reply that waits is warned of a day later. */
function rightUntil({ figures }: OverviewSource, now: UnixMs): UnixMs {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const oldest = figures?.oldestUnansweredAt ?? null;
  const warned = oldest === null ? midnight : oldest + REPLY_WAITS_MS + 1;
  return unixMs(warned > now ? Math.min(midnight, warned) : midnight);
}
