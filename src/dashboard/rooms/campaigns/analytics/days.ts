import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { pastDays } from "#dashboard/lib/time.ts";
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";

/** What a chart of days can show: name in the address, words, counter, what is counted. */
export const DRAWN = [
  ["sent", t("Sent"), "sent", UNITS.emails],
  ["opened", t("Opened by people"), "unique_opens", UNITS.opened],
  ["clicked", t("Clicked"), "unique_clicks", UNITS.clicked],
  ["replied", t("Replied"), "unique_replies", UNITS.replies],
  ["positive", t("Positive replies"), "positive_replies", UNITS.positive],
  ["booked", t("Meetings booked"), "meetings_booked", UNITS.meetings],
  ["bounced", t("Bounced"), "bounces", UNITS.bounces],
] as const;

type Day = CampaignStats["by_day"][number];
export type DayCounts = Pick<Day, "date" | (typeof DRAWN)[number][2]>;

const NONE: Omit<DayCounts, "date"> = {
  sent: 0,
  unique_opens: 0,
  unique_clicks: 0,
  unique_replies: 0,
  positive_replies: 0,
  meetings_booked: 0,
  bounces: 0,
};

/** Every day (UTC) from the first email until today, and two weeks at least. */
export function everyDay(days: readonly Day[]): DayCounts[] {
  const known = new Map<string, DayCounts>(days.map((each) => [each.date, each]));
  const today = Date.parse(pastDays(1)[0] ?? "");
  const first = Date.parse(days[0]?.date ?? "") || today;
  const count = Math.max(14, Math.round((today - first) / DAY_MS) + 1);
  return pastDays(count).map((date) => known.get(date) ?? { date, ...NONE });
}

/** Those from a day to another, both included; an end that is not given is open. */
export const between = (
  days: readonly DayCounts[],
  from: string | undefined,
  to: string | undefined,
): DayCounts[] => days.filter(({ date }) => date >= (from ?? "") && date <= (to ?? "9999"));
