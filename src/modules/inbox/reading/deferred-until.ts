import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { localDay, nextOpening } from "#platform/rules/schedule.ts";
import { momentOf } from "#platform/rules/zone.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { readReturn, resumeDay } from "#modules/inbox/rules/kinds/absence.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";
import { DAY_MS, later, parseIso } from "#platform/rules/time.ts";
import { ABSENCE_DAYS } from "#modules/inbox/threads/defer-sequence.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import type { Taking } from "./taking.ts";

/** For campaigns without a setting for absences. */
const DEFAULT_RULE = {
  enabled: true,
  fallback_days: ABSENCE_DAYS,
  business_days_after_return: 1,
};

/**
 * Until when an absence notice defers the lead's next step: the campaign's first sending time, some
 * business days after the return date that the notice names; if it names none, some days after it
 * came. Null: the campaign does not defer.
 */
export function deferredUntil(taking: Taking, send: MatchedSend): UnixMs | null {
  const rule = send.oooHold ?? DEFAULT_RULE;
  if (!rule.enabled) return null;
  const schedule = scheduleFor(send.schedule, send.leadZone);
  const { subject, text } = taking.received;
  // The quoted text may contain dates as well.
  const own = `${withoutOurs(subject, send.subject)} ; ${ownText(text)}`;
  const back = readReturn(own, localDay(schedule.timezone, taking.receivedAt));
  if (back === null) return later(taking.receivedAt, rule.fallback_days * DAY_MS);
  const day = resumeDay(back, rule.business_days_after_return, schedule.holidays);
  const midnight = parseIso(`${day}T00:00:00Z`);
  if (midnight === null) throw new RangeError(`not a day: ${day}`);
  const begins = momentOf(schedule.timezone, midnight);
  return nextOpening(schedule, begins) ?? begins;
}

function withoutOurs(subject: string, ours: string): string {
  const bare = ours.replace(/^\s*re:\s*/i, "").trim();
  const at = bare === "" ? -1 : subject.toLowerCase().indexOf(bare.toLowerCase());
  return at < 0 ? subject : `${subject.slice(0, at)} ${subject.slice(at + bare.length)}`;
}
