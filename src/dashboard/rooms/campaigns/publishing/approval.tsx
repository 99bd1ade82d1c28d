import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { asksForApprovalQuery } from "#dashboard/api/workspace.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

const ApprovalPanel = lazy(() =>
  import("./approval-panel.tsx").then((m) => ({ default: m.ApprovalPanel })),
);

/** Whether the emails are approved, where the workspace asks for it, and for anyone who may decide. */
export function ApprovalOf({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const isAsked = useQuery(asksForApprovalQuery(wid)).data;
  if (!isAsked && !may("campaigns.approve")) return null;
  return (
    <Suspense>
      <ApprovalPanel campaign={campaign} />
    </Suspense>
  );
}
