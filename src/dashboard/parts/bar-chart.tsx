import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from "react";
import { count } from "#dashboard/lib/format.ts";
import { day, weekday } from "#dashboard/lib/time.ts";
import { t } from "#dashboard/words/words.ts";

export type Bar = {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly value: number;
  /** The line: the same weekday some weeks before, or what was planned. */
  readonly before?: number;
};

/** A round number at or above `max` that four grid lines divide evenly. */
export function ceilingOf(max: number): number {
  if (max <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(max));
  const steps = [0.4, 0.8, 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10, 12].map((s) => s * unit);
  return steps.find((top) => top >= max && top % 4 === 0) ?? 12 * unit;
}

/**
 * Counts per day as bars, the period before as a stepped line. The day under the pointer, or under
 * the arrow keys, is shown above. `label` is the sentence for screen readers.
 */
export function BarChart({
  bars,
  unit,
  label,
  beforeWeeks,
  lineIs,
}: {
  bars: readonly Bar[];
  /** So many of what is counted: "12 clicked", "1 reply". */
  unit: (n: number) => string;
  label: string;
  /** How many weeks before `before` lies. */
  beforeWeeks?: number;
  /** So many of what the line is, where it is no earlier period: "12 planned". */
  lineIs?: (n: number) => string;
}) {
  const [at, setAt] = useState<number | null>(null);
  const highest = Math.max(0, ...bars.map(({ value, before }) => Math.max(value, before ?? 0)));
  const top = ceilingOf(highest);
  const best = bars.findIndex(({ value }) => value === Math.max(...bars.map((b) => b.value)));
  const current = at ?? (best >= 0 && highest > 0 ? best : bars.length - 1);
  const bar = bars[current];
  const line = bars.some(({ before }) => before !== undefined)
    ? bars.map(({ before = 0 }, i) => `L${i},${top - before} ${i + 1},${top - before}`).join(" ")
    : null;
  // Of its day; with only a few days the bars are kept narrow.
  const broad = Math.min(0.68, 0.2 + bars.length * 0.04);
  const path = line?.replace(/^L/, "M");
  const choose = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    setAt(Math.max(0, Math.min(bars.length - 1, index)));
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(bars.length - 1, current + by)));
  };
  return (
    <div className="plot">
      <p className="readout" aria-live="polite">
        {bar && (
          <>
            <b>{weekday(bar.date)}</b>
            <span className="key">
              <i />
              {unit(bar.value)}
            </span>
            {bar.before !== undefined && (
              <span className="key">
                <i className="line" />
                {lineIs
                  ? lineIs(bar.before)
                  : beforeWeeks
                    ? t("{n} {weeks} weeks earlier", { n: count(bar.before), weeks: beforeWeeks })
                    : t("{n} before", { n: count(bar.before) })}
              </span>
            )}
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
        <svg viewBox={`0 0 ${bars.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((quarter) => (
            <path
              key={quarter}
              className="grid-line"
              d={`M0 ${(top * quarter) / 4}H${bars.length}`}
            />
          ))}
          <g className="bars">
            {bars.map(({ date, value }, index) => (
              <rect
                key={date}
                className={at === index ? "cur" : undefined}
                x={index + (1 - broad) / 2}
                width={broad}
                y={top - value}
                height={value}
              />
            ))}
          </g>
          {path && (
            <>
              <path className="halo" d={path} />
              <path className="before" d={path} />
            </>
          )}
        </svg>
      </div>
      <div className="x" aria-hidden="true">
        {ticks(bars).map(([words, place]) => (
          <span key={words} style={{ "--at": `${place}%` } as CSSProperties}>
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}

/** At most five dates, the first and the last among them, each below its bar (percent of the width). */
export function ticks(bars: readonly { readonly date: string }[]): [string, number][] {
  const last = bars.length - 1;
  const shown = Math.min(5, bars.length);
  return Array.from({ length: shown }, (_, index): [string, number] => {
    const at = shown === 1 ? 0 : Math.round((index * last) / (shown - 1));
    return [day(bars[at]?.date ?? ""), ((at + 0.5) / bars.length) * 100];
  });
}
