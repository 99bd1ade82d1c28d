import { queryOptions } from "@tanstack/react-query";
import type { WarmupExchange } from "#modules/warmup/contract/exchange.ts";
import type { WarmupPool } from "#modules/warmup/contract/pool.ts";
import { api } from "#dashboard/api/client.ts";

export const exchangesQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "warmup", "exchange"],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: WarmupExchange[] }>(`/workspaces/${wid}/warmup/exchange`, { signal }))
        .data,
  });

export const poolQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "warmup", "pool"],
    queryFn: ({ signal }) => api.get<WarmupPool>(`/workspaces/${wid}/warmup/pool`, { signal }),
    // What is being chosen must not change under the hand.
    refetchOnWindowFocus: false,
  });
