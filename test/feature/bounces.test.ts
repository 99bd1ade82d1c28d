import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { outreach, TWO_STEPS } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";

const leads = (count: number, domain = "acme") =>
  Array.from({ length: count }, (_, i) => `lead${i}@${domain}${i}.test`);

type World = Awaited<ReturnType<typeof outreach>>;

const bounce = (o: World, mail: OutgoingMail | undefined, report = {}) =>
  void o.world.put(
    returned(mail?.message_id ?? "", { recipient: mail?.to[0]?.address ?? null, ...report }),
  );
const complain = (o: World, mail: OutgoingMail | undefined) =>
  bounce(o, mail, { kind: "arf", action: null, status: null, feedback_type: "abuse" });

async function campaignOf(o: World) {
  const [row] = await o.t.db.select().from(campaigns);
  return row;
}
const standing = async (o: World) => {
  const row = await campaignOf(o);
  return [row?.status, row?.pausedReason];
};
/** But for the leads, which are rows that nobody enrolled through the API. */
const miscounted = async (o: World) =>
  (await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads");
const start = (o: World) => o.t.post(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/start`);

describe("a campaign whose mail bounces", () => {
  it("pauses at three hard bounces of twenty, once, and tells how many of how many", async () => {
    const o = await outreach({ leads: leads(20) });
    expect(o.mails).toHaveLength(20);
    for (const mail of o.mails.slice(0, 2)) bounce(o, mail);
    await o.sync();
    expect(await standing(o)).toEqual(["active", null]);
    for (const mail of o.mails.slice(2, 6)) bounce(o, mail);
    await o.sync();
    expect(await standing(o)).toEqual(["paused", "bounce_rate"]);
    expect(await o.eventsOf("campaign.paused")).toEqual([
      expect.objectContaining({
        reason: "bounce_rate",
        bounce_rate: 0.15,
        sample: 20,
        triggered_by: "system",
        previous_status: "active",
      }),
    ]);
    const shown = await o.t.get(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}`);
    expect(shown.json).toMatchObject({
      paused_reason: "bounce_rate",
      sending_status: { code: "bounce_protect" },
    });
    o.t.advance(3 * DAY_MS);
    expect(await o.transmit()).toEqual([]);
  });

  it("goes on below the sample, below the rate, and where the rate is switched off", async () => {
    const few = await outreach({ leads: leads(19) });
    for (const mail of few.mails.slice(0, 6)) bounce(few, mail);
    await few.sync();
    expect(await standing(few)).toEqual(["active", null]);

    const rare = await outreach({ leads: leads(61), mailboxes: 4 });
    expect(rare.mails).toHaveLength(61);
    for (const mail of rare.mails.slice(0, 3)) bounce(rare, mail);
    await rare.sync();
    expect(await standing(rare)).toEqual(["active", null]);

    const off = await outreach({ leads: leads(20), campaign: { bounceThresholdPct: 0 } });
    for (const mail of off.mails.slice(0, 9)) bounce(off, mail);
    await off.sync();
    expect(await standing(off)).toEqual(["active", null]);
  });

  it("counts addresses that were refused during the dialogue as well: 30 of 30", async () => {
    const o = await outreach({
      leads: leads(30),
      mailboxes: 2,
      ending: { ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1", response: "no" },
    });
    expect(await standing(o)).toEqual(["paused", "bounce_rate"]);
    expect(await o.eventsOf("campaign.paused")).toEqual([
      // As soon as so many were settled, whatever their portions.
      expect.objectContaining({
        bounce_rate: 1,
        sample: expect.toSatisfy((n) => n >= 20 && n <= 30),
      }),
    ]);
    // No server took one of them.
    const { json } = await o.t.get(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/stats`);
    expect(json).toMatchObject({
      sent: 0,
      refused: 30,
      delivered: 0,
      bounces: 30,
      rates: { bounce_rate: 1, open_rate: null },
      denominators: { bounce_rate: "sent + refused" },
    });
    expect(await miscounted(o)).toEqual([]);
  });

  it("tells what was accepted from what came back afterwards and what was refused", async () => {
    const o = await outreach({
      leads: leads(12),
      campaign: { bounceThresholdPct: 0 },
      steps: [{ subject: "Hello", bodyText: "Hi" }],
      ending: ({ to }) =>
        /lead1[01]@/.test(to[0]?.address ?? "")
          ? { ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1", response: "no" }
          : {},
    });
    bounce(o, o.mails[0]);
    await o.sync();
    const { json } = await o.t.get(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/stats`);
    const counted = { sent: 10, refused: 2, bounces: 3, delivered: 9 };
    expect(json).toMatchObject({ ...counted, rates: { bounce_rate: 0.25 } });
    for (const lines of ["by_day", "by_step", "by_mailbox", "by_variant"] as const) {
      expect(json[lines]).toEqual([expect.objectContaining(counted)]);
    }
    const all = await o.t.get(`/api/v1/workspaces/${o.wid}/stats`);
    expect(all.json).toMatchObject({ ...counted, by_day: [expect.objectContaining(counted)] });
    expect(await miscounted(o)).toEqual([]);
  });

  it("measures only what was sent since its restart, and only the last days", async () => {
    const o = await outreach({
      leads: leads(24),
      mailboxes: 2,
      steps: [...TWO_STEPS, { delay: 2, delayUnit: "days", bodyText: "At last" }],
    });
    for (const mail of o.mails.slice(0, 3)) bounce(o, mail);
    await o.sync();
    expect(await standing(o)).toEqual(["paused", "bounce_rate"]);
    expect((await start(o)).status).toBe(200);
    // Late news of mail from before the restart.
    for (const mail of o.mails.slice(3, 9)) bounce(o, mail);
    await o.sync();
    expect(await standing(o)).toEqual(["active", null]);
    o.t.advance(2 * DAY_MS);
    const second = await o.transmit();
    expect(second).toHaveLength(15);
    for (const mail of second.slice(0, 3)) bounce(o, mail);
    await o.sync();
    // Three of fifteen: the sample begins at the restart, too.
    expect(await standing(o)).toEqual(["active", null]);

    const old = await outreach({
      leads: leads(20),
      steps: [...TWO_STEPS, { delay: 2, delayUnit: "days", bodyText: "At last" }],
      campaign: { bounceWindowDays: 3 },
    });
    old.t.advance(5 * DAY_MS);
    expect(await old.transmit()).toHaveLength(20);
    for (const mail of old.mails.slice(0, 5)) bounce(old, mail);
    await old.sync();
    expect(await standing(old)).toEqual(["active", null]);
  });

  it("soft bounces pause nothing", async () => {
    const o = await outreach({ leads: leads(20) });
    for (const mail of o.mails)
      bounce(o, mail, { status: "5.2.2", diagnostic: "552 Mailbox full" });
    await o.sync();
    expect(await standing(o)).toEqual(["active", null]);
    expect(await o.total()).toMatchObject({ softBounces: 20 });
  });

  it("walks no table to find out", async () => {
    const o = await outreach({ leads: leads(20) });
    if (o.t.database !== "libsql") return;
    for (const mail of o.mails.slice(0, 3)) bounce(o, mail);
    complain(o, o.mails[4]);
    await assertNoScans(o.t.client, () => o.sync());
    expect(await standing(o)).toEqual(["paused", "bounce_rate"]);
  });
});

describe("complaints", () => {
  it("three pause the campaign, two a mailbox of their own", async () => {
    const o = await outreach({ leads: leads(30), mailboxes: 2 });
    const of = (mailbox: string) => o.mails.filter((m) => m.from.address === mailbox);
    const [one, two] = [of("sender1@ours.test"), of("sender2@ours.test")];
    complain(o, one[0]);
    complain(o, two[0]);
    await o.sync();
    const statuses = async () => (await o.t.db.select().from(mailboxes)).map((m) => m.status);
    expect(await statuses()).toEqual(["active", "active"]);
    expect(await standing(o)).toEqual(["active", null]);
    complain(o, one[1]);
    await o.sync();
    expect(await statuses()).toEqual(["paused", "active"]);
    expect((await o.t.db.select().from(mailboxes))[0]?.statusMessage).toContain("spam");
    expect(await standing(o)).toEqual(["paused", "complaint_rate"]);
    expect(await o.eventsOf("campaign.paused")).toEqual([
      expect.objectContaining({ reason: "complaint_rate", bounce_rate: 0.1, sample: 30 }),
    ]);
  });
});
