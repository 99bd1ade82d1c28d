import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Costs } from "#modules/operations/contract/costs.ts";
import { api } from "#dashboard/api/client.ts";
import type { CostsSearch } from "./search.ts";

/** A month's bill, and its workspaces in order, 50 at a time. */
export const costsQuery = (search: CostsSearch) =>
  infiniteQueryOptions({
    queryKey: ["admin", "costs", search],
    queryFn: ({ pageParam, signal }) =>
      api.get<Costs>("/admin/costs", {
        query: { limit: 50, cursor: pageParam, ...search },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
