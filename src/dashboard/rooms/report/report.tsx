import { queryOptions, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReportCampaigns, ReportStats } from "#modules/operations/contract/report.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { count, counted, percent } from "#dashboard/lib/format.ts";
import { day } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { CampaignState } from "#dashboard/parts/statuses.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { useWorn } from "#dashboard/shell/brand.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";

const statsQuery = (slug: string, days: number) =>
  queryOptions({
    queryKey: ["report", slug, "stats", days],
    queryFn: ({ signal }) =>
      api.get<ReportStats>(`/report/${encodeURIComponent(slug)}/stats`, {
        query: { days },
        signal,
        anonymous: true,
      }),
  });
const campaignsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["report", slug, "campaigns"],
    queryFn: ({ signal }) =>
      api.get<ReportCampaigns>(`/report/${encodeURIComponent(slug)}/campaigns`, {
        query: { limit: 200 },
        signal,
        anonymous: true,
      }),
  });

/** The totals of a workspace for anyone with the link: no leads, no messages, no sign-in. */
export function Report() {
  const { slug } = useParams({ from: "/report/$slug" });
  const { days = 90 } = useSearch({ from: "/report/$slug" });
  const navigate = useNavigate({ from: "/report/$slug" });
  const { data, error, refetch } = useQuery(statsQuery(slug, days));
  useWorn({ accent: data?.branding.accent ?? undefined });
  useEffect(() => {
    document.title = data ? `${data.workspace.name}, report` : "Report";
  }, [data]);
  return (
    <div className="report">
      <header>
        {data?.workspace.logo && <img src={data.workspace.logo} alt="" />}
        <h1>{data?.workspace.name ?? "Report"}</h1>
        <div
          className="flex items-center gap-2 wide:ml-auto print:hidden"
          hidden={!data && !!error}
        >
          <Segmented
            label="Period"
            value={days}
            options={[
              [30, "30 days"],
              [90, "90 days"],
              [365, "1 year"],
            ]}
            onChoose={(next) => void navigate({ search: { days: next }, replace: true })}
          />
          <Button
            icon
            className="print max-wide:hidden"
            aria-label="Print"
            title="Print"
            onClick={() => window.print()}
          >
            <Printer size={16} aria-hidden="true" />
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {data ? (
          <Figures slug={slug} stats={data} />
        ) : isApiError(error) && error.status === 404 ? (
          <Empty title="Report not found">
            The link is wrong, or the report is no longer public.
          </Empty>
        ) : (
          <Waiting what="report" error={error} onRetry={refetch} />
        )}
      </main>
      <footer>
        {data && `${day(data.range.from)} to ${day(data.range.to)} (UTC). `}
        {data?.branding.name}
      </footer>
    </div>
  );
}

function Figures({ slug, stats }: { slug: string; stats: ReportStats }) {
  const { totals, rates } = stats;
  const of = (reached: number): string => `${count(reached)} of ${count(totals.delivered)}`;
  const cells = [
    ["Sent", count(totals.sent), `to ${counted(totals.contacted, "person", "people")}`],
    ["Opened", percent(rates.open_rate), of(totals.unique_opens)],
    ["Clicked", percent(rates.click_rate), of(totals.unique_clicks)],
    ["Replied", percent(rates.reply_rate), of(totals.unique_replies)],
    [
      "Positive replies",
      percent(rates.positive_reply_rate),
      `${count(totals.positive_replies)} of ${count(totals.contacted)} contacted`,
    ],
    [
      "Meetings booked",
      count(totals.meetings_booked),
      `${percent(rates.meeting_rate)} of people contacted`,
    ],
  ] as const;
  return (
    <>
      <section className="lede">
        <div>
          <p className="big">{ledeOf(stats)}</p>
          <p className="text-text-2">
            {counted(totals.bounces, "bounce")} ({percent(rates.bounce_rate)}),{" "}
            {counted(totals.unsubscribes, "unsubscribe")}.
          </p>
        </div>
      </section>
      <section className="panel" aria-label="Figures">
        <div className="strip">
          {cells.map(([name, value, detail]) => (
            <div key={name}>
              <span className="k">{name}</span>
              <span className="v">{value}</span>
              <span className="d">{detail}</span>
            </div>
          ))}
        </div>
        <BarChart
          bars={stats.by_day.map((one) => ({ date: one.date, value: one.unique_replies }))}
          unit="replied"
          label={`People who replied per day: ${count(totals.unique_replies)} in ${stats.range.days} days. Use the arrow keys to move between days.`}
        />
      </section>
      <Campaigns slug={slug} />
    </>
  );
}

function ledeOf({ totals, range }: ReportStats): string {
  const during = `in ${counted(range.days, "day")}`;
  if (totals.meetings_booked > 0) {
    return `${counted(totals.meetings_booked, "meeting")} booked ${during}`;
  }
  if (totals.unique_replies > 0) {
    return `${counted(totals.unique_replies, "person", "people")} replied ${during}`;
  }
  return totals.sent === 0
    ? "No emails sent yet"
    : `${counted(totals.sent, "email")} sent ${during}`;
}

function Campaigns({ slug }: { slug: string }) {
  const { data } = useQuery(campaignsQuery(slug));
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title="Campaigns" flush>
      <table className="tbl as-list">
        <TableHead
          columns={[
            "Name",
            "Status",
            ["Leads", "num"],
            ["Sent", "num"],
            ["Opened", "num"],
            ["Replied", "num"],
            ["Positive", "num"],
            ["Meetings", "num"],
          ]}
        />
        <tbody>
          {data.data.map((row, index) => (
            <tr key={`${index}-${row.name}`}>
              <td className="font-medium">{row.name}</td>
              <td>
                <CampaignState status={row.status} />
              </td>
              <td className="num">{count(row.leads)}</td>
              <td className="num">{count(row.sent)}</td>
              <td className="num">{percent(row.rates.open_rate)}</td>
              <td className="num">{percent(row.rates.reply_rate)}</td>
              <td className="num">{percent(row.rates.positive_reply_rate)}</td>
              <td className="num">{count(row.meetings_booked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
