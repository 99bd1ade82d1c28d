import { describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { StepId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

const DAY = { delay: 1, delayUnit: "days" } as const;

describe("a thread", () => {
  it("begins anew with a subject of its own: later mails name its mails alone", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    await seedOutreach(t, wid, {
      steps: [
        { subject: "One", bodyText: "1" },
        { bodyText: "2", ...DAY },
        { subject: "Two", bodyText: "3", ...DAY },
        { bodyText: "4", ...DAY },
        { bodyText: "5", ...DAY },
      ],
    });
    const mails = [];
    for (let i = 0; i < 5; i++) {
      const made = await run();
      await deliver(made);
      mails.push(...made);
      t.advance(DAY_MS);
    }
    const ids = mails.map((mail) => mail.message_id);
    expect(mails.map(({ subject, references }) => [subject, references])).toEqual([
      ["One", []],
      ["Re: One", [ids[0]]],
      ["Two", []],
      ["Re: Two", [ids[2]]],
      ["Re: Two", [ids[2], ids[3]]],
    ]);
  });
});

describe("new leads of a day", () => {
  it("are counted when the first mail leaves, however often it had to be tried", async () => {
    const { t, wid, run, settle, deliver } = await companionPlay();
    await seedOutreach(t, wid, {
      leads: Array.from({ length: 9 }, (_, i) => `l${i}@x${i}.test`),
      campaign: { maxNewLeadsPerDay: 3 },
    });
    const grey = await run();
    expect(grey).toHaveLength(3);
    await settle(grey, { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" });
    let left = 0;
    for (let i = 0; i < 6; i++) {
      const mails = await run();
      await deliver(mails);
      left += mails.length;
      t.advance(5 * MINUTE_MS);
    }
    expect(left).toBe(3);
    t.advance(DAY_MS);
    const next = await run();
    expect(next).toHaveLength(3);
    // Who has waited longest comes first.
    expect(next.map((m) => m.message_id).sort()).toEqual(grey.map((m) => m.message_id).sort());
  });
});

describe("a mail that is on its way while the steps change", () => {
  const three = [
    { subject: "One", bodyText: "1" },
    { subject: "Two", bodyText: "2", ...DAY },
    { subject: "Three", bodyText: "3", ...DAY },
  ];

  it("leaves no step out when an earlier one is deleted", async () => {
    const { t, wid, base, run, deliver, settle } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { steps: three });
    await deliver(await run());
    t.advance(DAY_MS);
    await settle(await run(), { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" });
    const { steps } = (await t.get(`${base}/${campaignId}`)).json;
    expect((await t.delete(`${base}/${campaignId}/steps/${steps[0].id}`)).status).toBe(204);
    t.advance(HOUR_MS);
    const second = await run();
    expect(second.map((m) => m.subject)).toEqual(["Two"]);
    await deliver(second);
    t.advance(DAY_MS);
    expect((await run()).map((m) => m.subject)).toEqual(["Three"]);
  });

  it("goes on behind it when one is put before it", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { steps: three });
    const first = await run();
    const steps = `${base}/${campaignId}/steps`;
    await t.post(steps, { subject: "Zero", body_text: "0", delay: 0, position: 1 });
    await deliver(first);
    t.advance(DAY_MS);
    const second = await run();
    expect(second.map((m) => m.subject)).toEqual(["Two"]);
    const [place] = await t.db.select().from(campaignLeads);
    expect(place?.currentStep).toBe(2);
  });
});

describe("a mailbox that is paused", () => {
  it("sends nothing more, not even what the mail service holds already, and all of it afterwards", async () => {
    const { t, wid, run, intend, settle } = await companionPlay();
    const { mailboxIds } = await seedOutreach(t, wid);
    const mails = await run();
    const path = `/api/v1/workspaces/${wid}/mailboxes/${mailboxIds[0]}`;
    expect((await t.put(path, { status: "paused" })).status).toBe(200);
    expect((await intend(mails)).granted).toEqual([]);
    await settle(mails, { ending: "withheld", phase: "connect", code: null });
    expect(await run()).toEqual([]);
    await t.put(path, { status: "active" });
    t.advance(10_000);
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual(mails.map((m) => m.message_id));
    expect((await intend(again)).granted).toHaveLength(1);
  });
});

describe("a result that is reported late", () => {
  it("keeps the time at which the server took the mail, whatever the mail service's clock says", async () => {
    const { t, wid, run, intend } = await companionPlay();
    await seedOutreach(t, wid);
    const [mail] = await run();
    if (!mail) throw new Error("a mail was due");
    await intend([mail]);
    const takenAt = t.clock.now;
    t.advance(40_000);
    const ahead = t.clock.now + 3_600_000;
    const result = { ...reportOf(mail), ended_at: ahead - 40_000 };
    await settleResults(t.deps, { results: [result], now: ahead });
    expect(await t.db.select().from(sends)).toMatchObject([{ state: "sent", sentAt: takenAt }]);
  });
});

describe("an absence notice that is quick", () => {
  const away = {
    subject: "Automatische Antwort: Hello ann",
    headers: { "auto-submitted": "auto-replied" },
    text: "Ich bin bis zum 4.12. im Urlaub.",
  };

  it("holds the next step though the result of the mail is not stored yet", async () => {
    const o = await outreach();
    const [first] = o.mails;
    // As if the server's 250 were still to be told.
    await o.t.db.update(sends).set({ state: "sending", lease: first?.lease ?? null });
    await o.t.db.update(campaignLeads).set({ nextSendAt: null, currentStep: 0 });
    o.world.put(answerTo(first, away));
    await o.sync();
    if (first) await settleResults(o.t.deps, { results: [reportOf(first)] });
    const [place] = await o.t.db.select().from(campaignLeads);
    expect(place?.nextSendAt).toBe(Date.UTC(2026, 11, 8));
    expect(place?.heldUntil).toBe(place?.nextSendAt);
  });

  it("puts off a next step that waits for another try", async () => {
    const o = await outreach();
    const [first] = await o.t.db.select().from(sends);
    // The second step was put back by its server.
    await o.t.db.update(campaignLeads).set({ nextSendAt: null, currentStep: 1 });
    await o.t.db.insert(sends).values({
      ...(first as NonNullable<typeof first>),
      id: undefined,
      stepId: 2 as StepId,
      step: 2,
      state: "queued",
      dueAt: later(o.t.clock.now, 5 * MINUTE_MS),
      messageId: "second@ours.test",
      sentAt: null,
    });
    o.world.put(answerTo(o.mails[0], away));
    await o.sync();
    const rows = await o.t.db.select().from(sends);
    expect(rows.map((row) => [row.state, row.dueAt])).toEqual([
      ["sent", first?.dueAt],
      ["queued", Date.UTC(2026, 11, 8)],
    ]);
  });
});

describe("sending_status", () => {
  it("tells that the leads that are due belong to a mailbox that cannot send, though another can", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, mailboxIds } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test"],
      mailboxes: [{}, {}],
      steps: [
        { subject: "One", bodyText: "1" },
        { bodyText: "2", ...DAY },
      ],
    });
    const status = async () => (await t.get(`${base}/${campaignId}`)).json.sending_status;
    await deliver(await run());
    const place = async () => (await t.db.select().from(campaignLeads))[0];
    const own = (await place())?.mailboxId ?? mailboxIds[0];
    t.advance(DAY_MS);
    expect((await status()).code).toBe("healthy");
    const path = `/api/v1/workspaces/${wid}/mailboxes/${own}`;
    await t.put(path, { status: "paused" });
    expect(await status()).toMatchObject({ code: "all_mailboxes_unhealthy", next_send_at: null });
    await t.put(path, { status: "active", daily_limit: 1 });
    await t.db.insert(dailyUsage).values({
      workspaceId: wid as never,
      scope: "mailbox",
      key: String(own),
      day: "2026-11-19",
      used: 1,
    });
    expect(await status()).toMatchObject({
      code: "mailbox_daily_limit_met",
      next_send_at: "2026-11-20T00:00:00.000Z",
    });
  });

  it("tells when a mail that was not taken is tried again", async () => {
    const { t, wid, base, run, settle } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid);
    await settle(await run(), { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" });
    expect((await t.get(`${base}/${campaignId}`)).json.sending_status).toMatchObject({
      code: "waiting_for_followup_delay",
      message: expect.stringContaining("retried later"),
      next_send_at: "2026-11-18T12:05:00.000Z",
    });
  });
});

describe("a lead that was held since a variable is missing", () => {
  it("200: goes on once it is made active, when it has the variable", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test", "bob@acme.test"],
      steps: [{ subject: "Hi", bodyText: "You at {{ company }}" }],
    });
    expect(await run()).toEqual([]);
    const place = `${base}/${campaignId}/leads/${leadIds[0]}`;
    const lead = `/api/v1/workspaces/${wid}/leads/${leadIds[0]}`;
    await t.post(`${base}/${campaignId}/start`);
    expect((await t.put(place, { status: "active" })).json).toMatchObject({
      status: "in_progress",
      skip_reason: null,
    });
    expect(await run()).toEqual([]);
    expect((await t.get(`${place}/explain`)).json.skip_reason).toBe("missing_variable");
    await t.put(lead, { company: "Acme" });
    await t.post(`${base}/${campaignId}/start`);
    await t.put(place, { status: "active" });
    const mails = await run();
    expect(mails.map((m) => m.text.includes("You at Acme"))).toEqual([true]);
    await deliver(mails);
    expect((await t.put(place, { status: "active" })).status).toBe(409);
    const skipped = `${base}/${campaignId}/leads/${leadIds[1]}`;
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { email: "bob@acme.test" });
    await t.put(skipped, { status: "active" });
    expect(await run()).toEqual([]);
  });
});

describe("an evergreen campaign", () => {
  it("200: starts again when leads are added to it, once, and others stay completed", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { campaign: { evergreen: true } });
    const add = async (email: string) => {
      const form = new FormData();
      form.set("file", new Blob([`email,first_name\n${email},New`]), "leads.csv");
      const { list_id } = (await t.post(`/api/v1/workspaces/${wid}/leads/upload`, form)).json;
      const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
      return (await t.post(path, { campaign_id: campaignId, list_id })).json;
    };
    const status = async () => (await t.get(`${base}/${campaignId}`)).json.status;
    await deliver(await run());
    expect(await status()).toBe("completed");
    expect(await add("bob@acme.test")).toMatchObject({
      added: 1,
      hint: expect.stringContaining("started again"),
    });
    expect(await status()).toBe("active");
    expect((await add("bob@acme.test")).hint).toBeUndefined();
    await deliver(await run());
    expect(await status()).toBe("completed");
    expect((await add("bob@acme.test")).hint).toContain("Start it again");
    expect(await status()).toBe("completed");
    await t.put(`${base}/${campaignId}`, { evergreen: false });
    expect((await add("cat@acme.test")).hint).toContain("Start it again");
    expect(await status()).toBe("completed");
  });
});
