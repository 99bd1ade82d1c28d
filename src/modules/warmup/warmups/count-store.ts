import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { warmupDays, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

export type WarmupMetric = "sent" | "received" | "replied" | "inbox" | "spam" | "refused";

const COLUMNS = {
  sent: sql`sent`,
  received: sql`received`,
  replied: sql`replied`,
  inbox: sql`inbox`,
  spam: sql`spam`,
  refused: sql`refused`,
} as const satisfies Record<WarmupMetric, SQL>;

/** From these on a mail that is found in the recipient's mailbox counts as sent. */
export const NOT_COUNTED: readonly string[] = [
  "queued",
  "leased",
  "sending",
  "cancelled",
  "failed",
];

/** Counts one more on a mailbox's day, where `guard` holds and its warmup is still there. */
export function countDay(
  db: Db,
  workspaceId: WorkspaceId,
  count: { readonly mailboxId: MailboxId; readonly day: string; readonly metric: WarmupMetric },
  guard: SQL,
): Statement {
  const column = COLUMNS[count.metric];
  return db.run(sql`
    INSERT INTO ${warmupDays} (workspace_id, mailbox_id, day, ${column})
    SELECT ${workspaceId}, ${count.mailboxId}, ${count.day}, 1
    WHERE EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${count.mailboxId} AND +w.workspace_id = ${workspaceId})
      AND ${guard}
    ON CONFLICT (mailbox_id, day) DO UPDATE SET ${column} = ${column} + 1`);
}
