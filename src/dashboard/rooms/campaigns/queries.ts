import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SpamAnswer } from "#modules/campaigns/contract/spam.ts";
import type { z } from "zod";
import type { EnhanceAnswer, EnhanceBody } from "#modules/assist/contract/ai.ts";
import type {
  Explanation,
  Preview,
  Simulation,
  TestEmailAnswer,
} from "#modules/campaigns/contract/campaign-tools.ts";
import type {
  CampaignDetail,
  Enrolment,
  EnrolmentListItem,
  StartAnswer,
  UpdateCampaignBody,
} from "#modules/campaigns/contract/campaigns.ts";
import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import type { CreateStepBody, Step, UpdateStepBody } from "#modules/campaigns/contract/steps.ts";
import type { Contest } from "#modules/campaigns/contract/winners.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import type { PastFigures } from "#modules/moving/contract/moves.ts";
import type { ReplyFigures } from "#modules/inbox/contract/reply-figures.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { changed, type Page } from "#dashboard/api/workspace.ts";

const base = (wid: number, id: number) => `/workspaces/${wid}/campaigns/${id}`;
export const campaignKey = (wid: number, id: number) => ["w", wid, "campaign", id] as const;

export const campaignQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: campaignKey(wid, id),
    queryFn: ({ signal }) => api.get<CampaignDetail>(base(wid, id), { signal }),
    // While it sends, the page keeps itself up to date.
    refetchInterval: (query) =>
      query.state.data?.status === "active" ? paced(15_000, query) : paced(60_000, query),
  });

export const campaignStatsQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "stats"],
    queryFn: ({ signal }) => api.get<CampaignStats>(`${base(wid, id)}/stats`, { signal }),
    refetchInterval: (query) => paced(60_000, query),
  });

/** What leads wrote back, by day and category. */
export const replyFiguresQuery = (wid: number, id: number, days: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "reply-categories", days],
    queryFn: ({ signal }) =>
      api.get<ReplyFigures>(`${base(wid, id)}/reply-categories`, { query: { days }, signal }),
    refetchInterval: (query) => paced(120_000, query),
  });

/** What another product counted before the campaign moved in; it changes no more. */
export const pastFiguresQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "past-figures"],
    queryFn: ({ signal }) => api.get<PastFigures>(`${base(wid, id)}/past-figures`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const contestsQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "contests"],
    queryFn: ({ signal }) => api.get<{ data: Contest[] }>(`${base(wid, id)}/contests`, { signal }),
    refetchInterval: (query) => paced(120_000, query),
  });

/** Gives a step's further emails to a variant, and takes that back. */
export const postWinner = async (wid: number, id: number, stepId: number, variant?: string) => {
  await api.post<Step>(`${stepPath(wid, id, stepId)}/winner`, variant ? { variant } : {});
  await reloadCampaign(wid, id);
};
export const removeWinner = async (wid: number, id: number, stepId: number) => {
  await api.delete(`${stepPath(wid, id, stepId)}/winner`);
  await reloadCampaign(wid, id);
};

export type EnrolmentFilter = { status?: EnrolmentStatus; q?: string };
export const enrolmentsQuery = (wid: number, id: number, filter: EnrolmentFilter) =>
  infiniteQueryOptions({
    queryKey: [...campaignKey(wid, id), "leads", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<EnrolmentListItem>>(`${base(wid, id)}/leads`, {
        query: { limit: 100, cursor: pageParam, ...filter },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
  });

/** `draft` is the copy as it is being written, as JSON; nothing of it is stored. */
export const previewQuery = (
  wid: number,
  id: number,
  {
    stepId,
    leadId,
    variant,
    draft,
  }: { stepId: number; leadId: number | null; variant: string; draft: string },
) =>
  queryOptions({
    // Not below the campaign's key: reloading a campaign must not generate emails.
    queryKey: ["w", wid, "preview", id, stepId, leadId, variant, draft],
    queryFn: () =>
      api.post<Preview>(
        `${base(wid, id)}/preview`,
        {
          step_id: stepId,
          variant,
          draft: JSON.parse(draft),
          ...(leadId !== null && { lead_id: leadId }),
        },
        { asks: true },
      ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 60_000,
  });

/** Reloads the campaign and the lists that show it. */
export function campaignChanged(wid: number, id: number): void {
  void reloadCampaign(wid, id);
}

/** The same; done when everything is read. */
export const reloadCampaign = async (wid: number, id: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: campaignKey(wid, id) }),
    queryClient.invalidateQueries({ queryKey: ["w", wid, "campaigns"] }),
  ]);
};

/** Shows what the server answered, and reloads the rest. */
function answered<T extends CampaignDetail>(wid: number, id: number, campaign: T): T {
  queryClient.setQueryData(campaignQuery(wid, id).queryKey, campaign);
  void queryClient.invalidateQueries({ queryKey: ["w", wid, "campaigns"] });
  void queryClient.invalidateQueries({ queryKey: ["w", wid, "sending"] });
  return campaign;
}

export const postCampaign = async (wid: number, name: string, template: number | null = null) => {
  const made = await api.post<CampaignDetail>(`/workspaces/${wid}/campaigns`, {
    name,
    ...(template !== null && { template_id: template }),
  });
  void changed(wid, "stats");
  return made;
};

export const postStart = async (wid: number, id: number) => {
  const started = await api.post<z.output<typeof StartAnswer>>(`${base(wid, id)}/start`);
  // How many are active decides what onboarding suggests next.
  void changed(wid, "stats");
  return answered(wid, id, started);
};

export const postPause = async (wid: number, id: number) =>
  answered(wid, id, await api.post<CampaignDetail>(`${base(wid, id)}/pause`));

export const postDuplicate = (wid: number, id: number) =>
  api.post<CampaignDetail>(`${base(wid, id)}/duplicate`);

export const removeCampaign = async (wid: number, id: number): Promise<void> => {
  await api.delete(base(wid, id));
  void changed(wid, "stats");
};

/** `known`: the version that the person changed; another one since then is a 409. */
export const patchCampaign = async (
  wid: number,
  id: number,
  body: UpdateCampaignBody,
  known?: string,
) =>
  answered(
    wid,
    id,
    await api.put<CampaignDetail>(base(wid, id), body, { headers: ifStill(known) }),
  );

export const setMailboxes = async (wid: number, id: number, ids: readonly number[]) =>
  answered(
    wid,
    id,
    await api.post<CampaignDetail>(`${base(wid, id)}/mailboxes`, { mailbox_ids: ids }),
  );

/** Brings a list into the campaign. */
export const enrolList = (wid: number, id: number, list: number) =>
  api.post<AddToCampaignAnswer>(`/workspaces/${wid}/leads/add-to-campaign`, {
    campaign_id: id,
    list_id: list,
  });

/** An email to write; the body cannot be empty, and most emails begin like this. */
export const NEW_EMAIL = {
  subject: "",
  body_html: '<p>Hi {{ first_name | default: "there" }},</p>',
};

export const postStep = (wid: number, id: number, body: z.input<typeof CreateStepBody>) =>
  api.post<Step>(`${base(wid, id)}/steps`, body);

/** `known`: the version that the person changed; another one since then is a 409. */
export const patchStep = (
  wid: number,
  id: number,
  stepId: number,
  body: StepPatch,
  known: string,
) =>
  api.put<Step>(stepPath(wid, id, stepId), body, {
    headers: ifStill(known),
    // What was typed into a step before it was deleted is there when the deletion is taken back.
    beside: true,
  });
export type StepPatch = Pick<
  UpdateStepBody,
  "subject" | "body_html" | "body_text" | "delay" | "delay_unit" | "variants"
>;

/** Changes a step that is a task. */
export const putTaskStep = (
  wid: number,
  id: number,
  { id: stepId, updated_at: known }: Step,
  body: Pick<z.input<typeof UpdateStepBody>, "delay" | "delay_unit" | "task">,
) => api.put<Step>(stepPath(wid, id, stepId), body, { headers: ifStill(known) });

export const readStep = (wid: number, id: number, stepId: number) =>
  api.get<Step>(stepPath(wid, id, stepId));

export const removeStep = (wid: number, id: number, stepId: number) =>
  api.delete(stepPath(wid, id, stepId));

export const stepPath = (wid: number, id: number, stepId: number): string =>
  `${base(wid, id)}/steps/${stepId}`;

export const postStepOrder = (wid: number, id: number, ids: readonly number[]) =>
  api.post<{ data: Step[] }>(`${base(wid, id)}/steps/reorder`, { step_ids: ids });

export const postSimulation = (wid: number, id: number, days: number) =>
  api.post<Simulation>(`${base(wid, id)}/simulate`, { days, limit: 60 });

export const postTestEmail = (
  wid: number,
  id: number,
  body: { to: string; step_id?: number; lead_id?: number },
) => api.post<z.output<typeof TestEmailAnswer>>(`${base(wid, id)}/test-email`, body);

export type AiAction = EnhanceBody["action"];
export const postEnhance = (
  wid: number,
  body: { action: AiAction; subject?: string; body: string },
) => api.post<EnhanceAnswer>(`/workspaces/${wid}/ai/enhance`, body);

export const postSpamCheck = (wid: number, body: { subject: string; body: string }) =>
  api.post<SpamAnswer>(`/workspaces/${wid}/ai/spam-check`, body);

export const explanationQuery = (wid: number, id: number, leadId: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "explain", leadId],
    queryFn: ({ signal }) =>
      api.get<Explanation>(`${base(wid, id)}/leads/${leadId}/explain`, { signal }),
    staleTime: 0,
  });

export const patchEnrolment = (
  wid: number,
  id: number,
  leadId: number,
  body: { status: "paused" | "active"; until?: string },
) => api.put<Enrolment>(`${base(wid, id)}/leads/${leadId}`, body);

/** The first email to one lead, before the campaign starts or its hours come. */
export const postSendNow = (wid: number, id: number, leadId: number) =>
  api.post<Enrolment>(`${base(wid, id)}/leads/${leadId}/send-now`, {});

const ifStill = (known: string | undefined): Record<string, string> =>
  known === undefined ? {} : { "If-Match": `"${known}"` };
