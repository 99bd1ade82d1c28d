import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ThreadPresence } from "#modules/inbox/contract/notes.ts";
import { paced } from "#dashboard/api/paced.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { putPresence } from "./queries.ts";

/** The server forgets it after ninety seconds; a person who begins or ends to answer reports it at once. */
const AGAIN_MS = 30_000;
const LONGEST_MS = 75_000;
/** Where somebody else has the thread open, either may begin to answer any moment. */
const TOGETHER_MS = 12_000;

/** Shows others that the person views or answers a thread; answers who else does, and asks that again. */
export function usePresence(id: number, isAnswering: boolean) {
  const { wid, may } = useWorkspace();
  const takesPart = may("threads.presence");
  const doing = useRef(isAnswering);
  doing.current = isAnswering;
  const { data, refetch } = useQuery({
    queryKey: ["w", wid, "presence", id],
    queryFn: () => putPresence(wid, id, doing.current ? "answering" : "viewing"),
    enabled: takesPart,
    refetchInterval: (query) =>
      (query.state.data?.others.length ?? 0) > 0
        ? TOGETHER_MS
        : Math.min(LONGEST_MS, paced(AGAIN_MS, query)),
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (takesPart) void refetch();
  }, [takesPart, isAnswering, refetch]);
  useEffect(() => {
    if (!takesPart) return;
    return () => void putPresence(wid, id, null).catch(() => undefined);
  }, [wid, id, takesPart]);
  const others: ThreadPresence["others"] = data?.others ?? [];
  const look = async (): Promise<ThreadPresence["others"]> =>
    takesPart ? ((await refetch()).data?.others ?? []) : [];
  return { others, look };
}
