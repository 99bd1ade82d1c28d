import { expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { effectiveDailyLimit, gapMs } from "#modules/mailboxes/rules/limits.ts";
import { sendMessageId } from "#modules/delivery/rules/message-id.ts";
import { DAY_MS } from "#platform/rules/time.ts";

it("ramps a new mailbox up by its increment for fourteen days, never above its limit", () => {
  const mailbox = {
    dailyLimit: 30,
    rampEnabled: true,
    heldState: null,
    rampIncrement: 2,
    createdAt: unixMs(0),
  };
  const onDay = (day: number) => effectiveDailyLimit(mailbox, unixMs(day * DAY_MS));
  expect([0, 1, 9, 13, 14, 100].map(onDay)).toEqual([2, 4, 20, 28, 30, 30]);
  expect(effectiveDailyLimit({ ...mailbox, rampEnabled: false }, unixMs(0))).toBe(30);
});

it("waits the gap and a share of the jitter", () => {
  const mailbox = { minGapSeconds: 600, gapJitterSeconds: 300 };
  expect([gapMs(mailbox, 0), gapMs(mailbox, 0.5)]).toEqual([600_000, 750_000]);
});

it("names a send the same over every retry and for nobody else, and tells no address", () => {
  const key = { workspaceId: 1, campaignId: 2, leadId: 3, stepId: 4 };
  const to = "bob@bolt.test";
  const id = sendMessageId("secret", key, to, "Ann@Ours.test");
  expect(id).toMatch(/^1\.2\.3\.4\.[\w-]{16}@ours\.test$/);
  expect(sendMessageId("secret", key, "Bob@bolt.test", "ann@ours.test")).toBe(id);
  expect(sendMessageId("other", key, to, "ann@ours.test")).not.toBe(id);
  expect(sendMessageId("secret", { ...key, stepId: 5 }, to, "ann@ours.test")).not.toBe(id);
  // After a restore the id of a forgotten lead may be another's.
  expect(sendMessageId("secret", key, "eve@bolt.test", "ann@ours.test")).not.toBe(id);
});
