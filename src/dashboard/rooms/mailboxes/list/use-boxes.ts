import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Box, boxesQuery } from "#dashboard/rooms/mailboxes/queries.ts";
import type { MailboxesFilter } from "#dashboard/rooms/mailboxes/search.ts";

/** So many rows before the end the next page is asked for. */
const AHEAD = 60;
/** Bones behind the last row while more are on their way. */
const BONES = 12;

/** The mailboxes of a filter as one list of rows; more come as they are looked at. */
export function useBoxes(wid: number, filter: MailboxesFilter) {
  const query = useInfiniteQuery(boxesQuery(wid, filter));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pages = data?.pages;
  const isWhole = pages?.length === 1 && !hasNextPage;
  const rows = useMemo(() => {
    const all = (pages ?? []).flatMap((page) => page.data);
    // Where all of them are here, the worst come first. Unknown scores are sorted last.
    return isWhole ? all.toSorted((a, b) => weightOf(a) - weightOf(b)) : all;
  }, [pages, isWhole]);
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
    /** Every row is here. */
    isWhole: pages !== undefined && !hasNextPage,
    rowAt: (index: number): Box | null => rows[index] ?? null,
    /** Rows to draw, bones included. */
    drawn: rows.length + (hasNextPage ? BONES : 0),
    total: pages?.[0]?.pagination.total ?? null,
    onSight,
  };
}

const weightOf = ({ health }: Box): number => health?.score ?? 101;
