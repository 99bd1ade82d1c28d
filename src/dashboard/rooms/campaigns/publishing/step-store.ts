import type { z } from "zod";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignDraft } from "#modules/campaigns/contract/publishing/drafts.ts";
import type { CreateStepBody, Step } from "#modules/campaigns/contract/steps.ts";
import { ApiError } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import {
  campaignChanged,
  campaignQuery,
  patchCampaign,
  patchStep,
  postStep,
  postStepOrder,
  putTaskStep,
  readStep,
  removeStep,
  type StepPatch,
} from "#dashboard/rooms/campaigns/queries.ts";
import { installTemplateQuery } from "#dashboard/rooms/templates/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { changeDraft, type DraftSteps, draftQuery } from "./queries.ts";

type NewStep = z.input<typeof CreateStepBody>;
type Schedule = CampaignDetail["schedule"];
type TaskPatch = Pick<NewStep, "delay" | "delay_unit" | "task">;

/** Where steps and hours are kept that people write: as they are sent, or in the draft of a campaign that runs. */
export type StepStore = {
  /** Whether changes wait to be published. */
  readonly isDraft: boolean;
  /** Throws a conflict where somebody else changed the same field since `known`. */
  readonly patch: (known: Step, patch: StepPatch) => Promise<Step>;
  readonly read: (id: number) => Promise<Step>;
  /** Shows a step as it was stored. */
  readonly took: (step: Step) => void;
  readonly add: (body: NewStep) => Promise<{ readonly id: number }>;
  readonly order: (ids: readonly number[]) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
  readonly putTask: (known: Step, body: TaskPatch) => Promise<unknown>;
  /** Throws a conflict where somebody else changed it since `known`. */
  readonly putSchedule: (known: CampaignDetail, schedule: Schedule) => Promise<unknown>;
};

/** Steps of a campaign that was never started: what is saved is what will be sent. */
export const stepsAsSent = (wid: number, id: number): StepStore => {
  const thenReload = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work;
    campaignChanged(wid, id);
    return answer;
  };
  return {
    isDraft: false,
    patch: (known, patch) => patchStep(wid, id, known.id, patch, known.updated_at),
    read: (stepId) => readStep(wid, id, stepId),
    took: (step) =>
      void queryClient.setQueryData(campaignQuery(wid, id).queryKey, (campaign) =>
        campaign
          ? { ...campaign, steps: campaign.steps.map((s) => (s.id === step.id ? step : s)) }
          : campaign,
      ),
    add: (body) => thenReload(postStep(wid, id, body)),
    order: (ids) => thenReload(postStepOrder(wid, id, ids)),
    remove: (stepId) => thenReload(removeStep(wid, id, stepId)),
    putTask: (known, body) => thenReload(putTaskStep(wid, id, known, body)),
    putSchedule: (known, schedule) => patchCampaign(wid, id, { schedule }, known.updated_at),
  };
};

/** Steps in the draft of a campaign that runs. */
export const stepsOfDraft = (wid: number, id: number): StepStore => {
  const stepOf = (draft: CampaignDraft, stepId: number): Step => {
    const step = draft.steps.find((one) => one.id === stepId);
    if (step) return { ...step, updated_at: draft.updated_at ?? step.updated_at };
    throw new ApiError(t("Somebody else removed this step."), { status: 404, code: "not_found" });
  };
  const put = async (known: Step, fields: StepPatch & TaskPatch): Promise<Step> => {
    const names = Object.keys(fields) as (keyof StepPatch)[];
    const saved = await changeDraft(wid, id, (draft, body) => {
      const now = stepOf(draft, known.id);
      const isClash = names.some(
        (name) => !same(now[name], known[name]) && !same(now[name], fields[name]),
      );
      if (isClash) throw new ApiError(CHANGED, { status: 0, code: "conflict" });
      return { ...body, steps: withFields(body.steps, known.id, fields) };
    });
    return stepOf(saved, known.id);
  };
  return {
    isDraft: true,
    patch: put,
    read: async (stepId) => stepOf(await queryClient.ensureQueryData(draftQuery(wid, id)), stepId),
    took: () => undefined,
    add: async ({ template_id: template, ...body }) => {
      const made = template === undefined ? body : await fromTemplate(template);
      let added = -1;
      await changeDraft(wid, id, (draft, whole) => {
        added = Math.min(0, ...draft.steps.map((step) => step.id)) - 1;
        return { ...whole, steps: [...whole.steps, { ...made, id: added }] };
      });
      return { id: added };
    },
    order: (ids) =>
      changeDraft(wid, id, (_, body) => {
        const places = new Map(ids.map((one, place) => [one, place]));
        const place = (step: { id: number }) => places.get(step.id) ?? ids.length;
        return { ...body, steps: body.steps.toSorted((a, b) => place(a) - place(b)) };
      }),
    remove: (stepId) =>
      changeDraft(wid, id, (draft, body) => {
        const isNew = draft.steps.find((step) => step.id === stepId)?.is_new !== false;
        return {
          ...body,
          steps: body.steps.filter((step) => step.id !== stepId),
          removed_step_ids: [...(body.removed_step_ids ?? []), ...(isNew ? [] : [stepId])],
        };
      }),
    putTask: (known, body) => put(known, body),
    putSchedule: (known, schedule) =>
      changeDraft(wid, id, (draft, body) => {
        const now = draft.settings.schedule;
        if (!same(now, known.schedule) && !same(now, schedule)) {
          throw new ApiError(t("Somebody else changed the schedule."), {
            status: 0,
            code: "conflict",
          });
        }
        return { ...body, settings: { ...body.settings, schedule } };
      }),
  };
};

const CHANGED = t("Somebody else changed this step.");

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const withFields = (steps: DraftSteps, stepId: number, fields: StepPatch & TaskPatch): DraftSteps =>
  steps.map((step) => (step.id === stepId ? { ...step, ...fields } : step));

/** What a template of a step gives a new one. */
async function fromTemplate(template: number): Promise<Omit<NewStep, "position">> {
  const found = await queryClient.ensureQueryData(installTemplateQuery(template));
  if (found.kind !== "step") return {};
  const { delay, delay_unit, subject, body_html, body_text, variants } = found.step;
  // Its letters are those of a template's variants.
  return { delay, delay_unit, subject, body_html, body_text, variants } as NewStep;
}
