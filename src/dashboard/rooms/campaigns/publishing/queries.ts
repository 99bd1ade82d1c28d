import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  Approval,
  Approvals,
  ApprovalToDecide,
  AskedApproval,
  DecideBody,
} from "#modules/campaigns/contract/publishing/approvals.ts";
import type {
  CampaignDraft,
  CampaignVersion,
  DraftChanges,
  PublishAnswer,
  SaveDraftBody,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { campaignKey, reloadCampaign } from "#dashboard/rooms/campaigns/queries.ts";

export type DraftBody = z.input<typeof SaveDraftBody>;
export type DraftSteps = NonNullable<DraftBody["steps"]>;

const base = (wid: number, id: number) => `/workspaces/${wid}/campaigns/${id}`;

export const draftQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "draft"],
    queryFn: ({ signal }) => api.get<CampaignDraft>(`${base(wid, id)}/draft`, { signal }),
    refetchInterval: (query) => paced(30_000, query),
  });

export const changesQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "draft-changes", id],
    queryFn: ({ signal }) => api.get<DraftChanges>(`${base(wid, id)}/draft/changes`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const versionsQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "versions"],
    queryFn: ({ signal }) =>
      api.get<{ data: CampaignVersion[]; next: number | null }>(`${base(wid, id)}/versions`, {
        signal,
      }),
    staleTime: 0,
  });

export const approvalsQuery = (wid: number, id: number) =>
  queryOptions({
    // Not below the campaign's key: most workspaces ask for no approval.
    queryKey: ["w", wid, "approvals", id],
    queryFn: ({ signal }) => api.get<Approvals>(`${base(wid, id)}/approvals`, { signal }),
    refetchInterval: (query) => (query.state.data?.required ? paced(30_000, query) : false),
  });

export const approvalQuery = (wid: number, id: number, approval: number) =>
  queryOptions({
    queryKey: ["w", wid, "approval", id, approval],
    queryFn: ({ signal }) =>
      api.get<ApprovalToDecide>(`${base(wid, id)}/approvals/${approval}`, { signal }),
  });

/** What is sent to keep a draft as it is: only what it changes, so that the rest follows what is published. */
const bodyOf = (draft: CampaignDraft): DraftBody => ({
  steps: draft.steps.map((step) => {
    const names = step.is_new ? CONTENT : step.changed;
    const task = step.task && { task: step.task, type: "task" as const };
    const fields = Object.fromEntries(
      names.flatMap((name) => (name === "task" || step.task ? [] : [[name, step[name]]])),
    );
    const wait = step.task && { delay: step.delay, delay_unit: step.delay_unit };
    return { id: step.id, is_new: step.is_new, ...fields, ...wait, ...task };
  }),
  removed_step_ids: draft.removed_step_ids,
  settings: Object.fromEntries(draft.changed_settings.map((name) => [name, draft.settings[name]])),
});
const CONTENT = ["delay", "delay_unit", "subject", "body_html", "body_text", "variants"] as const;

const running = new Map<string, Promise<unknown>>();

/** One save of a campaign's draft at a time: the next one builds on what the last one stored. */
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (running.get(key) ?? Promise.resolve()).then(work, work);
  running.set(key, mine);
  return mine;
}

/**
 * Changes the draft of a campaign. Where somebody else saved it meanwhile, the change is made to what
 * they saved: `change` throws where that clashes.
 */
export const changeDraft = (
  wid: number,
  id: number,
  change: (draft: CampaignDraft, body: DraftBody & { steps: DraftSteps }) => DraftBody,
): Promise<CampaignDraft> =>
  inTurn(`${wid}:${id}`, async () => {
    const { queryKey } = draftQuery(wid, id);
    let draft = await queryClient.ensureQueryData(draftQuery(wid, id));
    for (let tries = 1; ; tries++) {
      const body = bodyOf(draft);
      try {
        const saved = await api.put<CampaignDraft>(
          `${base(wid, id)}/draft`,
          change(draft, { ...body, steps: body.steps ?? [] }),
          { headers: { "If-Match": `"${draft.revision}"` }, beside: true },
        );
        await queryClient.cancelQueries({ queryKey, exact: true });
        queryClient.setQueryData(queryKey, saved);
        wordsChanged(wid, id);
        return saved;
      } catch (error) {
        if (!isApiError(error) || error.code !== "conflict" || error.status !== 409) throw error;
        if (tries === 3) throw error;
        draft = await api.get<CampaignDraft>(`${base(wid, id)}/draft`);
        queryClient.setQueryData(queryKey, draft);
      }
    }
  });

/** Other words may not be approved. */
function wordsChanged(wid: number, id: number): void {
  const { queryKey } = approvalsQuery(wid, id);
  if (queryClient.getQueryData(queryKey)?.required) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Waits for saves that are under way. */
const afterSaves = <T>(wid: number, id: number, work: () => Promise<T>): Promise<T> =>
  inTurn(`${wid}:${id}`, work);

export const postPublish = (wid: number, id: number, revision: number, overwrite: boolean) =>
  afterSaves(wid, id, async () => {
    const answer = await api.post<PublishAnswer>(
      `${base(wid, id)}/publish`,
      { overwrite },
      { headers: { "If-Match": `"${revision}"` } },
    );
    wordsChanged(wid, id);
    await reloadCampaign(wid, id);
    return answer;
  });

export const removeDraft = (wid: number, id: number) =>
  afterSaves(wid, id, async () => {
    await api.delete(`${base(wid, id)}/draft`);
    wordsChanged(wid, id);
    await reloadCampaign(wid, id);
  });

/** `revision`: of the draft that it replaces. */
export const postRestore = (wid: number, id: number, version: number, revision: number) =>
  afterSaves(wid, id, async () => {
    const draft = await api.post<CampaignDraft>(
      `${base(wid, id)}/versions/${version}/restore`,
      {},
      { headers: { "If-Match": `"${revision}"` } },
    );
    queryClient.setQueryData(draftQuery(wid, id).queryKey, draft);
    wordsChanged(wid, id);
    await reloadCampaign(wid, id);
    return draft;
  });

const approvalsChanged = (wid: number, id: number) =>
  queryClient.invalidateQueries({ queryKey: approvalsQuery(wid, id).queryKey });

export const postAskApproval = async (wid: number, id: number, note: string) => {
  const asked = await api.post<z.output<typeof AskedApproval>>(`${base(wid, id)}/approvals`, {
    note,
  });
  await approvalsChanged(wid, id);
  return asked;
};

export const postDecision = async (
  wid: number,
  id: number,
  approval: number,
  body: z.input<typeof DecideBody>,
) => {
  await api.post<z.output<typeof Approval>>(
    `${base(wid, id)}/approvals/${approval}/decision`,
    body,
  );
  await approvalsChanged(wid, id);
};
