import { type SQL, sql } from "drizzle-orm";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { CategorySource } from "#modules/inbox/rules/categories.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What the lead of a thread wants, and who says so. */
export type Categorised = {
  readonly category: ReplyCategory | null;
  readonly source: CategorySource | null;
  readonly words: readonly string[];
  readonly confidence: number | null;
};

type Seen = Pick<typeof threads.$inferSelect, "id" | "status" | "category" | "categorySource">;

const asSeen = ({ id, status, category, categorySource }: Seen): SQL =>
  sql`t.id = ${id} AND t.status = ${status} AND t.category IS ${category} AND t.category_source IS ${categorySource}`;

/** The thread still is what was read: the condition of everything that a change causes. */
export const categoryUnchangedSince = (workspaceId: WorkspaceId, seen: Seen): SQL =>
  sql`EXISTS (SELECT 1 FROM ${threads} t WHERE t.workspace_id = ${workspaceId} AND ${asSeen(seen)})`;

/** The change itself: last of its batch; answers a row when it was this call. */
export const changeCategory = (
  db: Db,
  workspaceId: WorkspaceId,
  seen: Seen,
  to: Categorised & { readonly status: ThreadStatus },
  now: UnixMs,
): Statement =>
  db.all<{ id: ThreadId }>(sql`
    UPDATE ${threads} AS t SET category = ${to.category}, category_source = ${to.source},
      category_words = ${JSON.stringify(to.words)}, category_confidence = ${to.confidence},
      status = ${to.status}, updated_at = ${now}
    WHERE t.workspace_id = ${workspaceId} AND ${asSeen(seen)}
    RETURNING id`);

/** Names the last mail of the lead in a thread. */
export const lastReplyOf = (workspaceId: WorkspaceId, id: ThreadId): SQL =>
  sql`(SELECT m.dedupe_hash FROM ${messages} m WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${id}
    AND m.direction = 'inbound' ORDER BY m.id DESC LIMIT 1)`;

/** What was read in the thread's messages: the last of those that say something, else the last. */
export async function selectReadCategory(
  db: Db,
  workspaceId: WorkspaceId,
  id: ThreadId,
): Promise<Categorised> {
  const rows = await db
    .select({
      category: messages.category,
      source: messages.categorySource,
      words: messages.categoryWords,
      confidence: messages.categoryConfidence,
    })
    .from(messages)
    .where(
      sql`${messages.workspaceId} = ${workspaceId} AND ${messages.threadId} = ${id}
        AND ${messages.direction} = 'inbound' AND ${messages.category} IS NOT NULL`,
    )
    .orderBy(
      sql`${messages.category} IN ('other', 'automatic', 'bounce'), ${messages.sentAt} DESC, ${messages.id} DESC`,
    )
    .limit(1);
  return rows[0] ?? { category: null, source: null, words: [], confidence: null };
}
