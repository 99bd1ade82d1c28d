import { sql } from "drizzle-orm";
import { type CampaignId, type LeadId, unixMs } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { randomFrom } from "#test/demo/random.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { ALWAYS_OPEN, seedOutreach } from "#test/support/outreach.ts";

/** Both hemispheres, a clock that moves by half an hour, one that never moves, and odd offsets. */
export const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "America/St_Johns",
  "Australia/Sydney",
  "Pacific/Auckland",
  "Asia/Kolkata",
  "UTC",
] as const;

/** Office hours, and hours in which a clock is moved. */
const WINDOWS = [
  { days: [1, 2, 3, 4, 5], start: "09:00", end: "11:30" },
  { days: [1, 2, 3, 4, 5, 6, 7], start: "01:30", end: "03:15" },
];
const EVERY_LEAD = 3;

/** Two campaigns in each of some zones, whose leads come all through the span, most around the changes of a clock. */
export async function yearOf(options: {
  readonly seed: number;
  readonly zones: readonly string[];
  readonly from: number;
  readonly days: number;
  readonly leads: number;
}) {
  const draw = randomFrom(options.seed);
  const upTo = (n: number): number => Math.floor(draw() * (n + 1));
  const play = await companionPlay();
  const { t, wid } = play;
  t.clock.now = unixMs(options.from);
  const end = unixMs(options.from + options.days * DAY_MS);
  const places = new Map<LeadId, { campaignId: CampaignId }>();
  const schedules: Schedule[] = [];
  for (const [i, timezone] of options.zones.entries()) {
    const changes = changesOf(timezone, options.from, options.days);
    for (const [k, window] of WINDOWS.entries()) {
      const schedule: Schedule = { ...ALWAYS_OPEN, timezone, windows: [window] };
      schedules.push(schedule);
      const { campaignId, leadIds } = await seedOutreach(t, wid, {
        leads: Array.from({ length: options.leads }, (_, n) => `l${n}@z${i}-${k}.test`),
        mailboxes: [
          {
            email: `box${i}-${k}@ours.test`,
            timezone,
            dailyLimit: 4 + upTo(8),
            minGapSeconds: [60, 300, 1_200][upTo(2)] ?? 60,
            createdAt: later(unixMs(options.from), -60 * DAY_MS),
          },
        ],
        steps: [
          { subject: "1", bodyText: "one" },
          { delay: 1 + upTo(3), delayUnit: "days", bodyText: "two" },
          { delay: 20 + upTo(80), delayUnit: "hours", bodyText: "three" },
          { delay: 5 + upTo(20), delayUnit: "days", bodyText: "four" },
        ],
        campaign: { name: `${timezone} ${window.start}`, schedule },
      });
      for (const id of leadIds) {
        places.set(id, { campaignId });
        const near = changes[upTo(changes.length - 1)];
        // Every third comes whenever it does.
        const at =
          near === undefined || draw() * EVERY_LEAD < 1
            ? options.from + Math.floor(draw() * options.days * 0.85) * DAY_MS
            : near - 4 * DAY_MS + upTo(5 * 24) * HOUR_MS;
        const due = Math.max(options.from, at) + upTo(59) * MINUTE_MS;
        await t.db.run(sql`UPDATE campaign_leads SET next_send_at = ${due} WHERE lead_id = ${id}`);
      }
    }
  }
  return { ...play, draw, upTo, places, schedules, zones: options.zones, end };
}

/** When the zone's clock is moved, within an hour. */
function changesOf(timezone: string, from: number, days: number): number[] {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    timeZoneName: "longOffset",
  });
  const offset = (at: number): string =>
    format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const hours = Array.from({ length: days * 24 }, (_, i) => from + i * HOUR_MS);
  return hours.filter((at) => offset(at) !== offset(at + HOUR_MS));
}
