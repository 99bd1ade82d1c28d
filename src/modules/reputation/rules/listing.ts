import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import type { Judged } from "./judge-answer.ts";

/** What a name is to the workspace, the first that fits. `server`: where its mail leaves from. */
export const NAME_USES = ["sending", "tracking", "server", "linked"] as const;
export type NameUse = (typeof NAME_USES)[number];

/** Our own are asked every six hours, linked ones daily. */
const EVERY_MS: Readonly<Record<NameUse, number>> = {
  sending: 6 * HOUR_MS,
  tracking: 6 * HOUR_MS,
  server: 6 * HOUR_MS,
  linked: DAY_MS,
};
const KEPT = { least: 5 * MINUTE_MS, most: DAY_MS } as const;
/** An answer that nothing is known from, and the second one that a change waits for. */
export const AGAIN_MS = 15 * MINUTE_MS;

/** What was reported last, or would be reported by nobody: a name that was never listed. */
export type Reported = "clean" | "listed";

export type Standing = {
  readonly reported: Reported | null;
  /** Since when answers differ from that. */
  readonly changedAt: UnixMs | null;
};

export type NextStanding = Standing & {
  readonly dueAt: UnixMs;
  /** What became certain now and has to be reported; null: nothing. */
  readonly news: Reported | null;
};

/**
 * What an answer changes. A change counts after a second answer a quarter of an hour later, so that
 * one resolver's bad moment tells nobody anything; an unknown answer changes nothing. That a name is
 * clean from the first is no news.
 */
export function nextStanding(
  before: Standing,
  judged: Judged,
  use: NameUse,
  now: UnixMs,
): NextStanding {
  if (judged.answer === "unknown") return { ...before, dueAt: later(now, AGAIN_MS), news: null };
  const said: Reported = judged.answer === "listed" ? "listed" : "clean";
  const kept = Math.min(Math.max((judged.ttl ?? 0) * SECOND_MS, KEPT.least), KEPT.most);
  const usual = later(now, Math.max(EVERY_MS[use], kept));
  if (said === (before.reported ?? "clean"))
    return { reported: said, changedAt: null, dueAt: usual, news: null };
  if (before.changedAt !== null && now - before.changedAt >= AGAIN_MS)
    return { reported: said, changedAt: null, dueAt: usual, news: said };
  const since = before.changedAt ?? now;
  return {
    reported: before.reported,
    changedAt: since,
    // What a resolver keeps is no second answer.
    dueAt: later(now, Math.max(AGAIN_MS, kept)),
    news: null,
  };
}
