import { queryOptions, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useNavigate, useParams, useSearch } from "#dashboard/routing/use-place.ts";
import { useEffect } from "react";
import type { ReportCampaigns, ReportStats } from "#modules/operations/contract/report.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { count, percent } from "#dashboard/lib/format.ts";
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
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";

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
    document.title = data ? t("{name}, report", { name: data.workspace.name }) : t("Report");
  }, [data]);
  return (
    <div className="report">
      <header>
        {data?.workspace.logo && <img src={data.workspace.logo} alt="" />}
        <h1>{data?.workspace.name ?? t("Report")}</h1>
        <div
          className="flex items-center gap-2 wide:ml-auto print:hidden"
          hidden={!data && !!error}
        >
          <Segmented
            label={t("Period")}
            value={days}
            options={[
              [30, t("30 days")],
              [90, t("90 days")],
              [365, t("1 year")],
            ]}
            onChoose={(next) => void navigate({ search: { days: next }, replace: true })}
          />
          <Button
            icon
            className="print max-wide:hidden"
            aria-label={t("Print")}
            title={t("Print")}
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
          <Empty title={t("Report not found")}>
            {t("The link is wrong, or the report is no longer public.")}
          </Empty>
        ) : (
          <Waiting what={t("report")} error={error} onRetry={refetch} />
        )}
      </main>
      <footer>
        {data &&
          t("{from} to {to} (UTC).", { from: day(data.range.from), to: day(data.range.to) }) + " "}
        {data?.branding.name}
      </footer>
    </div>
  );
}

function Figures({ slug, stats }: { slug: string; stats: ReportStats }) {
  const { totals, rates } = stats;
  const of = (reached: number): string =>
    t("{reached} of {delivered}", { reached: count(reached), delivered: count(totals.delivered) });
  const cells = [
    [
      t("Sent"),
      count(totals.sent),
      t("to {contacted, plural, one {# person} other {# people}}", { contacted: totals.contacted }),
    ],
    [t("Opened"), percent(rates.open_rate), of(totals.unique_opens)],
    [t("Clicked"), percent(rates.click_rate), of(totals.unique_clicks)],
    [t("Replied"), percent(rates.reply_rate), of(totals.unique_replies)],
    [
      t("Positive replies"),
      percent(rates.positive_reply_rate),
      t("{replies} of {contacted} contacted", {
        replies: count(totals.positive_replies),
        contacted: count(totals.contacted),
      }),
    ],
    [
      t("Meetings booked"),
      count(totals.meetings_booked),
      t("{rate} of people contacted", { rate: percent(rates.meeting_rate) }),
    ],
  ] as const;
  return (
    <>
      <section className="lede">
        <div>
          <p className="big">{ledeOf(stats)}</p>
          <p className="text-text-2">
            {t(
              "{bounces, plural, one {# bounce} other {# bounces}} ({rate}), {unsubscribes, plural, one {# unsubscribe} other {# unsubscribes}}.",
              {
                bounces: totals.bounces,
                rate: percent(rates.bounce_rate),
                unsubscribes: totals.unsubscribes,
              },
            )}
          </p>
        </div>
      </section>
      <section className="panel" aria-label={t("Figures")}>
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
          unit={UNITS.replied}
          label={t(
            "People who replied per day: {replies} in {days} days. Use the arrow keys to move between days.",
            { replies: count(totals.unique_replies), days: stats.range.days },
          )}
        />
      </section>
      <Campaigns slug={slug} />
    </>
  );
}

function ledeOf({ totals, range }: ReportStats): string {
  const { days } = range;
  if (totals.meetings_booked > 0) {
    return t(
      "{meetings, plural, one {# meeting} other {# meetings}} booked in {days, plural, one {# day} other {# days}}",
      { meetings: totals.meetings_booked, days },
    );
  }
  if (totals.unique_replies > 0) {
    return t(
      "{people, plural, one {# person} other {# people}} replied in {days, plural, one {# day} other {# days}}",
      { people: totals.unique_replies, days },
    );
  }
  return totals.sent === 0
    ? t("No emails sent yet")
    : t(
        "{sent, plural, one {# email} other {# emails}} sent in {days, plural, one {# day} other {# days}}",
        { sent: totals.sent, days },
      );
}

function Campaigns({ slug }: { slug: string }) {
  const { data } = useQuery(campaignsQuery(slug));
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={t("Campaigns")} flush>
      <table className="tbl as-list">
        <TableHead
          columns={[
            t("Name"),
            t("Status"),
            [t("Leads"), "num"],
            [t("Sent"), "num"],
            [t("Opened"), "num"],
            [t("Replied"), "num"],
            [t("Positive"), "num"],
            [t("Meetings"), "num"],
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
