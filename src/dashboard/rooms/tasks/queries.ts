import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CreateTaskBody, Task } from "#modules/campaigns/contract/tasks.ts";
import type { Lead } from "#modules/leads/contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { changed, type Page } from "#dashboard/api/workspace.ts";
import type { z } from "zod";
import type { Due } from "./search.ts";

const base = (wid: number) => `/workspaces/${wid}/tasks`;
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const tasksQuery = (wid: number, due: Due, isMine: boolean) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "tasks", due, isMine],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Task>>(base(wid), {
        query: {
          limit: 50,
          cursor: pageParam,
          due,
          timezone: zone(),
          ...(isMine && { assignee: "me" }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: (query) => paced(60_000, query),
  });

/** How many open tasks are due by when. */
export const taskCountQuery = (wid: number, due: Due, isMine: boolean) =>
  queryOptions({
    queryKey: ["w", wid, "tasks", "count", due, isMine],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, due, timezone: zone(), ...(isMine && { assignee: "me" }) };
      const { pagination } = await api.get<Page<Task>>(base(wid), { query, signal });
      return pagination.total ?? pagination.total_at_least ?? 0;
    },
    refetchInterval: (query) => paced(60_000, query),
  });

/** The first leads with these words, for whom a task is to be made. */
export const foundLeadsQuery = (wid: number, q: string) =>
  queryOptions({
    queryKey: ["w", wid, "leads", "for-task", q],
    queryFn: ({ signal }) =>
      api.get<Page<Lead>>(`/workspaces/${wid}/leads`, { query: { q, limit: 6 }, signal }),
    enabled: q !== "",
  });

export const postTask = async (wid: number, body: z.input<typeof CreateTaskBody>) => {
  const task = await api.post<Task>(base(wid), body);
  await changed(wid, "tasks", "leads");
  return task;
};

/** Ends a task; the sequence that waits for it goes on. */
export const postEnd = async (wid: number, id: number, how: "done" | "skip", note: string) => {
  const task = await api.post<Task>(`${base(wid)}/${id}/${how}`, { note });
  void changed(wid, "tasks", "campaign");
  return task;
};

export const putAssignee = async (wid: number, id: number, person: number | null) => {
  const task = await api.put<Task>(`${base(wid)}/${id}`, { assigned_to: person });
  await changed(wid, "tasks");
  return task;
};
