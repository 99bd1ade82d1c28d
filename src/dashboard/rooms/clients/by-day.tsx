import type { OverviewRow } from "#modules/operations/contract/overview.ts";
import { pastDays } from "#dashboard/lib/time.ts";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { StackedChart } from "#dashboard/parts/stacked-chart.tsx";
import { t } from "#dashboard/words/words.ts";

/** What the small lines of the list draw: all clients shown, day by day, with each client in the table. */
export function ByDay({ rows }: { rows: readonly OverviewRow[] }) {
  const days = Math.max(0, ...rows.map(({ by_day: { replies } }) => replies.length));
  if (days === 0) return null;
  const dates = pastDays(days);
  const repliesOn = (index: number): number =>
    rows.reduce((sum, { by_day: { replies } }) => sum + (replies[index] ?? 0), 0);
  const all = dates.reduce((sum, _, index) => sum + repliesOn(index), 0);
  return (
    <Panel title={t("Replies by day")} flush>
      <Charted
        name={t("Clients by day")}
        columns={[t("Client"), ...dates]}
        rows={rows.flatMap(({ workspace, by_day: { sent, replies } }) => [
          [t("{name}, sent", { name: workspace.name }), ...sent] as const,
          [t("{name}, replies", { name: workspace.name }), ...replies] as const,
        ])}
      >
        <StackedChart
          days={dates.map((date, index) => ({ date, values: [repliesOn(index)] }))}
          series={[{ name: t("Replies"), tone: "ask" }]}
          label={t(
            "{replies} replies of the clients shown in {days} days. Use the arrow keys to move between days.",
            { replies: all, days },
          )}
        />
      </Charted>
    </Panel>
  );
}
