import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { threadNotes } from "#modules/inbox/schema/team.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { NoteId, ThreadId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type NoteRow = typeof threadNotes.$inferSelect;

const ofThread = (workspaceId: WorkspaceId, threadId: ThreadId) =>
  and(eq(threadNotes.workspaceId, workspaceId), eq(threadNotes.threadId, threadId));

export const selectThreadNotes = (
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
): Promise<NoteRow[]> =>
  db.select().from(threadNotes).where(ofThread(workspaceId, threadId)).orderBy(asc(threadNotes.id));

export async function countNotes(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(threadNotes)
    .where(ofThread(workspaceId, threadId));
  return rows[0]?.n ?? 0;
}

export async function selectNote(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  id: NoteId,
): Promise<NoteRow | null> {
  const rows = await db.select().from(threadNotes)
    .where(sql`${threadNotes.id} = ${id} AND +${threadNotes.workspaceId} = ${workspaceId}
      AND +${threadNotes.threadId} = ${threadId}`);
  return rows[0] ?? null;
}

const threadStands = (workspaceId: WorkspaceId, id: ThreadId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${threads} t WHERE t.id = ${id} AND t.workspace_id = ${workspaceId}
    AND t.message_count > 0)`;

/**
 * The thread is there and has fewer than `most` notes: the condition of a new one. A count before the insert lets
 * several in at once.
 */
export const hasNoteRoom = (workspaceId: WorkspaceId, id: ThreadId, most: number): SQL =>
  sql`(${threadStands(workspaceId, id)} AND (SELECT count(*) FROM ${threadNotes} o
    WHERE o.workspace_id = ${workspaceId} AND o.thread_id = ${id}) < ${most})`;

/** Answers the row, or none where there is no `room`. */
export const insertNote = (
  db: Db,
  workspaceId: WorkspaceId,
  note: {
    threadId: ThreadId;
    authorId: UserId | null;
    authorName: string;
    text: string;
    mentions: readonly UserId[];
  },
  now: UnixMs,
  room: SQL,
): Statement =>
  db.all<{ id: NoteId }>(sql`
    INSERT INTO ${threadNotes} (workspace_id, thread_id, author_id, author_name, text, mentions, created_at, updated_at)
    SELECT ${workspaceId}, ${note.threadId}, ${note.authorId}, ${note.authorName}, ${note.text},
      ${JSON.stringify(note.mentions)}, ${now}, ${now}
    WHERE ${room}
    RETURNING id`);

/** The note is there. */
export const noteStands = (workspaceId: WorkspaceId, id: NoteId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${threadNotes} n WHERE n.id = ${id} AND n.workspace_id = ${workspaceId})`;

export const updateNote = (
  db: Db,
  workspaceId: WorkspaceId,
  id: NoteId,
  patch: { text: string; mentions: readonly UserId[] },
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${threadNotes} SET text = ${patch.text}, mentions = ${JSON.stringify(patch.mentions)}, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId}`);

export const deleteNote = (db: Db, workspaceId: WorkspaceId, id: NoteId): Statement =>
  db.run(sql`DELETE FROM ${threadNotes} WHERE id = ${id} AND workspace_id = ${workspaceId}`);

/** Of threads that go, or whose lead is erased; `those` is a SELECT of their ids. */
export const deleteNotesOf = (db: Db, workspaceId: WorkspaceId, those: SQL): Statement =>
  db.run(
    sql`DELETE FROM ${threadNotes} WHERE workspace_id = ${workspaceId} AND thread_id IN ${those}`,
  );
