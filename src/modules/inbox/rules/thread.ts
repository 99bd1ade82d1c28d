import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** With these statuses a thread needs no reply, even if the lead wrote last. */
export const PUT_AWAY = [
  "closed",
  "not_interested",
  "wrong_person",
  "lost",
  "out_of_office",
  "do_not_contact",
] as const satisfies readonly ThreadStatus[];

/** Tags of one thread. */
export const MOST_TAGS = 50;

/**
 * How far an outbound mail is. `unknown`: a server may have taken it, nobody knows. A `scheduled`
 * one waits for the time that a person gave, a `queued` one for its first or next try.
 */
export const MESSAGE_STATES = [
  "scheduled",
  "queued",
  "sending",
  "sent",
  "unknown",
  "failed",
  "cancelled",
] as const;

/** The one of these names that is meant, however it is written ("Meeting Booked", MEETING-BOOKED); null when there is none such. */
export function namedAmong<T extends string>(names: readonly T[], text: OutsideText): T | null {
  const meant = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");
  return names.find((name) => name === meant) ?? null;
}

/** What a thread's new status does besides showing. */
export type StatusEffect = "none" | "stop" | "stop_everywhere" | "defer";

const STOPS: readonly ThreadStatus[] = [
  "not_interested",
  "wrong_person",
  "won",
  "lost",
  "meeting_booked",
  "meeting_completed",
];

/**
 * `stop` ends the campaign's sequence, `stop_everywhere` suppresses the address as well, `defer`
 * delays it.
 */
export function effectOf(status: ThreadStatus): StatusEffect {
  if (status === "do_not_contact") return "stop_everywhere";
  if (status === "out_of_office") return "defer";
  return STOPS.includes(status) ? "stop" : "none";
}

/** What somebody does with a thread that they have open. */
export const PRESENCES = ["viewing", "answering"] as const;
export type Presence = (typeof PRESENCES)[number];
