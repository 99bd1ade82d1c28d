import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { FiltersPanel } from "./filters-panel.tsx";
import { wordCountOf } from "#dashboard/rooms/campaigns/steps/mail-text.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { SpamPanel } from "./spam-panel.tsx";
import type { useStepCheck } from "#dashboard/rooms/campaigns/steps/use-step-check.ts";

/** What is known of an email as it is typed: how a lead gets it, and what filters say. */
export function Beside({
  wid,
  campaign,
  stepId,
  check,
  html,
}: {
  wid: number;
  campaign: CampaignDetail;
  stepId: number;
  check: ReturnType<typeof useStepCheck>;
  html: string;
}) {
  return (
    <>
      <PreviewPanel campaign={campaign} stepId={stepId} check={check} />
      <SpamPanel report={check.preview?.spam} empty={html === ""} words={wordCountOf(html)} />
      <FiltersPanel wid={wid} mail={check.preview} />
    </>
  );
}
