import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { SendingDomainList, Verification } from "#modules/operations/contract/domains.ts";
import { api } from "#dashboard/api/client.ts";

/** What the list is narrowed to; empty: all. */
export type DomainsFilter = { readonly q: string; readonly lacks: string };

export const domainsQuery = (filter: DomainsFilter) =>
  infiniteQueryOptions({
    queryKey: ["admin", "domains", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<SendingDomainList>("/admin/domains", {
        query: { limit: 50, cursor: pageParam, ...given(filter) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor,
  });

/** How far a check of all domains is; asked again while one runs. */
export const verificationQuery = queryOptions({
  queryKey: ["admin", "verification"],
  queryFn: ({ signal }) => api.get<Verification>("/admin/domains/verify", { signal }),
  refetchInterval: ({ state }) => (state.data?.is_running ? 3_000 : false),
});

/** Where a file of the domains is fetched. */
export const fileUrl = (what: "export" | "zone", query: Readonly<Record<string, string>>): string =>
  `/api/v1/admin/domains/${what}?${new URLSearchParams(query)}`;

/** The conditions that are set. */
export const given = (filter: DomainsFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
