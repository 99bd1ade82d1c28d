import type { KeyboardEvent } from "react";

export type Stat = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
  readonly trend?: "up" | "down";
  /** What a rate divides by. */
  readonly title?: string;
};

/** Joined figures; each is a tab that decides what the chart below shows. */
export function Strip({
  label,
  stats,
  chosen,
  onChoose,
  controls,
}: {
  label: string;
  stats: readonly Stat[];
  chosen: string;
  onChoose: (name: string) => void;
  /** Id of the tab panel. */
  controls: string;
}) {
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const now = stats.findIndex(({ name }) => name === chosen);
    const next = stats[(now + by + stats.length) % stats.length];
    if (!next) return;
    onChoose(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus();
  };
  return (
    <div className="strip" role="tablist" aria-label={label} onKeyDown={move}>
      {stats.map(({ name, label: words, value, detail, trend, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-name={name}
          aria-selected={name === chosen}
          aria-controls={controls}
          tabIndex={name === chosen ? 0 : -1}
          title={title}
          onClick={() => onChoose(name)}
        >
          <span className="k">{words}</span>
          <span className="v">{value}</span>
          <span className={`d ${trend ?? ""}`}>{detail ?? "\u00a0"}</span>
        </button>
      ))}
    </div>
  );
}
