import type { QueryKey } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryClient } from "#dashboard/api/query-client.ts";
import { allThreadsKey, unreadQuery } from "#dashboard/api/workspace.ts";

/** A list that was read so short a time before has it already. */
const JUST_MS = 2_000;

/**
 * Where the beat says that more threads are unread than it last did, lists of threads and open ones
 * are read again at once: their own turn may be a minute away.
 */
export function useNewMail(wid: number): void {
  const { data, dataUpdatedAt } = useQuery(unreadQuery(wid));
  const unread = data?.threads;
  const known = useRef<{ readonly wid: number; readonly unread: number }>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const before = known.current;
    known.current = { wid, unread };
    if (before?.wid !== wid || unread <= before.unread) return;
    // By predicate: by their key the beat would be asked again, which has it already.
    void queryClient.invalidateQueries(
      {
        predicate: ({ queryKey, state }) =>
          holdsThreads(queryKey, wid) && state.dataUpdatedAt < dataUpdatedAt - JUST_MS,
      },
      { cancelRefetch: false },
    );
  }, [wid, unread, dataUpdatedAt]);
}

/** Lists of the workspace, its threads without what stands beside them, and lists over all workspaces. */
const holdsThreads = ([first, of, what, ...rest]: QueryKey, wid: number): boolean =>
  first === allThreadsKey[0] ||
  (first === "w" && of === wid && (what === "threads" || (what === "thread" && rest.length === 1)));
