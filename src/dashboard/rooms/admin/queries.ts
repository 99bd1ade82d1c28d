import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  AdminSettings,
  Assignment,
  Client,
  Dashboard,
  Employee,
} from "#modules/operations/contract/admin.ts";
import type { InstallSuppression } from "#modules/leads/contract/install-suppressions.ts";
import type { AddressReport } from "#modules/operations/contract/addresses.ts";
import type { OauthClients } from "#modules/connections/contract/clients.ts";
import type { Workspace } from "#modules/accounts/contract/accounts.ts";
import type { OrphanedKey } from "#modules/accounts/contract/api-keys.ts";
import type { InstallKey } from "#modules/accounts/contract/install-keys.ts";
import type { Invitation } from "#modules/accounts/contract/invitations.ts";
import type { SsoAdmin, SsoPerson } from "#modules/accounts/contract/sso.ts";
import type { SystemUpdate, SystemVersion } from "#modules/operations/contract/system.ts";
import type { BlockListSettings } from "#modules/reputation/contract/blocklists.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { allPages, type Page } from "#dashboard/api/workspace.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { toast } from "#dashboard/parts/toast.tsx";

export const installQuery = queryOptions({
  queryKey: ["admin", "dashboard"],
  queryFn: ({ signal }) => api.get<Dashboard>("/admin/dashboard", { signal }),
  refetchInterval: (query) => paced(30_000, query),
});

export const adminSettingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => api.get<AdminSettings>("/admin/settings", { signal }),
});

export const clientsQuery = (status: "active" | "deleted") =>
  queryOptions({
    queryKey: ["admin", "clients", status],
    queryFn: ({ signal }) =>
      api.get<Page<Client>>("/admin/clients", { query: { status, limit: 200 }, signal }),
  });

export const employeesQuery = queryOptions({
  queryKey: ["admin", "employees"],
  queryFn: ({ signal }) =>
    api.get<Page<Employee>>("/admin/employees", { query: { limit: 200 }, signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ["admin", "invitations"],
  queryFn: ({ signal }) =>
    api.get<Page<Invitation>>("/admin/invitations", { query: { limit: 200 }, signal }),
});

export const installKeysQuery = queryOptions({
  queryKey: ["admin", "api-keys"],
  queryFn: ({ signal }) =>
    api.get<Page<InstallKey>>("/admin/api-keys", { query: { limit: 200 }, signal }),
});

/** Keys of workspaces that wait for an admin: the newest of them. */
export const orphanedKeysQuery = queryOptions({
  queryKey: ["admin", "orphaned-api-keys"],
  queryFn: ({ signal }) =>
    api.get<Page<OrphanedKey>>("/admin/orphaned-api-keys", { query: { limit: 200 }, signal }),
});

/** The workspaces found, the newest first; so many that a longer list is searched. */
export const workspacesQuery = (q: string) =>
  queryOptions({
    queryKey: ["admin", "workspaces", q],
    queryFn: ({ signal }) =>
      api.get<Page<Workspace>>("/workspaces", { query: { q, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });

/** All assignments: they are few beside everything else. */
export const assignmentsQuery = queryOptions({
  queryKey: ["admin", "assignments"],
  queryFn: ({ signal }) => allPages<Assignment>("/admin/assignments", signal),
});

/** This install's clients at mail providers. */
export const oauthClientsQuery = queryOptions({
  queryKey: ["admin", "oauth-clients"],
  queryFn: ({ signal }) => api.get<OauthClients>("/admin/oauth-clients", { signal }),
});

export const ssoAdminQuery = queryOptions({
  queryKey: ["admin", "sso"],
  queryFn: ({ signal }) => api.get<SsoAdmin>("/admin/sso", { signal }),
});

/** Linked people, the newest accounts first. */
export const ssoPeopleQuery = infiniteQueryOptions({
  queryKey: ["admin", "sso", "people"],
  queryFn: ({ pageParam, signal }) =>
    api.get<Page<SsoPerson>>("/admin/sso/people", {
      query: { limit: 50, cursor: pageParam },
      signal,
    }),
  initialPageParam: "",
  getNextPageParam: (last) => last.pagination.next_cursor,
});

/** What no workspace writes to; `value` is one whole address or domain. */
export const installSuppressionsQuery = (value: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "suppressions", value],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<InstallSuppression>>("/admin/suppressions", {
        query: { limit: 50, cursor: pageParam, ...(value !== "" && { value }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
  });

export const adminBlocklistsQuery = queryOptions({
  queryKey: ["admin", "blocklists"],
  queryFn: ({ signal }) => api.get<BlockListSettings>("/admin/blocklists", { signal }),
});

/** Where an address is. Each look is written to the audit log, so none is repeated by itself. */
export const addressQuery = (email: string) =>
  queryOptions({
    queryKey: ["admin", "addresses", email],
    queryFn: ({ signal }) =>
      api.get<AddressReport>("/admin/addresses", { query: { email }, signal }),
    staleTime: Infinity,
    retry: false,
  });

export const versionQuery = queryOptions({
  queryKey: ["admin", "version"],
  queryFn: ({ signal }) => api.get<SystemVersion>("/admin/system/version", { signal }),
});

/** An update under way; the server is away for a moment while it switches. */
export const updateQuery = (id: number) =>
  queryOptions({
    queryKey: ["admin", "updates", id],
    queryFn: ({ signal }) => api.get<SystemUpdate>(`/admin/system/updates/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "running" ? false : 3_000),
  });

/** Goes on as somebody else, for an hour; the bar above every page says so. */
export async function impersonate(userId: number): Promise<void> {
  try {
    await api.post(`/admin/impersonate/${userId}`);
    location.assign("/");
  } catch (error) {
    toast(sentenceOf(error));
  }
}
