import type { CSSProperties } from "react";
import { count, percent } from "#dashboard/lib/format.ts";

export type Stage = {
  readonly name: string;
  readonly value: number;
  /** Why it has no figure: "not tracked". */
  readonly missing?: string;
};

/** How many are left at each stage, of those at the first; the drawing narrows with them. */
export function Funnel({ label, stages }: { label: string; stages: readonly Stage[] }) {
  const most = Math.max(1, ...stages.map(({ value }) => value));
  const known = stages.filter(({ missing }) => missing === undefined);
  const first = stages[0]?.value ?? 0;
  return (
    <ol className="funnel" aria-label={label}>
      {stages.map((stage) => {
        const next = known[known.indexOf(stage) + 1]?.value ?? stage.value;
        // Only what narrows is drawn narrowing: with little tracking, more reply than open.
        const bottom = next > 0 && next < stage.value ? next : stage.value;
        const [upper, lower] = [stage.value / most, bottom / most];
        return (
          <li key={stage.name}>
            <span className="name">{stage.name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              {stage.missing === undefined && <path d={narrowing(upper, lower)} />}
            </svg>
            {stage.missing === undefined ? (
              <>
                <b>{count(stage.value)}</b>
                <span className="share">
                  {stage === stages[0] ? "" : percent(first > 0 ? stage.value / first : null)}
                </span>
              </>
            ) : (
              <span className="share missing">{stage.missing}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** From the width of this stage to that of the next, around the middle. */
function narrowing(top: number, bottom: number): string {
  // What is there is seen, however little it is.
  const [a, b] = [top, bottom].map((share) => (share === 0 ? 0 : Math.max(0.6, share * 50)));
  return `M${50 - (a ?? 0)} 0H${50 + (a ?? 0)}V7L${50 + (b ?? 0)} 10H${50 - (b ?? 0)}L${50 - (a ?? 0)} 7z`;
}

/** Share of a whole as a bar in the cell of a table, in parts of several tones. */
export function ShareBar({
  label,
  parts,
}: {
  label: string;
  parts: readonly { readonly tone: string; readonly value: number }[];
}) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return null;
  return (
    <span className="meter mt-1 min-w-16" role="img" aria-label={label}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ tone, value }) => (
          <i
            key={tone}
            className={tone}
            style={{ "--v": (100 * value) / whole } as CSSProperties}
          />
        ))}
    </span>
  );
}
