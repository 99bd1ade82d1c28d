import { useQuery } from "@tanstack/react-query";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { count, words } from "#dashboard/lib/format.ts";
import { pastDays } from "#dashboard/lib/time.ts";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { StackedChart } from "#dashboard/parts/stacked-chart.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { replyFiguresQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** What people want, in five groups that can be distinguished in a drawing; the table has every category. */
const GROUPS: readonly {
  readonly name: string;
  readonly tone: string;
  readonly of: readonly ReplyCategory[];
}[] = [
  { name: t("Positive"), tone: "good", of: ["interested", "meeting_request"] },
  { name: t("Questions and referrals"), tone: "ask", of: ["question", "referral", "other"] },
  { name: t("Not now"), tone: "later", of: ["not_now", "wrong_person", "left_company"] },
  { name: t("Negative"), tone: "no", of: ["not_interested", "do_not_contact", "hostile"] },
  { name: t("Automatic"), tone: "auto", of: ["out_of_office", "automatic", "bounce"] },
];
const DAYS = 30;

/** What leads wrote back, day by day. */
export function ReplyPanel({ campaignId }: { campaignId: number }) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(replyFiguresQuery(wid, campaignId, DAYS));
  if (!data) {
    return (
      <Panel title={t("Replies by category")}>
        <Waiting what={t("replies")} rows={3} error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const rows = data.by_day;
  const all = rows.reduce((sum, { messages }) => sum + messages, 0);
  if (all === 0) {
    return (
      <Panel title={t("Replies by category")}>
        <p className="text-text-2">{t("No replies in the last {days} days.", { days: DAYS })}</p>
      </Panel>
    );
  }
  const dates = pastDays(DAYS);
  const categories = [...new Set(rows.map(({ category }) => category))];
  const of = (date: string, some: readonly ReplyCategory[]): number =>
    rows.reduce(
      (sum, row) => sum + (row.date === date && some.includes(row.category) ? row.messages : 0),
      0,
    );
  const shown = GROUPS.filter((group) => categories.some((one) => group.of.includes(one)));
  const days = dates.map((date) => ({ date, values: shown.map((group) => of(date, group.of)) }));
  const sums = shown.map(
    ({ name }, index) =>
      `${name} ${count(days.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))}`,
  );
  return (
    <Panel title={t("Replies by category")} flush>
      <Charted
        name={t("Replies by category")}
        columns={[t("Day"), ...categories.map((one) => words(one))]}
        rows={dates
          .toReversed()
          .map((date) => [date, ...categories.map((one) => of(date, [one]))] as const)}
        legend={shown.map(({ name, tone }) => (
          <span className="key" key={name}>
            <i className={tone} />
            {name}
          </span>
        ))}
      >
        <StackedChart
          days={days}
          series={shown}
          label={t(
            "{replies, plural, one {# reply} other {# replies}} in {days} days: {groups}. Use the arrow keys to move between days.",
            { replies: all, days: DAYS, groups: sums.join(", ") },
          )}
        />
      </Charted>
    </Panel>
  );
}
