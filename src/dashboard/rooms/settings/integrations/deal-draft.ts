import type { DealChoicesAnswer, DealRuleBody } from "#modules/events/contract/deals.ts";

/** A rule while it is edited: an amount may be no number yet, and what is "" is not chosen yet. */
export type DealDraft = Omit<DealRuleBody, "amount"> & { readonly amount: number | string | null };

export type Pipeline = DealChoicesAnswer["pipelines"][number];
export type Stage = Pipeline["stages"][number];

export const NEW_DEAL_RULE: DealDraft = {
  events: ["lead.replied", "meeting.booked"],
  pipeline: "",
  stage: "",
  meeting_stage: null,
  title: "{{company}}: {{campaign}}",
  amount: null,
  currency: null,
  owner: "none",
  owner_id: null,
};

/** A new rule begins with the CRM's first pipeline, at its first stage. */
export function withDefaults(draft: DealDraft, { pipelines }: DealChoicesAnswer): DealDraft {
  const pipeline = draft.pipeline || (pipelines[0]?.id ?? "");
  const stages = pipelines.find(({ id }) => id === pipeline)?.stages ?? [];
  return { ...draft, pipeline, stage: draft.stage || firstOpen(stages) };
}

const firstOpen = (stages: readonly Stage[]): string =>
  stages.find(({ is_closed: isClosed }) => !isClosed)?.id ?? "";

/** Deals do not begin won or lost; what was chosen before is still shown. */
export const offeredStages = (
  pipeline: Pipeline | undefined,
  chosen: string | null,
): readonly Stage[] =>
  (pipeline?.stages ?? []).filter((stage) => !stage.is_closed || stage.id === chosen);
