import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkJob, BulkPreview } from "#modules/leads/contract/bulk.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { bulkJobQuery } from "#dashboard/rooms/leads/queries.ts";
import { isRunning } from "./bulk-acts.ts";

/** Previews bulk work, begins it, follows it and stops it. */
export function useBulkWork(wid: number, body: object, isReady: boolean) {
  const path = `/workspaces/${wid}/leads/bulk`;
  const plan = useQuery({
    queryKey: ["w", wid, "bulk-preview", body],
    queryFn: () => api.post<BulkPreview>(path, { ...body, dry_run: true }, { asks: true }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () => api.post<BulkJob>(path, { ...body, up_to_id: plan.data?.up_to_id }),
  });
  const followed = useQuery({
    ...bulkJobQuery(wid, start.data?.job_id ?? 0),
    enabled: start.data !== undefined,
  });
  const job = followed.data ?? start.data;
  const isOver = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (isOver) void changed(wid, "leads", "lists", "tags", "stats", "validations");
  }, [isOver, wid]);
  const cancel = useMutation({
    mutationFn: () => api.post<BulkJob>(`${path}/${job?.job_id}/cancel`),
    onSettled: () => followed.refetch(),
  });
  return { plan, start, job, cancel };
}
