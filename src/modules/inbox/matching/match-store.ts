import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import { sentIdsOf, type SentIds } from "#modules/delivery/rules/server-message-id.ts";
import type { MailboxId, MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What an answer to a send, or its return, depends on. */
const FACTS = {
  id: sends.id,
  campaignId: sends.campaignId,
  leadId: sends.leadId,
  stepId: sends.stepId,
  variant: sends.variant,
  mailboxId: sends.mailboxId,
  state: sends.state,
  messageId: sends.messageId,
  serverMessageId: sends.serverMessageId,
  toEmail: sends.toEmail,
  subject: sends.subject,
  bouncedAt: sends.bouncedAt,
  bounceType: sends.bounceType,
  checkReply: campaigns.checkReply,
  stopOnAutoReply: campaigns.stopOnAutoReply,
  oooHold: campaigns.oooHold,
  stopForCompany: campaigns.stopForCompany,
  schedule: campaigns.schedule,
  leadZone: sql<
    string | null
  >`(SELECT ${leadZone(sql`l.custom`)} FROM leads l WHERE l.id = ${sends.leadId})`,
  cc: campaigns.cc,
  bcc: campaigns.bcc,
  /** Whether the lead answered this campaign before. */
  answered: sql<number>`EXISTS (SELECT 1 FROM sends s WHERE s.campaign_id = ${sends.campaignId}
    AND s.lead_id = ${sends.leadId} AND s.replied_at IS NOT NULL)`,
};

/** Sends that may be with a recipient. */
const LEFT = sql`${sends.state} IN ('sent', 'unknown', 'sending')`;

const select = (db: Db, where: SQL) =>
  db
    .select(FACTS)
    .from(sends)
    .innerJoin(campaigns, eq(campaigns.id, sends.campaignId))
    .where(where);
export type MatchedSend = Awaited<ReturnType<typeof select>>[number];

const inJson = (values: readonly (string | number)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * Sends by their own Message-ID or that which their server gave them, or by those of a stored
 * message which belongs to them; `written` is that message where a person wrote it here.
 */
export async function selectSendsByMessageIds(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
): Promise<(MatchedSend & { readonly named: string; readonly written: MessageId | null })[]> {
  const ids = inJson(messageIds);
  const nameOf = (mail: SentIds): string =>
    messageIds.find((id) => sentIdsOf(mail).includes(id)) ?? mail.messageId;
  const own = await select(
    db,
    sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.id} IN (
      SELECT s.id FROM ${sends} s WHERE s.message_id IN ${ids}
      UNION SELECT s.id FROM ${sends} s WHERE s.server_message_id IN ${ids})`,
  );
  if (own.length > 0) return own.map((send) => ({ ...send, named: nameOf(send), written: null }));
  const linked = await db
    .select({
      id: messages.id,
      type: messages.type,
      sendId: messages.sendId,
      messageId: messages.messageId,
      serverMessageId: outbox.serverMessageId,
    })
    .from(messages)
    .leftJoin(outbox, eq(outbox.messageId, messages.id))
    .where(
      sql`+${messages.workspaceId} = ${workspaceId} AND ${messages.sendId} IS NOT NULL AND ${messages.id} IN (
        SELECT m.id FROM ${messages} m WHERE m.workspace_id = ${workspaceId} AND m.message_id IN ${ids}
        UNION SELECT o.message_id FROM ${outbox} o WHERE o.server_message_id IN ${ids})`,
    );
  if (linked.length === 0) return [];
  const rows = await select(
    db,
    sql`${sends.workspaceId} = ${workspaceId} AND ${sends.id} IN ${inJson(linked.flatMap((l) => l.sendId ?? []))}`,
  );
  return linked.flatMap((link) =>
    rows
      .filter((row) => row.id === link.sendId)
      .map((row) => ({
        ...row,
        named: nameOf(link),
        written: link.type === "manual" ? link.id : null,
      })),
  );
}

const from = (mailboxId: MailboxId | null): SQL =>
  mailboxId === null ? sql`1` : sql`${sends.mailboxId} = ${mailboxId}`;

/** What left from this mailbox to these addresses since then, the newest first. */
export async function selectRecentSendsTo(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId | null,
  addresses: readonly string[],
  since: UnixMs,
): Promise<MatchedSend[]> {
  return select(
    db,
    sql`${sends.workspaceId} = ${workspaceId} AND ${from(mailboxId)} AND ${LEFT}
      AND ${sends.createdAt} >= ${since}
      AND ${sends.leadId} IN (SELECT l.id FROM ${leads} l
        WHERE l.workspace_id = ${workspaceId} AND l.email IN ${inJson(addresses)})`,
  )
    .orderBy(desc(sends.id))
    .limit(20);
}

/** Of what left from this mailbox to a domain's people since then, the newest 200, newest first. */
export async function selectRecentSendsToDomain(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId | null,
  domain: string,
  since: UnixMs,
): Promise<MatchedSend[]> {
  return select(
    db,
    sql`${sends.workspaceId} = ${workspaceId} AND ${from(mailboxId)} AND ${LEFT}
      AND ${sends.createdAt} >= ${since}
      AND ${sends.leadId} IN (SELECT l.id FROM ${leads} l
        WHERE l.workspace_id = ${workspaceId} AND l.domain = ${domain})`,
  )
    .orderBy(desc(sends.id))
    .limit(200);
}
