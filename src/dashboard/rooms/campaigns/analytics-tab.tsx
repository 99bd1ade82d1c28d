import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Empty, ListSkeleton } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { campaignStatsQuery } from "./queries.ts";
import { DayFigures } from "./analytics/day-figures.tsx";
import { FunnelPanel } from "./analytics/funnel-panel.tsx";
import { PastPanel } from "./analytics/past-panel.tsx";
import { ReplyPanel } from "./analytics/reply-panel.tsx";
import { ContestPanels } from "./contests/contest-panels.tsx";

const HindsightPanel = lazy(() =>
  import("./analytics/hindsight-panel.tsx").then((m) => ({ default: m.HindsightPanel })),
);

/** What it reached: by day, by step, by variant, by mailbox. */
export function AnalyticsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(campaignStatsQuery(wid, campaign.id));
  if (!data) return <Waiting what={t("figures")} error={error} onRetry={refetch} />;
  if (data.sent === 0) {
    return (
      <>
        <Empty picture="chart" title={t("No emails sent yet")}>
          {t("After the first email, this tab shows results by day, step, variant and mailbox.")}
        </Empty>
        <PastPanel campaignId={campaign.id} />
      </>
    );
  }
  return (
    <>
      <DayFigures stats={data} />
      {/* Who compares texts comes for this. */}
      <ContestPanels stats={data} campaign={campaign} />
      <FunnelPanel campaign={campaign} stats={data} />
      <ReplyPanel campaignId={campaign.id} />
      <Table
        title={t("By step")}
        first={t("Step")}
        rows={data.by_step.map((row) => ({
          key: String(row.step_id),
          name:
            row.position === null
              ? t("Deleted step")
              : t("Step {position}", { position: row.position }),
          ...row,
        }))}
      />
      <Table
        title={t("By mailbox")}
        first={t("Mailbox")}
        rows={data.by_mailbox.map((row) => ({
          key: String(row.mailbox_id),
          name: row.email ?? t("Deleted mailbox"),
          ...row,
        }))}
      />
      <Forecasts campaignId={campaign.id} />
      <PastPanel campaignId={campaign.id} />
    </>
  );
}

/** How good the forecasts were; asked for, since few want to know it each time. */
function Forecasts({ campaignId }: { campaignId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t("Forecasts and what came")}
      flush
      aside={
        !isOpen && (
          <Button look="ghost" className="ml-auto" onClick={() => setOpen(true)}>
            {t("Compare")}
          </Button>
        )
      }
    >
      {isOpen ? (
        <Suspense fallback={<ListSkeleton rows={3} label={t("Loading forecasts")} />}>
          <HindsightPanel campaignId={campaignId} />
        </Suspense>
      ) : (
        <p className="p-4 text-13 text-text-2">
          {t("What was foreseen of each of the last days, beside what left on it.")}
        </p>
      )}
    </Panel>
  );
}

/** The columns of figures, in order. */
const COUNTED = [
  [t("Sent"), "num"],
  [t("Opened"), "num"],
  [t("Clicked"), "num"],
  [t("Replied"), "num"],
  [t("Positive"), "num"],
  [t("Meetings"), "num"],
  [t("Bounced"), "num"],
  [t("Unsubscribed"), "num"],
] as const;

type Row = Pick<
  CampaignStats,
  "sent" | "delivered" | "unique_replies" | "rates" | "bounces" | "unsubscribes" | "meetings_booked"
> & {
  key: string;
  name: string;
};

function Table({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title={title} flush>
      <Scroll label={title}>
        <table className="tbl">
          <TableHead columns={[first, ...COUNTED]} />
          <tbody>
            {rows.map(({ key, name, rates, delivered, unique_replies, ...row }) => (
              <tr key={key}>
                <td className="font-medium">{name}</td>
                <td className="num">{count(row.sent)}</td>
                <td className="num">{percent(rates.open_rate)}</td>
                <td className="num">{percent(rates.click_rate)}</td>
                <td className="num">
                  {percent(delivered > 0 ? unique_replies / delivered : null)}
                </td>
                <td className="num">{percent(rates.positive_reply_rate)}</td>
                <td className="num">{count(row.meetings_booked)}</td>
                <td className="num">{count(row.bounces)}</td>
                <td className="num">{count(row.unsubscribes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
