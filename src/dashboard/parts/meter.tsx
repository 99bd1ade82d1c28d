import type { CSSProperties } from "react";

export type MeterPart = {
  /** Percent of the whole. */
  readonly value: number;
  readonly tone?: "ok" | "warn" | "bad" | "plan" | "past" | "gone";
};

/** A bar that is split by outcome; `label` says it in words. */
export function Meter({ label, parts }: { label: string; parts: readonly MeterPart[] }) {
  return (
    <span className="meter" role="img" aria-label={label}>
      {parts.map(({ value, tone }, index) => (
        <i key={index} className={tone} style={{ "--v": value } as CSSProperties} />
      ))}
    </span>
  );
}
