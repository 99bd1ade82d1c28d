import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";
import { DAY_MS, HOUR_MS, iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { ALWAYS_OPEN, seedOutreach } from "#test/support/outreach.ts";

const TWO = [
  { subject: "1", bodyText: "one" },
  { delay: 2, delayUnit: "days" as const, bodyText: "two" },
];

/** A campaign of two steps whose first lead is asked about. */
async function asked(options: Parameters<typeof seedOutreach>[2] = {}) {
  const world = await companionPlay();
  const { t, wid, base } = world;
  const seeded = await seedOutreach(t, wid, { steps: TWO, leads: ["ann@acme.test"], ...options });
  const path = `${base}/${seeded.campaignId}/leads/${seeded.leadIds[0]}/explain`;
  /** Read twice: the two agree, also when time passes in between. */
  const why = async () => {
    const first = await t.get(path);
    expect(first.status, first.text).toBe(200);
    t.advance(1_234);
    expect((await t.get(path)).json).toEqual(first.json);
    t.advance(-1_234);
    const { decided_by, earliest_at, rules, ...rest } = first.json;
    const blocking = rules.filter((r: { blocks: boolean }) => r.blocks);
    return {
      ...rest,
      decided_by,
      earliest_at,
      blocking: blocking.map((r: { rule: string }) => r.rule),
      rules,
    };
  };
  const campaign = (patch: Partial<typeof campaigns.$inferInsert>) =>
    t.db.update(campaigns).set(patch);
  const lead = (patch: Partial<typeof leads.$inferInsert>) => t.db.update(leads).set(patch);
  const mailbox = (patch: Partial<typeof mailboxes.$inferInsert>) =>
    t.db.update(mailboxes).set(patch);
  return { ...world, ...seeded, why, campaign, lead, mailbox };
}

describe("explain", () => {
  it("200: ready, then in flight, then the wait before the next step, with every rule listed", async () => {
    const { t, why, run, deliver, leadIds, mailboxIds } = await asked();
    const start = iso(t.clock.now);
    expect(await why()).toMatchObject({
      lead_id: leadIds[0],
      email: "ann@acme.test",
      status: "pending",
      next_step: { position: 1, variant: "control" },
      mailbox: { mailbox_id: mailboxIds[0], sticky: false },
      decided_by: "ready",
      earliest_at: start,
      blocking: [],
    });
    t.advance(HOUR_MS);
    // It is still due since then.
    expect((await why()).earliest_at).toBe(start);
    const mails = await run();
    expect(await why()).toMatchObject({
      decided_by: "in_flight",
      earliest_at: null,
      next_step: { position: 1 },
    });
    await deliver(mails);
    const waits = await why();
    expect(waits).toMatchObject({
      status: "in_progress",
      next_step: { position: 2 },
      mailbox: { sticky: true },
      decided_by: "delay",
      earliest_at: iso(later(t.clock.now, 2 * DAY_MS)),
      blocking: ["delay"],
    });
    expect(waits.rules.map((r: { rule: string }) => r.rule)).toEqual([
      "finished",
      "client_paused",
      "suppressions_behind",
      "campaign",
      "move_behind",
      "no_step",
      "unsubscribed",
      "bounced",
      "suppressed",
      "install_suppressed",
      "invalid",
      "risky",
      "company_answered",
      "contacted",
      "missing_variable",
      "template_error",
      "in_flight",
      "unknown",
      "no_mailbox",
      "mailbox",
      "sandbox",
      "esp_match",
      "paused",
      "held",
      "quota_reached",
      "first_contact",
      "domain_limit",
      "provider_hold",
      "provider_limit",
      "campaign_day_limit",
      "new_lead_limit",
      "mailbox_day_limit",
      "retry",
      "delay",
      "mailbox_gap",
      "queue",
      "schedule",
    ]);
    t.advance(2 * DAY_MS);
    await deliver(await run());
    expect(await why()).toMatchObject({
      decided_by: "finished",
      next_step: null,
      earliest_at: null,
    });
  });

  it("names what only a change can help, before anything that passes", async () => {
    const { t, why, campaign, lead, mailbox, base, campaignId } = await asked();
    const stop = async () => {
      const { decided_by, earliest_at, message } = await why();
      expect(earliest_at).toBeNull();
      expect(message.length).toBeGreaterThan(10);
      return decided_by;
    };
    await lead({ validationStatus: "invalid" });
    expect(await stop()).toBe("invalid");
    await campaign({ status: "paused", pausedReason: "bounce_rate" });
    expect(await stop()).toBe("campaign");
    await campaign({ status: "active", pausedReason: null, allowRisky: false });
    await lead({ validationStatus: "risky" });
    expect(await stop()).toBe("risky");
    await lead({ validationStatus: null, bouncedAt: t.clock.now });
    expect(await stop()).toBe("bounced");
    await lead({ bouncedAt: null, unsubscribedAt: t.clock.now });
    expect(await stop()).toBe("unsubscribed");
    await lead({ unsubscribedAt: null });
    await mailbox({ status: "connection_error" });
    expect(await stop()).toBe("mailbox");
    await t.post(`${base}/${campaignId}/mailboxes`, { mailbox_ids: [] });
    expect(await stop()).toBe("no_mailbox");
    const [step] = (await t.get(`${base}/${campaignId}`)).json.steps;
    await t.put(`${base}/${campaignId}/steps/${step.id}`, { body_text: "{{ company }}" });
    expect(await stop()).toBe("missing_variable");
    await campaign({ schedule: { ...DEFAULT_SCHEDULE, end_date: "2026-11-17" } });
    const { blocking } = await why();
    expect(blocking).toEqual(["missing_variable", "no_mailbox", "schedule"]);
  });

  it("names a suppressed address", async () => {
    const { t, wid, why } = await asked();
    const added = await t.post(`/api/v1/workspaces/${wid}/suppressions`, {
      email: "ann@acme.test",
    });
    expect(added.status, added.text).toBeLessThan(300);
    expect(await why()).toMatchObject({ decided_by: "suppressed", earliest_at: null });
  });

  it("names the limit that decides, and when it begins anew inside the sending hours", async () => {
    const { t, why, campaign, mailbox, run, deliver } = await asked({
      leads: ["ann@acme.test", "bob@acme.test", "cid@acme.test"],
      steps: [{ subject: "1", bodyText: "one" }],
      campaign: { schedule: DEFAULT_SCHEDULE },
    });
    await t.db.update(campaignLeads).set({
      nextSendAt: sql`${t.clock.now} - ${campaignLeads.id}`,
    });
    await campaign({ dailyLimit: 2, maxPerDomainPerDay: 9 });
    await deliver(await run());
    const tomorrow = "2026-11-19T09:00:00.000Z";
    const decided = async () => {
      const { decided_by, earliest_at } = await why();
      return [decided_by, earliest_at];
    };
    expect(await decided()).toEqual(["campaign_day_limit", tomorrow]);
    await campaign({
      dailyLimit: null,
      ramp: { enabled: true, start: 2, increment: 1, ceiling: 9 },
    });
    const ramped = await why();
    expect(ramped.decided_by).toBe("campaign_day_limit");
    expect(ramped.message).toContain("ramp");
    await campaign({ ramp: null, maxNewLeadsPerDay: 1 });
    expect(await decided()).toEqual(["new_lead_limit", tomorrow]);
    await campaign({ maxNewLeadsPerDay: 0, maxPerDomainPerDay: 2 });
    expect(await decided()).toEqual(["domain_limit", tomorrow]);
    // The claim puts it off; the rule stays the reason.
    expect(await run()).toEqual([]);
    expect(await decided()).toEqual(["domain_limit", tomorrow]);
    await campaign({ maxPerDomainPerDay: 0 });
    await t.db.update(campaignLeads).set({ nextSendAt: t.clock.now });
    await mailbox({ dailyLimit: 2, timezone: "America/New_York" });
    expect(await decided()).toEqual(["mailbox_day_limit", tomorrow]);
    await mailbox({ dailyLimit: 9, nextSendAt: later(t.clock.now, 7 * MINUTE_MS) });
    expect(await decided()).toEqual(["mailbox_gap", iso(later(t.clock.now, 7 * MINUTE_MS))]);
    await mailbox({ nextSendAt: later(t.clock.now, 6 * HOUR_MS) });
    expect(await decided()).toEqual(["schedule", tomorrow]);
    await mailbox({ nextSendAt: null });
    t.advance(8 * HOUR_MS);
    expect(await decided()).toEqual(["schedule", tomorrow]);
  });

  it("names a hold, another try, and what is unclear", async () => {
    const { t, why, run, intend, settle } = await asked();
    const [mail] = await run();
    if (!mail) throw new Error("a mail was due");
    await settle([mail], { ending: "timeout", phase: "connect", code: null });
    expect(await why()).toMatchObject({
      decided_by: "retry",
      next_step: { position: 1 },
      earliest_at: iso(later(t.clock.now, 5 * MINUTE_MS)),
    });
    t.advance(5 * MINUTE_MS);
    const again = await run();
    await intend(again);
    await settle(again, { ending: "timeout", phase: "dot", code: null });
    const unclear = await why();
    expect(unclear).toMatchObject({ decided_by: "delay", next_step: { position: 2 } });
    expect(unclear.rules.find((r: { rule: string }) => r.rule === "unknown")).toMatchObject({
      blocks: false,
      detail: expect.stringContaining("step 1"),
    });
    const back = later(t.clock.now, 9 * DAY_MS);
    await t.db.update(campaignLeads).set({ heldUntil: back, nextSendAt: back });
    expect(await why()).toMatchObject({ decided_by: "held", earliest_at: iso(back) });
    t.clock.now = back;
    expect((await run()).map((m) => m.subject)).toEqual(["Re: 1"]);
    expect((await t.db.select().from(campaignLeads))[0]?.heldUntil).toBeNull();
  });

  it("tells how many are due before it, and that they use up the day", async () => {
    const { t, why, campaign, campaignId } = await asked({
      leads: Array.from({ length: 5 }, (_, i) => `l${i}@x${i}.test`),
      campaign: { schedule: ALWAYS_OPEN },
    });
    const [first] = await t.db
      .select()
      .from(campaignLeads)
      .where(eq(campaignLeads.campaignId, campaignId));
    await t.db
      .update(campaignLeads)
      .set({ nextSendAt: later(t.clock.now, -1) })
      .where(sql`${campaignLeads.id} <> ${first?.id}`);
    const open = await why();
    expect(open.decided_by).toBe("ready");
    expect(open.rules.find((r: { rule: string }) => r.rule === "queue").detail).toContain(
      "4 leads",
    );
    await campaign({ dailyLimit: 4 });
    expect(await why()).toMatchObject({
      decided_by: "campaign_day_limit",
      earliest_at: "2026-11-19T00:00:00.000Z",
    });
    await campaign({ dailyLimit: 5 });
    expect((await why()).decided_by).toBe("ready");
  });

  it("200: for a client as well, who may read", async () => {
    const { t, wid, base, campaignId, leadIds } = await asked();
    await t.signUp("Cleo Client", "cleo@example.com");
    await t.client.execute("UPDATE users SET role = 'client' WHERE email = 'cleo@example.com'");
    await t.client.execute({
      sql: "INSERT INTO workspace_members (workspace_id, user_id, created_at) SELECT ?, id, 0 FROM users WHERE email = 'cleo@example.com'",
      args: [wid],
    });
    const path = `${base}/${campaignId}`;
    expect((await t.get(`${path}/leads/${leadIds[0]}/explain`)).status).toBe(200);
    expect((await t.post(`${path}/preview`)).status).toBe(200);
    expect((await t.post(`${path}/simulate`)).status).toBe(200);
    for (const call of [
      t.post(`${path}/test-email`, { to: "me@mine.test" }),
      t.post(`${path}/duplicate`),
      t.put(`${path}/leads/${leadIds[0]}`, { status: "paused" }),
    ]) {
      const refused = await call;
      expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    }
  });
});
