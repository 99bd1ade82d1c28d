import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { LeadListItem } from "#modules/leads/contract/leads.ts";
import { goneKeys } from "#dashboard/api/pending.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { leadsQuery } from "#dashboard/rooms/leads/queries.ts";
import type { LeadsSearch } from "#dashboard/rooms/leads/search.ts";

/** So many rows before the end the next page is asked for. */
const AHEAD = 60;
/** Bones behind the last row while more are on their way. */
const BONES = 12;

/** The leads of a search as one list of rows; more come as they are looked at. */
export function useLeads(wid: number, search: LeadsSearch) {
  const query = useInfiniteQuery(leadsQuery(wid, search));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const gone = useStore(goneKeys);
  const rows = useMemo(() => {
    const all = (data?.pages ?? []).flatMap((page) => page.data);
    return gone.size === 0 ? all : all.filter(({ id }) => !gone.has(`lead:${id}`));
  }, [data, gone]);
  const first = data?.pages[0]?.pagination;
  const onSight = useCallback(
    (_: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last > rows.length - AHEAD) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, rows.length, fetchNextPage],
  );
  return {
    error: query.error,
    isLoading: query.isPending,
    refetch: query.refetch,
    rows,
    rowAt: (index: number): LeadListItem | null => rows[index] ?? null,
    /** Rows to draw, bones included. */
    drawn: rows.length + (hasNextPage ? BONES : 0),
    total: first?.total ?? null,
    atLeast: first?.total_at_least ?? null,
    onSight,
  };
}
