import { sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { moveCampaigns, moveFound, moveMails } from "#modules/moving/schema/moves.ts";
import type { CampaignId, MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type NewFolderMail = Pick<
  typeof moveMails.$inferInsert,
  | "uid"
  | "direction"
  | "email"
  | "messageId"
  | "originalId"
  | "inReplyTo"
  | "subject"
  | "text"
  | "automatic"
  | "at"
>;

/** Of these addresses, those that have a place in one of these campaigns. */
export async function selectPlaced(
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT DISTINCT email FROM ${moveFound} INDEXED BY move_found_email
    WHERE email IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
      AND move_id = ${moveId} AND kind = 'place' AND (workspace_id IS NULL OR workspace_id = ${workspaceId})`);
  return new Set(rows.map(({ email }) => email));
}

/** The lead that one of these Message-IDs was sent to, as far as mails are known. */
export async function selectLeadsOfIds(
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const json = JSON.stringify(ids);
  const rows = await db.all<{ id: string; email: string }>(sql`
    SELECT message_id AS id, email FROM ${moveMails}
    WHERE move_id = ${moveId} AND workspace_id = ${workspaceId} AND direction = 'sent'
      AND message_id IN (SELECT value FROM json_each(${json}))
    UNION SELECT data->>'message_id' AS id, email FROM ${moveFound}
    WHERE move_id = ${moveId} AND kind = 'mail' AND data->>'direction' = 'sent'
      AND data->>'message_id' IN (SELECT value FROM json_each(${json}))`);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Keeps what concerns leads; their places wait to be looked at again. */
export function keepMails(
  db: InstallDb,
  at: {
    readonly moveId: MoveId;
    readonly workspaceId: WorkspaceId;
    readonly mailbox: string;
    readonly folder: string;
    readonly uidValidity: string;
  },
  mails: readonly NewFolderMail[],
): InstallStatement[] {
  if (mails.length === 0) return [];
  const json = JSON.stringify(
    mails.map((m) => [
      m.uid,
      m.direction,
      m.email,
      m.messageId,
      m.originalId,
      m.inReplyTo,
      m.subject,
      m.automatic ? 1 : 0,
      m.at,
      m.text,
    ]),
  );
  return [
    db.run(sql`
      INSERT INTO ${moveMails} (move_id, workspace_id, mailbox, folder, uid_validity, uid, direction, email, message_id,
        original_id, in_reply_to, subject, automatic, at, text)
      SELECT ${at.moveId}, ${at.workspaceId}, ${at.mailbox}, ${at.folder}, ${at.uidValidity}, v->>0, v->>1, v->>2, v->>3,
        v->>4, v->>5, v->>6, v->>7, v->>8, v->>9
      FROM (SELECT value AS v FROM json_each(${json}) LIMIT -1) WHERE true
      ON CONFLICT DO NOTHING`),
    db.run(sql`
      UPDATE ${moveFound} SET waiting = 1 WHERE move_id = ${at.moveId} AND kind = 'place'
        AND email IN (SELECT value->>2 FROM json_each(${json}))`),
  ];
}

/** When the first mail left or lead began, as far as the rival says: how far back folders are read. */
export async function selectFirstAt(db: InstallDb, moveId: MoveId): Promise<UnixMs | null> {
  const rows = await db.all<{ at: UnixMs | null }>(sql`
    SELECT min(at) AS at FROM (
      SELECT min(data->>'at') AS at FROM ${moveFound} WHERE move_id = ${moveId} AND kind = 'mail'
      UNION ALL SELECT min(data->>'last_sent_at') AS at FROM ${moveFound}
        WHERE move_id = ${moveId} AND kind = 'place' AND data->>'last_sent_at' IS NOT NULL)`);
  return rows[0]?.at ?? null;
}

/** What lies in the mailboxes of these leads' mail. */
export async function selectFolderMails(
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
  emails: readonly string[],
) {
  return db
    .select()
    .from(moveMails)
    .where(
      sql`${moveMails.moveId} = ${moveId} AND ${moveMails.workspaceId} = ${workspaceId}
        AND ${moveMails.email} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`,
    )
    .orderBy(moveMails.at);
}

/** The campaigns here that a mailbox sent there. */
export const selectSentBy = (
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
  email: string,
): Promise<{ id: CampaignId; ref: string }[]> =>
  db.all(sql`
    SELECT c.campaign_id AS id, c.ref AS ref FROM ${moveCampaigns} c
    JOIN ${moveFound} f ON f.move_id = c.move_id AND f.kind = 'campaign' AND f.ref = c.ref
    WHERE c.move_id = ${moveId} AND c.workspace_id = ${workspaceId} AND c.campaign_id IS NOT NULL
      AND EXISTS (SELECT 1 FROM json_each(f.data, '$.senders') s WHERE lower(s.value) = ${email})`);
