import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CreateTemplateBody,
  SaveTemplateBody,
  Template,
  TemplateItem,
  UpdateTemplateBody,
} from "#modules/campaigns/contract/templates.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import type { Page } from "#dashboard/api/workspace.ts";

const KEY = ["templates"] as const;

/** The templates of the install, newest first. */
export const installTemplatesQuery = (kind: TemplateKind | undefined, q: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", kind ?? "all", q],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<TemplateItem>>("/templates", {
        query: { limit: 100, cursor: pageParam, ...(kind && { kind }), ...(q && { q }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
  });

/** One with its texts. */
export const installTemplateQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get<Template>(`/templates/${id}`, { signal }),
  });

const listsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [...KEY, "list"] });

function answered(template: Template): Template {
  queryClient.setQueryData(installTemplateQuery(template.id).queryKey, template);
  listsChanged();
  return template;
}

export const postTemplate = async (body: z.input<typeof CreateTemplateBody>) =>
  answered(await api.post<Template>("/templates", body));

/** `known`: the version that the person changed; another one since then is a 409. */
export const patchTemplate = async (
  id: number,
  body: z.input<typeof UpdateTemplateBody>,
  known: string,
) =>
  answered(
    await api.put<Template>(`/templates/${id}`, body, { headers: { "If-Match": `"${known}"` } }),
  );

export const dropInstallTemplate = async (id: number): Promise<void> => {
  await api.delete(`/templates/${id}`);
  listsChanged();
};

/** Saves a campaign, or a step of it, as a template. */
export const saveTemplate = async (
  { wid, campaign, step }: { wid: number; campaign: number; step: number | null },
  body: z.input<typeof SaveTemplateBody>,
) =>
  answered(
    await api.post<Template>(
      `/workspaces/${wid}/campaigns/${campaign}${step === null ? "" : `/steps/${step}`}/template`,
      body,
    ),
  );
