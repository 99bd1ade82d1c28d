import { z } from "zod";
import { ThreadNote, ThreadNoteBody, ThreadNotes } from "#modules/inbox/contract/notes.ts";
import { pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { NoteId, ThreadId } from "#platform/rules/ids.ts";
import { listNotes } from "./list-notes.ts";
import { addNote, changeNote, removeNote } from "./write-note.ts";

const NOTES = `${WORKSPACE_PATH}/threads/:id/notes`;
const ThreadPath = z.object({ wid: pathId(), id: pathId<ThreadId>() });
const NotePath = ThreadPath.extend({
  noteId: pathId<NoteId>().describe("Id of the note, as the list shows it."),
});

const WRITTEN = { text: "They ask for a discount. May I?", mentions: [4] };
const NOTE: z.output<typeof ThreadNote> = {
  id: 31,
  thread_id: 12,
  author: { id: 2, name: "Ann" },
  ...WRITTEN,
  created_at: "2026-11-24T08:20:00.000Z",
  updated_at: "2026-11-24T08:20:00.000Z",
};

export const noteRoutes = [
  endpoint(
    {
      method: "GET",
      path: NOTES,
      scope: "workspace",
      action: "threads.notes",
      summary: "Notes of colleagues on a thread, the oldest first.",
      description:
        "For staff alone: clients do not see notes, and they are never sent. Changes nothing.",
      params: ThreadPath,
      answers: { 200: ThreadNotes },
    },
    async (ctx, { params }) => ok(await listNotes(ctx, params.id)),
  ),
  endpoint(
    {
      method: "POST",
      path: NOTES,
      scope: "workspace",
      action: "threads.notes",
      summary: "Write a note on a thread, and tell those whom it mentions.",
      description:
        "The note stays here; nothing is sent to the lead. Each person in `mentions` gets a notice, and an email where notices are emailed. 409 `limit_reached` tells that the thread has 500 notes.",
      params: ThreadPath,
      body: ThreadNoteBody,
      answers: { 201: ThreadNote },
      example: { body: WRITTEN, answer: NOTE },
      problems: ["limit_reached"],
    },
    async (ctx, { params, body }) => {
      const note = await addNote(ctx, params.id, body);
      return created(note, `/api/v1/workspaces/${ctx.workspaceId}/threads/${params.id}/notes`);
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${NOTES}/:noteId`,
      scope: "workspace",
      action: "threads.notes",
      summary: "Change a note of one's own.",
      description:
        "Only who wrote a note can change it. People who are newly in `mentions` get a notice; left out, they stay as they are.",
      params: NotePath,
      body: ThreadNoteBody,
      answers: { 200: ThreadNote },
      example: { body: WRITTEN, answer: NOTE },
    },
    async (ctx, { params, body }) => ok(await changeNote(ctx, params.id, params.noteId, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${NOTES}/:noteId`,
      scope: "workspace",
      action: "threads.notes",
      summary: "Delete a note of one's own.",
      description: "Only who wrote a note can delete it. It writes an audit line.",
      params: NotePath,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await removeNote(ctx, params.id, params.noteId);
      return noContent();
    },
  ),
];
