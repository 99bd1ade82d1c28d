import { useQuery } from "@tanstack/react-query";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { contestsQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer } from "#dashboard/words/words.ts";

/** Where the comparison of a step's variants stands, beside their words. */
export function ContestNote({ campaign, stepId }: { campaign: CampaignDetail; stepId: number }) {
  const { wid } = useWorkspace();
  const { data } = useQuery(contestsQuery(wid, campaign.id));
  const contest = data?.data.find((one) => one.step_id === stepId);
  if (!contest || contest.message === "") return null;
  return (
    <p className="text-13 text-text-2" role="status">
      {fromServer(contest.message)}
    </p>
  );
}
