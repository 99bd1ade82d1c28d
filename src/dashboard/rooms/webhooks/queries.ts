import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Webhook, WebhookLog } from "#modules/events/contract/webhooks.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import type { LogsChoice } from "./words.ts";

export const webhooksQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "webhooks"],
    queryFn: ({ signal }) =>
      api.get<Page<Webhook>>(`/workspaces/${wid}/webhooks`, { query: { limit: 200 }, signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

/** Attempts are what turns a webhook off: who shows them has it asked again with a new one. */
export const webhookQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "webhooks", id],
    queryFn: ({ signal }) => api.get<Webhook>(`/workspaces/${wid}/webhooks/${id}`, { signal }),
  });

/** Attempts of an event and an outcome, newest first. */
export const logsQuery = (wid: number, id: number, search: LogsChoice) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "webhooks", id, "logs", search],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<WebhookLog>>(`/workspaces/${wid}/webhooks/${id}/logs`, {
        query: { ...search, limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: (query) => paced(15_000, query),
  });
