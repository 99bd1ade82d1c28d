import { t } from "#dashboard/words/words.ts";
/** Moments to which people put things off, in their own zone. */
export function laterTimes(now = new Date()): [string, string][] {
  const at = (days: number, hour: number): string => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    date.setHours(hour, 0, 0, 0);
    return date.toISOString();
  };
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const times: [string, string][] = [
    [t("In three hours"), new Date(now.getTime() + 3 * 3_600_000).toISOString()],
    [t("Tomorrow morning"), at(1, 9)],
  ];
  // On a Sunday that is tomorrow.
  if (toMonday > 1) times.push([t("Monday morning"), at(toMonday, 9)]);
  return [...times, [t("In two weeks"), at(14, 9)]];
}
