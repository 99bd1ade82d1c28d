import { lazy, Suspense } from "react";
import { Link } from "#dashboard/routing/link.tsx";
import type { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { firstSteps } from "#dashboard/shell/first-steps.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const TrySample = lazy(() =>
  import("#dashboard/rooms/sample/try-sample.tsx").then((m) => ({ default: m.TrySample })),
);

/** The steps before the first email: what is done, and the next one. */
export function Begin({ stats }: { stats: WorkspaceStats }) {
  const { wid, may } = useWorkspace();
  const stops = firstSteps(stats);
  const next = stops.find(({ done }) => !done);
  if (!may("campaigns.edit")) {
    return (
      <Empty picture="chart" title={t("Your first campaign is being prepared")}>
        {t("Once it sends, this page shows how many leads were contacted and how many replied.")}
      </Empty>
    );
  }
  const isBare = stats.mailboxes.total + stats.leads + stats.campaigns.total === 0;
  return (
    <>
      <Panel title={t("Get started")}>
        <ol className="way" aria-label={t("Get started")}>
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
      {isBare && (
        <Suspense>
          <TrySample />
        </Suspense>
      )}
    </>
  );
}
