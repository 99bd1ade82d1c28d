import { queryOptions, useMutation } from "@tanstack/react-query";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { ConsentAnswer, MailProviders } from "#modules/connections/contract/connections.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import type { Mailbox, MailboxPresets } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import { api } from "#dashboard/api/client.ts";
import { attentionQuery, changed, type Page } from "#dashboard/api/workspace.ts";
import { queryClient } from "#dashboard/api/query-client.ts";

/** All mailboxes of a workspace in one answer. */
export const healthsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", "health"],
    queryFn: ({ signal }) =>
      api.get<Page<MailboxHealth>>(`/workspaces/${wid}/mailboxes/health`, { signal }),
    refetchInterval: 60_000,
  });

export const healthQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", id, "health"],
    queryFn: ({ signal }) =>
      api.get<MailboxHealth>(`/workspaces/${wid}/mailboxes/${id}/health`, { signal }),
    refetchInterval: 30_000,
  });

export const mailboxQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "mailboxes", id],
    queryFn: ({ signal }) => api.get<Mailbox>(`/workspaces/${wid}/mailboxes/${id}`, { signal }),
    refetchInterval: 30_000,
  });

export const warmupQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "warmup"],
    queryFn: ({ signal }) =>
      api.get<Page<WarmupStatus>>(`/workspaces/${wid}/warmup`, { query: { limit: 200 }, signal }),
    refetchInterval: 60_000,
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
    mutationFn: (body: { readonly provider: Provider; readonly mailbox_id?: number }) =>
      api.post<ConsentAnswer>(`/workspaces/${wid}/mailboxes/connect`, body),
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
  });
