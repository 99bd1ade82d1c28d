import { queryOptions } from "@tanstack/react-query";
import type { WhiteLabel } from "#modules/accounts/contract/brands.ts";
import type { OwnHost } from "#modules/links/contract/own-hosts.ts";
import { api } from "#dashboard/api/client.ts";

export const whiteLabelQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "white-label"],
    queryFn: ({ signal }) => api.get<WhiteLabel>(`/admin/clients/${wid}/branding`, { signal }),
  });

/** A new host is checked every minute: its state is looked at as often while it is waited for. */
export const ownHostQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "own-host"],
    queryFn: ({ signal }) => api.get<OwnHost>(`/admin/clients/${wid}/host`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? 30_000 : false),
  });
