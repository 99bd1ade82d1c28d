import { PRIORITIES, type Priority } from "#platform/ctx/job.ts";
import { normal } from "./demand.ts";
import { ASSUMED, LIMITS } from "./limits.ts";
import type { Month } from "./month.ts";
import { MINUTES } from "./openings.ts";
import { type Arrivals, playQueue, type QueueHour } from "./queue-hour.ts";
import type { QueueSettings } from "./queue-settings.ts";

/** The first minute of the hour in which most messages come. */
export function busiestHour(month: Month): number {
  let [best, at] = [-1, 0];
  for (let minute = 0; minute + 60 <= MINUTES; minute += 60) {
    let sum = 0;
    for (let i = minute; i < minute + 60; i++) {
      sum += (month.hits[i] ?? 0) + (month.reads[i] ?? 0) + (month.handovers[i] ?? 0);
    }
    if (sum > best) [best, at] = [sum, minute];
  }
  return at;
}

/** Plays the three queues through the first minutes of the busiest hour of a month. */
export function playHour(
  month: Month,
  settings: Readonly<Record<Priority, QueueSettings>>,
  turnMs: number,
  random: () => number,
  minutes = 60,
): Readonly<Record<Priority, QueueHour>> {
  const from = busiestHour(month);
  const fresh = (): Arrivals => ({ at: [], ms: [] });
  const lines: Record<Priority, Arrivals> = { critical: fresh(), default: fresh(), low: fresh() };
  const { webhookMs } = ASSUMED;
  const webhook = (): number =>
    random() < webhookMs.slowShare
      ? webhookMs.slowMs
      : webhookMs.median * Math.exp(webhookMs.sigma * normal(random));
  for (let i = 0; i < minutes; i++) {
    const came: Record<Priority, { at: number; ms: number }[]> = {
      critical: [],
      default: [],
      low: [],
    };
    const come = (to: Priority, count: number, ms: () => number, withinMs = 60_000): void => {
      // The rest of a fraction comes by chance.
      for (let n = count; n > 0 && (n >= 1 || random() < n); n--) {
        came[to].push({ at: i * 60_000 + withinMs * random(), ms: ms() });
      }
    };
    const minute = from + i;
    // Gaps end and windows open as a minute begins: most alarms of it ring at once.
    come("critical", month.handovers[minute] ?? 0, () => ASSUMED.transmitMs, 5_000);
    come("critical", month.hits[minute] ?? 0, () => ASSUMED.hitsMs);
    come("critical", month.webhooks[minute] ?? 0, webhook);
    come("default", month.hits[minute] ?? 0, () => ASSUMED.judgeMs);
    come("default", month.reads[minute] ?? 0, () => ASSUMED.readMs);
    come("default", month.turns[minute] ?? 0, () => turnMs);
    come("default", month.notices[minute] ?? 0, () => ASSUMED.noticeMs);
    come("low", month.notices[minute] ?? 0, () => ASSUMED.noticeMs);
    for (const line of PRIORITIES) {
      for (const { at, ms } of came[line].toSorted((a, b) => a.at - b.at)) {
        lines[line].at.push(at);
        lines[line].ms.push(ms);
      }
    }
  }
  const played = PRIORITIES.map(
    (line) => [line, playQueue(lines[line], settings[line], LIMITS.queueConsumers.most)] as const,
  );
  // Each of the list has its entry.
  return Object.fromEntries(played) as Record<Priority, QueueHour>;
}
