import { eq, sql, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { hitBatches, hits, type HitSignals } from "#modules/events/schema/events.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { HitId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { SpreadClick } from "#modules/tracking/rules/spread.ts";
import type { JudgedHit, Judgement, Verdict } from "#modules/tracking/rules/verdict.ts";

// `+workspace_id` keeps the planner from walking a whole workspace where the ids are known.

/** What judging reads of a message. */
export function selectSends(db: Db, workspaceId: WorkspaceId, sendIds: readonly SendId[]) {
  return db
    .select({
      id: sends.id,
      state: sends.state,
      leadId: sends.leadId,
      campaignId: sends.campaignId,
      stepId: sends.stepId,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
      acceptedAt:
        sql<UnixMs | null>`CASE WHEN ${sends.evidence} IN ('smtp', 'journal', 'api') AND ${sends.state} = 'sent' THEN ${sends.sentAt} END`.as(
          "acceptedAt",
        ),
      openedAt: sends.openedAt,
      clickedAt: sends.clickedAt,
    })
    .from(sends)
    .where(sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.id} IN ${listed(sendIds)}`);
}
export type JudgedSend = Awaited<ReturnType<typeof selectSends>>[number];

export type StoredHit = JudgedHit & { readonly sendId: SendId; readonly verdict: Verdict | null };

/** Hits of these messages in a span of time, judged or not. */
export async function selectHits(
  db: Db,
  workspaceId: WorkspaceId,
  sendIds: readonly SendId[],
  from: UnixMs,
  to: UnixMs,
): Promise<StoredHit[]> {
  // Thousands a second: by hand, since a query builder's rows cost more than the query.
  const rows = await db.all<Omit<StoredHit, keyof HitSignals> & { signals: string }>(sql`
    SELECT id AS "id", send_id AS "sendId", kind AS "kind", url AS "url", at AS "at",
      verdict AS "verdict", source AS "source", signals AS "signals"
    FROM ${hits} WHERE workspace_id = ${workspaceId} AND send_id IN ${listed(sendIds)}
      AND at BETWEEN ${from} AND ${to}`);
  return rows.map(({ signals, ...row }) => ({
    ...row,
    // What `insertHits` wrote.
    ...(JSON.parse(signals) as HitSignals),
  }));
}

/** More than one office clicks in a few seconds. */
const MAX_CLICKS = 2_000;

/** Clicks of these sources in a span of time, in whatever mail; private ones are left out. */
export async function selectClicksOf(
  db: Db,
  workspaceId: WorkspaceId,
  sources: readonly string[],
  from: UnixMs,
  to: UnixMs,
): Promise<SpreadClick[]> {
  // Each half has an index of its own that begins with the time.
  const half = (which: SQL): SQL => sql`
    SELECT h.source AS "source", h.signals ->> '$.agent' AS "agent", h.at AS "at", s.lead_id AS "leadId",
      s.campaign_id AS "campaignId", substr(s.to_email, instr(s.to_email, '@') + 1) AS "domain"
    FROM ${hits} h JOIN ${sends} s ON s.id = h.send_id AND +s.workspace_id = ${workspaceId}
    WHERE ${which} AND h.at BETWEEN ${from} AND ${to} AND +h.workspace_id = ${workspaceId}
      AND h.kind = 'click' AND h.signals ->> '$.private' = 0
      AND h.source IN (SELECT value FROM json_each(${JSON.stringify(sources)}))`;
  return db.all<SpreadClick>(sql`
    SELECT * FROM (${half(sql`h.verdict IS NULL`)}
      UNION ALL ${half(sql`h.source IS NOT NULL AND h.verdict IS NOT NULL`)}) LIMIT ${MAX_CLICKS}`);
}

/** A hit and the verdict it gets; `from` is the verdict that it was read with. */
export type Ruling = { readonly id: HitId; readonly from: Verdict | null; readonly to: Judgement };

/** A message and its first human open and click, as read and as they become. */
export type Change = {
  readonly id: SendId;
  readonly openedAt: readonly [from: UnixMs | null, to: UnixMs | null];
  readonly clickedAt: readonly [from: UnixMs | null, to: UnixMs | null];
};

/**
 * First of the batch: leaves a mark if every hit and message still is as it was read. The other
 * statements ask for the mark, so either all happen or none, even if another worker judges at the
 * same time.
 */
export function insertMark(
  db: Db,
  workspaceId: WorkspaceId,
  mark: string,
  now: UnixMs,
  rulings: readonly Ruling[],
  messages: readonly Change[],
): Statement {
  const hitsAsRead = JSON.stringify(rulings.map(({ id, from }) => [id, from]));
  const sendsAsRead = JSON.stringify(messages.map((m) => [m.id, m.openedAt[0], m.clickedAt[0]]));
  return db.run(sql`
    INSERT INTO ${hitBatches} (id, at) SELECT ${mark}, ${now}
    WHERE NOT EXISTS (
      SELECT 1 FROM json_each(${hitsAsRead}) j LEFT JOIN ${hits} h ON h.id = j.value->>0
      WHERE h.id IS NULL OR h.workspace_id <> ${workspaceId} OR h.verdict IS NOT j.value->>1)
    AND NOT EXISTS (
      SELECT 1 FROM json_each(${sendsAsRead}) j LEFT JOIN ${sends} s ON s.id = j.value->>0
      WHERE s.id IS NULL OR s.workspace_id <> ${workspaceId}
         OR s.opened_at IS NOT j.value->>1 OR s.clicked_at IS NOT j.value->>2)`);
}

export const marked = (mark: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${hitBatches} WHERE id = ${mark})`;

/** Last of the batch: nothing of the mark stays. */
export const deleteMark = (db: Db, mark: string): Statement =>
  db.delete(hitBatches).where(eq(hitBatches.id, mark));

/** Writes the verdicts, one statement for each distinct judgement. */
export function updateHits(
  db: Db,
  workspaceId: WorkspaceId,
  rulings: readonly Ruling[],
  guard: SQL,
): Statement[] {
  const alike = Map.groupBy(rulings, ({ to }) => JSON.stringify(to));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return db.run(sql`
      UPDATE ${hits} SET verdict = ${first.to.verdict}, reasons = ${JSON.stringify(first.to.reasons)}
      WHERE id IN ${listed(group.map(({ id }) => id))} AND +workspace_id = ${workspaceId} AND ${guard}`);
  });
}

/** Moves the first human open and click of the messages that changed. */
export function updateSends(
  db: Db,
  workspaceId: WorkspaceId,
  changes: readonly Change[],
  guard: SQL,
): Statement {
  const times = Object.fromEntries(
    changes.flatMap((c) => [
      [`o${c.id}`, c.openedAt[1]],
      [`c${c.id}`, c.clickedAt[1]],
    ]),
  );
  const map = JSON.stringify(times);
  return db.run(sql`
    UPDATE ${sends} SET opened_at = ${map} ->> ('o' || id), clicked_at = ${map} ->> ('c' || id)
    WHERE id IN ${listed(changes.map(({ id }) => id))} AND +workspace_id = ${workspaceId} AND ${guard}`);
}

/** `(1, 2, 3)` as one parameter. */
const listed = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
