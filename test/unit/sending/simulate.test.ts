import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SCHEDULE, isOpen, localDay, type Schedule } from "#platform/rules/schedule.ts";
import { heapOf } from "#platform/rules/heap.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  StepId,
  UnixMs,
} from "#platform/rules/ids.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { type Plan, simulate } from "#modules/campaigns/rules/forecast/simulate.ts";
import { blocksOn } from "#modules/campaigns/rules/forecast/held-by.ts";
import { begin, turnDays } from "#modules/campaigns/rules/forecast/state.ts";
import type {
  PlannedLead,
  PlannedMail,
  PlannedMailbox,
} from "#modules/campaigns/rules/forecast/world.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import { DAY_MS, iso, later } from "#platform/rules/time.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

/** Noon of a Wednesday. */
const NOON = unixMs(Date.UTC(2026, 10, 18, 12));
const ALWAYS: Schedule = {
  ...DEFAULT_SCHEDULE,
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
};

const mailbox = (id: number, change: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id: id as MailboxId,
  domain: "ours.test",
  provider: null,
  minGapSeconds: 600,
  gapJitterSeconds: 0,
  dailyLimit: 30,
  heldState: null,
  rampEnabled: false,
  rampIncrement: 2,
  createdAt: NOON,
  timezone: null,
  freeAt: null,
  lastSentAt: null,
  usedToday: 0,
  ...change,
});
const lead = (id: number, change: Partial<PlannedLead> = {}): PlannedLead => ({
  leadId: id as LeadId,
  enrolmentId: id as EnrolmentId,
  currentStep: 0,
  dueAt: NOON,
  mailboxId: null,
  domain: `x${id}.test`,
  timezone: null,
  provider: null,
  group: null,
  heldAt: null,
  ...change,
});
const leads = (count: number, change: Partial<PlannedLead> = {}) =>
  Array.from({ length: count }, (_, i) => lead(i + 1, change));
const steps = (...days: number[]): Plan["steps"] =>
  days.map((delay, i) => ({
    id: (i + 1) as StepId,
    position: i + 1,
    delay,
    delayUnit: "days" as const,
  }));
const plan = (
  change: Partial<Omit<Plan, "campaign">> & { campaign?: Partial<Plan["campaign"]> } = {},
): Plan => ({
  steps: steps(0),
  mailboxes: [mailbox(1)],
  leads: leads(3),
  daysSent: 0,
  usedToday: { all: 0, fresh: 0, domains: new Map() },
  ...change,
  campaign: {
    id: 1 as CampaignId,
    schedule: ALWAYS,
    dailyLimit: null,
    ramp: null,
    maxNewLeadsPerDay: 0,
    prioritizeNewLeads: false,
    rotation: "least_recently_used",
    espMatch: "off",
    maxPerDomainPerDay: 0,
    ...change.campaign,
  },
});
const run = (p: Plan, days = 30, show = 10_000, atMost = 500_000) =>
  simulate(p, { from: NOON, until: later(NOON, days * DAY_MS) }, { show, atMost });
const shown = (mails: readonly { at: UnixMs; leadId: number; mailboxId: number }[]) =>
  mails.map((m) => [iso(m.at).slice(5, 16), m.leadId, m.mailboxId]);

/** What a rule of the table says of each mail at its moment, as the rules have it that are asked of all mails. */
function broken(p: Plan, mails: readonly PlannedMail[]): string[] {
  const boxes = p.mailboxes.map(({ id }) => id);
  const world = { mailboxes: p.mailboxes, campaigns: [{ ...p, mailboxIds: boxes }] };
  const state = begin(world, NOON);
  const [campaign] = state.campaigns;
  if (!campaign) throw new Error("a campaign");
  const places = new Map(p.leads.map((one) => [one.leadId, one]));
  return mails.flatMap((mail) => {
    turnDays(state, mail.at);
    const place = places.get(mail.leadId);
    const box = state.mailboxes.get(mail.mailboxId);
    if (!place || !box) return ["nobody's mail"];
    const { currentStep, mailboxId, dueAt } = place;
    const own = { ...place, mailboxId: mail.mailboxId, dueAt: currentStep === 0 ? dueAt : mail.at };
    const blocks = blocksOn(campaign, mailboxId === null ? own : { ...own, mailboxId }, mail.at);
    places.set(mail.leadId, { ...place, currentStep: mail.step, mailboxId: mail.mailboxId });
    box.used += 1;
    box.freeAt = later(mail.at, gapMs(box.row, 0.5));
    campaign.used.all += 1;
    campaign.used.fresh += mail.isFirst ? 1 : 0;
    campaign.used.domains.set(place.domain, (campaign.used.domains.get(place.domain) ?? 0) + 1);
    return blocks.map(({ rule }) => `${iso(mail.at)} ${mail.leadId}: ${rule}`);
  });
}

describe("simulate", () => {
  it("keeps the gap with its mean jitter, inside the windows, over the night", () => {
    const p = plan({
      mailboxes: [mailbox(1, { gapJitterSeconds: 600 })],
      leads: leads(4),
      campaign: {
        schedule: {
          ...DEFAULT_SCHEDULE,
          windows: [{ days: [3, 4], start: "11:30", end: "12:20" }],
        },
      },
    });
    expect(shown(run(p).mails)).toEqual([
      ["11-18T12:00", 1, 1],
      ["11-18T12:15", 2, 1],
      ["11-19T11:30", 3, 1],
      ["11-19T11:45", 4, 1],
    ]);
  });

  it("serves follow-ups before new leads from the mailbox that wrote before", () => {
    const p = plan({
      steps: steps(0, 1),
      mailboxes: [mailbox(1, { dailyLimit: 2 }), mailbox(2, { dailyLimit: 2 })],
      leads: leads(6),
    });
    const { mails, finished, finishesAt } = run(p);
    expect(shown(mails)).toEqual([
      ["11-18T12:00", 1, 1],
      ["11-18T12:00", 2, 2],
      ["11-18T12:10", 3, 1],
      ["11-18T12:10", 4, 2],
      ["11-19T00:00", 5, 1],
      ["11-19T00:00", 6, 2],
      ["11-19T12:00", 1, 1],
      ["11-19T12:00", 2, 2],
      ["11-20T00:00", 3, 1],
      ["11-20T00:00", 4, 2],
      ["11-20T00:10", 5, 1],
      ["11-20T00:10", 6, 2],
    ]);
    expect([finished, finishesAt]).toEqual([6, mails.at(-1)?.at]);
  });

  it("stacks the limits of a day: the smallest wins", () => {
    const perDay = (change: Partial<Plan["campaign"]>, boxes = [mailbox(1), mailbox(2)]) =>
      [
        ...run(plan({ leads: leads(200), mailboxes: boxes, campaign: change }), 5).days.values(),
      ].map((day) => day.sent);
    expect(perDay({})).toEqual([60, 60, 60, 20]);
    expect(perDay({ dailyLimit: 25 })).toEqual([25, 25, 25, 25, 25, 25]);
    expect(perDay({ dailyLimit: 25, maxNewLeadsPerDay: 9 })).toEqual([9, 9, 9, 9, 9, 9]);
    const ramp = { enabled: true, start: 5, increment: 10, ceiling: 40 };
    expect(perDay({ ramp })).toEqual([5, 15, 25, 35, 40, 40]);
    expect(perDay({ ramp, dailyLimit: 20 })).toEqual([5, 15, 20, 20, 20, 20]);
    // A new mailbox grows by two a day.
    expect(perDay({}, [mailbox(1, { rampEnabled: true })]).slice(0, 3)).toEqual([2, 4, 6]);
  });

  it("writes to each domain as often as its limit says, and to the others meanwhile", () => {
    const p = plan({
      leads: [...leads(5, { domain: "big.test" }), lead(9)],
      campaign: { maxPerDomainPerDay: 2 },
      usedToday: { all: 1, fresh: 1, domains: new Map([["big.test", 1]]) },
    });
    expect(shown(run(p).mails)).toEqual([
      ["11-18T12:00", 1, 1],
      ["11-18T12:10", 9, 1],
      ["11-19T00:00", 2, 1],
      ["11-19T00:10", 3, 1],
      ["11-20T00:00", 4, 1],
      ["11-20T00:10", 5, 1],
    ]);
  });

  it("ends: nobody to send from, nothing to send, a schedule that is over", () => {
    expect(run(plan({ mailboxes: [] })).sent).toBe(0);
    expect(run(plan({ steps: [] }))).toMatchObject({ sent: 0, finished: 3 });
    expect(run(plan({ mailboxes: [mailbox(1, { dailyLimit: 0 })] }), 90).sent).toBe(0);
    const over = { ...ALWAYS, end_date: "2026-11-17" };
    expect(run(plan({ campaign: { schedule: over } })).sent).toBe(0);
    expect(run(plan({ leads: [lead(1, { mailboxId: 77 as MailboxId })] }))).toMatchObject({
      sent: 0,
      finishesAt: null,
    });
    const cut = run(plan({ leads: leads(50) }), 30, 5, 10);
    expect([cut.mails.length, cut.sent, cut.truncated]).toEqual([5, 10, true]);
  });

  it("breaks no rule, for any campaign, and says the same twice", () => {
    const arbitrary = fc.record({
      boxes: fc.array(
        fc.record({
          gap: fc.constantFrom(0, 60, 600, 1_200),
          jitter: fc.constantFrom(0, 300),
          limit: fc.integer({ min: 0, max: 6 }),
          ramp: fc.boolean(),
          zone: fc.constantFrom(null, "America/New_York", "Asia/Tokyo"),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      leads: fc.array(
        fc.record({
          domain: fc.constantFrom("a.test", "b.test", "c.test"),
          wait: fc.integer({ min: 0, max: 3 * DAY_MS }),
          zone: fc.constantFrom(null, "America/New_York", "Asia/Tokyo"),
        }),
        { minLength: 1, maxLength: 25 },
      ),
      waits: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
      daily: fc.option(fc.integer({ min: 1, max: 8 })),
      fresh: fc.integer({ min: 0, max: 5 }),
      domain: fc.integer({ min: 0, max: 3 }),
      byLead: fc.boolean(),
      rotation: fc.constantFrom("least_recently_used", "round_robin", "weighted"),
      zone: fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Auckland"),
    });
    fc.assert(
      fc.property(arbitrary, (world) => {
        const schedule = {
          ...DEFAULT_SCHEDULE,
          timezone: world.zone,
          use_lead_timezone: world.byLead,
        };
        const p = plan({
          steps: steps(...world.waits),
          mailboxes: world.boxes.map((b, i) =>
            mailbox(i + 1, {
              minGapSeconds: b.gap,
              gapJitterSeconds: b.jitter,
              dailyLimit: b.limit,
              rampEnabled: b.ramp,
              timezone: b.zone,
            }),
          ),
          leads: world.leads.map((l, i) =>
            lead(i + 1, { domain: l.domain, dueAt: later(NOON, l.wait), timezone: l.zone }),
          ),
          campaign: {
            schedule,
            dailyLimit: world.daily,
            maxNewLeadsPerDay: world.fresh,
            maxPerDomainPerDay: world.domain,
            rotation: world.rotation,
          },
        });
        const { mails, sent, finished } = run(p, 20);
        expect(run(p, 20).mails).toEqual(mails);
        expect(mails).toHaveLength(sent);
        expect(broken(p, mails)).toEqual([]);
        const count = (key: (m: (typeof mails)[number]) => string) => {
          const counts = new Map<string, number>();
          for (const m of mails) counts.set(key(m), (counts.get(key(m)) ?? 0) + 1);
          return Math.max(0, ...counts.values());
        };
        const day = (m: { at: UnixMs }) => localDay(world.zone, m.at);
        expect(count((m) => `${m.leadId}/${m.step}`)).toBeLessThanOrEqual(1);
        if (world.daily !== null) expect(count(day)).toBeLessThanOrEqual(world.daily);
        if (world.domain > 0) {
          const domainOf = (id: number) => world.leads[id - 1]?.domain;
          expect(count((m) => `${day(m)}/${domainOf(m.leadId)}`)).toBeLessThanOrEqual(world.domain);
        }
        for (const [i, box] of world.boxes.entries()) {
          const own = mails.filter((m) => m.mailboxId === i + 1);
          const gap = (box.gap + box.jitter / 2) * 1_000;
          for (const [k, m] of own.entries()) {
            const zone = world.leads[m.leadId - 1]?.zone ?? null;
            expect(isOpen(scheduleFor(schedule, zone), m.at)).toBe(true);
            const before = own[k - 1];
            if (before && gap > 0) expect(m.at - before.at).toBeGreaterThanOrEqual(gap);
          }
          const perDay = Map.groupBy(own, (m) => localDay(box.zone ?? "UTC", m.at));
          for (const group of perDay.values()) expect(group.length).toBeLessThanOrEqual(box.limit);
        }
        const perLead = Map.groupBy(mails, (m) => m.leadId);
        for (const own of perLead.values()) {
          expect(own.map((m) => m.step)).toEqual(own.map((_, k) => k + 1));
          expect(new Set(own.map((m) => m.mailboxId)).size).toBe(1);
        }
        expect(
          [...perLead.values()].filter((own) => own.length === world.waits.length),
        ).toHaveLength(finished);
      }),
      { numRuns: 150 },
    );
  });

  it("plays 100,000 leads over 90 days in some seconds", () => {
    const many = leads(100_000);
    const boxes = Array.from({ length: 200 }, (_, i) =>
      mailbox(i + 1, { gapJitterSeconds: 300, minGapSeconds: 500 + i, dailyLimit: 50 }),
    );
    const start = cpuMs();
    const outlook = run(
      plan({
        steps: steps(0, 3, 7),
        mailboxes: boxes,
        leads: many,
        campaign: { schedule: { ...DEFAULT_SCHEDULE, timezone: "Europe/Berlin" } },
      }),
      90,
      100,
    );
    expect(outlook.sent).toBe(300_000);
    expect(outlook.finishesAt).not.toBeNull();
    expect(cpuMs() - start).toBeLessThan(20_000);
  });
});

describe("heap", () => {
  it("gives back what was put in, the first first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (before, after) => {
        const heap = heapOf(before, (a, b) => a < b);
        after.forEach(heap.push);
        expect(heap.size()).toBe(before.length + after.length);
        const out: number[] = [];
        for (let n = heap.pop(); n !== undefined; n = heap.pop()) out.push(n);
        expect(out).toEqual([...before, ...after].sort((a, b) => a - b));
        expect([heap.size(), heap.peek()]).toEqual([0, undefined]);
      }),
    );
  });
});
