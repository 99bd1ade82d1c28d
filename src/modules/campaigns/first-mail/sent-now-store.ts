import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

type Place = { readonly enrolmentId: EnrolmentId; readonly nextSendAt: UnixMs | null };

/** A place whose sequence has not begun. */
const isNew = (workspaceId: WorkspaceId, { enrolmentId }: Place): SQL =>
  sql`id = ${enrolmentId} AND +workspace_id = ${workspaceId} AND status = 'pending' AND current_step = 0`;

/** Notes who asked, and makes the place due, before the claim of the same batch. */
export const askNow = (
  db: Db,
  workspaceId: WorkspaceId,
  place: Place,
  by: string,
  now: UnixMs,
): Statement =>
  db.run(sql`UPDATE ${campaignLeads} SET sent_now_by = ${by}, next_send_at = ${now}
    WHERE ${isNew(workspaceId, place)}`);

/** Behind the claim: a place that it did not take is as before. */
export const askNoMore = (db: Db, workspaceId: WorkspaceId, place: Place): Statement =>
  db.run(sql`UPDATE ${campaignLeads} SET sent_now_by = NULL, next_send_at = ${place.nextSendAt}
    WHERE ${isNew(workspaceId, place)}`);

/** The condition of the audit line: this lease holds the first email of the place. */
export const whileClaimed = (workspaceId: WorkspaceId, place: Place, lease: string): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${place.enrolmentId}
    AND +s.workspace_id = ${workspaceId} AND s.lease = ${lease})`;
