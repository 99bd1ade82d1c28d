import { count } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

const [WIDE, HIGH] = [72, 20];

/** A small line of figures day by day; its words say what it shows. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const last = values.length - 1;
  const points = values
    .map((value, i) => {
      const x = last <= 0 ? WIDE : (i / last) * WIDE;
      return `${x.toFixed(1)},${(HIGH - 1 - (value / most) * (HIGH - 2)).toFixed(1)}`;
    })
    .join(" ");
  return (
    <svg
      className="inline-block align-middle text-accent"
      width={WIDE}
      height={HIGH}
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      role="img"
      aria-label={t("{label} day by day: today {today}, at most {most}", {
        label,
        today: count(values.at(-1) ?? 0),
        most: count(Math.max(0, ...values)),
      })}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
