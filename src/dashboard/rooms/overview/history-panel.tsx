import { useState } from "react";
import { count } from "#dashboard/lib/format.ts";
import { saveCsv } from "#dashboard/lib/save-csv.ts";
import { weekday } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Bone } from "#dashboard/parts/states.tsx";
import { Strip } from "#dashboard/parts/strip.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { t } from "#dashboard/words/words.ts";
import { apartOf, barsOf, type Figure, FIGURES, type Period, statsOf } from "./figures.ts";

/** Every figure of every day. */
const csvOf = ({ days }: Period): (string | number)[][] => [
  ["day", ...FIGURES.map(({ name }) => name)],
  ...days.map((one) => [one.date, ...FIGURES.map(({ counter }) => one[counter])]),
];

/** Five figures; the chosen one day by day. */
export function HistoryPanel({
  id,
  period,
  figure,
  onChoose,
}: {
  id: string;
  period: Period | null;
  figure: Figure;
  onChoose: (name: string) => void;
}) {
  const [asTable, setAsTable] = useState(false);
  if (!period) {
    return (
      <section className="panel" aria-busy="true" aria-label={t("Loading the figures")}>
        <div className="sk-late grid h-[26rem] content-start gap-6 p-6">
          <Bone width="90%" />
          <Bone width="40%" />
        </div>
      </section>
    );
  }
  const bars = barsOf(period, figure);
  const sum = bars.reduce((all, { value }) => all + value, 0);
  const { weeks } = period;
  const compared = bars.some(({ before }) => before !== undefined);
  const apart = apartOf(period, figure);
  return (
    <section className="panel flex flex-col" aria-label={t("Figures")}>
      <Strip
        label={t("Metric in the chart")}
        stats={statsOf(period)}
        chosen={figure.name}
        onChoose={onChoose}
        controls={id}
      />
      <div role="tabpanel" id={id} aria-label={t("{label} per day", { label: figure.label })}>
        {asTable ? (
          <Scroll label={t("Figures by day")} className="plot-table">
            <table className="tbl">
              <TableHead
                columns={[
                  t("Day"),
                  [figure.label, "num"],
                  ...(compared
                    ? [
                        [
                          t("{weeks, plural, one {# week} other {# weeks}} earlier", { weeks }),
                          "num",
                        ] as const,
                      ]
                    : []),
                ]}
              />
              <tbody>
                {bars.toReversed().map(({ date, value, before }) => (
                  <tr key={date}>
                    <td>{weekday(date)}</td>
                    <td className="num">{count(value)}</td>
                    {compared && (
                      <td className="num">{before === undefined ? "" : count(before)}</td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        ) : (
          <BarChart
            bars={bars}
            unit={figure.unit}
            beforeWeeks={weeks}
            label={t(
              "{label} per day: {sum} in {days} days. Use the arrow keys to move between days.",
              { label: figure.label, sum: count(sum), days: bars.length },
            )}
          />
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-12 text-text-2">
        <span className="key">
          <i />
          {FIGURES.find(({ name }) => name === figure.name)?.label}
        </span>
        {compared && (
          <span className="key">
            <i className="line" />
            {t("{weeks, plural, one {# week} other {# weeks}} earlier, same weekdays", { weeks })}
          </span>
        )}
        <span className="wide:ml-auto">{apart}</span>
        <button type="button" className="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? t("Show as chart") : t("Show as table")}
        </button>
        <button
          type="button"
          className="link"
          onClick={() => saveCsv("figures.csv", csvOf(period))}
        >
          {t("Download CSV")}
        </button>
      </footer>
    </section>
  );
}
