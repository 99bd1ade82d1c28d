import type { RivalAccount, RivalCampaign } from "./account.ts";

/** What a rival counts for a campaign in a span of time, its end included. */
export type Counted = {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly replied: number;
  readonly bounced: number;
  readonly unsubscribed: number;
};

/** Counts what happened to a campaign between two moments; together the months are all there is. */
export function countedOf(
  account: RivalAccount,
  campaign: RivalCampaign,
  from = -Infinity,
  to = Infinity,
): Counted {
  const isIn = (at: number | null): boolean => at !== null && at >= from && at <= to;
  const mails = account.mails.filter(
    ({ enrolment, at }) => enrolment?.campaign === campaign && isIn(at),
  );
  const sent = mails.filter(({ direction }) => direction === "sent");
  const ended = account.enrolments.filter(
    (one) => one.campaign === campaign && isIn(one.lastSentAt),
  );
  return {
    sent: sent.length,
    opened: sent.filter(({ id }) => id % 2 === 0).length,
    clicked: sent.filter(({ id }) => id % 7 === 0).length,
    replied: mails.filter(({ direction }) => direction === "received").length,
    bounced: ended.filter(({ state }) => state === "bounced").length,
    unsubscribed: ended.filter(({ state }) => state === "unsubscribed").length,
  };
}

/** Months in which the campaign sent or heard something, `YYYY-MM` in UTC, the oldest first. */
export function monthsOf(account: RivalAccount, campaign: RivalCampaign): string[] {
  const own = account.mails.filter(({ enrolment }) => enrolment?.campaign === campaign);
  return [...new Set(own.map(({ at }) => new Date(at).toISOString().slice(0, 7)))].toSorted();
}

const DAY_MS = 86_400_000;

/** The first and the last moment of a month. */
export function spanOfMonth(month: string): readonly [from: number, to: number] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1) - 1];
}

/** The moments that two days of a query name; null where one of them is no day. */
export function spanOfDays(
  first: string | null,
  last: string | null,
): { readonly from: number; readonly to: number; readonly days: number } | null {
  const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
  if (!isDay(first) || !isDay(last)) return null;
  const from = Date.parse(`${first}T00:00:00.000Z`);
  const to = Date.parse(`${last}T23:59:59.999Z`);
  return Number.isNaN(from) || Number.isNaN(to) || to < from
    ? null
    : { from, to, days: Math.floor((to - from) / DAY_MS) };
}

/** Every day between them, `YYYY-MM-DD`. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = from; at <= to; at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
