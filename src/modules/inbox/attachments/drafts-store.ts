import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { SendState } from "#modules/delivery/rules/states.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { replyDrafts, replyFiles } from "#modules/inbox/schema/inbox.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type DraftRow = {
  readonly messageId: string;
  readonly workspaceId: WorkspaceId;
  readonly mailboxId: MailboxId;
  readonly inMailbox: boolean;
  readonly createdAt: UnixMs;
};

/** Noted before the files are put anywhere, so that what a crash leaves is found again. */
export const insertReplyDraft = (db: Db, draft: DraftRow & { readonly dueAt: UnixMs }): Statement =>
  db.insert(replyDrafts).values(draft);

export const insertPiece = (
  db: Db,
  piece: {
    readonly messageId: string;
    readonly workspaceId: WorkspaceId;
    readonly file: number;
    readonly piece: number;
    readonly content: string;
  },
): Statement => db.insert(replyFiles).values(piece);

/** The pieces of a kept file, in order. */
export const selectPieces = (
  db: Db,
  workspaceId: WorkspaceId,
  messageId: string,
  file: number,
): Promise<{ content: string }[]> =>
  db.all<{ content: string }>(sql`
    SELECT content FROM ${replyFiles} WHERE message_id = ${messageId} AND file = ${file}
      AND +workspace_id = ${workspaceId} ORDER BY piece`);

/** Which of these mails have their files in a draft of the mailbox, and which in rows. */
export async function selectDrafts(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
): Promise<Map<string, { readonly inMailbox: boolean }>> {
  const rows = await db.all<{ id: string; inMailbox: number }>(sql`
    SELECT message_id AS id, in_mailbox AS inMailbox FROM ${replyDrafts}
    WHERE message_id IN (SELECT value FROM json_each(${JSON.stringify(messageIds)}))
      AND +workspace_id = ${workspaceId}`);
  return new Map(rows.map((row) => [row.id, { inMailbox: row.inMailbox === 1 }]));
}

/** A draft whose turn it is, with how far its mail is; null where there is no mail. */
export type DueDraft = DraftRow & {
  readonly state: SendState | null;
  readonly mailDueAt: UnixMs | null;
  readonly finishedAt: UnixMs | null;
};

const withMail = sql`SELECT d.message_id AS messageId, d.workspace_id AS workspaceId, d.mailbox_id AS mailboxId,
    d.in_mailbox AS inMailbox, d.created_at AS createdAt, o.state AS state, o.due_at AS mailDueAt,
    o.finished_at AS finishedAt
  FROM ${replyDrafts} d
    LEFT JOIN ${messages} m ON m.workspace_id = d.workspace_id AND m.message_id = d.message_id AND m.direction = 'outbound'
    LEFT JOIN ${outbox} o ON o.message_id = m.id`;

const read = (row: Omit<DueDraft, "inMailbox"> & { readonly inMailbox: number }): DueDraft => ({
  ...row,
  inMailbox: row.inMailbox === 1,
});

export async function selectDueReplyDrafts(
  db: Db,
  now: UnixMs,
  atMost: number,
): Promise<DueDraft[]> {
  const rows = await db.all<Omit<DueDraft, "inMailbox"> & { inMailbox: number }>(
    sql`${withMail} WHERE d.due_at <= ${now} ORDER BY d.due_at LIMIT ${atMost}`,
  );
  return rows.map(read);
}

export async function selectReplyDraft(
  db: Db,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<DueDraft | null> {
  const rows = await db.all<Omit<DueDraft, "inMailbox"> & { inMailbox: number }>(
    sql`${withMail} WHERE d.message_id = ${messageId} AND d.workspace_id = ${workspaceId}`,
  );
  return rows.map(read)[0] ?? null;
}

export const lookAtDraftAgain = (
  db: Db,
  workspaceId: WorkspaceId,
  messageId: string,
  at: UnixMs,
): Statement =>
  db.run(sql`UPDATE ${replyDrafts} SET due_at = ${at}
    WHERE message_id = ${messageId} AND workspace_id = ${workspaceId}`);

/** Forgets a draft, with the files that are kept for it. */
export const deleteDraftRows = (
  db: Db,
  workspaceId: WorkspaceId,
  messageId: string,
): Statement[] => [
  db.run(
    sql`DELETE FROM ${replyFiles} WHERE message_id = ${messageId} AND workspace_id = ${workspaceId}`,
  ),
  db.run(
    sql`DELETE FROM ${replyDrafts} WHERE message_id = ${messageId} AND workspace_id = ${workspaceId}`,
  ),
];
