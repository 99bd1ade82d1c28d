import type { mailboxUses } from "#modules/mailboxes/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { sql } from "drizzle-orm";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db } from "#platform/db/db.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails that people wrote and that wait to leave from a mailbox, and its conversations, counted so far. */
export async function countUses(db: Db, workspaceId: WorkspaceId, id: MailboxId, most: number) {
  const rows = await db.all<{ scheduled: number; threads: number }>(sql`
    SELECT
      (SELECT count(*) FROM ${outbox} b JOIN ${messages} x ON x.id = b.message_id
        WHERE b.state = 'queued' AND b.workspace_id = ${workspaceId} AND b.mailbox_id = ${id}) AS scheduled,
      (SELECT count(*) FROM (SELECT 1 FROM ${threads} h
        WHERE h.workspace_id = ${workspaceId} AND h.mailbox_id = ${id} LIMIT ${most})) AS threads`);
  return rows[0] ?? { scheduled: 0, threads: 0 };
}

const THREADS_COUNTED = 10_000;

/** The mails that wait to leave from a mailbox, and its conversations. */
export const countMailboxUses: AnswerTo<typeof mailboxUses> = async (ctx, id) => {
  const uses = await countUses(ctx.db, ctx.workspaceId, id, THREADS_COUNTED);
  return { scheduled_mails: uses.scheduled, threads: uses.threads };
};
