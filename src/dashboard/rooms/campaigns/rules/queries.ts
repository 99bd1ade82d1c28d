import { queryOptions } from "@tanstack/react-query";
import type { FollowUpRule } from "#modules/campaigns/contract/follow-ups.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import { campaignKey } from "#dashboard/rooms/campaigns/queries.ts";
import type { RuleBody } from "./rule-draft.ts";

const base = (wid: number, id: number) => `/workspaces/${wid}/campaigns/${id}/rules`;

export const rulesQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "rules"],
    queryFn: ({ signal }) =>
      api.get<Page<FollowUpRule>>(base(wid, id), { query: { limit: 200 }, signal }),
    refetchInterval: (query) => paced(60_000, query),
  });

export const rulesChanged = (wid: number, id: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: rulesQuery(wid, id).queryKey });

export const saveRule = async (
  wid: number,
  id: number,
  rule: number | null,
  body: RuleBody,
): Promise<void> => {
  if (rule === null) await api.post<FollowUpRule>(base(wid, id), body);
  else await api.put<FollowUpRule>(`${base(wid, id)}/${rule}`, body);
  await rulesChanged(wid, id);
};

export const putRuleState = async (
  wid: number,
  id: number,
  rule: number,
  state: "active" | "paused",
): Promise<void> => {
  await api.put<FollowUpRule>(`${base(wid, id)}/${rule}`, { state });
  await rulesChanged(wid, id);
};

export const rulePath = (wid: number, id: number, rule: number): string =>
  `${base(wid, id)}/${rule}`;
