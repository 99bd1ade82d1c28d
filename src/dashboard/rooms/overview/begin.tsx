import { Link } from "@tanstack/react-router";
import type { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { firstSteps } from "#dashboard/shell/first-steps.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

/** The way to the first mail: what is done, and the one thing to do next. */
export function Begin({ stats }: { stats: WorkspaceStats }) {
  const { wid, may } = useWorkspace();
  const stops = firstSteps(stats);
  const next = stops.find(({ done }) => !done);
  if (!may("campaigns.run")) {
    return (
      <Empty title="Your first campaign is being prepared">
        As soon as it sends, this page tells how many people it reached and who answered.
      </Empty>
    );
  }
  return (
    <Panel title="The way to the first mail">
      <ol className="way" aria-label="The way to the first mail">
        {stops.map((stop) => (
          <li key={stop.name} aria-current={stop === next ? "step" : undefined}>
            <span className={`st ${stop.done ? "ok" : stop === next ? "accent" : ""}`}>
              <Glyph shape={stop.done ? "tick" : stop === next ? "half" : "ring"} />
            </span>
            <div className="min-w-0 flex-1">
              <b>{stop.name}</b>
              <p className="text-13 text-text-2">{stop.says}</p>
            </div>
            {stop === next && (
              <Link
                to={stop.to}
                params={{ wid: String(wid) }}
                search={stop.search}
                className={buttonClass({ look: "primary" })}
              >
                {stop.verb}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
