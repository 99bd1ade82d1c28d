import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { DAY_MS, HOUR_MS, iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const many = (count: number, domain: (i: number) => string = (i) => `x${i}.test`) =>
  Array.from({ length: count }, (_, i) => `l${i}@${domain(i)}`);
const toOf = (mails: readonly { envelope: { to: string[] } }[]) =>
  mails.map((mail) => mail.envelope.to[0]);

describe("a campaign's ramp", () => {
  it("grows on each day that it sends, up to its ceiling, and not while it is paused", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: many(30),
      campaign: { ramp: { enabled: true, start: 2, increment: 3, ceiling: 7 } },
    });
    const path = `${base}/${campaignId}`;
    const perDay: number[] = [];
    for (let day = 0; day < 5; day++) {
      if (day === 2) {
        await t.post(`${path}/pause`);
        t.advance(3 * DAY_MS);
        await t.post(`${path}/start`);
      }
      const mails = await run();
      await deliver(mails);
      expect(await run()).toEqual([]);
      if (day === 0) {
        const status = (await t.get(path)).json.sending_status;
        expect(status).toMatchObject({
          code: "campaign_daily_limit_met",
          message: expect.stringContaining("ramp"),
          next_send_at: "2026-11-19T00:00:00.000Z",
        });
      }
      perDay.push(mails.length);
      t.advance(DAY_MS);
    }
    expect(perDay).toEqual([2, 5, 7, 7, 7]);
  });
});

describe("a limit by domain", () => {
  it("lets nobody of a full domain stand in the way of others, and goes on the next day", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [...many(60, () => "big.test"), ...many(3)],
      mailboxes: [{ minGapSeconds: 60 }, { minGapSeconds: 60 }],
      campaign: { maxPerDomainPerDay: 2 },
    });
    const sent: (string | undefined)[] = [];
    for (let i = 0; i < 10; i++) {
      const mails = await run();
      await deliver(mails);
      sent.push(...toOf(mails));
      t.advance(MINUTE_MS);
    }
    expect(sent.slice(0, 2)).toEqual(["l0@big.test", "l1@big.test"]);
    expect(new Set(sent.slice(2))).toEqual(new Set(["l0@x0.test", "l1@x1.test", "l2@x2.test"]));
    const path = `${base}/${campaignId}`;
    expect((await t.get(path)).json.sending_status).toMatchObject({
      code: "domain_limit_reached",
      next_send_at: "2026-11-19T00:00:00.000Z",
    });
    const usage = await t.db.select().from(dailyUsage).where(eq(dailyUsage.scope, "domain"));
    expect(usage.find((u) => u.key === `${campaignId}:big.test`)?.used).toBe(2);
    t.advance(12 * HOUR_MS);
    expect(new Set(toOf(await run()))).toEqual(new Set(["l2@big.test", "l3@big.test"]));
  });

  it("holds under overlapping ticks, and gives the place of a released send back", async () => {
    const { t, wid, run, settle } = await companionPlay();
    await seedOutreach(t, wid, {
      leads: many(6, () => "big.test"),
      campaign: { maxPerDomainPerDay: 3 },
    });
    await Promise.all([t.sweep(claimDueSends), t.sweep(claimDueSends), t.sweep(claimDueSends)]);
    const mails = await run();
    expect(mails).toHaveLength(3);
    await settle(mails.slice(0, 1), { ending: "timeout", phase: "connect", code: null });
    await settle(mails.slice(1));
    const used = async () =>
      (await t.db.select().from(dailyUsage).where(eq(dailyUsage.scope, "domain")))[0]?.used;
    expect(await used()).toBe(2);
    t.advance(5 * MINUTE_MS);
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual([mails[0]?.message_id]);
    expect(await used()).toBe(3);
  });
});

describe("rotation", () => {
  it("round robin: by id, behind the one that sent last, whoever is in a gap", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [],
      mailboxes: [{}, {}, {}],
      campaign: { rotation: "round_robin" },
    });
    const from: string[] = [];
    for (const [i, email] of many(5).entries()) {
      const [lead] = await t.db
        .insert(leads)
        .values({
          workspaceId: wid as never,
          email,
          domain: `x${i}.test`,
          firstName: "Ann",
          createdAt: t.clock.now,
          updatedAt: t.clock.now,
        })
        .returning({ id: leads.id });
      await t.db.insert(campaignLeads).values({
        workspaceId: wid as never,
        campaignId,
        leadId: lead?.id as never,
        nextSendAt: t.clock.now,
        enteredAt: t.clock.now,
      });
      // It completes with each lead.
      await t.db.update(campaigns).set({ status: "active" });
      const mails = await run();
      from.push(...mails.map((m) => m.from.address));
      await deliver(mails);
      t.advance(1_000);
    }
    expect(from).toEqual([1, 2, 3, 1, 2].map((n) => `sender${n}@ours.test`));
  });
});

describe("provider matching", () => {
  it("strict: waits for a mailbox of the provider, tells so, and lets the others pass", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds, mailboxIds } = await seedOutreach(t, wid, {
      leads: many(4),
      mailboxes: [{ smtpHost: "smtp.gmail.com" }, { smtpHost: "mail.own.test" }],
      campaign: { espMatch: "strict" },
    });
    const at = async (index: number, provider: string | null) => {
      const validation = { mx: { state: "mx", hosts: [], provider } };
      await t.db
        .update(leads)
        .set({ validation })
        .where(eq(leads.id, leadIds[index] as never));
    };
    await at(0, "microsoft365");
    await at(1, "google");
    await at(2, "ovh");
    const mails = await run();
    const from = new Map(mails.map((m) => [m.envelope.to[0], m.from.address]));
    expect(new Set(from.keys())).toEqual(new Set(["l1@x1.test", "l2@x2.test", "l3@x3.test"]));
    expect(from.get("l1@x1.test")).toBe("sender1@ours.test");
    await deliver(mails);
    const path = `${base}/${campaignId}`;
    expect((await t.get(path)).json.sending_status.code).toBe("waiting_for_esp_match");
    const why = (await t.get(`${path}/leads/${leadIds[0]}/explain`)).json;
    expect(why).toMatchObject({ decided_by: "esp_match", earliest_at: null });
    await t.db
      .update(mailboxes)
      .set({ smtpHost: "smtp.office365.com" })
      .where(eq(mailboxes.id, mailboxIds[1] as never));
    t.advance(15 * MINUTE_MS);
    expect(toOf(await run())).toEqual(["l0@x0.test"]);
  });
});

describe("provider matching that is preferred", () => {
  const MATCH = { smtpHost: "smtp.gmail.com", minGapSeconds: 600 };
  const prefer = async (mailbox: object = MATCH) => {
    const play = await companionPlay();
    const { t, wid, run, deliver } = play;
    const seeded = await seedOutreach(t, wid, {
      leads: many(2),
      mailboxes: [{ smtpHost: "mail.own.test" }, mailbox],
      campaign: { espMatch: "prefer" },
    });
    const validation = { mx: { state: "mx", hosts: [], provider: "google" } };
    await t.db.update(leads).set({ validation });
    await t.db
      .update(campaignLeads)
      .set({ nextSendAt: later(t.clock.now, MINUTE_MS) })
      .where(eq(campaignLeads.leadId, seeded.leadIds[1] as never));
    const first = await run();
    expect(first.map((m) => m.from.address)).toEqual(["sender2@ours.test"]);
    await deliver(first);
    t.advance(MINUTE_MS);
    return { ...play, ...seeded };
  };
  const from = (mails: readonly { from: { address: string } }[]) =>
    mails.map((mail) => mail.from.address);

  it("waits for a matching mailbox that is in its gap, says so, and is written to by it", async () => {
    const { t, base, run, campaignId, leadIds } = await prefer();
    expect(await run()).toEqual([]);
    const why = (await t.get(`${base}/${campaignId}/leads/${leadIds[1]}/explain`)).json;
    expect(why).toMatchObject({
      decided_by: "mailbox_gap",
      earliest_at: iso(later(t.clock.now, 9 * MINUTE_MS)),
      mailbox: { email: "sender2@ours.test" },
    });
    t.advance(9 * MINUTE_MS);
    expect(from(await run())).toEqual(["sender2@ours.test"]);
  });

  it("goes by another where the matching one stays away too long, stops, or has had its day", async () => {
    const long = await prefer({ ...MATCH, minGapSeconds: 3_600 });
    expect(from(await long.run())).toEqual(["sender1@ours.test"]);

    const stopped = await prefer();
    expect(await stopped.run()).toEqual([]);
    await stopped.t.db
      .update(mailboxes)
      .set({ status: "paused" })
      .where(eq(mailboxes.id, stopped.mailboxIds[1] as never));
    expect(from(await stopped.run())).toEqual(["sender1@ours.test"]);

    const spent = await prefer({ ...MATCH, dailyLimit: 1 });
    expect(from(await spent.run())).toEqual(["sender1@ours.test"]);
  });
});

describe("who was written to by another campaign", () => {
  it("is skipped at the first step, within the days that the campaign names", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    const { leadIds } = await seedOutreach(t, wid, { leads: many(2) });
    await deliver(await run());
    t.advance(5 * DAY_MS);
    const second = await seedOutreach(t, wid, {
      leads: [],
      mailboxes: [{ email: "other@ours.test" }],
      campaign: { skipIfContactedDays: 6 },
    });
    const enrol = (index: number, later_ = 0) =>
      t.db.insert(campaignLeads).values({
        workspaceId: second.workspaceId,
        campaignId: second.campaignId,
        leadId: leadIds[index] as never,
        nextSendAt: later(t.clock.now, later_),
        enteredAt: t.clock.now,
      });
    await enrol(0);
    await enrol(1, 2 * DAY_MS);
    expect(await run()).toEqual([]);
    const [skipped] = await t.db
      .select()
      .from(campaignLeads)
      .where(eq(campaignLeads.status, "skipped"));
    expect(skipped).toMatchObject({ leadId: leadIds[0], skipReason: "duplicate" });
    t.advance(2 * DAY_MS);
    expect(toOf(await run())).toEqual(["l1@x1.test"]);
  });
});

describe("pausing one lead", () => {
  const TWO = [
    { subject: "1", bodyText: "one" },
    { delay: 1, bodyText: "two" },
  ];

  it("200: nothing leaves until it is active again; the others go on; a repeat changes nothing", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, { leads: many(2), steps: TWO });
    const lead = `${base}/${campaignId}/leads/${leadIds[0]}`;
    const paused = await t.put(lead, { status: "paused" });
    expect([paused.status, paused.json.status, paused.json.held_until]).toEqual([
      200,
      "paused",
      null,
    ]);
    expect((await t.put(lead, { status: "paused" })).json).toEqual(paused.json);
    const mails = await run();
    expect(toOf(mails)).toEqual(["l1@x1.test"]);
    await deliver(mails);
    expect((await t.get(`${base}/${campaignId}`)).json.status).toBe("active");
    expect((await t.get(`${lead}/explain`)).json).toMatchObject({
      decided_by: "paused",
      earliest_at: null,
    });
    expect((await t.put(lead, { status: "active" })).json).toMatchObject({ status: "pending" });
    expect((await t.put(lead, { status: "active" })).status).toBe(200);
    expect(toOf(await run())).toEqual(["l0@x0.test"]);
  });

  it("withholds what the mail service holds already, and sends it once after the pause", async () => {
    const { t, wid, base, run, intend, settle, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, { leads: many(1), steps: TWO });
    const lead = `${base}/${campaignId}/leads/${leadIds[0]}`;
    const mails = await run();
    const until = later(t.clock.now, 3 * HOUR_MS);
    await t.put(lead, { status: "paused", until: iso(until) });
    expect((await intend(mails)).granted).toEqual([]);
    await settle(mails, { ending: "withheld", phase: "data", code: null });
    expect(await run()).toEqual([]);
    expect((await t.get(`${lead}/explain`)).json).toMatchObject({
      decided_by: "paused",
      earliest_at: iso(until),
    });
    t.advance(3 * HOUR_MS - 1);
    expect(await run()).toEqual([]);
    t.advance(1);
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual(mails.map((m) => m.message_id));
    await deliver(again);
    expect((await t.db.select().from(sends))[0]).toMatchObject({ state: "sent", attempts: 1 });
    expect((await t.db.select().from(campaignLeads))[0]).toMatchObject({
      status: "in_progress",
      heldUntil: null,
    });
  });

  it("keeps the next step's time when the mail had left already", async () => {
    const { t, wid, base, run, intend, settle } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, { leads: many(1), steps: TWO });
    const lead = `${base}/${campaignId}/leads/${leadIds[0]}`;
    const mails = await run();
    await intend(mails);
    await t.put(lead, { status: "paused" });
    await settle(mails);
    expect((await t.db.select().from(campaignLeads))[0]).toMatchObject({
      status: "paused",
      currentStep: 1,
      nextSendAt: later(t.clock.now, DAY_MS),
    });
    t.advance(2 * DAY_MS);
    expect(await run()).toEqual([]);
    await t.put(lead, { status: "active" });
    expect((await run()).map((m) => m.subject)).toEqual(["Re: 1"]);
  });

  it("409 and 422: a lead that is done, a date that has passed, an end of no pause", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, { leads: many(1) });
    const lead = `${base}/${campaignId}/leads/${leadIds[0]}`;
    const passed = await t.put(lead, { status: "paused", until: iso(t.clock.now) });
    expect([passed.status, passed.json.errors[0].code]).toEqual([422, "in_the_past"]);
    const end = await t.put(lead, { status: "active", until: "2027-01-01T00:00:00Z" });
    expect([end.status, end.json.errors[0].code]).toEqual([422, "not_allowed"]);
    expect((await t.put(lead, { status: "replied" })).status).toBe(422);
    await deliver(await run());
    for (const status of ["paused", "active"]) {
      const done = await t.put(lead, { status });
      expect([done.status, done.json.code]).toEqual([409, "invalid_state"]);
    }
  });
});
