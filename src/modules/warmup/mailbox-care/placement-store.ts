import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { warmupMails } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Placement } from "#modules/warmup/rules/placement.ts";

/** Where the mails of mailboxes arrived, as this install saw it, since a moment of each, by mailbox; none is absent. */
export async function selectPlacements(
  db: Db,
  workspaceId: WorkspaceId,
  since: readonly { readonly id: MailboxId; readonly at: UnixMs }[],
): Promise<Map<MailboxId, Placement>> {
  const rows = await db.all<{ id: MailboxId; inbox: number; spam: number }>(sql`
    SELECT m.from_mailbox_id AS id, sum(m.placement = 'inbox') AS inbox, sum(m.placement = 'spam') AS spam
    FROM json_each(${JSON.stringify(since)}) s
    JOIN ${warmupMails} m ON m.from_mailbox_id = s.value->>'id' AND m.placed_at >= s.value->>'at'
    WHERE +m.workspace_id = ${workspaceId} AND m.exchange_id IS NULL
    GROUP BY m.from_mailbox_id`);
  return new Map(rows.map(({ id, inbox, spam }) => [id, { inbox, spam }]));
}

/** What partners of exchanges reported of a mailbox's mails since then, one for each exchange. */
export const selectReported = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  since: UnixMs,
): Promise<Placement[]> =>
  db.all<Placement>(sql`
    SELECT sum(m.placement = 'inbox') AS inbox, sum(m.placement = 'spam') AS spam FROM ${warmupMails} m
    WHERE m.from_mailbox_id = ${id} AND m.placed_at >= ${since} AND +m.workspace_id = ${workspaceId}
      AND m.exchange_id IS NOT NULL
    GROUP BY m.exchange_id`);
