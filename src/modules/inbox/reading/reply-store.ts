import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { asksForSuccessor, statusOfCategory } from "#modules/inbox/rules/categories.ts";
import { PUT_AWAY } from "#modules/inbox/rules/thread.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type {
  CampaignId,
  LeadId,
  SendId,
  ThreadId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import type { InboundMessage } from "./message-store.ts";

/** The thread of a conversation; opened, still empty, where there is none. Exactly one per campaign and lead. */
export async function ensureThread(
  db: Db,
  workspaceId: WorkspaceId,
  thread: Pick<MatchedSend, "campaignId" | "leadId" | "mailboxId"> & {
    subject: string;
    at: UnixMs;
  },
  now: UnixMs,
): Promise<ThreadId> {
  await db.run(sql`
    INSERT INTO ${threads} (workspace_id, lead_id, campaign_id, mailbox_id, subject, status, is_unread, message_count,
      last_message_at, last_direction, snippet, tags, created_at, updated_at)
    VALUES (${workspaceId}, ${thread.leadId}, ${thread.campaignId}, ${thread.mailboxId}, ${thread.subject}, 'open', 0, 0,
      ${thread.at}, 'inbound', '', '[]', ${now}, ${now})
    ON CONFLICT DO NOTHING`);
  const [row] = await db
    .select({ id: threads.id })
    .from(threads)
    .where(
      sql`${threads.workspaceId} = ${workspaceId} AND ${threads.campaignId} = ${thread.campaignId}
        AND ${threads.leadId} = ${thread.leadId}`,
    );
  if (!row) throw new Error("a thread was neither found nor opened");
  return row.id;
}

/** The id of the conversation's thread, as SQL: null where none was opened. */
export const threadIdOf = (
  workspaceId: WorkspaceId,
  send: Pick<MatchedSend, "campaignId" | "leadId">,
): SQL => sql`(SELECT t.id FROM ${threads} t WHERE t.workspace_id = ${workspaceId}
  AND t.campaign_id = ${send.campaignId} AND t.lead_id = ${send.leadId})`;

/** Counts a report that joins the conversation's thread, where there is one; it does not move the thread up. */
export const countInThread = (
  db: Db,
  workspaceId: WorkspaceId,
  send: Pick<MatchedSend, "campaignId" | "leadId">,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${threads} SET message_count = message_count + 1
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${send.campaignId} AND lead_id = ${send.leadId}
      AND message_count > 0 AND ${guard}`);

/** No reply of this lead to this campaign was counted yet. */
export const unanswered = (campaignId: CampaignId, leadId: LeadId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${sends} s WHERE s.campaign_id = ${campaignId} AND s.lead_id = ${leadId}
    AND s.replied_at IS NOT NULL)`;

export function markReplied(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  at: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET replied_at = ${at}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND replied_at IS NULL AND ${guard}`);
}

/** Puts the campaign's mail that reached the lead into the thread. */
export function linkOutbound(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  send: Pick<MatchedSend, "campaignId" | "leadId">,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${messages} SET thread_id = ${threadId}
    WHERE workspace_id = ${workspaceId} AND thread_id IS NULL AND direction = 'outbound' AND type = 'campaign'
      AND send_id IN (SELECT s.id FROM ${sends} s WHERE s.campaign_id = ${send.campaignId} AND s.lead_id = ${send.leadId}
        AND s.workspace_id = ${workspaceId} AND s.state IN ('sent', 'unknown', 'sending'))
      AND ${guard}`);
}

const PUT_AWAY_STATUSES = sql.raw(`(${PUT_AWAY.map((status) => `'${status}'`).join(", ")})`);

/** What a mail does to its thread. */
export type Shown = InboundMessage & {
  readonly snippet: string;
  readonly automatic: boolean;
  readonly absence: boolean;
  readonly category: ReplyCategory;
  /** Until when the thread is snoozed, as its writer wants it. */
  readonly later: UnixMs | null;
};

/**
 * Shows the mail that is about to be stored: counts it, moves the thread up, takes its excerpt
 * unless something was written after it; servers give the time of receipt in whole seconds. A
 * person's answer makes the thread unread and reopens it, and so does a notice that somebody else is
 * to be asked; an absence notice marks it while nobody has answered. What it says is the status of a
 * thread that is open. Since when it waits is the time of the first reply that nobody answered.
 */
export function showInThread(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  mail: Shown,
  now: UnixMs,
  guard: SQL,
): Statement {
  const said = statusOfCategory(mail.category);
  const isNews = !mail.automatic || asksForSuccessor(mail.category);
  const status = mail.automatic
    ? sql`CASE WHEN status <> 'open' THEN status
        WHEN ${mail.absence ? 1 : 0} AND NOT EXISTS (SELECT 1 FROM ${messages} m
          WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${threadId} AND m.type = 'reply')
        THEN 'out_of_office' ELSE ${said ?? "open"} END`
    : sql`CASE WHEN status IN ('open', 'out_of_office', 'closed') THEN ${said ?? "open"} ELSE status END`;
  const since = mail.automatic
    ? sql`waiting_since`
    : sql`CASE WHEN waiting_since IS NULL OR last_direction = 'outbound' OR status IN ${PUT_AWAY_STATUSES}
        THEN ${mail.receivedAt} ELSE waiting_since END`;
  return db.run(sql`
    UPDATE ${threads} SET status = ${status}, waiting_since = ${since}, is_unread = ${isNews ? 1 : sql`is_unread`},
      snoozed_until = ${isNews ? mail.later : sql`snoozed_until`},
      message_count = 1 + (SELECT count(*) FROM ${messages} m WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${threadId}),
      snippet = CASE WHEN ${mail.receivedAt} + 999 >= last_message_at OR snippet = '' THEN ${mail.snippet} ELSE snippet END,
      last_message_at = max(last_message_at, ${mail.receivedAt}), last_direction = 'inbound', updated_at = ${now}
    WHERE id = ${threadId} AND workspace_id = ${workspaceId} AND ${guard}`);
}
