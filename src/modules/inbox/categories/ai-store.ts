import { type SQL, sql } from "drizzle-orm";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { isOptOut, statusOfCategory } from "#modules/inbox/rules/categories.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  LeadId,
  MessageId,
  ThreadId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** A reply that no rule fits, while somebody asks the AI about it. */
export type UnknownReply = {
  readonly id: MessageId;
  readonly threadId: ThreadId;
  readonly leadId: LeadId | null;
  readonly campaignId: CampaignId | null;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: UnixMs;
  /** Until when it is taken. */
  readonly until: UnixMs;
};

type Read = { readonly category: ReplyCategory; readonly confidence: number };

/** Across workspaces: replies to ask the AI about, the oldest first. */
export const selectUnknownReplies = (
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<{ id: MessageId; workspaceId: WorkspaceId }[]> =>
  db
    .select({ id: messages.id, workspaceId: messages.workspaceId })
    .from(messages)
    .where(sql`${messages.aiDueAt} <= ${now}`)
    .orderBy(messages.aiDueAt)
    .limit(limit);

export async function claimUnknown(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
  { now, until }: { now: UnixMs; until: UnixMs },
): Promise<UnknownReply | null> {
  const rows = await db.all<Omit<UnknownReply, "until" | "campaignId">>(sql`
    UPDATE ${messages} SET ai_due_at = ${until}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ai_due_at <= ${now} AND thread_id IS NOT NULL
    RETURNING id, thread_id AS "threadId", lead_id AS "leadId", subject, text, created_at AS "createdAt"`);
  const [row] = rows;
  if (!row) return null;
  const places = await db
    .select({ campaignId: threads.campaignId })
    .from(threads)
    .where(sql`${threads.id} = ${row.threadId} AND ${threads.workspaceId} = ${workspaceId}`);
  return { ...row, campaignId: places[0]?.campaignId ?? null, until };
}

/** Names the mail, by rule, AI or person alike. */
export const nameOfReply = (workspaceId: WorkspaceId, { id }: Pick<UnknownReply, "id">): SQL =>
  sql`(SELECT m.dedupe_hash FROM ${messages} m WHERE m.id = ${id} AND m.workspace_id = ${workspaceId})`;

export const stillClaimed = (
  workspaceId: WorkspaceId,
  { id, until }: Pick<UnknownReply, "id" | "until">,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${messages} m WHERE m.id = ${id} AND m.workspace_id = ${workspaceId} AND m.ai_due_at = ${until})`;

const ofNothing = sql`t.category_source IS NOT 'person' AND (t.category IS NULL OR t.category IN ('other', 'automatic', 'bounce'))`;

/** Nobody and nothing has said yet what the lead wants. */
export const threadIsUnknown = (
  workspaceId: WorkspaceId,
  { threadId }: Pick<UnknownReply, "threadId">,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${threads} t WHERE t.id = ${threadId} AND t.workspace_id = ${workspaceId} AND ${ofNothing})`;

export function categoriseByAi(
  db: Db,
  workspaceId: WorkspaceId,
  { threadId }: Pick<UnknownReply, "threadId">,
  { category, confidence }: Read,
  now: UnixMs,
  guard: SQL,
): Statement {
  const status = isOptOut(category) ? null : statusOfCategory(category);
  return db.run(sql`
    UPDATE ${threads} AS t SET category = ${category}, category_source = 'ai', category_words = '[]',
      category_confidence = ${confidence}, updated_at = ${now},
      status = CASE WHEN t.status = 'open' THEN ${status ?? "open"} ELSE t.status END
    WHERE t.id = ${threadId} AND t.workspace_id = ${workspaceId} AND ${ofNothing} AND ${guard}`);
}

export const writeAiCategory = (
  db: Db,
  workspaceId: WorkspaceId,
  { id, until }: Pick<UnknownReply, "id" | "until">,
  { category, confidence }: Read,
): Statement =>
  db.run(sql`
    UPDATE ${messages} SET category = ${category}, category_source = 'ai', category_confidence = ${confidence},
      ai_due_at = NULL
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ai_due_at = ${until}`);

export const dropUnknown = (
  db: Db,
  workspaceId: WorkspaceId,
  { id, until }: Pick<UnknownReply, "id" | "until">,
): Statement =>
  db.run(sql`
    UPDATE ${messages} SET ai_due_at = NULL
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ai_due_at = ${until}`);
