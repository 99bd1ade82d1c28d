import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Those of these Message-IDs that we, or a server, gave a send or a message. */
export async function selectKnownIds(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const json = JSON.stringify(ids);
  const rows = await db.all<{ id: string }>(sql`
    SELECT message_id AS id FROM ${sends}
    WHERE +workspace_id = ${workspaceId} AND message_id IN (SELECT value FROM json_each(${json}))
    UNION SELECT message_id FROM ${messages}
    WHERE workspace_id = ${workspaceId} AND message_id IN (SELECT value FROM json_each(${json}))
    UNION SELECT server_message_id FROM ${sends}
    WHERE +workspace_id = ${workspaceId} AND server_message_id IN (SELECT value FROM json_each(${json}))
    UNION SELECT server_message_id FROM ${outbox}
    WHERE +workspace_id = ${workspaceId} AND server_message_id IN (SELECT value FROM json_each(${json}))`);
  return new Set(rows.map((row) => row.id));
}

/** Those of these domains to whose people the mailbox has sent since. */
export async function selectWrittenToDomains(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  domains: readonly string[],
  since: UnixMs,
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ domain: string }>(sql`
    SELECT d.value AS domain FROM json_each(${JSON.stringify(domains)}) d
    WHERE EXISTS (SELECT 1 FROM ${leads} l JOIN ${sends} s ON s.workspace_id = l.workspace_id AND s.lead_id = l.id
      WHERE l.workspace_id = ${workspaceId} AND l.domain = d.value
        AND s.mailbox_id = ${mailboxId} AND s.created_at >= ${since})`);
  return new Set(rows.map((row) => row.domain));
}

/** Those of these addresses to which the mailbox has sent since. */
export async function selectWrittenTo(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  addresses: readonly string[],
  since: UnixMs,
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT l.email AS email FROM ${leads} l
    WHERE l.workspace_id = ${workspaceId} AND l.email IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))
      AND EXISTS (SELECT 1 FROM ${sends} s WHERE s.workspace_id = ${workspaceId} AND s.lead_id = l.id
        AND s.mailbox_id = ${mailboxId} AND s.created_at >= ${since})`);
  return new Set(rows.map((row) => row.email));
}
