import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import type { Preview } from "#modules/campaigns/contract/campaign-tools.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { useSettled } from "#dashboard/lib/timers.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { enrolmentsQuery, previewQuery } from "#dashboard/rooms/campaigns/queries.ts";

/** A preview a few times a minute keeps far below the limit of requests, however long somebody writes. */
const PACE = { rest: 900, gap: 5_000 };

export type StepCheck = {
  /** Of the copy as it was a moment ago; null before the first answer. */
  readonly preview: Preview | null;
  readonly error: unknown;
  readonly retry: () => void;
  readonly leads: readonly Enrolment[];
  readonly leadId: number | null;
  readonly chooseLead: (id: number | null) => void;
};

/** The copy that is being written as a lead would get it, with its spam check: one request for all. */
export function useStepCheck(
  campaign: CampaignDetail,
  stepId: number,
  copy: Pick<Step, "subject" | "body_html" | "body_text" | "variants">,
  variant: string,
): StepCheck {
  const { wid, may } = useWorkspace();
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const found = useInfiniteQuery({
    ...enrolmentsQuery(wid, campaign.id, {}),
    enabled: may("leads.read"),
  });
  const leads = found.data?.pages[0]?.data ?? [];
  const leadId = chosen === undefined ? (leads[0]?.lead_id ?? null) : chosen;
  const { subject, body_html, body_text, variants } = copy;
  // As text, so that equal copy is the same.
  const draft = useSettled(JSON.stringify({ subject, body_html, body_text, variants }), PACE);
  const { data, error, refetch } = useQuery({
    ...previewQuery(wid, campaign.id, { stepId, leadId, variant, draft }),
    // Who is shown is known first: nobody is previewed for nothing.
    enabled: may("campaigns.edit") && !found.isPending,
  });
  return {
    preview: data ?? null,
    error,
    retry: () => void refetch(),
    leads,
    leadId,
    chooseLead: setChosen,
  };
}
