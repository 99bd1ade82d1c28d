import { sql } from "drizzle-orm";
import { grants } from "#modules/connections/schema/grants.ts";
import type { MailboxFault, MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const live = (workspaceId: WorkspaceId) =>
  sql`${mailboxes}.workspace_id = ${workspaceId} AND ${mailboxes}.deleted_at IS NULL`;
const grantOf = (workspaceId: WorkspaceId) =>
  sql`LEFT JOIN ${grants} g ON g.id = ${mailboxes}.grant_id AND +g.workspace_id = ${workspaceId}`;

type Status = MailboxSummary["statuses"][number]["status"];
type SignIn = MailboxSummary["providers"][number]["provider"];

/** Mailboxes by status and by where they sign in. */
export const selectKinds = (db: Db, workspaceId: WorkspaceId) =>
  db.all<{ status: Status; provider: SignIn; mailboxes: number }>(sql`
    SELECT ${mailboxes}.status AS status, coalesce(g.provider, 'password') AS provider, count(*) AS mailboxes
    FROM ${mailboxes} ${grantOf(workspaceId)}
    WHERE ${live(workspaceId)} GROUP BY 1, 2`);

type Named = { name: string; mailboxes: number };

export const selectGroups = (db: Db, workspaceId: WorkspaceId, limit: number) =>
  db.all<Named>(sql`
    SELECT group_name AS name, count(*) AS mailboxes FROM ${mailboxes}
    WHERE ${live(workspaceId)} AND group_name IS NOT NULL
    GROUP BY 1 ORDER BY mailboxes DESC, name LIMIT ${limit}`);

export const selectTags = (db: Db, workspaceId: WorkspaceId, limit: number) =>
  db.all<Named>(sql`
    SELECT tag.value AS name, count(*) AS mailboxes FROM ${mailboxes}, json_each(${mailboxes}.tags) tag
    WHERE ${live(workspaceId)}
    GROUP BY 1 ORDER BY mailboxes DESC, name LIMIT ${limit}`);

export type FaultRow = Omit<MailboxFault, "emails"> & { email: string };

/** What a consent that ended says differs for each of them; what to do is the same. */
const CAUSE = sql`CASE ${mailboxes}.status
  WHEN 'reconnect_required' THEN 'signed_out'
  WHEN 'connection_error' THEN 'connection_failed'
  WHEN 'sending_error' THEN 'sending_refused'
  WHEN 'active' THEN 'quarantined' END`;

/** Mailboxes that do not send, up to three of each cause beside how many it has. */
export const selectFaults = (db: Db, workspaceId: WorkspaceId, now: UnixMs, limit: number) =>
  db.all<FaultRow>(sql`
    WITH stopped AS (
      SELECT ${mailboxes}.id AS id, ${mailboxes}.email AS email, ${CAUSE} AS code,
        coalesce(g.kind, 'password') AS kind, g.provider AS provider,
        CASE ${mailboxes}.status WHEN 'reconnect_required' THEN NULL
          WHEN 'active' THEN ${mailboxes}.held_reason ELSE ${mailboxes}.status_message END AS message
      FROM ${mailboxes} ${grantOf(workspaceId)}
      WHERE ${live(workspaceId)}
        AND (${mailboxes}.status IN ('reconnect_required', 'connection_error', 'sending_error')
          OR (${mailboxes}.status = 'active' AND ${mailboxes}.held_state = 'quarantined' AND ${mailboxes}.held_until > ${now}))),
    placed AS (
      SELECT *, count(*) OVER (PARTITION BY code, kind, provider, message) AS mailboxes,
        row_number() OVER (PARTITION BY code, kind, provider, message ORDER BY id) AS place
      FROM stopped)
    SELECT code, kind, provider, message, mailboxes, email FROM placed WHERE place <= 3
    ORDER BY mailboxes DESC, code, kind, provider, message, place LIMIT ${limit}`);
