import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, UnixMs, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails that could not be looked after for so many tries are left where they are. */
const MAX_TRIES = 12;

/**
 * Takes hold of mails that are to be read or put away: others leave them alone for `holdMs`, which
 * doubles with each try that failed, up to 32 times as much. Across workspaces: the sweep looks for work, and each mailbox is then looked after in its own.
 */
export async function leaseCare(
  db: Db,
  now: UnixMs,
  holdMs: number,
  limit: number,
): Promise<{ id: WarmupMailId; mailboxId: MailboxId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{
    id: WarmupMailId;
    to_mailbox_id: MailboxId;
    workspace_id: WorkspaceId;
  }>(sql`
    UPDATE ${warmupMails} SET care_due_at = ${now} + ${holdMs} * (1 << min(care_tries, 5)), care_tries = care_tries + 1
    WHERE id IN (
      SELECT m.id FROM ${warmupMails} m
      WHERE m.care IS NOT NULL AND m.care_due_at <= ${now} AND m.care_tries < ${MAX_TRIES}
        AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = m.to_mailbox_id AND b.deleted_at IS NULL AND b.imap_host IS NOT NULL
          AND b.status NOT IN ('disabled', 'connection_error'))
        AND EXISTS (SELECT 1 FROM ${workspaces} s WHERE s.id = m.workspace_id AND s.deleted_at IS NULL)
      ORDER BY m.care_due_at LIMIT ${limit})
      AND care_due_at <= ${now}
    RETURNING id, to_mailbox_id, workspace_id`);
  return rows.map((row) => ({
    id: row.id,
    mailboxId: row.to_mailbox_id,
    workspaceId: row.workspace_id,
  }));
}

export type CaredMail = {
  readonly id: WarmupMailId;
  readonly messageId: string;
  /** What it bears there in place of ours. */
  readonly serverMessageId: string | null;
  readonly care: "read" | "file";
  readonly placement: "inbox" | "spam";
  readonly placedAt: UnixMs;
  /** 0: the operator leaves spam where it is. */
  readonly rescues: number;
  /** When the answer that is planned leaves; null where none is. */
  readonly answerDueAt: UnixMs | null;
  readonly answered: number;
};

/** What is to be done in a mailbox. */
export async function selectCare(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  ids: readonly WarmupMailId[],
): Promise<CaredMail[]> {
  return db.all<CaredMail>(sql`
    SELECT m.id AS id, m.message_id AS "messageId", m.server_message_id AS "serverMessageId", m.care AS care, m.placement AS placement, m.placed_at AS "placedAt",
      coalesce((SELECT w.rescue_spam FROM ${warmups} w WHERE w.mailbox_id = m.to_mailbox_id), 1) AS rescues,
      (SELECT a.due_at FROM ${warmupMails} a WHERE a.answers_id = m.id AND a.state IN ('queued', 'leased', 'sending')) AS "answerDueAt",
      EXISTS (SELECT 1 FROM ${warmupMails} a WHERE a.answers_id = m.id AND a.state IN ('sent', 'unknown')) AS answered
    FROM ${warmupMails} m
    WHERE m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +m.workspace_id = ${workspaceId}
      AND m.to_mailbox_id = ${mailboxId} AND m.care IS NOT NULL`);
}

/** What comes next for each: `care` null is done. Only where it is as it was read. */
export async function advanceCare(
  db: Db,
  workspaceId: WorkspaceId,
  steps: readonly {
    id: WarmupMailId;
    from: "read" | "file";
    to: "file" | null;
    dueAt: UnixMs | null;
  }[],
): Promise<void> {
  await db.run(sql`
    UPDATE ${warmupMails} SET care = j.value->>'to', care_due_at = j.value->>'dueAt', care_tries = 0
    FROM json_each(${JSON.stringify(steps)}) j
    WHERE ${warmupMails}.id = j.value->>'id' AND +${warmupMails}.workspace_id = ${workspaceId}
      AND ${warmupMails}.care = j.value->>'from'`);
}
