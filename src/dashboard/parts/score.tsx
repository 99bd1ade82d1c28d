import type { ComponentProps, CSSProperties } from "react";

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
  if (score === null) return <span className="text-12 text-text-3">not checked</span>;
  return (
    <button
      type="button"
      {...rest}
      className={`score ${toneOf(score)}`}
      aria-label={`Score ${score} of 100; show what was checked`}
    >
      <b>{score}</b>
      <span className="segments" aria-hidden="true">
        {WEIGHTS.map((weight, index) => {
          const filled = points ? (points[index] ?? 0) / weight : score / 100;
          return (
            <i key={index} style={{ "--f": Math.max(0, Math.min(1, filled)) } as CSSProperties} />
          );
        })}
      </span>
    </button>
  );
}
