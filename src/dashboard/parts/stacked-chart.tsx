import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from "react";
import { count, lower } from "#dashboard/lib/format.ts";
import { weekday } from "#dashboard/lib/time.ts";
import { ceilingOf, ticks } from "./bar-chart.tsx";

export type Series = { readonly name: string; readonly tone: string };
export type StackedDay = { readonly date: string; readonly values: readonly number[] };

/**
 * Counts of several kinds per day, one above the other. The day under the pointer, or under the arrow
 * keys, is shown above. Kinds differ by lightness and order as well as by colour.
 */
export function StackedChart({
  days,
  series,
  label,
}: {
  days: readonly StackedDay[];
  series: readonly Series[];
  label: string;
}) {
  const [at, setAt] = useState<number | null>(null);
  const sums = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = ceilingOf(Math.max(0, ...sums));
  const last = days.length - 1;
  const current = at ?? Math.max(0, sums.lastIndexOf(Math.max(...sums)));
  const shown = days[current];
  const choose = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    setAt(Math.max(0, Math.min(last, index)));
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, current + by)));
  };
  return (
    <div className="plot stacked">
      <p className="readout" aria-live="polite">
        {shown && (
          <>
            <b>{weekday(shown.date)}</b>
            {series.map(({ name, tone }, index) => {
              const value = shown.values[index] ?? 0;
              return value === 0 ? null : (
                <span className="key" key={name}>
                  <i className={tone} />
                  {count(value)} {lower(name)}
                </span>
              );
            })}
          </>
        )}
      </p>
      <div className="y" aria-hidden="true">
        {[4, 3, 2, 1, 0].map((quarter) => (
          <span key={quarter}>{count(Math.round((top * quarter) / 4))}</span>
        ))}
      </div>
      <div
        className="area"
        role="img"
        aria-label={label}
        // An image whose days can be walked with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerMove={choose}
        onPointerLeave={() => setAt(null)}
        onKeyDown={step}
      >
        <svg viewBox={`0 0 ${days.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((quarter) => (
            <path
              key={quarter}
              className="grid-line"
              d={`M0 ${(top * quarter) / 4}H${days.length}`}
            />
          ))}
          {days.map((day, index) => (
            <Column key={day.date} day={day} x={index} top={top} series={series} />
          ))}
        </svg>
      </div>
      <div className="x" aria-hidden="true">
        {ticks(days).map(([words, place]) => (
          <span key={words} style={{ "--at": `${place}%` } as CSSProperties}>
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}

function Column({
  day,
  x,
  top,
  series,
}: {
  day: StackedDay;
  x: number;
  top: number;
  series: readonly Series[];
}) {
  let under = 0;
  return series.map(({ name, tone }, index) => {
    const value = day.values[index] ?? 0;
    if (value === 0) return null;
    under += value;
    return (
      <rect key={name} className={tone} x={x + 0.16} width={0.68} y={top - under} height={value} />
    );
  });
}
