import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { OrganisationAppShown } from "#modules/connections/contract/organisation-apps.ts";
import type {
  AddedOrganisation,
  OrganisationList,
  OrganisationShown,
  OrganisationTest,
  OrganisationUsers,
} from "#modules/connections/contract/organisations.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";

export type App = z.output<typeof OrganisationAppShown>;
export type Organisation = z.output<typeof OrganisationShown>;
export type Added = z.output<typeof AddedOrganisation>;
export type TestAnswer = z.output<typeof OrganisationTest>;
export type Users = z.output<typeof OrganisationUsers>;
export type User = Users["data"][number];

export const ORGANISATIONS = "/admin/organisations";

/** Users a page, as they are scrolled to; the provider's own directory is asked for each. */
const PAGE = 100;

export const PROVIDER_NAMES: Readonly<Record<OrganisationProvider, string>> = {
  google: "Google Workspace",
  microsoft: "Microsoft 365",
};

export const appQuery = (provider: OrganisationProvider) =>
  queryOptions({
    queryKey: ["admin", "organisation-apps", provider],
    queryFn: ({ signal }) => api.get<App>(`/admin/organisation-apps/${provider}`, { signal }),
  });

export const organisationsQuery = queryOptions({
  queryKey: ["admin", "organisations"],
  queryFn: ({ signal }) => api.get<z.output<typeof OrganisationList>>(ORGANISATIONS, { signal }),
});

export const usersQuery = (id: number, q: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "organisation-users", id, q],
    queryFn: ({ pageParam, signal }) =>
      api.get<Users>(`${ORGANISATIONS}/${id}/users`, {
        query: { q, limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor,
    retry: false,
    refetchOnWindowFocus: false,
  });
