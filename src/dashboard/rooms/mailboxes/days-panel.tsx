import { useQuery } from "@tanstack/react-query";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import { pastDays } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";
import { healthQuery } from "./queries.ts";

/** What the mailbox sent and what came back, day by day. */
export function DaysPanel({ wid, id }: { wid: number; id: number }) {
  const { data } = useQuery(healthQuery(wid, id));
  if (!data) return null;
  const { by_day: days } = data;
  const sent = sumOf(days.sent);
  if (sent + sumOf(days.replies) + sumOf(days.bounces) === 0) {
    return (
      <Panel title={t("Sent by day")}>
        <p className="text-text-2">
          {t("No campaign emails in the last {days} days.", { days: days.sent.length })}
        </p>
      </Panel>
    );
  }
  const dates = pastDays(days.sent.length);
  return (
    <Panel title={t("Sent by day")} flush>
      <Charted
        name={t("{mailbox} by day", { mailbox: data.email })}
        columns={[t("Day (UTC)"), t("Sent"), t("Replied"), t("Bounced"), t("Complaints")]}
        rows={dates.map((date, day) => [date, ...figuresOf(days, day)])}
      >
        <BarChart
          bars={dates.map((date, day) => ({
            date,
            value: days.sent[day] ?? 0,
            before: days.replies[day] ?? 0,
          }))}
          unit={UNITS.sent}
          lineIs={UNITS.replied}
          label={t(
            "{sent, plural, one {# email} other {# emails}} sent, {replies, plural, one {# reply} other {# replies}} in {days} days. Use the arrow keys to move between days.",
            { sent, replies: sumOf(days.replies), days: dates.length },
          )}
        />
      </Charted>
    </Panel>
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const figuresOf = (
  { sent, replies, bounces, complaints }: MailboxHealth["by_day"],
  day: number,
): number[] => [sent, replies, bounces, complaints].map((line) => line[day] ?? 0);
