import { queryOptions } from "@tanstack/react-query";
import type { PostmasterFigure } from "#modules/placement/contract/checks.ts";
import type { WorkspaceBlocklists } from "#modules/reputation/contract/blocklists.ts";
import type {
  DmarcReports,
  ReportMailboxSettings,
  TlsReports,
} from "#modules/reputation/contract/reports.ts";
import { api } from "#dashboard/api/client.ts";

export const blocklistsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "reputation", "blocklists"],
    queryFn: ({ signal }) =>
      api.get<WorkspaceBlocklists>(`/workspaces/${wid}/blocklists`, { signal }),
  });

export const dmarcQuery = (wid: number, days: number) =>
  queryOptions({
    queryKey: ["w", wid, "reputation", "dmarc", days],
    queryFn: ({ signal }) =>
      api.get<DmarcReports>(`/workspaces/${wid}/reports/dmarc`, { query: { days }, signal }),
  });

export const tlsQuery = (wid: number, days: number) =>
  queryOptions({
    queryKey: ["w", wid, "reputation", "tls", days],
    queryFn: ({ signal }) =>
      api.get<TlsReports>(`/workspaces/${wid}/reports/tls`, { query: { days }, signal }),
  });

export const reportSettingsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "reputation", "settings"],
    queryFn: ({ signal }) =>
      api.get<ReportMailboxSettings>(`/workspaces/${wid}/settings/reports`, { signal }),
  });

/** Spam rates that people entered, the newest days first. */
export const spamRatesQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "reputation", "spam-rates"],
    queryFn: ({ signal }) =>
      api.get<{ data: PostmasterFigure[] }>(`/workspaces/${wid}/postmaster-figures`, { signal }),
  });
