import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { ConsentAnswer, MailProviders } from "#modules/connections/contract/connections.ts";
import type { PacingList } from "#modules/campaigns/contract/pacing.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import type { MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import type { DiscoverAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import type { MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import type { Mailbox, MailboxPresets } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { attentionQuery, changed, type Page } from "#dashboard/api/workspace.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { useIsSplit } from "#dashboard/lib/use-media.ts";
import type { MailboxesFilter } from "./search.ts";

/** So many rows at a time, as they are scrolled to. */
const PAGE = 200;
/** An import under way is asked for as often; the budget is sixty requests a minute for all. */
const LIVE_MS = 4_000;

/** A mailbox as a row shows it. */
export type Box = Pick<
  Mailbox,
  "id" | "email" | "from_name" | "status" | "status_message" | "group" | "tags"
> & {
  readonly kind: Mailbox["connection"]["kind"];
  readonly provider: Mailbox["connection"]["provider"];
  readonly warmup: Mailbox["warmup"]["state"];
  /** Null for one that was connected between the two answers. */
  readonly health: MailboxHealth | null;
};

const boxOf = (mailbox: Mailbox, health: MailboxHealth | undefined): Box => ({
  id: mailbox.id,
  email: mailbox.email,
  from_name: mailbox.from_name,
  status: mailbox.status,
  status_message: mailbox.status_message,
  group: mailbox.group,
  tags: mailbox.tags,
  kind: mailbox.connection.kind,
  provider: mailbox.connection.provider,
  warmup: mailbox.warmup.state,
  health: health ?? null,
});

const mailboxKey = (wid: number, id: number) => ["w", wid, "mailboxes", id] as const;
const healthKey = (wid: number, id: number) => ["w", wid, "mailboxes", id, "health"] as const;

/** Mailboxes with their health, 200 at a time; both lists have one order, and each time both are asked. */
export const boxesQuery = (wid: number, filter: MailboxesFilter) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "mailboxes", "list", filter],
    queryFn: async ({ pageParam, signal }): Promise<Page<Box>> => {
      const options = { query: { ...filter, limit: PAGE, cursor: pageParam }, signal };
      const at = `/workspaces/${wid}/mailboxes`;
      const [{ data, pagination }, healths] = await Promise.all([
        api.get<Page<Mailbox>>(at, options),
        api.get<Page<MailboxHealth>>(`${at}/health`, options),
      ]);
      const known = new Map(healths.data.map((one) => [one.mailbox_id, one]));
      // One that is opened beside the list is not asked for again.
      for (const one of data) queryClient.setQueryData(mailboxKey(wid, one.id), one);
      for (const one of healths.data) {
        queryClient.setQueryData(healthKey(wid, one.mailbox_id), one);
      }
      return { data: data.map((one) => boxOf(one, known.get(one.id))), pagination };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: (query) => paced(120_000, query),
  });

/** What mailboxes can be chosen by, and which do not send. */
export const summaryQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", "summary"],
    queryFn: ({ signal }) =>
      api.get<MailboxSummary>(`/workspaces/${wid}/mailboxes/summary`, { signal }),
    refetchInterval: (query) => paced(60_000, query),
  });

/** The newest imports of mailboxes; asked again while one is under way. */
export const mailboxImportsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailbox-imports"],
    queryFn: ({ signal }) =>
      api.get<Page<MailboxImport>>(`/workspaces/${wid}/mailboxes/imports`, {
        query: { limit: 5 },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "running") ? LIVE_MS : false,
  });

export const healthQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: healthKey(wid, id),
    queryFn: ({ signal }) =>
      api.get<MailboxHealth>(`/workspaces/${wid}/mailboxes/${id}/health`, { signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

/** A mailbox and its health. Beside the list, which has both, it is asked for only if the list has it not. */
export function useMailbox(wid: number, id: number, filter: MailboxesFilter) {
  const isSplit = useIsSplit();
  const list = useInfiniteQuery({ ...boxesQuery(wid, filter), enabled: isSplit });
  const enabled = !isSplit || !list.isPending;
  const mailbox = useQuery({ ...mailboxQuery(wid, id), enabled });
  const health = useQuery({ ...healthQuery(wid, id), enabled });
  return { mailbox, health };
}

/** What a sending domain may send to each provider of recipients today. */
export const pacingQuery = (wid: number, domain: string) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", "pacing", domain],
    queryFn: ({ signal }) =>
      api.get<PacingList>(`/workspaces/${wid}/pacing`, { query: { domain }, signal }),
    enabled: domain !== "",
    refetchInterval: (query) => paced(60_000, query),
  });

export const mailboxQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: mailboxKey(wid, id),
    queryFn: ({ signal }) => api.get<Mailbox>(`/workspaces/${wid}/mailboxes/${id}`, { signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

/** The warmup of a mailbox, among those whose address holds this one. */
export const warmupQuery = (wid: number, email: string) =>
  queryOptions({
    queryKey: ["w", wid, "warmup", email],
    queryFn: ({ signal }) =>
      api.get<Page<WarmupStatus>>(`/workspaces/${wid}/warmup`, {
        query: { q: email, limit: 200 },
        signal,
      }),
    refetchInterval: (query) => paced(60_000, query),
  });

/** Where mailboxes can be connected without a password. */
export const providersQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "mail-providers"],
    queryFn: ({ signal }) =>
      api.get<MailProviders>(`/workspaces/${wid}/mailboxes/providers`, { signal }),
    staleTime: 60_000,
  });

/** Providers and, with an address, which of them it is. */
export const presetsQuery = (wid: number, email: string) =>
  queryOptions({
    queryKey: ["w", wid, "mailbox-presets", email],
    queryFn: ({ signal }) =>
      api.get<MailboxPresets>(`/workspaces/${wid}/mailboxes/presets`, {
        query: { email },
        signal,
      }),
    staleTime: 10 * 60_000,
  });

/** The servers that the domain of an address names. */
export const discoverQuery = (wid: number, email: string) =>
  queryOptions({
    queryKey: ["w", wid, "mailbox-servers", email],
    queryFn: ({ signal }) =>
      api.post<DiscoverAnswer>(
        `/workspaces/${wid}/mailboxes/discover`,
        { email },
        { asks: true, signal },
      ),
    staleTime: 10 * 60_000,
    retry: false,
  });

/** Marks the notifications of a failed mailbox as read once it works again. */
export async function readNoticesOf(wid: number, mailboxId: number): Promise<void> {
  const { data } = await queryClient.fetchQuery(attentionQuery(wid));
  const ids = data
    .filter(({ kind, target }) => kind === "mailbox_failed" && target.id === mailboxId)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await api.post(`/workspaces/${wid}/notifications/read`, { ids });
  await changed(wid, "notices");
}

/** Sends the person to a provider, which sends them back to the mailbox. */
export const useConsent = (wid: number) =>
  useMutation({
    mutationFn: (body: {
      readonly provider: Provider;
      readonly mailbox_id?: number;
      readonly road?: "api";
    }) => api.post<ConsentAnswer>(`/workspaces/${wid}/mailboxes/connect`, body),
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
  });
