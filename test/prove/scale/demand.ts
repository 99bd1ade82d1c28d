import { MAILBOX_DEFAULTS } from "#platform/rules/mail/mailbox.ts";
import type { OpenDay } from "./openings.ts";

/** How large an install is. */
export type Size = {
  readonly workspaces: number;
  readonly mailboxes: number;
  readonly mailsAMonth: number;
};

/** One workspace, as it was drawn. */
export type Place = {
  readonly mailboxes: number;
  readonly days: readonly OpenDay[];
  /** What each of its mailboxes sends in a day at most, and seconds between two emails. */
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly gapJitterSeconds: number;
  /** Emails that its leads ask for in the month. */
  readonly mails: number;
  /** The day on which its new leads come: until then it sends what is left of the month before. */
  readonly beginsOn: number;
  readonly hasWebhooks: boolean;
  readonly openRate: number;
};

type Calendar = { readonly weight: number; readonly days: readonly OpenDay[] };
type Random = () => number;

/** A number around 0 of a normal distribution. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Workspaces of very different sizes (log-normal: the median has half of the mean, the largest of 10,000
 * more than forty times it), whose mailboxes and emails add up to what was asked for.
 */
export function places(size: Size, calendars: readonly Calendar[], random: Random): Place[] {
  const weights = Array.from({ length: size.workspaces }, () => Math.exp(1.2 * normal(random)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = weights.map((weight) => {
    const limits = [20, MAILBOX_DEFAULTS.dailyLimit, 40, 50];
    return {
      mailboxes: Math.max(1, Math.round((weight / all) * size.mailboxes)),
      days: drawnFrom(calendars, random).days,
      dailyLimit: limits[Math.floor(random() * limits.length)] ?? MAILBOX_DEFAULTS.dailyLimit,
      // Most keep the default; a few send as fast as their limit lets them.
      minGapSeconds: random() < 0.8 ? MAILBOX_DEFAULTS.minGapSeconds : 240,
      gapJitterSeconds: MAILBOX_DEFAULTS.gapJitterSeconds,
      // Half of the agencies load their leads on the first days of a month.
      beginsOn: random() < 0.5 ? Math.floor(random() * 3) : Math.floor(random() * 22),
      hasWebhooks: random() < 0.3,
      openRate: 0.25 + 0.3 * random(),
      appetite: Math.exp(0.5 * normal(random)),
    };
  });
  const room = drawn.map(({ mailboxes, dailyLimit, minGapSeconds, gapJitterSeconds, days }) => {
    const gap = (minGapSeconds + gapJitterSeconds / 2) / 60;
    const most = days.reduce((sum, day) => sum + Math.min(dailyLimit, minutesIn(day) / gap), 0);
    return mailboxes * most;
  });
  const asked = shared(
    size.mailsAMonth,
    drawn.map(({ mailboxes, appetite }) => mailboxes * appetite),
    room,
  );
  return drawn.map((place, i) => ({ ...place, mails: asked[i] ?? 0 }));
}

const minutesIn = (day: OpenDay): number => day.reduce((sum, [from, to]) => sum + to - from, 0);

function drawnFrom(calendars: readonly Calendar[], random: Random): Calendar {
  const all = calendars.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * all;
  const found = calendars.find(({ weight }) => (at -= weight) < 0) ?? calendars.at(-1);
  if (!found) throw new Error("no calendar");
  return found;
}

/** A total by weights, where none gets more than its room; what does not fit goes to the others. */
function shared(total: number, weights: readonly number[], room: readonly number[]): number[] {
  let factor = total / weights.reduce((sum, weight) => sum + weight, 0);
  const at = (by: number): number[] =>
    weights.map((weight, i) => Math.min(weight * by, 0.95 * (room[i] ?? 0)));
  for (let i = 0; i < 30; i++) {
    const given = at(factor).reduce((sum, one) => sum + one, 0);
    factor *= total / given;
  }
  return at(factor).map(Math.round);
}
