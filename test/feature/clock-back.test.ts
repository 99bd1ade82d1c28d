import { expect, it } from "vitest";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { outreach } from "#test/support/inbound-world.ts";

it("a clock that was a day ahead costs no mailbox a day, and is told once", async () => {
  const o = await outreach({
    leads: Array.from({ length: 6 }, (_, i) => `lead${i}@acme${i}.test`),
    mailboxes: 2,
    steps: [{ subject: "Hello", bodyText: "Hi" }],
    mailbox: { minGapSeconds: 600, gapJitterSeconds: 60 },
  });
  o.t.advance(DAY_MS);
  expect(await o.transmit()).toHaveLength(2);
  await o.sync();
  // One more is claimed, and the job that would send it is lost.
  o.t.advance(12 * MINUTE_MS);
  await o.t.tick();
  o.t.advance(-DAY_MS - 12 * MINUTE_MS);
  await o.t.tick();
  const now = o.t.clock.now;
  for (const row of await o.t.db.select().from(mailboxes)) {
    expect(row.nextSendAt ?? 0).toBeLessThanOrEqual(now + 660_000);
    expect(row.syncDueAt ?? 0).toBeLessThanOrEqual(now + 15 * MINUTE_MS);
  }
  for (const row of await o.t.db.select().from(sends)) {
    expect(row.leaseUntil ?? 0).toBeLessThanOrEqual(now + 10 * MINUTE_MS);
  }
  const told = await o.t.db.select().from(notifications);
  expect(told.map(({ kind, message }) => [kind, message])).toEqual([
    ["clock_set_back", expect.stringContaining("24.2 hours ahead")],
  ]);
  await o.t.tick();
  expect(await o.t.db.select().from(notifications)).toHaveLength(1);
  o.t.advance(11 * MINUTE_MS);
  expect((await o.transmit()).length).toBeGreaterThan(0);
});

it("a tick that is a little late or early mends nothing", async () => {
  const o = await outreach({ mailbox: { minGapSeconds: 0 } });
  await o.t.db.update(mailboxes).set({ nextSendAt: o.t.clock.now });
  o.t.advance(-MINUTE_MS);
  const before = await o.t.db.select({ at: mailboxes.nextSendAt }).from(mailboxes);
  await o.t.tick();
  expect(await o.t.db.select({ at: mailboxes.nextSendAt }).from(mailboxes)).toEqual(before);
  expect(await o.t.db.select().from(notifications)).toEqual([]);
});
