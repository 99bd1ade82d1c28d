import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { useId } from "react";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Charted } from "#dashboard/parts/charted.tsx";
import { DateRange } from "#dashboard/parts/date-range.tsx";
import { type Stat, Strip } from "#dashboard/parts/strip.tsx";
import { readCampaignSearch } from "#dashboard/rooms/campaigns/search.ts";
import { t } from "#dashboard/words/words.ts";
import { between, type DayCounts, everyDay, DRAWN } from "./days.ts";

const RATES = {
  opened: "open_rate",
  clicked: "click_rate",
  replied: "reply_rate",
  positive: "positive_reply_rate",
  bounced: "bounce_rate",
} as const;

/** Figures of the whole campaign or of some of its days; the chosen one day by day. */
export function DayFigures({ stats }: { stats: CampaignStats }) {
  const id = useId();
  const search = useSearch({ from: "/w/$wid/campaigns/$id" });
  const { show: chosen = "replied", from, to } = search;
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const go = (change: { show?: string; from?: string | undefined; to?: string | undefined }) =>
    void navigate({
      search: (old) => readCampaignSearch({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    });
  const all = everyDay(stats.by_day);
  const days = between(all, from, to);
  const isWhole = from === undefined && to === undefined;
  const figure = DRAWN.find(([name]) => name === chosen) ?? DRAWN[3];
  const [, label, counter, unit] = figure;
  return (
    <section className="panel" aria-label={t("Figures")}>
      <header>
        <h2>{isWhole ? t("The whole campaign") : t("Chosen days")}</h2>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {!isWhole && (
            <Button look="ghost" onClick={() => go({ from: undefined, to: undefined })}>
              {t("Whole campaign")}
            </Button>
          )}
          <DateRange from={from} to={to} min={all[0]?.date} max={all.at(-1)?.date} onChange={go} />
        </span>
      </header>
      <Strip
        label={t("Metric in the chart")}
        controls={id}
        chosen={figure[0]}
        onChoose={(show) => go({ show })}
        stats={isWhole ? wholeOf(stats) : sumsOf(days)}
      />
      <div role="tabpanel" id={id} aria-label={t("{label} per day", { label })}>
        {days.length === 0 ? (
          <p className="p-4 text-text-2">
            {t("The campaign has no such days. Choose dates from {date} on.", {
              date: all[0]?.date,
            })}
          </p>
        ) : (
          <Charted
            name={t("{label} by day", { label })}
            columns={[t("Day"), label]}
            rows={days.toReversed().map((day) => [day.date, day[counter]])}
            legend={
              isWhole && (
                <span>
                  {t(
                    "Not counted above: {machineOpens, plural, one {# machine open} other {# machine opens}}, {machineClicks, plural, one {# machine click} other {# machine clicks}}, {autoReplies, plural, one {# auto-reply} other {# auto-replies}}.",
                    {
                      machineOpens: stats.machine_opens,
                      machineClicks: stats.machine_clicks,
                      autoReplies: stats.auto_replies,
                    },
                  )}
                </span>
              )
            }
          >
            <BarChart
              bars={days.map((day) => ({ date: day.date, value: day[counter] }))}
              unit={unit}
              label={t("{label} per day: {total} in total.", {
                label,
                total: count(days.reduce((sum, day) => sum + day[counter], 0)),
              })}
            />
          </Charted>
        )}
      </div>
    </section>
  );
}

/** Shares of what was delivered, or of the people who were contacted. */
const wholeOf = (stats: CampaignStats): Stat[] =>
  DRAWN.map(([name, label, counter]) => {
    const rate = name in RATES ? stats.rates[RATES[name as keyof typeof RATES]] : undefined;
    const all = count(name === "positive" ? stats.contacted : stats.delivered);
    const n = count(stats[counter]);
    return {
      name,
      label,
      value: rate === undefined ? n : percent(rate),
      ...(rate !== undefined && {
        detail: t("{n} of {all}", { n, all }),
        title:
          name === "positive"
            ? t("{n} of {all} people contacted", { n, all })
            : t("{n} of {all} delivered emails", { n, all }),
      }),
    };
  });

/** Counts alone: what happens on a day is about emails of earlier days as well. */
const sumsOf = (days: readonly DayCounts[]): Stat[] =>
  DRAWN.map(([name, label, counter]) => ({
    name,
    label,
    value: count(days.reduce((sum, day) => sum + day[counter], 0)),
    detail: t("in {days, plural, one {# day} other {# days}}", { days: days.length }),
  }));
