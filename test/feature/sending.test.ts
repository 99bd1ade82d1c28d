import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { events } from "#modules/events/schema/events.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { runBatch } from "#platform/db/db.ts";
import { harness } from "#test/support/harness.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

/** A harness whose mail port keeps what is handed over; the test plays the companion. */
async function outbox(mail: Partial<MailService> = {}) {
  const taken: OutgoingMail[] = [];
  const state: {
    away: boolean;
    onTaken: ((mails: readonly OutgoingMail[]) => Promise<void>) | null;
  } = { away: false, onTaken: null };
  const t = await harness({
    mail: {
      transmit: async (mails) => {
        if (state.away) throw new Error("the companion is away");
        taken.push(...mails);
        await state.onTaken?.(mails);
      },
      ...mail,
    },
  });
  const { wid } = await t.signUp();
  const run = async () => {
    await t.tick();
    await t.drain();
    return taken.splice(0);
  };
  const intend = (mails: readonly OutgoingMail[], companion?: string) =>
    grantIntents(t.deps, {
      intents: mails.map(({ ticket, lease }) => ({ ticket, lease })),
      run: companion,
    });
  const settle = (mails: readonly OutgoingMail[], change: Parameters<typeof reportOf>[1] = {}) =>
    settleResults(t.deps, { results: mails.map((mail) => reportOf(mail, change)) });
  const deliver = async (mails: readonly OutgoingMail[]) => {
    await intend(mails);
    await settle(mails);
  };
  return { t, wid, state, run, intend, settle, deliver };
}

const total = async (t: Awaited<ReturnType<typeof harness>>, campaignId: number) =>
  (await t.db.select().from(stats).where(eq(stats.campaignId, campaignId))).find(
    (row) => row.dimension === "total",
  );

describe("the sending engine", () => {
  it("sends each step once, in order, from one mailbox, threaded, and completes the campaign once", async () => {
    const { t, wid, run, deliver } = await outbox();
    const seeded = await seedOutreach(t, wid, {
      leads: ["ann@acme.test", "bob@acme.test"],
      mailboxes: [{}, {}],
      steps: [
        {
          subject: "Hello {{ first_name }}",
          bodyHtml: '<p>Hi <a href="https://example.com/a?b=1#c">x</a></p>',
        },
        { delay: 2, delayUnit: "days", bodyHtml: "<p>Again</p>" },
      ],
    });
    const first = await run();
    expect(new Set(first.map((m) => m.envelope.to[0]))).toEqual(
      new Set(["ann@acme.test", "bob@acme.test"]),
    );
    expect(first).toHaveLength(2);
    expect(new Set(first.map((m) => m.from.address)).size).toBe(2);
    const mail = first[0] as OutgoingMail;
    expect(mail.subject).toMatch(/^Hello (ann|bob)$/);
    expect(mail.html).toMatch(/http:\/\/localhost\/t\/[\w-]+\/link\//);
    expect(mail.html).toMatch(/http:\/\/localhost\/t\/[\w-]+\/pixel\.png/);
    expect(mail.text).toContain("https://example.com/a?b=1#c");
    expect(mail.list_unsubscribe?.url).toMatch(/^http:\/\/localhost\/unsubscribe\//);

    expect(await run()).toEqual([]);
    await deliver(first);
    expect(await run()).toEqual([]);
    t.advance(2 * DAY_MS - 1);
    expect(await run()).toEqual([]);
    t.advance(1);
    const second = await run();
    expect(second).toHaveLength(2);
    for (const followUp of second) {
      const before = first.find((m) => m.envelope.to[0] === followUp.envelope.to[0]);
      expect(followUp.from.address).toBe(before?.from.address);
      expect(followUp.subject).toBe(`Re: ${before?.subject}`);
      expect([followUp.in_reply_to, followUp.references]).toEqual([
        before?.message_id,
        [before?.message_id],
      ]);
    }
    await deliver(second);
    await deliver(second);
    await t.tick();
    const [campaign] = await t.db.select().from(campaigns);
    expect(campaign?.status).toBe("completed");
    const done = await t.db.select().from(events).where(eq(events.type, "campaign.completed"));
    expect(done).toHaveLength(1);
    expect(JSON.parse(done[0]?.body ?? "{}").data.totals).toMatchObject({
      leads: 0,
      sent: 4,
      bounced: 0,
    });
    expect(await total(t, seeded.campaignId)).toMatchObject({
      sent: 4,
      contacted: 2,
      unknown: 0,
      completed: 2,
    });
  });

  it("claims nothing twice under overlapping ticks and repeated jobs", async () => {
    const { t, wid, run } = await outbox();
    await seedOutreach(t, wid, {
      leads: Array.from({ length: 60 }, (_, i) => `l${i}@x${i}.test`),
      mailboxes: [{}, {}, {}],
    });
    await Promise.all([t.sweep(claimDueSends), t.sweep(claimDueSends), t.sweep(claimDueSends)]);
    const mails = await run();
    const tickets = mails.map((m) => m.ticket);
    expect(new Set(tickets).size).toBe(60);
    const rows = await t.db.select().from(sends);
    expect(rows).toHaveLength(60);
    const usage = await t.db.select().from(dailyUsage).where(eq(dailyUsage.scope, "mailbox"));
    expect(usage.reduce((sum, row) => sum + row.used, 0)).toBe(60);
  });

  it("keeps gap, day limit and campaign limit, whichever is smallest", async () => {
    const { t, wid, run, deliver } = await outbox();
    await seedOutreach(t, wid, {
      leads: Array.from({ length: 12 }, (_, i) => `l${i}@x${i}.test`),
      mailboxes: [
        { minGapSeconds: 600, dailyLimit: 3 },
        { minGapSeconds: 600, dailyLimit: 3 },
      ],
      campaign: { dailyLimit: 5 },
    });
    const perRound: number[] = [];
    for (let round = 0; round < 6; round++) {
      const mails = await run();
      perRound.push(mails.length);
      await deliver(mails);
      expect(await run()).toEqual([]);
      t.advance(10 * MINUTE_MS);
    }
    expect(perRound).toEqual([2, 2, 1, 0, 0, 0]);
    t.advance(12 * HOUR_MS);
    expect(await run()).toHaveLength(2);
  });

  it("grants an intent once, and never after pause, unsubscribe or suppression", async () => {
    const { t, wid, run, intend } = await outbox();
    const seeded = await seedOutreach(t, wid, {
      leads: ["a@a.test", "b@b.test", "c@c.test", "d@d.test"],
    });
    const mails = await run();
    const of = (email: string) => mails.filter((m) => m.envelope.to[0] === email);
    expect((await intend(of("a@a.test"))).granted).toHaveLength(1);
    expect((await intend(of("a@a.test"))).granted).toEqual([]);
    expect((await intend(of("b@b.test").map((m) => ({ ...m, lease: "stale" })))).granted).toEqual(
      [],
    );

    const ctx = inWorkspace(t.deps, seeded.workspaceId);
    await runBatch(
      t.db,
      stopSequence(ctx, {
        leadId: seeded.leadIds[1] as never,
        campaignId: "all",
        status: "unsubscribed",
      }),
    );
    expect((await intend(of("b@b.test"))).granted).toEqual([]);
    await t.db.insert(suppressions).values({
      workspaceId: seeded.workspaceId,
      kind: "domain",
      value: "c.test",
      hash: "x",
      reason: "manual",
      createdAt: t.clock.now,
    });
    expect((await intend(of("c@c.test"))).granted).toEqual([]);
    await t.db.update(campaigns).set({ status: "paused" });
    expect((await intend(of("d@d.test"))).granted).toEqual([]);
  });

  it("puts a refused dialogue back with growing waits and fails after the sixth try", async () => {
    const { t, wid, run, settle } = await outbox();
    await seedOutreach(t, wid);
    const waits = [5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS);
    for (const wait of waits) {
      const mails = await run();
      expect(mails).toHaveLength(1);
      await settle(mails, {
        ending: "reply",
        phase: "rcpt",
        code: 450,
        enhanced: "4.2.0",
        response: "greylisted",
      });
      t.advance(wait - 1);
      expect(await run()).toEqual([]);
      t.advance(1);
    }
    await settle(await run(), { ending: "timeout", phase: "rcpt", code: null });
    const [send] = await t.db.select().from(sends);
    expect([send?.state, send?.attempts]).toEqual(["failed", 6]);
    expect((await t.db.select().from(campaignLeads))[0]?.status).toBe("failed");
    expect(
      (await t.db.select().from(dailyUsage).where(eq(dailyUsage.scope, "mailbox"))).reduce(
        (n, r) => n + r.used,
        0,
      ),
    ).toBe(1);
  });

  it("bounces a hard refusal once: suppressed, told, stopped everywhere, counted", async () => {
    const { t, wid, run, intend, settle } = await outbox();
    const seeded = await seedOutreach(t, wid, { leads: ["gone@acme.test"] });
    const mails = await run();
    const refusal = {
      ending: "reply",
      phase: "rcpt",
      code: 550,
      enhanced: "5.1.1",
      response: "5.1.1 User unknown",
    } as const;
    await settle(mails, refusal);
    await settle(mails, refusal);
    expect((await intend(mails)).granted).toEqual([]);
    expect((await t.db.select().from(sends))[0]).toMatchObject({
      state: "failed",
      bounceType: "hard",
      smtpCode: 550,
    });
    expect((await t.db.select().from(campaignLeads))[0]?.status).toBe("bounced");
    expect((await t.db.select().from(leads))[0]?.bouncedAt).toBe(t.clock.now);
    expect(await t.db.select().from(suppressions)).toEqual([
      expect.objectContaining({ value: "gone@acme.test", reason: "bounced" }),
    ]);
    const bounced = await t.db.select().from(events).where(eq(events.type, "lead.bounced"));
    expect(JSON.parse(bounced[0]?.body ?? "{}").data).toMatchObject({
      lead_email: "gone@acme.test",
      bounce_type: "hard",
      block: false,
      code: "5.1.1",
      source: "smtp",
    });
    expect(bounced).toHaveLength(1);
    expect(await total(t, seeded.campaignId)).toMatchObject({
      sent: 0,
      refused: 1,
      bounces: 1,
      contacted: 1,
    });
  });

  it("blames the mailbox alone for a password that stopped working, names the step, and lets its leads wait", async () => {
    const { t, wid, run, settle, deliver } = await outbox();
    const { mailboxIds } = await seedOutreach(t, wid, {
      leads: ["a@a.test", "b@b.test", "c@c.test"],
      mailboxes: [{ minGapSeconds: 60 }, { minGapSeconds: 60 }],
    });
    for (let i = 0; i < 3; i++) {
      const all = await run();
      const mails = all.filter((mail) => mail.from.address === "sender1@ours.test");
      expect(mails.map((mail) => mail.to[0]?.address)).toEqual(["a@a.test"]);
      await deliver(all.filter((mail) => !mails.includes(mail)));
      await settle(mails, {
        ending: "reply",
        phase: "auth",
        code: 535,
        enhanced: "5.7.8",
        response: "bad credentials",
      });
      t.advance(5 * MINUTE_MS);
    }
    expect(await run()).toEqual([]);
    const [refused, other] = await t.db.select().from(mailboxes);
    expect(refused).toMatchObject({
      status: "connection_error",
      statusMessage: "SMTP failed at auth: bad credentials",
    });
    expect(other).toMatchObject({ status: "active", statusMessage: null });
    const states = (await t.db.select().from(sends)).map((s) => [s.toEmail, s.state, s.attempts]);
    expect(states).toEqual([
      ["a@a.test", "queued", 0],
      ["b@b.test", "sent", 1],
      ["c@c.test", "sent", 1],
    ]);
    const [lead] = await t.db.select().from(campaignLeads);
    expect(lead).toMatchObject({ status: "in_progress", mailboxId: mailboxIds[0] });
  });

  it("stops a mailbox whose server cannot be reached, without a lead's loss, and tests it again by itself", async () => {
    const tests: boolean[] = [];
    let up = false;
    const { t, wid, run, settle, deliver } = await outbox({
      test: async () => {
        tests.push(up);
        const step = up ? ("ok" as const) : ("dial" as const);
        const smtp = { ok: up, latency_ms: 1, step, error_code: null, message: null, hint: null };
        return { smtp, imap: null };
      },
    });
    await seedOutreach(t, wid, { leads: ["a@a.test", "b@b.test"] });
    for (let i = 0; i < 3; i++) {
      await settle(await run(), {
        ending: "timeout",
        phase: "connect",
        code: null,
        response: null,
      });
      t.advance(5 * MINUTE_MS);
    }
    const standing = async () => (await t.db.select().from(mailboxes))[0];
    expect(await standing()).toMatchObject({
      status: "connection_error",
      statusMessage: "SMTP failed at connect: the server did not respond in time.",
    });
    expect((await t.db.select().from(sends)).map((s) => [s.state, s.attempts])).toEqual([
      ["queued", 0],
      ["queued", 0],
    ]);
    for (let i = 0; i < 12; i++) {
      expect(await run()).toEqual([]);
      t.advance(HOUR_MS / 2);
    }
    // Ever later, once an hour in the end, so that nobody hammers the server.
    expect(tests.length).toBeGreaterThan(5);
    expect(tests.length).toBeLessThan(10);
    up = true;
    t.advance(HOUR_MS);
    await run();
    expect(await standing()).toMatchObject({ status: "active", recheckAt: null });
    await deliver(await run());
    expect((await t.db.select().from(sends)).map((s) => s.state)).toEqual(["sent", "sent"]);
    expect(await standing()).toMatchObject({ connectFailures: 0, statusMessage: null });
  });

  it("tests a mailbox again after five minutes also when many mails failed at once", async () => {
    let tests = 0;
    const down = { ok: false, latency_ms: 1, step: "dial", error_code: null } as const;
    const { t, wid, run, settle } = await outbox({
      async test() {
        tests++;
        return { smtp: { ...down, message: null, hint: null }, imap: null };
      },
    });
    const leads = Array.from({ length: 12 }, (_, i) => `lead${i}@a.test`);
    await seedOutreach(t, wid, { leads });
    const lost = { ending: "timeout", phase: "connect", code: null, response: null } as const;
    await settle(await run(), lost);
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) {
      t.advance(5 * MINUTE_MS);
      await run();
      seen.push(tests);
    }
    expect(seen).toEqual([1, 2, 2, 3]);
  });

  it("leaves the ambiguous unknown, goes on with the sequence, and takes late evidence", async () => {
    const { t, wid, run, intend, settle } = await outbox();
    const seeded = await seedOutreach(t, wid, {
      steps: [
        { subject: "1", bodyText: "one" },
        { delay: 1, delayUnit: "days", bodyText: "two" },
      ],
    });
    const mails = await run();
    await intend(mails);
    t.advance(10 * MINUTE_MS);
    expect(await run()).toEqual([]);
    expect((await t.db.select().from(sends))[0]?.state).toBe("unknown");
    expect(await total(t, seeded.campaignId)).toMatchObject({ sent: 0, unknown: 1, contacted: 1 });
    await settle(mails, { replayed: true });
    await settle(mails, { replayed: true });
    expect((await t.db.select().from(sends))[0]).toMatchObject({
      state: "sent",
      evidence: "journal",
    });
    expect(await total(t, seeded.campaignId)).toMatchObject({ sent: 1, unknown: 0, contacted: 1 });
    t.advance(DAY_MS);
    expect((await run()).map((m) => m.text)).toEqual([expect.stringContaining("two")]);
  });

  it("queues again what lapsed before its intent, under a new lease", async () => {
    const { t, wid, run, intend, settle } = await outbox();
    await seedOutreach(t, wid);
    const lost = await run();
    t.advance(10 * MINUTE_MS);
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual(lost.map((m) => m.message_id));
    expect((await intend(lost)).granted).toEqual([]);
    expect((await intend(again)).granted).toHaveLength(1);
    await settle(again);
    expect((await t.db.select().from(sends))[0]?.state).toBe("sent");
  });

  it("finds a claim again whose wake-up was lost, after a minute", async () => {
    const { t, wid, run } = await outbox();
    await seedOutreach(t, wid);
    await t.tick();
    t.queue.splice(0);
    t.advance(MINUTE_MS - 1);
    expect(await run()).toEqual([]);
    t.advance(1);
    expect(await run()).toHaveLength(1);
  });

  it("queues what a companion held at once when it starts anew, and closes the gate behind it", async () => {
    const { t, wid, run, intend, settle } = await outbox();
    await seedOutreach(t, wid, { leads: ["a@a.test", "b@b.test", "c@c.test"] });
    const held = await run();
    // Granted before companions said which run of theirs asks, and by the run that has ended.
    await intend(held.slice(0, 1));
    await intend(held.slice(2), "run-1");
    await recover(t.deps, "run-2");
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual([held[1]?.message_id]);
    expect((await intend(held.slice(1))).granted).toEqual([]);
    expect((await intend(again, "run-2")).granted).toHaveLength(1);
    await recover(t.deps, "run-2");
    await settle(again);
    expect((await t.db.select().from(sends)).map((send) => [send.state, send.attempts])).toEqual([
      ["sending", 1],
      ["sent", 1],
      ["unknown", 1],
    ]);
    // It was delivered after all, as its journal tells late.
    await settle(held.slice(2), { replayed: true });
    expect((await t.db.select().from(sends)).map((send) => send.state)).toEqual([
      "sending",
      "sent",
      "sent",
    ]);
  });

  it("a database that was put back pauses every campaign until a person starts it again", async () => {
    const { t, wid, run, settle } = await outbox();
    const { campaignId } = await seedOutreach(t, wid, {
      leads: ["a@a.test", "b@b.test", "c@c.test"],
    });
    const path = `/api/v1/workspaces/${wid}/campaigns/${campaignId}`;
    // The mail service sent all three after the copy was made; the copy never granted them.
    const sentAt = t.clock.now + HOUR_MS;
    t.advance(2 * HOUR_MS);
    const mails = await run();
    const known = { replayed: true, at: sentAt };
    await settle(mails.slice(0, 1), known);
    expect((await t.get(path)).json).toMatchObject({ status: "paused", paused_reason: "manual" });
    const notices = (await t.get(`/api/v1/workspaces/${wid}/notifications`)).json.data;
    expect(notices[0]).toMatchObject({
      kind: "campaign_paused",
      message: expect.stringContaining("restored to an earlier state"),
    });
    await settle(mails.slice(1, 2), known);
    expect(notices).toHaveLength(1);
    await t.post(`${path}/start`);
    await settle(mails.slice(2), known);
    expect((await t.get(path)).json.status).toBe("completed");
    expect((await t.db.select().from(sends)).map((send) => send.state)).toEqual(
      Array(3).fill("sent"),
    );
  });

  it("sends nothing twice when the companion took a claim and its answer was lost", async () => {
    const { t, wid, state, run, intend, settle } = await outbox();
    const { campaignId } = await seedOutreach(t, wid);
    state.onTaken = async (mails) => {
      expect((await intend(mails)).granted).toHaveLength(1);
      throw new Error("the answer was lost");
    };
    const [mail] = await run();
    expect(await t.db.select().from(sends)).toMatchObject([{ state: "sending" }]);
    state.onTaken = null;
    t.advance(5 * MINUTE_MS);
    expect(await run()).toEqual([]);
    await settle([mail as OutgoingMail]);
    expect(await t.db.select().from(sends)).toMatchObject([{ state: "sent", attempts: 1 }]);
    expect(await total(t, campaignId)).toMatchObject({ sent: 1 });
  });

  it("counts every report of a mail that was tried under two leases, in any order", async () => {
    const { t, wid, run, intend } = await outbox();
    await seedOutreach(t, wid, { leads: ["ann@acme.test", "bob@acme.test"] });
    const mails = await run();
    await intend(mails);
    const [ann, bob] = mails.map((mail) => reportOf(mail));
    if (!ann || !bob) throw new Error("two mails");
    const late = { ending: "withheld", phase: "connect", lease: "gone" } as const;
    const results = [ann, { ...ann, ...late }, { ...bob, ...late }, bob];
    await settleResults(t.deps, { results });
    expect(await t.db.select().from(sends)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  });

  it("loses nothing when the companion is away: the claim is released at once", async () => {
    const { t, wid, state, run, deliver } = await outbox();
    await seedOutreach(t, wid);
    state.away = true;
    expect(await run()).toEqual([]);
    expect((await t.db.select().from(sends))[0]).toMatchObject({ state: "queued", attempts: 0 });
    state.away = false;
    t.advance(10_000);
    await deliver(await run());
    expect((await t.db.select().from(sends))[0]?.state).toBe("sent");
  });

  it("holds a lead whose variable is missing and never sends a literal tag", async () => {
    const { t, wid, run } = await outbox();
    await seedOutreach(t, wid, { steps: [{ subject: "About {{ company }}", bodyText: "Hi" }] });
    expect(await run()).toEqual([]);
    expect((await t.db.select().from(campaignLeads))[0]).toMatchObject({
      status: "skipped",
      skipReason: "missing_variable",
      skipDetail: "company",
    });
    expect((await t.db.select().from(campaigns))[0]?.status).toBe("completed");
  });

  it("a step that cannot be rendered holds up its leads, says so, and goes on once it is mended", async () => {
    const { t, wid, run } = await outbox();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["a@a.test", "b@b.test"],
      // As an older version may have saved it.
      steps: [{ subject: "Hi", bodyText: "{{ first_name | shout }}" }],
    });
    const path = `/api/v1/workspaces/${wid}/campaigns/${campaignId}`;
    expect(await run()).toEqual([]);
    const states = async () => (await t.db.select().from(sends)).map((s) => [s.state, s.attempts]);
    expect(await states()).toEqual([
      ["queued", 0],
      ["queued", 0],
    ]);
    const campaign = (await t.get(path)).json;
    expect(campaign.status).toBe("active");
    expect(campaign.sending_status).toMatchObject({
      code: "template_error",
      message: expect.stringContaining("Step 1 has a template error (body_text 1:"),
    });
    expect((await t.get(`${path}/leads/${leadIds[0]}/explain`)).json).toMatchObject({
      decided_by: "template_error",
      earliest_at: null,
    });
    expect((await t.db.select().from(dailyUsage)).every((row) => row.used === 0)).toBe(true);

    t.advance(10 * MINUTE_MS);
    expect(await run()).toEqual([]);
    const [step] = campaign.steps;
    await t.put(`${path}/steps/${step.id}`, { body_text: "{{ first_name }}" });
    expect((await run()).map((mail) => mail.text.trim().slice(0, 1))).toEqual(["a", "b"]);
    expect((await t.get(path)).json.sending_status.code).not.toBe("template_error");
    expect((await t.db.select().from(campaignLeads)).map((e) => e.status)).toEqual([
      "in_progress",
      "in_progress",
    ]);
  });

  it("sends nothing outside the schedule", async () => {
    const { t, wid, run } = await outbox();
    const schedule = {
      timezone: "Europe/Berlin",
      windows: [{ days: [4], start: "09:00", end: "10:00" }],
      start_date: null,
      end_date: null,
      use_lead_timezone: false,
      holidays: [],
    };
    await seedOutreach(t, wid, { campaign: { schedule } });
    expect(await run()).toEqual([]);
    t.clock.now = Date.UTC(2026, 10, 19, 8, 0, 0) as typeof t.clock.now;
    expect(await run()).toHaveLength(1);
  });

  it("grants nothing whose window has closed since the claim, and sends it once when it opens again", async () => {
    const { t, wid, run, intend, settle, deliver } = await outbox();
    const schedule = {
      timezone: "UTC",
      windows: [{ days: [3, 4], start: "09:00", end: "12:01" }],
      start_date: null,
      end_date: null,
      use_lead_timezone: false,
      holidays: [],
    };
    const { campaignId } = await seedOutreach(t, wid, {
      leads: ["a@a.test", "b@b.test"],
      campaign: { schedule },
    });
    const mails = await run();
    const late = mails.filter((mail) => mail.envelope.to[0] === "b@b.test");
    expect((await intend(mails.filter((mail) => !late.includes(mail)))).granted).toHaveLength(1);
    t.advance(2 * MINUTE_MS);
    expect((await intend(late)).granted).toEqual([]);
    await settle(late, { ending: "withheld", phase: "data", code: null });
    expect(await run()).toEqual([]);
    const states = (await t.db.select().from(sends)).map((send) => send.state);
    expect(states.sort()).toEqual(["queued", "sending"]);
    t.advance(21 * HOUR_MS);
    const again = await run();
    expect(again.map((mail) => mail.message_id)).toEqual(late.map((mail) => mail.message_id));
    await deliver(again);
    expect((await total(t, campaignId))?.sent).toBe(1);
  });

  it("asks the clock of the lead where the campaign goes by it", async () => {
    const { t, wid, run, intend } = await outbox();
    const schedule = {
      timezone: "UTC",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "12:00", end: "12:01" }],
      start_date: null,
      end_date: null,
      use_lead_timezone: true,
      holidays: [],
    };
    await seedOutreach(t, wid, { leads: ["a@a.test", "b@b.test"], campaign: { schedule } });
    const mails = await run();
    expect(mails).toHaveLength(2);
    await t.db
      .update(leads)
      .set({ custom: { timezone: "Asia/Tokyo" } })
      .where(eq(leads.email, "a@a.test"));
    expect((await intend(mails)).granted).toEqual(
      mails.filter((mail) => mail.envelope.to[0] === "b@b.test").map((mail) => mail.ticket),
    );
  });
});
