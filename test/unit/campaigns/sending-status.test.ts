import { describe, expect, it } from "vitest";
import { firstMails } from "#modules/campaigns/rules/forecast/first-mails.ts";
import type {
  PlannedCampaign,
  PlannedLead,
  PlannedMailbox,
} from "#modules/campaigns/rules/forecast/world.ts";
import {
  campaignStop,
  type StandingFacts,
  turnVerdict,
} from "#modules/campaigns/rules/sending-status.ts";
import type { CampaignId, EnrolmentId, LeadId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";
import { DAY_MS, iso, later } from "#platform/rules/time.ts";

const at = (text: string): UnixMs => unixMs(Date.parse(text));
/** Noon of a Wednesday. */
const NOW = at("2026-11-18T12:00:00Z");
const NIGHT = at("2026-11-18T22:00:00Z");

const FINE: StandingFacts = {
  status: "active",
  pausedReason: null,
  steps: 2,
  mailboxes: [{ status: "active" }],
  hasOpenLeads: true,
  hasPausedLeads: false,
  broken: null,
};

const stop = (part: Partial<StandingFacts> = {}) => {
  const told = campaignStop({ ...FINE, ...part });
  if (told)
    expect(told).toMatchObject({ message: expect.stringMatching(/....../), nextSendAt: null });
  return told;
};

describe("what stops a campaign as a whole", () => {
  it("is told for each kind of pause, with what to do about it", () => {
    const say = (pausedReason: StandingFacts["pausedReason"]) =>
      stop({ status: "paused", pausedReason })?.message;
    expect(say("no_mailboxes")).toContain("Assign");
    expect(say("provider_block")).toContain("replace");
    expect(say("restored")).toContain("backup");
    expect(say(null)).toBe(say("manual"));
  });

  it.each<[string, Partial<StandingFacts>, string | undefined]>([
    ["nothing", {}, undefined],
    ["draft", { status: "draft" }, "campaign_draft"],
    ["paused", { status: "paused", pausedReason: "manual" }, "campaign_paused"],
    ["paused by bounces", { status: "paused", pausedReason: "bounce_rate" }, "bounce_protect"],
    ["completed", { status: "completed" }, "campaign_completed"],
    ["no steps", { steps: 0, mailboxes: [] }, "no_steps"],
    ["no mailboxes", { mailboxes: [] }, "no_mailboxes"],
    [
      "no mailbox works",
      { mailboxes: [{ status: "connection_error" }] },
      "all_mailboxes_unhealthy",
    ],
    [
      "one of two works",
      { mailboxes: [{ status: "connection_error" }, { status: "active" }] },
      undefined,
    ],
    ["a step is broken", { broken: { step: 2, detail: "no such filter" } }, "template_error"],
    ["no leads", { hasOpenLeads: false }, "waiting_for_leads"],
    ["only paused leads", { hasOpenLeads: false, hasPausedLeads: true }, "waiting_for_leads"],
  ])("%s", (_, part, code) => {
    expect(stop(part)?.code).toBe(code);
  });

  it("names mailboxes whose replies can't be read", () => {
    expect(
      stop({ mailboxes: [{ status: "connection_error", repliesUnread: true }] })?.message,
    ).toContain("replies cannot be read");
  });
});

let ids = 0;
const box = (id: number, change: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id: id as MailboxId,
  domain: "ours.test",
  provider: null,
  minGapSeconds: 0,
  gapJitterSeconds: 0,
  dailyLimit: 5,
  heldState: null,
  rampEnabled: false,
  rampIncrement: 2,
  createdAt: later(NOW, -30 * DAY_MS),
  timezone: null,
  freeAt: null,
  lastSentAt: null,
  usedToday: 0,
  ...change,
});
const lead = (change: Partial<PlannedLead> = {}): PlannedLead => {
  const id = ++ids;
  return {
    leadId: id as LeadId,
    enrolmentId: id as EnrolmentId,
    currentStep: 0,
    dueAt: NOW,
    mailboxId: null,
    domain: "x.test",
    timezone: null,
    provider: null,
    group: null,
    heldAt: null,
    ...change,
  };
};
/** Written to before, from the mailbox of that number. */
const followUp = (mailbox: number, change: Partial<PlannedLead> = {}) =>
  lead({ currentStep: 1, mailboxId: mailbox as MailboxId, ...change });
const FULL = { usedToday: 5 };

type World = {
  readonly now?: UnixMs;
  readonly inFlight?: boolean;
  readonly leads?: readonly PlannedLead[];
  readonly boxes?: readonly PlannedMailbox[];
  readonly campaign?: Partial<PlannedCampaign["campaign"]>;
  readonly used?: Partial<PlannedCampaign["usedToday"]>;
};

/** What a campaign of two steps answers whose first lead is due, unless the world is another one. */
function asked(world: World = {}, more: readonly PlannedCampaign[] = []) {
  const { now = NOW, leads = [lead()], boxes = [box(1)] } = world;
  const plan: PlannedCampaign = {
    campaign: {
      id: 1 as CampaignId,
      schedule: DEFAULT_SCHEDULE,
      dailyLimit: null,
      ramp: null,
      maxNewLeadsPerDay: 0,
      prioritizeNewLeads: false,
      rotation: "least_recently_used",
      espMatch: "off",
      maxPerDomainPerDay: 0,
      ...world.campaign,
    },
    steps: [1, 2].map((n) => ({ id: n as StepId, position: n, delay: 9, delayUnit: "days" })),
    mailboxIds: boxes.map(({ id }) => id),
    leads,
    daysSent: 0,
    usedToday: { all: 0, fresh: 0, domains: new Map(), ...world.used },
  };
  const span = { from: now, until: later(now, 90 * DAY_MS) };
  const ofAll = firstMails(
    { mailboxes: boxes, campaigns: [plan, ...more] },
    [plan.campaign.id],
    span,
    10_000,
  );
  const outset = ofAll.get(plan.campaign.id);
  if (!outset) throw new Error("the campaign was asked about");
  return { plan, ...turnVerdict(outset, world.inFlight ?? false, now) };
}
const verdict = (world: World = {}) => {
  const { code, nextSendAt, message } = asked(world);
  expect(message.length).toBeGreaterThan(5);
  return [code, nextSendAt === null ? null : iso(nextSendAt).slice(0, 16)];
};

describe("what holds a campaign up that nothing stops as a whole", () => {
  it.each<[string, World, [string, string | null]]>([
    ["due and open", {}, ["healthy", "2026-11-18T12:00"]],
    ["nobody in line", { leads: [] }, ["waiting_for_leads", null]],
    ["the last mail on its way", { leads: [], inFlight: true }, ["healthy", "2026-11-18T12:00"]],
    [
      "a mailbox that cannot send has its leads due, though another can",
      { leads: [followUp(7)] },
      ["all_mailboxes_unhealthy", null],
    ],
    [
      "the same, and a follow-up of another mailbox later",
      { leads: [followUp(7), followUp(1, { dueAt: at("2026-11-18T15:00:00Z") })] },
      ["all_mailboxes_unhealthy", "2026-11-18T15:00"],
    ],
    [
      "the same, and somebody new who may go",
      { leads: [followUp(7), lead()] },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      // It is the new lead who leaves next, and tomorrow.
      "the same, and somebody new who may go tomorrow",
      { leads: [followUp(7), lead()], campaign: { maxNewLeadsPerDay: 2 }, used: { fresh: 2 } },
      ["new_lead_limit_met", "2026-11-19T09:00"],
    ],
    [
      "a mailbox that has sent its day has its leads due, though another has room",
      { leads: [followUp(1)], boxes: [box(1, FULL), box(2)] },
      ["mailbox_daily_limit_met", "2026-11-19T09:00"],
    ],
    [
      "every domain that is due had its mails",
      {
        leads: [
          lead(),
          lead({ dueAt: at("2026-11-19T09:00:00Z") }),
          followUp(1, { domain: "y.test", dueAt: at("2026-11-25T09:00:00Z") }),
        ],
        campaign: { maxPerDomainPerDay: 1 },
        used: { domains: new Map([["x.test", 1]]) },
      },
      ["domain_limit_reached", "2026-11-19T09:00"],
    ],
    [
      "one of the domains that are due has room",
      {
        leads: [lead(), lead({ domain: "y.test" })],
        campaign: { maxPerDomainPerDay: 1 },
        used: { domains: new Map([["x.test", 1]]) },
      },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "nobody at the provider of those who are due",
      { leads: [lead({ provider: "google" })], campaign: { espMatch: "strict" } },
      ["waiting_for_esp_match", null],
    ],
    [
      "nobody at the provider of those who are due, and others in two days",
      {
        leads: [lead({ provider: "google" }), lead({ dueAt: at("2026-11-20T12:00:00Z") })],
        campaign: { espMatch: "strict" },
      },
      ["waiting_for_esp_match", "2026-11-20T12:00"],
    ],
    [
      // Who is due is held by the domain; not everybody waits for a delay.
      "what is not held back is not due yet",
      {
        leads: [lead(), followUp(1, { domain: "y.test", dueAt: at("2026-11-18T15:00:00Z") })],
        campaign: { maxPerDomainPerDay: 1 },
        used: { domains: new Map([["x.test", 1]]) },
      },
      ["domain_limit_reached", "2026-11-18T15:00"],
    ],
    ["at night", { now: NIGHT }, ["out_of_schedule", "2026-11-19T09:00"]],
    [
      "at night, with a lead of a mailbox that cannot send",
      { now: NIGHT, leads: [followUp(7), lead()] },
      ["out_of_schedule", "2026-11-19T09:00"],
    ],
    [
      "at night, enrolled for the morning",
      { now: NIGHT, leads: [lead({ dueAt: at("2026-11-19T09:00:00Z") })] },
      ["out_of_schedule", "2026-11-19T09:00"],
    ],
    [
      "at night, when the day's limit was reached",
      { now: NIGHT, campaign: { dailyLimit: 3 }, used: { all: 3 } },
      ["campaign_daily_limit_met", "2026-11-19T09:00"],
    ],
    [
      "after its end",
      { campaign: { schedule: { ...DEFAULT_SCHEDULE, end_date: "2026-11-17" } } },
      ["out_of_schedule", null],
    ],
    [
      "follow-ups in days",
      { leads: [followUp(1, { dueAt: at("2026-11-21T12:00:00Z") })] },
      ["waiting_for_followup_delay", "2026-11-23T09:00"],
    ],
    [
      "follow-ups in days, at night",
      { now: NIGHT, leads: [followUp(1, { dueAt: at("2026-11-20T12:00:00Z") })] },
      ["waiting_for_followup_delay", "2026-11-20T12:00"],
    ],
    [
      "mail on its way",
      { leads: [followUp(1, { dueAt: at("2026-11-21T12:00:00Z") })], inFlight: true },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "campaign limit",
      { campaign: { dailyLimit: 3 }, used: { all: 3 } },
      ["campaign_daily_limit_met", "2026-11-19T09:00"],
    ],
    [
      "mailbox limits",
      { boxes: [box(1, FULL), box(2, { ...FULL, timezone: "Pacific/Auckland" })] },
      ["mailbox_daily_limit_met", "2026-11-19T09:00"],
    ],
    [
      "a mailbox abroad has its new day today",
      {
        now: at("2026-11-18T10:00:00Z"),
        leads: [lead({ dueAt: at("2026-11-18T10:00:00Z") })],
        boxes: [box(1, { ...FULL, timezone: "Pacific/Auckland" })],
      },
      ["mailbox_daily_limit_met", "2026-11-18T11:00"],
    ],
    [
      "one of two mailboxes has room",
      { boxes: [box(1, FULL), box(2)] },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "new lead limit",
      { campaign: { maxNewLeadsPerDay: 2 }, used: { fresh: 2 } },
      ["new_lead_limit_met", "2026-11-19T09:00"],
    ],
    [
      "new lead limit, follow-up due",
      {
        leads: [lead(), followUp(1)],
        campaign: { maxNewLeadsPerDay: 2 },
        used: { fresh: 2 },
      },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "new lead limit, follow-up later today",
      {
        leads: [lead(), followUp(1, { dueAt: at("2026-11-18T15:00:00Z") })],
        campaign: { maxNewLeadsPerDay: 2 },
        used: { fresh: 2 },
      },
      ["new_lead_limit_met", "2026-11-18T15:00"],
    ],
    [
      "in the gap of its mailbox",
      { boxes: [box(1, { freeAt: at("2026-11-18T12:08:00Z") })] },
      ["healthy", "2026-11-18T12:08"],
    ],
    [
      "a gap that ends after hours",
      {
        now: at("2026-11-18T16:58:00Z"),
        boxes: [box(1, { freeAt: at("2026-11-18T17:03:00Z") })],
      },
      ["healthy", "2026-11-19T09:00"],
    ],
  ])("%s", (_, world, expected) => {
    expect(verdict(world)).toEqual(expected);
    expect(verdict(world)).toEqual(expected);
  });

  it("tells the ramp from the limit, a further try from a delay, and whose mailboxes have sent their day", () => {
    const says = (world: World) => asked(world).message;
    const ramp = { enabled: true, start: 1, increment: 1, ceiling: 9 };
    expect(says({ campaign: { ramp }, used: { all: 1 } })).toContain("ramp");
    const soon = { dueAt: at("2026-11-18T12:05:00Z") };
    expect(says({ leads: [followUp(1, { ...soon, isRetry: true })] })).toContain("retried later");
    expect(says({ leads: [followUp(1, soon)] })).toContain("waiting for their next step");
    expect(says({ boxes: [box(1, FULL)] })).toContain("All mailboxes");
    expect(says({ leads: [followUp(1)], boxes: [box(1, FULL), box(2)] })).toContain(
      "mailboxes of the leads",
    );
  });

  it("foresees what others leave of a mailbox that they share", () => {
    const slow = [box(1, { minGapSeconds: 3_600, dailyLimit: 9 })];
    const first = asked({ boxes: slow }).plan;
    const rival: PlannedCampaign = {
      ...first,
      campaign: { ...first.campaign, id: 2 as CampaignId },
      leads: [1, 2, 3].map((n) => lead({ dueAt: later(NOW, -n) })),
    };
    const told = asked({ boxes: slow }, [rival]);
    expect([told.code, iso(told.nextSendAt ?? NOW).slice(0, 16)]).toEqual([
      "healthy",
      "2026-11-18T15:00",
    ]);
  });
});
