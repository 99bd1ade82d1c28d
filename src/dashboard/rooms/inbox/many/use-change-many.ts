import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { Thread, ThreadsChange } from "#modules/inbox/contract/threads.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { toast } from "#dashboard/parts/toast.tsx";
import { queryClient } from "#dashboard/api/query-client.ts";
import { putThreads, listsChanged, labelsQuery } from "#dashboard/rooms/inbox/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** What changes alike in all of them. */
type Change = Omit<z.input<typeof ThreadsChange>, "ids">;

/** A sentence on how many were. */
type Said = (threads: number) => string;

/** More go in further requests. */
const AT_ONCE = 100;

/** Changes the threads, by workspace, and says how many were. */
export function useChangeMany(chosen: readonly Thread[], onDone: () => void) {
  const run = useMutation({
    mutationFn: async ({ what }: { what: Change; said: Said }) => {
      let changed = 0;
      const failed: string[] = [];
      for (const [wid, rows] of Map.groupBy(chosen, (row) => row.workspace_id)) {
        for (let i = 0; i < rows.length; i += AT_ONCE) {
          const ids = rows.slice(i, i + AT_ONCE).map(({ id }) => id);
          const answer = await putThreads(wid, { ids, ...what });
          changed += answer.changed.length;
          failed.push(...answer.failed.map(({ detail }) => fromServer(detail)));
        }
      }
      return { changed, failed };
    },
    onSuccess: ({ changed, failed }, { said }) => {
      const [first] = failed;
      const left =
        first === undefined
          ? ""
          : t("{failed} not: {reason}", { failed: failed.length, reason: first });
      toast([said(changed), left].filter(Boolean).join(" "));
      onDone();
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => {
      for (const wid of new Set(chosen.map((row) => row.workspace_id))) {
        listsChanged(wid);
        void queryClient.invalidateQueries(labelsQuery(wid));
      }
    },
  });
  return {
    change: (what: Change, said: Said) => run.mutate({ what, said }),
    busy: run.isPending,
  };
}
