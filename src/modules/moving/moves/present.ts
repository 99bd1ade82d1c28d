import type { Move } from "#modules/moving/contract/moves.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import { iso } from "#platform/rules/time.ts";
import type { MoveRow } from "./store.ts";

type Counted = { readonly kind: Found["kind"]; readonly n: number; readonly waiting: number };

const NAMES = {
  client: "clients",
  sender: "mailboxes",
  suppression: "suppressions",
  list: "lists",
  lead: "leads",
  campaign: "campaigns",
  place: "places",
  mail: "emails",
  fault: "faults",
} as const;

/** How many of each there are, and wait. */
export function countsOf(rows: readonly Counted[], of: "n" | "waiting"): Move["found"] {
  const counts = {
    clients: 0,
    mailboxes: 0,
    suppressions: 0,
    lists: 0,
    leads: 0,
    campaigns: 0,
    places: 0,
    emails: 0,
    faults: 0,
  };
  for (const row of rows) {
    if (row.kind === "figure") continue;
    counts[NAMES[row.kind]] += row[of];
  }
  return counts;
}

/** `left` is what a first reading still takes; null: nobody knows. */
export const presentMove = (
  row: MoveRow,
  rows: readonly Counted[],
  undecided: number,
  left: number | null,
): Move => ({
  id: row.id,
  rival: row.rival,
  workspace_id: row.workspaceId,
  state: row.state,
  has_key: row.key !== null,
  doing: row.doing,
  found: countsOf(rows, "n"),
  waiting: countsOf(rows, "waiting"),
  requests: row.requests,
  seconds_left: secondsLeft(row) ?? left,
  trouble: row.trouble,
  undecided_clients: undecided,
  created_at: iso(row.createdAt),
  read_at: row.readAt && iso(row.readAt),
  watch_until: row.watchUntil && iso(row.watchUntil),
  next_news_at: row.newsAt && iso(row.newsAt),
  ended_at: row.endedAt && iso(row.endedAt),
});

/** At the pace of the requests so far, as many as the reading before needed. */
function secondsLeft({ state, requests, waitedMs, lastRequests }: MoveRow): number | null {
  if (state !== "reading" || lastRequests === null || requests === 0) return null;
  const each = waitedMs / requests;
  return Math.ceil((Math.max(0, lastRequests - requests) * each) / 1_000);
}
