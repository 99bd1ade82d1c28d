import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import {
  type AgainFacts,
  againDueAt,
  againRefusal,
  againWaits,
} from "#modules/campaigns/rules/leaving/again.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";

const NOW = unixMs(1_000_000_000);
const FINE: AgainFacts = {
  now: NOW,
  dueAt: NOW,
  state: "unknown",
  evidence: "smtp",
  isPaused: false,
  campaignStatus: "active",
  scheduleOver: false,
  enrolment: "completed",
  hasMailbox: true,
  mailboxStatus: "active",
  email: "ann@acme.test",
  toEmail: "ann@acme.test",
  unsubscribed: false,
  bounced: false,
  suppressed: false,
  hasCopy: true,
};

describe("sending again", () => {
  it("is refused for each reason by name, the weightiest first", () => {
    const refused = (change: Partial<AgainFacts>) => againRefusal({ ...FINE, ...change });
    expect(refused({})).toBeNull();
    expect(refused({ state: "sent", evidence: "hit" })).toContain("it was opened");
    expect(refused({ state: "sent", evidence: null })).toContain(
      "the receiving server accepted it",
    );
    for (const state of ["queued", "leased", "sending"] as const) {
      expect(refused({ state })).toContain("being sent");
    }
    expect(refused({ state: "failed" })).toContain("is failed");
    expect(refused({ email: null, unsubscribed: true })).toBe("The lead was deleted.");
    expect(refused({ unsubscribed: true, bounced: true })).toContain("unsubscribed");
    expect(refused({ enrolment: "bounced" })).toContain("accepts no email");
    expect(refused({ enrolment: "replied" })).toContain("replied");
    expect(refused({ suppressed: true })).toContain("suppressed");
    expect(refused({ enrolment: "skipped" })).toContain("removed");
    expect(refused({ email: "ann@else.test" })).toContain("address of the lead has changed");
    expect(refused({ hasMailbox: false })).toContain("Assign it again");
    expect(refused({ hasCopy: false })).toContain("no longer stored");
    for (const enrolment of ["in_progress", "paused", "completed", "failed"] as const) {
      expect(refused({ enrolment })).toBeNull();
    }
  });

  it("tells what it waits for", () => {
    const waits = (change: Partial<AgainFacts>) => againWaits({ ...FINE, ...change });
    expect(waits({})).toBeNull();
    expect(waits({ campaignStatus: "completed" })).toBeNull();
    expect(waits({ campaignStatus: "paused" })).toContain("campaign is paused");
    expect(waits({ scheduleOver: true })).toContain("schedule of the campaign has ended");
    expect(waits({ enrolment: "paused" })).toContain("lead is paused");
    expect(waits({ mailboxStatus: "connection_error" })).toContain("mailbox is not sending");
    expect(waits({ dueAt: unixMs(NOW + 1) })).toContain("Sent folder");
  });

  it("waits until the Sent folder was looked through a quarter of an hour after it became unclear", () => {
    expect(againDueAt(NOW, NOW)).toBe(NOW + 17 * MINUTE_MS);
    expect(againDueAt(unixMs(NOW - 17 * MINUTE_MS), NOW)).toBe(NOW);
    expect(againDueAt(unixMs(0), NOW)).toBe(NOW);
  });
});
