import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { hits } from "#modules/events/schema/events.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { SendId, UnixMs } from "#platform/rules/ids.ts";
import { RUN_MARKS, runMark } from "#modules/delivery/rules/run-mark.ts";

/** What settling asks of a send that somebody held. */
const HELD = {
  id: sends.id,
  workspaceId: sends.workspaceId,
  state: sends.state,
  lease: sends.lease,
  messageId: sends.messageId,
};

/** Across workspaces: what was handed over and has not reached its intent, in order of id. */
export async function selectHandedOver(
  db: Db,
  after: { id: number; leaseUntil: UnixMs },
  limit: number,
) {
  return db
    .select({
      id: sends.id,
      workspaceId: sends.workspaceId,
      lease: sends.lease,
      messageId: sends.messageId,
    })
    .from(sends)
    .where(
      sql`${sends.state} = 'leased' AND +${sends.leaseUntil} > ${after.leaseUntil} AND ${sends.id} > ${after.id}`,
    )
    .orderBy(sends.id)
    .limit(limit);
}

/** Across workspaces: what another run of the companion was granted and has not told the outcome of. */
export async function selectLeftBehind(db: Db, run: string, after: SendId, limit: number) {
  return db
    .select(HELD)
    .from(sends)
    .where(
      sql`${sends.state} = 'sending' AND ${sends.evidence} GLOB ${RUN_MARKS} AND ${sends.evidence} <> ${runMark(run)}
        AND ${sends.id} > ${after}`,
    )
    .orderBy(sends.id)
    .limit(limit);
}

/** Across workspaces: sends whose outcome became unclear since then, in order of id. */
export async function selectUnclear(db: Db, since: UnixMs, after: SendId, limit: number) {
  return db
    .select(HELD)
    .from(sends)
    .where(
      sql`${sends.state} = 'unknown' AND +${sends.finishedAt} > ${since} AND ${sends.id} > ${after}`,
    )
    .orderBy(sends.id)
    .limit(limit);
}

/** Across workspaces: sends whose lease ran out, for the sweep. */
export async function selectLapsed(db: Db, now: UnixMs, limit: number) {
  return db
    .select({
      ...HELD,
      /** An answer or a report names the message, or its link or pixel was asked for: a server had it. */
      answered: sql<number>`${sends.repliedAt} IS NOT NULL OR ${sends.bouncedAt} IS NOT NULL
        OR ${sends.unsubscribedAt} IS NOT NULL OR EXISTS (SELECT 1 FROM ${hits} h
          WHERE h.workspace_id = sends.workspace_id AND h.send_id = sends.id)`,
    })
    .from(sends)
    .where(sql`${sends.state} IN ('leased', 'sending') AND ${sends.leaseUntil} <= ${now}`)
    .limit(limit);
}
