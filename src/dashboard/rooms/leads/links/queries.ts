import { queryOptions } from "@tanstack/react-query";
import type {
  ImportLink,
  ImportLinkPreview,
  ImportLinkRun,
  PreviewImportLinkBody,
} from "#modules/leads/contract/import-links.ts";
import type { z } from "zod";
import { api } from "#dashboard/api/client.ts";
import type { Page } from "#dashboard/api/workspace.ts";

const LIVE_MS = 2_000;
const IDLE_MS = 60_000;
const SHOWN_RUNS = 20;

/** The links of a workspace; asked again while one is running. */
export const linksQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "import-links"],
    queryFn: ({ signal }) =>
      api.get<Page<ImportLink>>(`/workspaces/${wid}/leads/import-links`, {
        query: { limit: 100 },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ is_running }) => is_running) ? LIVE_MS : IDLE_MS,
  });

/** The newest runs of a link; `version` names its newest one, so that a new run asks again. */
export const runsQuery = (wid: number, id: number, version: string) =>
  queryOptions({
    queryKey: ["w", wid, "import-links", id, "runs", version],
    queryFn: ({ signal }) =>
      api.get<Page<ImportLinkRun>>(`/workspaces/${wid}/leads/import-links/${id}/runs`, {
        query: { limit: SHOWN_RUNS },
        signal,
      }),
  });

/** The first rows of a file by its address, or by the link that has it. */
export const previewOf = (
  wid: number,
  body: z.input<typeof PreviewImportLinkBody>,
): Promise<ImportLinkPreview> =>
  api.post<ImportLinkPreview>(`/workspaces/${wid}/leads/import-links/preview`, body);
