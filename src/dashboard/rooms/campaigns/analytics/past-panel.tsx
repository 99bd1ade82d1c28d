import { useQuery } from "@tanstack/react-query";
import type { PastFigures } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { count } from "#dashboard/lib/format.ts";
import { monthOfYear } from "#dashboard/lib/time.ts";
import { useNear } from "#dashboard/lib/use-near.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { pastFiguresQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** What another product counted before the campaign moved in, apart from our own figures; nothing where it did not. */
export function PastPanel({ campaignId }: { campaignId: number }) {
  const { wid } = useWorkspace();
  const [ref, isNear] = useNear<HTMLDivElement>();
  const { data } = useQuery({ ...pastFiguresQuery(wid, campaignId), enabled: isNear });
  const isShown = data?.rival != null && data.figures.length > 0;
  return (
    <div ref={ref} className="min-h-px">
      {isShown && <Past rival={data.rival} figures={data.figures} />}
    </div>
  );
}

const COUNTED = ["sent", "opened", "clicked", "replied", "bounced", "unsubscribed"] as const;

function Past({ rival, figures }: PastFigures) {
  if (rival === null) return null;
  const name = RIVAL_NAMES[rival];
  const title = t("Before the move, counted by {name}", { name });
  const all = figures.filter(({ month }) => month === null);
  const months = figures.filter(({ month }) => month !== null);
  return (
    <Panel
      title={title}
      flush
      footer={t("These emails were sent by {name}. They count in no figure of Outrider.", { name })}
    >
      <Scroll label={title}>
        <table className="tbl">
          <TableHead
            columns={[
              t("Month"),
              [t("Sent"), "num"],
              [t("Opened"), "num"],
              [t("Clicked"), "num"],
              [t("Replied"), "num"],
              [t("Bounced"), "num"],
              [t("Unsubscribed"), "num"],
            ]}
          />
          <tbody>
            {[...all, ...months.toReversed()].map(({ month, ...counted }) => (
              <tr key={month ?? "all"}>
                <th scope="row" className="text-left font-medium">
                  {month === null ? t("All time") : monthOfYear(month)}
                </th>
                {COUNTED.map((one) => (
                  <td key={one} className="num">
                    {counted[one] === null ? "–" : count(counted[one])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
