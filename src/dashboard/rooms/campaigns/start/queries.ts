import { queryOptions } from "@tanstack/react-query";
import type { Preview, Readiness, Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { ProviderChecks } from "#modules/placement/contract/checks.ts";
import { api } from "#dashboard/api/client.ts";
import { campaignKey } from "#dashboard/rooms/campaigns/queries.ts";

const base = (wid: number, id: number) => `/workspaces/${wid}/campaigns/${id}`;

/** What a start would warn of, as it is now. */
export const readinessQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "readiness"],
    queryFn: ({ signal }) => api.get<Readiness>(`${base(wid, id)}/readiness`, { signal }),
    staleTime: 0,
  });

/** The whole course of the campaign, with the leads that are left out. */
export const reviewSimulationQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "simulation", "review"],
    queryFn: () =>
      api.post<Simulation>(`${base(wid, id)}/simulate`, { days: 90, limit: 60 }, { asks: true }),
    staleTime: 0,
  });

/** The first email as this lead gets it; the example's without one. */
export const firstMailQuery = (wid: number, id: number, leadId: number | null) =>
  queryOptions({
    queryKey: ["w", wid, "preview", id, "first", leadId],
    queryFn: () =>
      api.post<Preview>(`${base(wid, id)}/preview`, leadId === null ? {} : { lead_id: leadId }, {
        asks: true,
      }),
    staleTime: 0,
    gcTime: 60_000,
  });

export const providerChecksQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "provider-checks"],
    queryFn: ({ signal }) =>
      api.get<ProviderChecks>(`${base(wid, id)}/provider-checks`, { signal }),
  });
