import { sql } from "drizzle-orm";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { nextLocalDay, nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { Harness } from "./harness.ts";

/** The next minute in which a tick may do anything: a wait or a gap ends, a day begins, hours open. */
export async function nextLook(
  { db, clock }: Pick<Harness, "db" | "clock">,
  of: { readonly zones: Iterable<string>; readonly schedules: readonly Schedule[] },
): Promise<UnixMs> {
  const { now } = clock;
  const [row] = await db.all<{ at: number | null }>(sql`SELECT min(at) AS at FROM (
    SELECT next_send_at AS at FROM campaign_leads WHERE next_send_at > ${now}
    UNION ALL SELECT next_send_at FROM mailboxes WHERE next_send_at > ${now}
    UNION ALL SELECT due_at FROM sends WHERE state = 'queued' AND due_at > ${now})`);
  const moments = [
    row?.at ?? Infinity,
    ...[...of.zones].map((zone) => nextLocalDay(zone, now)),
    ...of.schedules.map((schedule) => nextOpening(schedule, unixMs(now + 1)) ?? Infinity),
  ];
  return unixMs(Math.ceil(Math.min(...moments) / MINUTE_MS) * MINUTE_MS);
}
