import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { OverviewRow } from "#modules/operations/contract/overview.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import type { ClientsSearch } from "./search.ts";

const asked = ({ days = 30, sort = "attention", order, q }: ClientsSearch) => ({
  days: String(days),
  sort,
  ...(order && { order }),
  ...(q && { q }),
});

/** A row for each workspace, in order. */
export const overviewQuery = (search: ClientsSearch) =>
  infiniteQueryOptions({
    queryKey: ["admin", "overview", asked(search)],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<OverviewRow>>("/admin/overview", {
        query: { limit: 100, cursor: pageParam, ...asked(search) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    // They are counted once a minute.
    refetchInterval: (query) =>
      (query.state.data?.pages.length ?? 0) <= 1 ? paced(60_000, query) : false,
  });

/** Where the list is as a file. */
export const overviewFile = (search: ClientsSearch): string =>
  `/api/v1/admin/overview/export?${new URLSearchParams(asked(search)).toString()}`;
