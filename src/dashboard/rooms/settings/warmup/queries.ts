import { queryOptions } from "@tanstack/react-query";
import type { WarmupPool } from "#modules/warmup/contract/pool.ts";
import { api } from "#dashboard/api/client.ts";

export const poolQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "warmup", "pool"],
    queryFn: ({ signal }) => api.get<WarmupPool>(`/workspaces/${wid}/warmup/pool`, { signal }),
    // What is being chosen must not change under the hand.
    refetchOnWindowFocus: false,
  });
