import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import type { DraftAnswer } from "#modules/assist/contract/ai.ts";
import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import type { LeadDetails } from "#modules/leads/contract/leads.ts";
import type { Member } from "#modules/accounts/contract/accounts.ts";
import type { ReplyTemplate } from "#modules/inbox/contract/reply-templates.ts";
import type {
  ForwardBody,
  Message,
  ReplyBody,
  Thread,
  ThreadOfWorkspace,
  ThreadPatch,
  ThreadsChange,
  ThreadsChanged,
  ThreadTags,
  ThreadWithMessages,
} from "#modules/inbox/contract/threads.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { z } from "zod";
import type { OnUploaded } from "#dashboard/api/upload.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { allThreadsKey, type Page, threadsKey as listKey } from "#dashboard/api/workspace.ts";
import type { AllInboxesSearch, InboxSearch, View } from "./search.ts";

const base = (wid: number) => `/workspaces/${wid}/threads`;

const FILTERS: Record<View, Record<string, string | boolean>> = {
  answer: { awaiting_reply: true, snoozed: false },
  unread: { unread: true, snoozed: false },
  interested: { status: "interested", snoozed: false },
  later: { snoozed: true },
  all: {},
};

export type ListFilter = Pick<
  InboxSearch,
  "q" | "mailbox" | "campaign" | "whose" | "category" | "label"
> & {
  view: View;
};

type AllFilter = Pick<AllInboxesSearch, "q" | "client" | "whose" | "category"> & { view: View };

export const threadsQuery = (wid: number, { view, ...filter }: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey(wid), { view, ...filter }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Thread>>(base(wid), {
        query: {
          limit: 50,
          cursor: pageParam,
          q: filter.q,
          mailbox_id: filter.mailbox,
          campaign_id: filter.campaign,
          assigned_to: filter.whose,
          category: filter.category,
          tag: filter.label,
          ...FILTERS[view],
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    // Far down the list every page would be read again for it.
    refetchInterval: (query) =>
      (query.state.data?.pages.length ?? 0) <= 1 ? paced(20_000, query) : false,
  });

/** Threads of every workspace, or of one of them. */
export const allThreadsQuery = ({ view, q, client, whose, category }: AllFilter) =>
  infiniteQueryOptions({
    queryKey: [...allThreadsKey, { view, q, client, whose, category }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<ThreadOfWorkspace>>("/threads", {
        query: {
          limit: 50,
          cursor: pageParam,
          q,
          workspace_id: client,
          assigned_to: whose,
          category,
          ...FILTERS[view],
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      (query.state.data?.pages.length ?? 0) <= 1 ? paced(20_000, query) : false,
  });

export const threadQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "thread", id],
    queryFn: ({ signal }) => api.get<ThreadWithMessages>(`${base(wid)}/${id}`, { signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

/** Whom a thread can be given to. */
export const membersQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "members"],
    queryFn: ({ signal }) =>
      api.get<Page<Member>>(`/workspaces/${wid}/members`, { query: { limit: 200 }, signal }),
    staleTime: 5 * 60_000,
  });

/** What the workspace writes again and again. */
export const templatesQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "reply-templates"],
    queryFn: ({ signal }) =>
      api.get<Page<ReplyTemplate>>(`/workspaces/${wid}/reply-templates`, {
        query: { limit: 200 },
        signal,
      }),
    staleTime: 5 * 60_000,
  });
const templates = (wid: number) => `/workspaces/${wid}/reply-templates`;
export const templatesChanged = (wid: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: templatesQuery(wid).queryKey });
export const addTemplate = (wid: number, body: { name: string; body: string }) =>
  api.post<ReplyTemplate>(templates(wid), body);
export const putTemplate = (wid: number, id: number, body: { name: string; body: string }) =>
  api.put<ReplyTemplate>(`${templates(wid)}/${id}`, body);
export const dropTemplate = (wid: number, id: number) => api.delete(`${templates(wid)}/${id}`);

export const leadOfThreadQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "lead", id],
    queryFn: ({ signal }) => api.get<LeadDetails>(`/workspaces/${wid}/leads/${id}`, { signal }),
    staleTime: 60_000,
  });

export const activityQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "lead", id, "activity"],
    queryFn: ({ signal }) =>
      api.get<Page<LeadActivity>>(`/workspaces/${wid}/leads/${id}/activity`, {
        query: { limit: 12 },
        signal,
      }),
    staleTime: 60_000,
  });

/** Shows a thread as it will be, in every list and on its own. */
export function showThread(wid: number, id: number, change: Partial<Thread>): void {
  queryClient.setQueryData(threadQuery(wid, id).queryKey, (old) => old && { ...old, ...change });
  const shown = (old: InfiniteData<Page<Thread>> | undefined) =>
    old && {
      ...old,
      pages: old.pages.map((page) => ({
        ...page,
        data: page.data.map((row) =>
          row.id === id && row.workspace_id === wid ? { ...row, ...change } : row,
        ),
      })),
    };
  queryClient.setQueriesData<InfiniteData<Page<Thread>>>(
    { queryKey: listKey(wid), predicate: ({ queryKey }) => queryKey.at(-1) !== "unread" },
    shown,
  );
  queryClient.setQueriesData<InfiniteData<Page<Thread>>>({ queryKey: allThreadsKey }, shown);
}

/** Reloads the lists: a thread may have come into one or left it. */
export function listsChanged(wid: number): void {
  void queryClient.invalidateQueries({ queryKey: listKey(wid) });
  void queryClient.invalidateQueries({ queryKey: allThreadsKey });
}

export const setCategory = (wid: number, id: number, category: ReplyCategory | null) =>
  api.put<Thread>(`${base(wid)}/${id}/category`, { category });

export const setStatus = (wid: number, id: number, status: ThreadStatus) =>
  api.put<Thread>(`${base(wid)}/${id}/status`, { status });

export const patchThread = (wid: number, id: number, body: z.input<typeof ThreadPatch>) =>
  api.put<Thread>(`${base(wid)}/${id}`, body);

/** Opening a thread is no reason to load the rest of the page again. */
export const markThreadRead = (wid: number, id: number) =>
  api.put<Thread>(`${base(wid)}/${id}`, { is_unread: false }, { shown: true });

export const putThreads = (wid: number, body: z.input<typeof ThreadsChange>) =>
  api.post<ThreadsChanged>(`${base(wid)}/bulk`, body);

/** Labels to choose from. */
export const labelsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "thread-tags"],
    queryFn: ({ signal }) =>
      api.get<z.output<typeof ThreadTags>>(`/workspaces/${wid}/thread-tags`, { signal }),
    staleTime: 60_000,
  });

/** Takes a reply back that has not left. */
export const takeReplyBack = (wid: number, id: number, message: number) =>
  api.delete<Message>(`${base(wid)}/${id}/messages/${message}`);

export function reply(
  wid: number,
  id: number,
  body: z.input<typeof ReplyBody>,
  files: readonly File[] = [],
  onUploaded: OnUploaded = () => undefined,
): Promise<Message> {
  const path = `${base(wid)}/${id}/reply`;
  if (files.length === 0) return api.post<Message>(path, body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  }
  for (const file of files) form.append("files", file);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  return api.upload<Message>(path, form, { headers, onUploaded });
}

/** Passes a message on. */
export const forward = (
  wid: number,
  id: number,
  message: number,
  body: z.input<typeof ForwardBody>,
) => api.post<Message>(`${base(wid)}/${id}/messages/${message}/forward`, body);

export const fetchAttachment = (wid: number, id: number, message: number, number: number) =>
  api.raw(`${base(wid)}/${id}/messages/${message}/attachments/${number}`);

export const postReplyDraft = (wid: number, id: number, instruction?: string) =>
  api.post<DraftAnswer>(`${base(wid)}/${id}/draft`, instruction ? { instruction } : {});
