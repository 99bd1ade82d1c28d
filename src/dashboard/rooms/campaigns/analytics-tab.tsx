import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { count, counted, percent } from "#dashboard/lib/format.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Strip } from "#dashboard/parts/strip.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { campaignStatsQuery } from "./queries.ts";
import { FunnelPanel } from "./analytics/funnel-panel.tsx";
import { PastPanel } from "./analytics/past-panel.tsx";
import { ReplyPanel } from "./analytics/reply-panel.tsx";
import { ContestPanels } from "./contests/contest-panels.tsx";

const FIGURES = [
  ["sent", "Sent", "sent", ["email", "emails"]],
  ["opened", "Opened by people", "unique_opens", "opened"],
  ["clicked", "Clicked", "unique_clicks", "clicked"],
  ["replied", "Replied", "unique_replies", ["reply", "replies"]],
  ["positive", "Positive replies", "positive_replies", ["positive reply", "positive replies"]],
  ["booked", "Meetings booked", "meetings_booked", ["meeting", "meetings"]],
  ["bounced", "Bounced", "bounces", ["bounce", "bounces"]],
] as const;
const RATES = {
  opened: "open_rate",
  clicked: "click_rate",
  replied: "reply_rate",
  positive: "positive_reply_rate",
  bounced: "bounce_rate",
} as const;

/** What it reached: by day, by step, by variant, by mailbox. */
export function AnalyticsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid } = useWorkspace();
  const id = useId();
  const { show: chosen = "replied" } = useSearch({ from: "/app/w/$wid/campaigns/$id" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const { data, error, refetch } = useQuery(campaignStatsQuery(wid, campaign.id));
  if (!data) return <Waiting what="figures" error={error} onRetry={refetch} />;
  if (data.sent === 0) {
    return (
      <>
        <Empty picture="chart" title="No emails sent yet">
          After the first email, this tab shows results by day, step, variant and mailbox.
        </Empty>
        <PastPanel campaignId={campaign.id} />
      </>
    );
  }
  const figure = FIGURES.find(([name]) => name === chosen) ?? FIGURES[3];
  const [, label, counter, unit] = figure;
  const bars = filled(data.by_day).map((each) => ({ date: each.date, value: each[counter] }));
  return (
    <>
      <section className="panel" aria-label="Figures">
        <Strip
          label="Metric in the chart"
          controls={id}
          chosen={chosen}
          onChoose={(show) =>
            void navigate({
              search: (old) => ({ ...old, show }),
              replace: true,
              resetScroll: false,
            })
          }
          stats={FIGURES.map(([name, words, of]) => {
            const rate = name in RATES ? data.rates[RATES[name as keyof typeof RATES]] : undefined;
            const [all, what] =
              name === "positive"
                ? [data.contacted, "people contacted"]
                : [data.delivered, "delivered emails"];
            return {
              name,
              label: words,
              value: rate === undefined ? count(data[of]) : percent(rate),
              ...(rate !== undefined && {
                detail: `${count(data[of])} of ${count(all)}`,
                title: `${count(data[of])} of ${count(all)} ${what}`,
              }),
            };
          })}
        />
        <div role="tabpanel" id={id} aria-label={`${label} per day`}>
          <Charted
            name={`${label} by day`}
            columns={["Day", label]}
            rows={bars.toReversed().map(({ date, value }) => [date, value])}
            legend={
              <span>
                Not counted above: {counted(data.machine_opens, "machine open")},{" "}
                {counted(data.machine_clicks, "machine click")},{" "}
                {counted(data.auto_replies, "auto-reply", "auto-replies")}.
              </span>
            }
          >
            <BarChart
              bars={bars}
              unit={unit}
              label={`${label} per day: ${count(data[counter])} in total.`}
            />
          </Charted>
        </div>
      </section>
      <FunnelPanel campaign={campaign} stats={data} />
      <ReplyPanel campaignId={campaign.id} />
      <Table
        title="By step"
        first="Step"
        rows={data.by_step.map((row) => ({
          key: String(row.step_id),
          name: row.position === null ? "Deleted step" : `Step ${row.position}`,
          ...row,
        }))}
      />
      <ContestPanels stats={data} campaign={campaign} />
      <Table
        title="By mailbox"
        first="Mailbox"
        rows={data.by_mailbox.map((row) => ({
          key: String(row.mailbox_id),
          name: row.email ?? "Deleted mailbox",
          ...row,
        }))}
      />
      <PastPanel campaignId={campaign.id} />
    </>
  );
}

type Day = CampaignStats["by_day"][number];
type Drawn = Pick<Day, "date" | (typeof FIGURES)[number][2]>;

/** Fills in the days without emails; shows at least two weeks. */
function filled(days: readonly Day[]): Drawn[] {
  const known = new Map<string, Drawn>(days.map((each) => [each.date, each]));
  const last = Date.now();
  const first = Math.min(last - 13 * 86_400_000, Date.parse(days[0]?.date ?? "") || last);
  const result: Drawn[] = [];
  for (let at = first; at <= last + 1_000; at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const none = {
      sent: 0,
      unique_opens: 0,
      unique_clicks: 0,
      unique_replies: 0,
      positive_replies: 0,
      meetings_booked: 0,
      bounces: 0,
    };
    result.push(known.get(date) ?? { date, ...none });
  }
  return result;
}

/** The columns of figures, in order. */
const COUNTED = [
  ["Sent", "num"],
  ["Opened", "num"],
  ["Clicked", "num"],
  ["Replied", "num"],
  ["Positive", "num"],
  ["Meetings", "num"],
  ["Bounced", "num"],
  ["Unsubscribed", "num"],
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
