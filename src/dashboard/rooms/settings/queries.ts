import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import type { ApiKey } from "#modules/accounts/contract/api-keys.ts";
import type { DealChoicesAnswer } from "#modules/events/contract/deals.ts";
import type { Integration } from "#modules/events/contract/integrations.ts";
import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import type { Suppression } from "#modules/leads/contract/suppressions.ts";
import { api } from "#dashboard/api/client.ts";
import { hasAiQuery, type Page } from "#dashboard/api/workspace.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

export const settingsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "settings"],
    queryFn: ({ signal }) => api.get<WorkspaceSettings>(`/workspaces/${wid}/settings`, { signal }),
  });

export const keysQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "api-keys"],
    queryFn: ({ signal }) =>
      api.get<Page<ApiKey>>(`/workspaces/${wid}/api-keys`, { query: { limit: 200 }, signal }),
  });

export const integrationsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "integrations"],
    queryFn: ({ signal }) =>
      api.get<Page<Integration>>(`/workspaces/${wid}/integrations`, {
        query: { limit: 200 },
        signal,
      }),
  });

/** What a CRM offers to a rule for deals. */
export const dealChoicesQuery = (wid: number, id: string) =>
  queryOptions({
    queryKey: ["w", wid, "deal-choices", id],
    queryFn: ({ signal }) =>
      api.get<DealChoicesAnswer>(`/workspaces/${wid}/integrations/${id}/choices`, { signal }),
  });

export const suppressionsQuery = (wid: number, q: string) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "suppressions", q],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Suppression>>(`/workspaces/${wid}/suppressions`, {
        query: { q, limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
  });

/** Whether an AI is set up for the workspace: what nobody can use is not offered. */
export function useHasAi(): boolean {
  const { wid, may } = useWorkspace();
  const hasAi = useQuery({ ...hasAiQuery(wid), enabled: may("ai.use") }).data;
  return hasAi === true;
}
