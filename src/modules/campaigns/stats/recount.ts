import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { everyWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { leadCountDifferences, setLeadCounts } from "./lead-count-store.ts";
import {
  FORGETTABLE,
  type Recounted,
  recountRows,
  selectAllStats,
  setCounters,
} from "./recount-store.ts";
import { kindsOf } from "#modules/delivery/engine/kinds.ts";
import { setSlots, slotDifferences } from "./slot-store.ts";
import { HEALTH_METRICS } from "./stat-statement.ts";
import { METRICS, type Metric, type StatRow } from "./store.ts";

/** A kept counter that is not what its rows say. */
export type Difference = {
  readonly workspaceId: WorkspaceId;
  readonly campaignId: number;
  /**
   * `lead_count`: what a workspace, or the list in `key`, says that it holds. `daily_usage`: what the
   * limit in `key` (`mailbox:7:2026-01-31`) says that its day has used.
   */
  readonly dimension: StatRow["dimension"] | "lead_count" | "daily_usage";
  readonly key: string;
  readonly metric: Metric;
  readonly kept: number;
  readonly rows: number;
};

/**
 * Counts every workspace's sends, hits, messages, events and enrolments again and answers the kept
 * counters that say something else; days must add up to their total. With `repair` they are set.
 * `completed` has no rows of its own: a lead that answers afterwards is no longer called completed.
 * What a day's limits have used is compared with the mails that took a place of them.
 * What a workspace lets be forgotten may only have shrunk. Meant for a product that stands still,
 * or counts what happens meanwhile as a difference.
 */
export async function recount(
  deps: Pick<Deps, "install" | "db" | "shards" | "settings" | "now" | "hooks">,
  repair: boolean,
): Promise<readonly Difference[]> {
  const all: Difference[] = [];
  for (const workspaceId of await everyWorkspace(deps)) {
    const inside = inWorkspace(deps, workspaceId);
    const found = await differencesOf(inside);
    all.push(...found, ...(await leadCounts(inside, workspaceId, repair)));
    all.push(...(await slots(inside, workspaceId, repair)));
    if (!repair || found.length === 0) continue;
    await setCounters(
      inside.db,
      workspaceId,
      found.map(({ campaignId, dimension, key, metric, rows }) => ({
        // Back to the form of the store: 0 is the whole workspace.
        campaignId: campaignId as CampaignId | 0,
        dimension,
        key,
        metric,
        by: rows,
      })),
    );
  }
  return all;
}

async function leadCounts(
  { db }: Pick<Deps, "db">,
  workspaceId: WorkspaceId,
  repair: boolean,
): Promise<Difference[]> {
  const found = await leadCountDifferences(db, workspaceId);
  if (repair && found.length > 0) await setLeadCounts(db, workspaceId);
  return found.map((one) => ({
    workspaceId,
    campaignId: 0,
    dimension: "lead_count",
    metric: "leads",
    ...one,
  }));
}

/** Limits of days that can still hold mail back somewhere: from yesterday on, by UTC. */
async function slots(
  deps: Pick<Deps, "db" | "now" | "hooks">,
  workspaceId: WorkspaceId,
  repair: boolean,
): Promise<Difference[]> {
  const ledgers = kindsOf(deps).map(({ ledger }) => ledger);
  const since = utcDay(later(deps.now(), -DAY_MS));
  const found = await slotDifferences(deps.db, ledgers, workspaceId, since);
  if (repair && found.length > 0) await setSlots(deps.db, workspaceId, found);
  return found.map(({ scope, key, day, kept, rows }) => ({
    workspaceId,
    campaignId: 0,
    dimension: "daily_usage",
    key: `${scope}:${key}:${day}`,
    metric: "sent",
    kept,
    rows,
  }));
}

type StatDifference = Difference & { readonly dimension: StatRow["dimension"] };

async function differencesOf(
  deps: Pick<WorkspaceCtx, "db" | "settings" | "now" | "workspaceId">,
): Promise<StatDifference[]> {
  const { workspaceId } = deps;
  const { compliance } = await readSettings(deps);
  const forgets = compliance.retention_days !== null;
  const stored = await selectAllStats(deps.db, workspaceId);
  const kept = new Map<string, number>();
  const days = new Map<string, Days>();
  const note = (name: string, day: string, n: number): void => {
    const known = days.get(name) ?? NO_DAYS;
    const isLater = day > known.last;
    days.set(name, {
      sum: known.sum + n,
      last: isLater ? day : known.last,
      own: isLater ? n : known.own,
    });
  };
  for (const row of stored) {
    for (const metric of METRICS) {
      const n = row[columnOf(metric)];
      if (row.dimension === "day") {
        note(placeName(row.campaignId, "total", "", metric), row.key, n);
      } else if (row.dimension === "mailbox_day") {
        const [mailbox = "", day = ""] = row.key.split(":");
        if (n !== 0) note(placeName(0, "mailbox_day", mailbox, metric), day, n);
      } else if (n !== 0) kept.set(placeName(row.campaignId, row.dimension, row.key, metric), n);
    }
  }
  const counted = new Map<string, number>();
  const mailboxes = new Map<string, number>();
  for (const each of await recountRows(deps.db, workspaceId)) {
    for (const [campaignId, dimension, key] of placesOf(each)) {
      const name = placeName(campaignId, dimension, key, each.metric);
      counted.set(name, (counted.get(name) ?? 0) + each.n);
    }
    if (each.mailboxId === null || !HEALTH_METRICS.has(each.metric)) continue;
    const name = placeName(0, "mailbox_day", `${each.mailboxId}`, each.metric);
    mailboxes.set(name, (mailboxes.get(name) ?? 0) + each.n);
  }
  const differences: StatDifference[] = [];
  for (const name of new Set([...kept.keys(), ...counted.keys()])) {
    const [campaignId, dimension, key, metric] = placeOf(name);
    if (metric === "completed") continue;
    const [was, rows] = [kept.get(name) ?? 0, counted.get(name) ?? 0];
    if (was === rows || (forgets && FORGETTABLE.has(metric) && was > rows)) continue;
    differences.push({ workspaceId, campaignId, dimension, key, metric, kept: was, rows });
  }
  return [
    ...differences,
    ...dayDifferences(deps, workspaceId, kept, days, differences),
    ...mailboxDifferences(deps, workspaceId, mailboxes, days).filter(
      ({ metric, kept: was, rows }) => !(forgets && FORGETTABLE.has(metric) && was > rows),
    ),
  ];
}

/** Days of mailboxes that do not add up to what their rows say; what is missing belongs to the last one. */
function mailboxDifferences(
  deps: Pick<Deps, "now">,
  workspaceId: WorkspaceId,
  mailboxes: ReadonlyMap<string, number>,
  days: ReadonlyMap<string, Days>,
): StatDifference[] {
  const names = new Set([...mailboxes.keys(), ...days.keys()]);
  return [...names].flatMap((name): StatDifference[] => {
    const [campaignId, dimension, mailbox, metric] = placeOf(name);
    if (dimension !== "mailbox_day") return [];
    const { sum, last, own } = days.get(name) ?? NO_DAYS;
    const rows = own + (mailboxes.get(name) ?? 0) - sum;
    if (rows === own) return [];
    const key = `${mailbox}:${last === "" ? utcDay(deps.now()) : last}`;
    return [{ workspaceId, campaignId, dimension, key, metric, kept: own, rows }];
  });
}

/** All days of a counter together, and the last of them. */
type Days = { readonly sum: number; readonly last: string; readonly own: number };
const NO_DAYS: Days = { sum: 0, last: "", own: 0 };

/** Days that do not add up; what is missing belongs to the last one. */
function dayDifferences(
  deps: Pick<Deps, "now">,
  workspaceId: WorkspaceId,
  kept: ReadonlyMap<string, number>,
  days: ReadonlyMap<string, Days>,
  totals: readonly StatDifference[],
): StatDifference[] {
  const right = new Map(
    totals.map((d) => [placeName(d.campaignId, d.dimension, d.key, d.metric), d.rows]),
  );
  const names = [...new Set([...kept.keys(), ...days.keys(), ...right.keys()])];
  return names.flatMap((name): StatDifference[] => {
    const [campaignId, dimension, , metric] = placeOf(name);
    if (dimension !== "total") return [];
    const total = right.get(name) ?? kept.get(name) ?? 0;
    const { sum, last, own } = days.get(name) ?? NO_DAYS;
    if (sum === total) return [];
    const key = last === "" ? utcDay(deps.now()) : last;
    const rows = own + total - sum;
    return [{ workspaceId, campaignId, dimension: "day", key, metric, kept: own, rows }];
  });
}

type Place = readonly [
  campaignId: number,
  dimension: StatRow["dimension"],
  key: string,
  metric: Metric,
];
const placeName = (...place: Place): string => JSON.stringify(place);
// Written by `placeName`.
const placeOf = (name: string): Place => JSON.parse(name) as Place;

function placesOf({ campaignId, stepId, variant, mailboxId }: Recounted) {
  const places: (readonly [number, StatRow["dimension"], string])[] = [
    [0, "total", ""],
    [campaignId, "total", ""],
  ];
  if (stepId !== null) {
    places.push([campaignId, "step", `${stepId}`]);
    places.push([campaignId, "variant", `${stepId}:${variant ?? "control"}`]);
  }
  if (mailboxId !== null) places.push([campaignId, "mailbox", `${mailboxId}`]);
  return places;
}

type Column = keyof Pick<
  Awaited<ReturnType<typeof selectAllStats>>[number],
  | "leads"
  | "contacted"
  | "sent"
  | "refused"
  | "failed"
  | "unknown"
  | "opens"
  | "uniqueOpens"
  | "machineOpens"
  | "clicks"
  | "uniqueClicks"
  | "machineClicks"
  | "replies"
  | "uniqueReplies"
  | "autoReplies"
  | "bounces"
  | "softBounces"
  | "unsubscribes"
  | "complaints"
  | "meetingsBooked"
  | "positiveReplies"
  | "completed"
>;
/** The schema's name of a counter's column. */
const columnOf = (metric: Metric): Column =>
  // Every metric is a column in snake case.
  metric.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Column;
