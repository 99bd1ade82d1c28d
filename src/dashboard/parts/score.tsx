import type { ComponentProps } from "react";
import { t } from "#dashboard/words/words.ts";

/** Points of the five checks: syntax, domain, person, mail route, avatar. */
const WEIGHTS = [20, 20, 15, 35, 10] as const;

const toneOf = (score: number): string => (score >= 80 ? "ok" : score >= 50 ? "warn" : "bad");

/**
 * A score and its five checks, each as wide as its points. It is a button for a popover that says
 * what each check found. `points` are those of each check, in that order.
 */
export function Score({
  score,
  points,
  ...rest
}: ComponentProps<"button"> & { score: number | null; points?: readonly number[] }) {
  if (score === null) return <span className="text-12 text-text-3">{t("not validated")}</span>;
  return (
    <button
      type="button"
      {...rest}
      className={`score ${toneOf(score)}`}
      aria-label={t("Score {score} of 100, show details", { score })}
    >
      <b>{score}</b>
      <i
        aria-hidden="true"
        style={{ backgroundImage: segments(points ?? WEIGHTS.map((of) => (of * score) / 100)) }}
      />
    </button>
  );
}

/** Five bars in one picture: a long list draws hundreds of them. */
function segments(points: readonly number[]): string {
  let from = 0;
  const stops = WEIGHTS.flatMap((weight, index) => {
    const to = from + weight;
    const filled = from + Math.max(0, Math.min(weight, points[index] ?? 0));
    from = to;
    const gap = to < 100 ? `calc(${to}% - 2px)` : "100%";
    const full = filled === to ? gap : `${filled}%`;
    return [`var(--tone) 0 ${full}`, `var(--surface-3) 0 ${gap}`, `transparent 0 ${to}%`];
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
