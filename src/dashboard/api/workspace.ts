import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CampaignListItem, Sending } from "#modules/campaigns/contract/campaigns.ts";
import type { Pagination } from "#platform/contract/common.ts";
import type { NotificationList } from "#modules/events/contract/notifications.ts";
import type { z } from "zod";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import type { Pulse } from "#modules/operations/contract/pulse.ts";
import { ownZone } from "#dashboard/lib/time.ts";
import { api } from "./client.ts";
import { type Moving, paced } from "./paced.ts";
import { pulseKey, queryClient } from "./query-client.ts";

/** A page of a list as the API answers it. */
export type Page<T> = { readonly data: readonly T[]; readonly pagination: Pagination };

/** Every page of a list, 200 rows at a time: for lists that are few beside everything else. */
export async function allPages<T>(path: string, signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page<T> = await api.get<Page<T>>(path, { query: { limit: 200, cursor }, signal });
    all.push(...page.data);
    cursor = page.pagination.next_cursor;
  }
  return all;
}

/** Reloads only the queries of a workspace with these keys, such as "leads" and "stats". */
export const changed = async (wid: number, ...names: readonly string[]): Promise<void> => {
  await Promise.all(
    names.map((name) => queryClient.invalidateQueries({ queryKey: ["w", wid, name] })),
  );
};

/** Keys begin with the workspace, so that `["w", wid]` names everything of it. */
export const statsQuery = (wid: number, days: number) =>
  queryOptions({
    queryKey: ["w", wid, "stats", days],
    queryFn: ({ signal }) =>
      api.get<WorkspaceStats>(`/workspaces/${wid}/stats`, { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => paced(60_000, query),
  });

/**
 * What stands around every room, in one answer: what there is, what sends, what is unread. Anyone who
 * invalidates "stats", "sending", "threads", "notices", "quota" or "settings" has it asked again
 * (`query-client.ts`).
 */
const pulseOf = <T>(wid: number, select: (pulse: Pulse) => T) =>
  queryOptions({
    queryKey: pulseKey(wid),
    queryFn: ({ signal }) => api.get<Pulse>(`/workspaces/${wid}/pulse`, { signal }),
    select,
  });

/** Asked again by the shell alone: a part of the page that shows something of it asks nothing itself. */
export const beatQuery = (wid: number) => ({
  ...pulseOf(wid, () => null),
  refetchInterval: (query: Moving) => paced(30_000, query),
});

/** How many there are of everything. */
export const countsQuery = (wid: number) => pulseOf(wid, countsOf);
const countsOf = ({ holds }: Pulse) => holds;

/** Why mail goes out right now, or does not. */
export const sendingQuery = (wid: number) => pulseOf(wid, sendingOf);
const sendingOf = ({ sending }: Pulse): Sending => sending ?? { next_send_at: null, campaigns: [] };

/** How many threads and notifications nobody has read. */
export const unreadQuery = (wid: number) => pulseOf(wid, unreadOf);
const unreadOf = (pulse: Pulse) => ({
  threads: pulse.unread_threads ?? 0,
  notices: pulse.unread_notifications ?? 0,
});

/** What the workspace may have and send, and what is used of it; null where the person may not know. */
export const quotaQuery = (wid: number) => pulseOf(wid, quotaIn);
const quotaIn = ({ quota }: Pulse) => quota;

/** Whether the workspace has a report that anybody can read. */
export const publicReportQuery = (wid: number) => pulseOf(wid, isReportPublic);
const isReportPublic = (pulse: Pulse) => pulse.has_public_report;

/** Whether emails need an approval before they are sent. */
export const asksForApprovalQuery = (wid: number) => pulseOf(wid, asksForApproval);
const asksForApproval = (pulse: Pulse) => pulse.asks_for_approval;

/** Whether an AI is set up for the workspace. */
export const hasAiQuery = (wid: number) => pulseOf(wid, hasAiIn);
const hasAiIn = (pulse: Pulse) => pulse.has_ai;

/** The sample data that the workspace has; null for none. */
export const sampleQuery = (wid: number) => pulseOf(wid, sampleIn);
const sampleIn = (pulse: Pulse) => pulse.sample;

/** A newer version of the product that the releases feed named; for who may update it. */
export const newerVersionQuery = (wid: number) => pulseOf(wid, newerOf);
const newerOf = (pulse: Pulse) => pulse.newer_version;

/** The newest hundred campaigns with their counts. */
export const campaignsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "campaigns"],
    queryFn: ({ signal }) =>
      api.get<Page<CampaignListItem>>(`/workspaces/${wid}/campaigns`, {
        query: { limit: 100 },
        signal,
      }),
    refetchInterval: (query) => paced(30_000, query),
  });

export const mailboxesQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", "all"],
    queryFn: ({ signal }) => allPages<Mailbox>(`/workspaces/${wid}/mailboxes`, signal),
  });

/** Everything that lists threads. */
export const threadsKey = (wid: number) => ["w", wid, "threads"] as const;

/** Lists over all workspaces. */
export const allThreadsKey = ["all-threads"] as const;

/** What stopped, newest first, and how many nobody has read yet. */
export const noticesQuery = (wid: number) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "notices"],
    queryFn: ({ pageParam, signal }) =>
      api.get<z.output<typeof NotificationList>>(`/workspaces/${wid}/notifications`, {
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: (query) => paced(60_000, query),
  });

/** Today in quarter hours, in the viewer's time zone. */
export const dayQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "sending", "day", ownZone()],
    queryFn: ({ signal }) =>
      api.get<SendingDay>(`/workspaces/${wid}/campaigns/today`, {
        query: { timezone: ownZone() },
        signal,
      }),
    refetchInterval: (query) => paced(60_000, query),
  });

/** What the operator should know, the newest first; `unread` counts all of it. */
export const attentionQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "notices", "unread"],
    queryFn: ({ signal }) =>
      api.get<z.output<typeof NotificationList>>(`/workspaces/${wid}/notifications`, {
        query: { limit: 20, unread: true },
        signal,
      }),
  });
