import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { events } from "#modules/events/schema/events.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { BounceClass } from "#platform/rules/mail/refusal.ts";

/** The send has not bounced yet; a hard bounce may still follow a soft one. */
export const notBounced = (workspaceId: WorkspaceId, id: SendId, as: BounceClass): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = ${id} AND s.workspace_id = ${workspaceId}
    AND (s.bounced_at IS NULL OR (${as} = 'hard' AND s.bounce_type <> 'hard')))`;

/** Nobody has complained about the send yet. */
export const notComplained = (workspaceId: WorkspaceId, id: SendId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = ${id} AND s.workspace_id = ${workspaceId}
    AND s.complained_at IS NULL)`;

/** Subscribers have not heard of it yet. */
export const notReported = (workspaceId: WorkspaceId, dedupeKey: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${events} e WHERE e.workspace_id = ${workspaceId} AND e.dedupe_key = ${dedupeKey})`;

/** Days (UTC) on which mail to this lead bounced softly, without this send's. */
export async function selectSoftBounceDays(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
  except: SendId,
): Promise<number[]> {
  const rows = await db.all<{ day: number }>(sql`
    SELECT DISTINCT bounced_at / 86400000 AS day FROM ${sends}
    WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId} AND bounce_type = 'soft' AND id <> ${except}`);
  return rows.map((row) => row.day);
}

export function markSendBounced(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  bounce: { class: BounceClass; at: UnixMs },
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET bounced_at = ${bounce.at}, bounce_type = ${bounce.class},
      blocks = blocks + ${bounce.class === "block" ? 1 : 0}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);
}

export function markComplained(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  at: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET complained_at = coalesce(complained_at, ${at})
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);
}
