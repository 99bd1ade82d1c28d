import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Hindsight } from "#modules/campaigns/contract/stats.ts";
import { api } from "#dashboard/api/client.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { campaignKey } from "#dashboard/rooms/campaigns/queries.ts";
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";

const DAYS = 30;

const hindsightQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: [...campaignKey(wid, id), "hindsight"],
    queryFn: ({ signal }) =>
      api.get<Hindsight>(`/workspaces/${wid}/campaigns/${id}/hindsight`, {
        query: { days: DAYS },
        signal,
      }),
  });

/** What was foreseen of the last days beside what left, and how far forecasts were off. */
export function HindsightPanel({ campaignId }: { campaignId: number }) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(hindsightQuery(wid, campaignId));
  if (!data) return <Waiting what={t("forecasts")} rows={3} error={error} onRetry={refetch} />;
  if (data.horizons.length === 0) {
    return (
      <p className="p-4 text-text-2">
        {t(
          "No forecast can be compared yet. One is kept each day while the campaign is active; the first comparison is there on the day after next.",
        )}
      </p>
    );
  }
  const { horizons } = data;
  const first = data.days.findIndex((day) => day.foreseen_day_ahead !== null);
  const days = data.days.slice(Math.max(0, first));
  const [nearest] = horizons;
  return (
    <>
      <Charted
        name={t("Forecasts by day")}
        columns={[t("Day"), t("Sent"), t("Foreseen one day ahead"), t("Foreseen 7 days ahead")]}
        rows={days
          .toReversed()
          .map((day) => [
            day.date,
            day.sent,
            day.foreseen_day_ahead ?? t("unknown"),
            day.foreseen_week_ahead ?? t("unknown"),
          ])}
        legend={<span>{t("Bars: sent. Line: foreseen on the day before.")}</span>}
      >
        <BarChart
          bars={days.map(({ date, sent, foreseen_day_ahead: before }) => ({
            date,
            value: sent,
            ...(before !== null && { before }),
          }))}
          unit={UNITS.sent}
          lineIs={(n) => t("{n} foreseen", { n: count(n) })}
          label={t(
            "Emails sent in {days} days, beside what was foreseen on the day before. One day ahead, forecasts were off by {error}.",
            { days: days.length, error: percent(nearest?.error ?? null) },
          )}
        />
      </Charted>
      <Scroll label={t("Error by horizon")}>
        <table className="tbl">
          <TableHead
            columns={[
              t("Looked ahead"),
              [t("Days compared"), "num"],
              [t("Foreseen"), "num"],
              [t("Sent"), "num"],
              [t("Off by"), "num"],
              t("Error"),
            ]}
          />
          <tbody>
            {horizons.map(({ days_ahead: ahead, days: compared, expected, sent, error: off }) => (
              <tr key={ahead}>
                <td>{t("{days, plural, one {# day} other {# days}}", { days: ahead })}</td>
                <td className="num">{count(compared)}</td>
                <td className="num">{count(expected)}</td>
                <td className="num">{count(sent)}</td>
                <td className="num">{percent(off)}</td>
                <td>
                  <Meter
                    label={t("Off by {off}", { off: percent(off) })}
                    parts={[{ value: Math.min(100, (off ?? 0) * 100), tone: "plan" }]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
