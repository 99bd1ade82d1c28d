import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  ThreadNote,
  ThreadNoteBody,
  ThreadNotes,
  ThreadPresence,
  ThreadPresenceBody,
} from "#modules/inbox/contract/notes.ts";
import type { WaitingReplies } from "#modules/inbox/contract/waiting.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";

const notes = (wid: number, id: number) => `/workspaces/${wid}/threads/${id}/notes`;

export const notesQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "thread", id, "notes"],
    queryFn: ({ signal }) => api.get<z.output<typeof ThreadNotes>>(notes(wid, id), { signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

export const postNote = (wid: number, id: number, body: ThreadNoteBody) =>
  api.post<ThreadNote>(notes(wid, id), body);
export const putNote = (wid: number, id: number, note: number, body: ThreadNoteBody) =>
  api.put<ThreadNote>(`${notes(wid, id)}/${note}`, body);
export const dropNote = (wid: number, id: number, note: number) =>
  api.delete(`${notes(wid, id)}/${note}`);

/** Says what the person does, and hears what others do; nothing else changes by it. */
export const putPresence = (wid: number, id: number, doing: ThreadPresenceBody["doing"]) =>
  api.put<ThreadPresence>(`/workspaces/${wid}/threads/${id}/presence`, { doing }, { shown: true });

/** Of one workspace, or of all. */
export const waitingQuery = (wid?: number) =>
  queryOptions({
    queryKey: ["threads", "waiting", wid ?? "all"],
    queryFn: ({ signal }) =>
      api.get<WaitingReplies>("/threads/waiting", { query: { workspace_id: wid }, signal }),
  });
