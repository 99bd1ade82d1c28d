import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails } from "#modules/warmup/schema/warmup.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { alias } from "drizzle-orm/sqlite-core";

const starters = alias(warmupMails, "starter");
const recipients = alias(mailboxes, "recipient");

/** Mails of a lease that nobody has taken over since, with what they are made of. */
export async function selectLeasedWarmups(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly number[],
) {
  return db
    .select({
      id: warmupMails.id,
      kind: warmupMails.kind,
      fromMailboxId: warmupMails.fromMailboxId,
      messageId: warmupMails.messageId,
      seed: warmupMails.seed,
      language: warmupMails.language,
      toEmail: sql<string>`coalesce(${warmupMails.partnerEmail}, ${recipients.email})`.as(
        "to_email",
      ),
      toName: sql<string>`coalesce(${warmupMails.partnerName}, ${recipients.fromName})`.as(
        "to_name",
      ),
      exchangeId: warmupMails.exchangeId,
      starterMessageId: sql<string | null>`${starters.messageId}`.as("starter_message_id"),
      starterServerId: sql<string | null>`${starters.serverMessageId}`.as("starter_server_id"),
    })
    .from(warmupMails)
    .leftJoin(recipients, sql`${recipients.id} = ${warmupMails.toMailboxId}`)
    .leftJoin(starters, sql`${starters.id} = ${warmupMails.answersId}`)
    .where(
      sql`+${warmupMails.workspaceId} = ${workspaceId} AND +${warmupMails.lease} = ${lease} AND +${warmupMails.state} = 'leased'
        AND (${warmupMails.partnerEmail} IS NOT NULL OR ${recipients.id} IS NOT NULL)
        AND ${warmupMails.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type LeasedWarmup = Awaited<ReturnType<typeof selectLeasedWarmups>>[number];
