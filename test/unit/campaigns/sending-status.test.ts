import { describe, expect, it } from "vitest";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";
import { type SendingFacts, sendingVerdict } from "#modules/campaigns/rules/sending-status.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";

const at = (text: string): UnixMs => unixMs(Date.parse(text));
/** Noon of a Wednesday. */
const NOW = at("2026-11-18T12:00:00Z");
const NIGHT = at("2026-11-18T22:00:00Z");
const mailbox = { status: "active" as const, timezone: null, left: 5, freeAt: null, nextDue: null };

const FACTS: SendingFacts = {
  now: NOW,
  status: "active",
  pausedReason: null,
  schedule: DEFAULT_SCHEDULE,
  leadSchedules: [],
  steps: 2,
  mailboxes: [mailbox],
  campaignLeft: null,
  byRamp: false,
  firstInLine: [],
  newLeadsLeft: null,
  nextNew: NOW,
  nextFollowUp: null,
  nextNewAgain: null,
  nextFollowUpAgain: null,
  hasOpenLeads: true,
  hasPausedLeads: false,
  inFlight: false,
  broken: null,
};

const verdict = (part: Partial<SendingFacts> = {}) => {
  const { code, nextSendAt, message } = sendingVerdict({ ...FACTS, ...part });
  expect(message.length).toBeGreaterThan(5);
  return [code, nextSendAt === null ? null : iso(nextSendAt).slice(0, 16)];
};

describe("sending status", () => {
  it("tells what to do about each kind of pause", () => {
    const say = (pausedReason: SendingFacts["pausedReason"]) =>
      sendingVerdict({ ...FACTS, status: "paused", pausedReason }).message;
    expect(say("no_mailboxes")).toContain("Assign");
    expect(say("provider_block")).toContain("replace");
    expect(say("restored")).toContain("backup");
    expect(say(null)).toBe(say("manual"));
  });

  it("names mailboxes that cannot send where whoever is due belongs to them", () => {
    const due = { nextNew: null, nextFollowUp: NOW };
    const unread = { ...mailbox, status: "connection_error" as const, repliesUnread: true };
    expect(sendingVerdict({ ...FACTS, mailboxes: [unread] })).toMatchObject({
      code: "all_mailboxes_unhealthy",
      message: expect.stringContaining("replies cannot be read"),
    });
    const broken = { ...mailbox, status: "sending_error" as const, nextDue: NOW };
    expect(verdict({ ...due, mailboxes: [broken, mailbox] })).toEqual([
      "all_mailboxes_unhealthy",
      null,
    ]);
    const later = { ...mailbox, nextDue: at("2026-11-18T15:00:00Z") };
    expect(verdict({ ...due, mailboxes: [broken, later] })[1]).toBe("2026-11-18T15:00");
    const full = { ...mailbox, left: 0, nextDue: NOW };
    expect(verdict({ ...due, mailboxes: [full, mailbox] })).toEqual([
      "mailbox_daily_limit_met",
      "2026-11-19T09:00",
    ]);
    for (const part of [{ nextNew: NOW }, { inFlight: true }]) {
      expect(verdict({ ...due, mailboxes: [broken, mailbox], ...part })[0]).toBe("healthy");
    }
    const tired = { newLeadsLeft: 0, nextNew: NOW };
    expect(verdict({ ...due, ...tired, mailboxes: [broken, mailbox] })[0]).toBe(
      "all_mailboxes_unhealthy",
    );
  });

  it.each<[string, Partial<SendingFacts>, [string, string | null]]>([
    ["due and open", {}, ["healthy", "2026-11-18T12:00"]],
    ["draft", { status: "draft" }, ["campaign_draft", null]],
    ["paused", { status: "paused", pausedReason: "manual" }, ["campaign_paused", null]],
    [
      "paused by bounces",
      { status: "paused", pausedReason: "bounce_rate" },
      ["bounce_protect", null],
    ],
    ["completed", { status: "completed" }, ["campaign_completed", null]],
    ["no steps", { steps: 0, mailboxes: [] }, ["no_steps", null]],
    ["no mailboxes", { mailboxes: [] }, ["no_mailboxes", null]],
    [
      "no mailbox works",
      { mailboxes: [{ ...mailbox, status: "connection_error" }] },
      ["all_mailboxes_unhealthy", null],
    ],
    ["no leads", { hasOpenLeads: false, nextNew: null }, ["waiting_for_leads", null]],
    [
      "only paused leads",
      { hasOpenLeads: false, hasPausedLeads: true, nextNew: null },
      ["waiting_for_leads", null],
    ],
    [
      "every domain that is due had its mails",
      {
        firstInLine: [
          { isNew: true, dueAt: NOW, heldBack: "domain_limit" },
          { isNew: true, dueAt: at("2026-11-19T09:00:00Z"), heldBack: "domain_limit" },
          { isNew: false, dueAt: at("2026-11-25T09:00:00Z"), heldBack: null },
        ],
      },
      ["domain_limit_reached", "2026-11-19T09:00"],
    ],
    [
      "one of the domains that are due has room",
      {
        firstInLine: [
          { isNew: true, dueAt: NOW, heldBack: "domain_limit" },
          { isNew: true, dueAt: NOW, heldBack: null },
        ],
      },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "nobody at the provider of those who are due",
      { firstInLine: [{ isNew: true, dueAt: NOW, heldBack: "esp_match" }] },
      ["waiting_for_esp_match", null],
    ],
    [
      "what is not held back is not due yet",
      {
        firstInLine: [
          { isNew: true, dueAt: NOW, heldBack: "domain_limit" },
          { isNew: false, dueAt: at("2026-11-18T15:00:00Z"), heldBack: null },
        ],
      },
      ["waiting_for_followup_delay", "2026-11-18T15:00"],
    ],
    [
      "the ramp is used up",
      { campaignLeft: 0, byRamp: true },
      ["campaign_daily_limit_met", "2026-11-19T09:00"],
    ],
    ["at night", { now: NIGHT }, ["out_of_schedule", "2026-11-19T09:00"]],
    [
      "at night, enrolled for the morning",
      { now: NIGHT, nextNew: at("2026-11-19T09:00:00Z") },
      ["out_of_schedule", "2026-11-19T09:00"],
    ],
    [
      "after its end",
      { schedule: { ...DEFAULT_SCHEDULE, end_date: "2026-11-17" } },
      ["out_of_schedule", null],
    ],
    [
      "follow-ups in days",
      { nextNew: null, nextFollowUp: at("2026-11-21T12:00:00Z") },
      ["waiting_for_followup_delay", "2026-11-23T09:00"],
    ],
    [
      "follow-ups in days, at night",
      { now: NIGHT, nextNew: null, nextFollowUp: at("2026-11-20T12:00:00Z") },
      ["waiting_for_followup_delay", "2026-11-20T12:00"],
    ],
    [
      "mail on its way",
      { nextNew: null, nextFollowUp: at("2026-11-21T12:00:00Z"), inFlight: true },
      ["healthy", "2026-11-18T12:00"],
    ],
    ["campaign limit", { campaignLeft: 0 }, ["campaign_daily_limit_met", "2026-11-19T09:00"]],
    [
      "mailbox limits",
      {
        mailboxes: [
          { ...mailbox, left: 0 },
          { ...mailbox, left: 0, timezone: "Pacific/Auckland" },
        ],
      },
      ["mailbox_daily_limit_met", "2026-11-19T09:00"],
    ],
    [
      "a mailbox abroad has its new day today",
      {
        now: at("2026-11-18T10:00:00Z"),
        nextNew: NOW,
        inFlight: true,
        mailboxes: [{ ...mailbox, left: 0, timezone: "Pacific/Auckland" }],
      },
      ["mailbox_daily_limit_met", "2026-11-18T11:00"],
    ],
    [
      "one of two mailboxes has room",
      { mailboxes: [{ ...mailbox, left: 0 }, mailbox] },
      ["healthy", "2026-11-18T12:00"],
    ],
    ["new lead limit", { newLeadsLeft: 0 }, ["new_lead_limit_met", "2026-11-19T09:00"]],
    [
      "new lead limit, follow-up due",
      { newLeadsLeft: 0, nextFollowUp: NOW },
      ["healthy", "2026-11-18T12:00"],
    ],
    [
      "new lead limit, follow-up later today",
      { newLeadsLeft: 0, nextFollowUp: at("2026-11-18T15:00:00Z") },
      ["new_lead_limit_met", "2026-11-18T15:00"],
    ],
    [
      "in the gap of its mailbox",
      { mailboxes: [{ ...mailbox, freeAt: at("2026-11-18T12:08:00Z") }] },
      ["healthy", "2026-11-18T12:08"],
    ],
    [
      "a gap that ends after hours",
      {
        now: at("2026-11-18T16:58:00Z"),
        mailboxes: [{ ...mailbox, freeAt: at("2026-11-18T17:03:00Z") }],
      },
      ["healthy", "2026-11-19T09:00"],
    ],
  ])("%s", (_, part, expected) => {
    expect(verdict(part)).toEqual(expected);
    expect(verdict(part)).toEqual(expected);
  });
});
