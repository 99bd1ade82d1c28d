import type { ReactNode } from "react";

/** A few choices side by side, one of them pressed. */
export function Segmented<T extends string | number>({
  label,
  options,
  value,
  onChoose,
  fit = false,
}: {
  label: string;
  options: readonly (readonly [T, ReactNode])[];
  value: T;
  onChoose: (value: T) => void;
  /** As wide as its place. */
  fit?: boolean;
}) {
  return (
    <div className={`seg-ctl ${fit ? "fit" : ""}`} role="group" aria-label={label}>
      {options.map(([name, shown]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
        >
          {shown}
        </button>
      ))}
    </div>
  );
}
