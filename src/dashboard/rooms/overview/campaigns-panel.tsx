import { useQuery } from "@tanstack/react-query";
import { campaignsQuery } from "#dashboard/api/workspace.ts";
import { CampaignTable } from "#dashboard/parts/campaign-table.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const SHOWN = 8;

/** Those that run first, then the newest. */
export function CampaignsPanel() {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(campaignsQuery(wid));
  const rank = { active: 0, paused: 1, draft: 2, completed: 3 } as const;
  const rows = (data?.data ?? [])
    .toSorted((a, b) => rank[a.status] - rank[b.status])
    .slice(0, SHOWN);
  return (
    <Panel
      title={t("Campaigns")}
      flush
      aside={
        <>
          <span className="key text-12 text-text-3 max-wide:hidden">
            <i />
            {t("Replied")}
          </span>
          <span className="key text-12 text-text-3 max-wide:hidden">
            <i className="past" />
            {t("Finished")}
          </span>
          <span className="key text-12 text-text-3 max-wide:hidden">
            <i className="plan" />
            {t("In progress")}
          </span>
        </>
      }
    >
      {data ? (
        <CampaignTable wid={wid} rows={rows} />
      ) : (
        <Waiting what={t("campaigns")} rows={4} error={error} onRetry={refetch} inset />
      )}
    </Panel>
  );
}
