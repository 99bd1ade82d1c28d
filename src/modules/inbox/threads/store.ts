import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { ThreadsQuery } from "#modules/inbox/contract/threads.ts";
import type { Db } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import type { MessageId, ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { PUT_AWAY } from "#modules/inbox/rules/thread.ts";
import { inThreadOrder } from "#modules/inbox/rules/thread-order.ts";
import type { ThreadPlace } from "#modules/inbox/rules/thread-cursor.ts";

/** A workspace, the one that a statement is at, or several. */
type Place = WorkspaceId | SQL | readonly WorkspaceId[];

const isIn = (place: Place): SQL =>
  Array.isArray(place)
    ? sql`IN (SELECT value FROM json_each(${JSON.stringify(place)}))`
    : sql`= ${place}`;

/** A thread that was opened but never got its first message is nobody's business. */
const shown = (place: Place): SQL =>
  sql`${threads.workspaceId} ${isIn(place)} AND ${threads.messageCount} > 0`;

/** Of those that a search found, looked up by their ids. */
const among = (place: Place, only: readonly ThreadId[]): SQL =>
  sql`${threads.id} IN (SELECT value FROM json_each(${JSON.stringify(only)}))
    AND +${threads.workspaceId} ${isIn(place)} AND +${threads.messageCount} > 0`;

export const withNames = (db: Db) =>
  db
    .select({
      thread: threads,
      email: leads.email,
      firstName: leads.firstName,
      lastName: leads.lastName,
      company: leads.company,
      campaign: campaigns.name,
      mailbox: mailboxes.email,
    })
    .from(threads)
    .leftJoin(leads, and(eq(leads.id, threads.leadId), eq(leads.workspaceId, threads.workspaceId)))
    .leftJoin(
      campaigns,
      and(eq(campaigns.id, threads.campaignId), eq(campaigns.workspaceId, threads.workspaceId)),
    )
    .leftJoin(
      mailboxes,
      and(eq(mailboxes.id, threads.mailboxId), eq(mailboxes.workspaceId, threads.workspaceId)),
    );

/** One page and a row more, the latest message first; `after` is where the page before ended. */
export async function selectThreads(
  db: Db,
  workspaceId: WorkspaceId,
  query: Narrowed<ThreadsQuery>,
  after: ThreadPlace | null,
  now: UnixMs,
) {
  // Ordered before the names are looked up: a search may have found thousands.
  const isUp = query.order === "asc";
  const direction = isUp ? asc : desc;
  const order = [direction(threads.lastMessageAt), direction(threads.id)];
  const page = db
    .select({ id: threads.id })
    .from(threads)
    .where(and(matching(workspaceId, query, now), after === null ? undefined : beyond(after, isUp)))
    .orderBy(...order)
    .limit(query.limit + 1)
    .offset(after === null ? (query.page - 1) * query.limit : 0);
  return withNames(db)
    .where(sql`${threads.id} IN ${page} AND +${threads.workspaceId} = ${workspaceId}`)
    .orderBy(...order);
}
/** Which threads are meant. */
export type ThreadFilter = Omit<ThreadsQuery, "page" | "limit" | "cursor" | "q" | "sort" | "order">;
/** With the threads that a search found; null: nothing is looked for. */
export type Narrowed<Query> = Query & { readonly only: readonly ThreadId[] | null };
export type ThreadRow = Awaited<ReturnType<typeof selectThreads>>[number];

function beyond({ at, id }: ThreadPlace, isUp: boolean) {
  const further = isUp ? gt : lt;
  return or(
    further(threads.lastMessageAt, at),
    and(eq(threads.lastMessageAt, at), further(threads.id, id)),
  );
}

/** How many fit, counted to `atMost` and no further. */
export async function countThreads(
  db: Db,
  workspaceId: WorkspaceId,
  query: Narrowed<ThreadFilter>,
  atMost: number,
  now: UnixMs,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(threads)
    .where(matching(workspaceId, query, now))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}

/** What a list shows. */
export function matching(place: Place, query: Narrowed<ThreadFilter>, now: UnixMs) {
  const { only, unread, snoozed, assigned_to: assigned } = query;
  return and(
    only === null ? shown(place) : among(place, only),
    query.status === undefined ? undefined : eq(threads.status, query.status),
    query.category === undefined ? undefined : eq(threads.category, query.category),
    query.mailbox_id === undefined ? undefined : eq(threads.mailboxId, query.mailbox_id),
    query.campaign_id === undefined ? undefined : eq(threads.campaignId, query.campaign_id),
    unread === undefined ? undefined : eq(threads.isUnread, unread),
    query.awaiting_reply === undefined
      ? undefined
      : query.awaiting_reply
        ? and(eq(threads.lastDirection, "inbound"), notInArray(threads.status, [...PUT_AWAY]))
        : eq(threads.lastDirection, "outbound"),
    snoozed === undefined
      ? undefined
      : snoozed
        ? gt(threads.snoozedUntil, now)
        : or(isNull(threads.snoozedUntil), lte(threads.snoozedUntil, now)),
    assigned === undefined
      ? undefined
      : assigned === "none"
        ? isNull(threads.assignedTo)
        : eq(threads.assignedTo, assigned),
    query.tag === undefined
      ? undefined
      : sql`${threads.tags} <> '[]' AND EXISTS (SELECT 1 FROM json_each(${threads.tags}) g WHERE g.value = ${query.tag})`,
  );
}

export async function selectThread(
  db: Db,
  workspaceId: WorkspaceId,
  id: ThreadId,
): Promise<ThreadRow | null> {
  const rows = await withNames(db)
    .where(and(shown(workspaceId), eq(threads.id, id)))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Ids of a thread's messages: what was linked to it, campaign mail that reached the lead since with
 * its bounces, and what people wrote, sent or not.
 */
function idsOf(workspaceId: WorkspaceId, thread: ThreadRow["thread"]): SQL {
  const alsoSent = sql`${messages.sendId} IN (SELECT s.id FROM ${sends} s
    WHERE s.campaign_id = ${thread.campaignId} AND s.lead_id = ${thread.leadId}
      AND s.workspace_id = ${workspaceId} AND s.state IN ('sent', 'unknown'))`;
  return sql`(SELECT m.id FROM ${messages} m WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${thread.id}
    UNION SELECT ${messages.id} FROM ${messages} WHERE ${messages.workspaceId} = ${workspaceId} AND ${alsoSent}
      AND ${messages.type} <> 'manual'
    UNION SELECT o.message_id FROM ${outbox} o WHERE o.workspace_id = ${workspaceId} AND o.thread_id = ${thread.id})`;
}

/** The id that a server gave a mail in place of ours, which its ledger knows. */
const SERVER_MESSAGE_ID = sql<string | null>`coalesce(${outbox.serverMessageId},
  CASE WHEN ${messages.type} = 'campaign' THEN ${sends.serverMessageId} END)`;

const withState = (db: Db, workspaceId: WorkspaceId) =>
  db
    .select({
      message: messages,
      step: sends.step,
      sendState: sends.state,
      mail: outbox,
      serverMessageId: SERVER_MESSAGE_ID.as("own_server_message_id"),
    })
    .from(messages)
    .leftJoin(sends, and(eq(sends.id, messages.sendId), eq(sends.workspaceId, workspaceId)))
    .leftJoin(outbox, and(eq(outbox.messageId, messages.id), eq(outbox.workspaceId, workspaceId)));

/** The newest messages of a thread, oldest first, each below what it answers; warm-up is none. */
export async function selectMessages(
  db: Db,
  workspaceId: WorkspaceId,
  thread: ThreadRow["thread"],
  atMost: number,
) {
  const rows = await withState(db, workspaceId)
    .where(
      sql`+${messages.workspaceId} = ${workspaceId} AND ${messages.id} IN ${idsOf(workspaceId, thread)}
        AND ${messages.type} <> 'warmup'`,
    )
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(atMost);
  return inThreadOrder(rows.reverse(), ({ message, serverMessageId }) => ({
    ...message,
    serverMessageId,
  }));
}
export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/** One message, whatever its thread. */
export async function selectMessage(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
): Promise<MessageRow | null> {
  const rows = await withState(db, workspaceId).where(
    and(eq(messages.id, id), eq(messages.workspaceId, workspaceId)),
  );
  return rows[0] ?? null;
}

/** One message of a thread. */
export async function selectMessageOf(
  db: Db,
  workspaceId: WorkspaceId,
  thread: ThreadRow["thread"],
  id: MessageId,
): Promise<MessageRow | null> {
  const rows = await withState(db, workspaceId).where(
    sql`${messages.id} = ${id} AND +${messages.workspaceId} = ${workspaceId}
      AND ${messages.id} IN ${idsOf(workspaceId, thread)} AND ${messages.type} <> 'warmup'`,
  );
  return rows[0] ?? null;
}

/** What was said in a thread so far, oldest first, without its words: what an answer continues. */
export async function selectSaid(
  db: Db,
  workspaceId: WorkspaceId,
  thread: ThreadRow["thread"],
  atMost: number,
) {
  const rows = await db
    .select({
      direction: messages.direction,
      type: messages.type,
      sendId: messages.sendId,
      fromEmail: messages.fromEmail,
      replyTo: messages.replyTo,
      subject: messages.subject,
      messageId: messages.messageId,
      serverMessageId: SERVER_MESSAGE_ID.as("own_server_message_id"),
      inReplyTo: messages.inReplyTo,
      references: messages.references,
      sentAt: messages.sentAt,
    })
    .from(messages)
    .leftJoin(sends, and(eq(sends.id, messages.sendId), eq(sends.workspaceId, workspaceId)))
    .leftJoin(outbox, and(eq(outbox.messageId, messages.id), eq(outbox.workspaceId, workspaceId)))
    .where(
      sql`+${messages.workspaceId} = ${workspaceId} AND ${messages.id} IN ${idsOf(workspaceId, thread)}
        AND ${messages.type} NOT IN ('warmup', 'forward') AND (${outbox.state} IS NULL OR ${outbox.state} IN ('sent', 'unknown'))`,
    )
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(atMost);
  return inThreadOrder(rows.reverse(), (mail) => mail);
}

/**
 * Which of these addresses took part in a thread: wrote, wanted the answers, or was in To or Cc.
 */
export async function selectTakingPart(
  db: Db,
  workspaceId: WorkspaceId,
  thread: ThreadRow["thread"],
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ address: string }>(sql`
    SELECT a.value AS address FROM json_each(${JSON.stringify(addresses)}) a WHERE EXISTS (
      SELECT 1 FROM ${messages} p WHERE +p.workspace_id = ${workspaceId} AND p.id IN ${idsOf(workspaceId, thread)}
        AND p.type NOT IN ('warmup', 'forward') AND (lower(p.from_email) = a.value OR lower(p.reply_to) = a.value
          OR EXISTS (SELECT 1 FROM json_each(p.to_emails) r WHERE lower(r.value) = a.value)
          OR EXISTS (SELECT 1 FROM json_each(p.cc_emails) r WHERE lower(r.value) = a.value)))`);
  return new Set(rows.map(({ address }) => address));
}
