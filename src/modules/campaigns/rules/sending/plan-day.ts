import { isOpen, type Schedule } from "#platform/rules/schedule.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";

/** What a day is drawn in. */
export const QUARTER_MS = 15 * MINUTE_MS;

export type PlannedMailbox = {
  readonly id: number;
  /** Mails it may still send today. */
  readonly left: number;
  /** Its gap ends; null when it may send at once. */
  readonly freeAt: UnixMs | null;
  readonly minGapSeconds: number;
  readonly gapJitterSeconds: number;
};

export type PlannedCampaign = {
  readonly schedule: Schedule;
  readonly mailboxIds: readonly number[];
  /** Mails it may still send today by its own limits; null is no limit. */
  readonly left: number | null;
  /** When its leads are due, as many as could be served today. */
  readonly dueAt: readonly UnixMs[];
};

export type DayPlan = {
  readonly perQuarter: readonly number[];
  readonly perCampaign: readonly number[];
  readonly left: ReadonlyMap<number, number>;
};

/** Whether a campaign's window is open in some part of the quarter hour. */
export const opensIn = (schedule: Schedule, at: UnixMs): boolean =>
  isOpen(schedule, at) || isOpen(schedule, unixMs(at + QUARTER_MS - 1));

/**
 * How many mails will leave in each quarter hour from `now` on, by windows, limits, gaps and what is
 * due: a foresight without chance (half of a gap's jitter), in which campaigns take turns at a shared
 * mailbox. `perQuarter` has one number for each of `quarters`, their beginnings in order,
 * `perCampaign` one for each campaign, and `left` what the mailboxes may send beyond it.
 */
export function planDay(
  quarters: readonly UnixMs[],
  now: UnixMs,
  mailboxes: readonly PlannedMailbox[],
  campaigns: readonly PlannedCampaign[],
): DayPlan {
  const boxes = new Map(
    mailboxes.map((box) => [
      box.id,
      {
        left: box.left,
        freeAt: Math.max(box.freeAt ?? now, now),
        gap: (box.minGapSeconds + box.gapJitterSeconds / 2) * SECOND_MS,
      },
    ]),
  );
  const waiting = campaigns.map((campaign) => ({
    ...campaign,
    dueAt: campaign.dueAt.toSorted((a, b) => a - b),
    left: campaign.left ?? Infinity,
    next: 0,
  }));
  const perQuarter = quarters.map((begins) => {
    const ends = begins + QUARTER_MS;
    if (ends <= now) return 0;
    const open = waiting.filter(({ schedule }) => opensIn(schedule, begins));
    let sent = 0;
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const campaign of open) {
        const due = campaign.dueAt[campaign.next];
        if (due === undefined || due >= ends || campaign.left <= 0) continue;
        const earliest = Math.max(due, begins);
        const box = campaign.mailboxIds
          .flatMap((id) => boxes.get(id) ?? [])
          .filter(({ left, freeAt }) => left > 0 && freeAt < ends)
          .reduce<{ left: number; freeAt: number; gap: number } | null>(
            (best, one) => (best === null || one.freeAt < best.freeAt ? one : best),
            null,
          );
        if (!box) continue;
        box.left -= 1;
        box.freeAt = Math.max(box.freeAt, earliest) + box.gap;
        campaign.left -= 1;
        campaign.next += 1;
        sent += 1;
        isMoving = true;
      }
    }
    return sent;
  });
  return {
    perQuarter,
    perCampaign: waiting.map(({ next }) => next),
    left: new Map([...boxes].map(([id, { left }]) => [id, left])),
  };
}
