import { phrase } from "#platform/words/phrase.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { peopleAmong } from "#modules/accounts/workspaces/list-members.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { pushStatement, wakePush } from "#modules/events/push/push-statement.ts";
import type { ThreadNote, ThreadNoteBody } from "#modules/inbox/contract/notes.ts";
import { findThread } from "#modules/inbox/threads/read-thread.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch, type Statement } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { NoteId, ThreadId, UserId } from "#platform/rules/ids.ts";
import { presentNote } from "./list-notes.ts";
import {
  countNotes,
  deleteNote,
  hasNoteRoom,
  insertNote,
  type NoteRow,
  noteStands,
  selectNote,
  updateNote,
} from "./store.ts";

/** More of them nobody reads. */
const MOST_NOTES = 500;

/**
 * Keeps a note with a thread, and tells those whom it mentions. It is never sent. Throws `not_found`,
 * `validation_failed` for somebody who cannot read it, `limit_reached`.
 */
export async function addNote(
  ctx: MemberCtx,
  threadId: ThreadId,
  { text, mentions: given = [] }: ThreadNoteBody,
): Promise<ThreadNote> {
  const { db, workspaceId } = ctx;
  await findThread(ctx, threadId);
  const mentions = await assertStaff(ctx, given);
  const author = { authorId: userIdOf(ctx.caller), authorName: ctx.caller.name };
  const room = hasNoteRoom(workspaceId, threadId, MOST_NOTES);
  const results = await runBatch(db, [
    ...mentionNotices(ctx, threadId, mentions, onlyIf(room)),
    insertNote(db, workspaceId, { threadId, ...author, text, mentions }, ctx.now(), room),
  ]);
  const [made] = results.at(-1) as { id: NoteId }[];
  if (!made && (await countNotes(db, workspaceId, threadId)) >= MOST_NOTES) {
    throw new AppError("limit_reached", `A thread has at most ${MOST_NOTES} notes.`);
  }
  if (mentions.length > 0) await wakePush(ctx);
  const row = made && (await selectNote(db, workspaceId, threadId, made.id));
  if (!row) throw notFound("thread");
  return presentNote(row);
}

/** Changes the caller's own note, and tells those whom it newly mentions. Throws `not_found`, `forbidden`. */
export async function changeNote(
  ctx: MemberCtx,
  threadId: ThreadId,
  id: NoteId,
  { text, mentions: given }: ThreadNoteBody,
): Promise<ThreadNote> {
  const { db, workspaceId } = ctx;
  const before = await findOwn(ctx, threadId, id);
  const mentions = given === undefined ? before.mentions : await assertStaff(ctx, given);
  const stands = onlyIf(noteStands(workspaceId, id));
  const added = mentions.filter((one) => !before.mentions.includes(one));
  await runBatch(db, [
    ...mentionNotices(ctx, threadId, added, stands),
    updateNote(db, workspaceId, id, { text, mentions }, ctx.now()),
  ]);
  if (added.length > 0) await wakePush(ctx);
  const row = await selectNote(db, workspaceId, threadId, id);
  if (!row) throw notFound("note");
  return presentNote(row);
}

/** Deletes the caller's own note. Throws `not_found`, `forbidden`. */
export async function removeNote(ctx: MemberCtx, threadId: ThreadId, id: NoteId): Promise<void> {
  const { db, workspaceId } = ctx;
  await findOwn(ctx, threadId, id);
  await runBatch(db, [
    deletionLine(ctx, "note", id, onlyIf(noteStands(workspaceId, id))),
    deleteNote(db, workspaceId, id),
  ]);
}

async function findOwn(ctx: MemberCtx, threadId: ThreadId, id: NoteId): Promise<NoteRow> {
  const row = await selectNote(ctx.db, ctx.workspaceId, threadId, id);
  if (!row) throw notFound("note");
  const me = userIdOf(ctx.caller);
  const isOwn = row.authorId === me && (me !== null || row.authorName === ctx.caller.name);
  if (isOwn) return row;
  throw new AppError("forbidden", "Only who wrote a note can change or delete it.");
}

/** Each once. Throws `validation_failed` for those who are not among the staff of the workspace. */
async function assertStaff(ctx: MemberCtx, given: readonly UserId[]): Promise<readonly UserId[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return ids;
  const roles = await peopleAmong(ctx, ids);
  const wrong = given.findIndex((id) => (roles.get(id) ?? "client") === "client");
  if (wrong < 0) return ids;
  const message = "Choose staff who may enter this workspace; clients do not see notes.";
  throw invalidField(`mentions.${wrong}`, "unknown_user", message);
}

/**
 * Tells people of a note, but not its writer. Its words say nothing of the note: the mail of a notice
 * is read in other places.
 */
const mentionNotices = (
  ctx: MemberCtx,
  threadId: ThreadId,
  people: readonly UserId[],
  stands: ReturnType<typeof onlyIf>,
): Statement[] =>
  people
    .filter((id) => id !== userIdOf(ctx.caller))
    .flatMap((userId) => [
      pushStatement(ctx, { kind: "mention", threadId, userId }, stands),
      noticeStatement(
        ctx,
        {
          kind: "note_mention",
          severity: "info",
          title: phrase("{person} mentioned you in a note", { person: ctx.caller.name }),
          message: phrase("Open the conversation to read it and to answer."),
          target: { kind: "thread", id: threadId },
          userId,
          dedupeKey: `note_mention:${crypto.randomUUID()}`,
        },
        stands,
      ),
    ]);
