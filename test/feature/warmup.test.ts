import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { events } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { placementOf } from "#modules/warmup/mailbox-care/placement-of.ts";
import { planDueWarmups } from "#modules/warmup/mails/plan-due.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { warmupKind } from "#modules/warmup/mails/kind.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { addMailboxes, asReceived, SIX, warmupWorld } from "#test/support/warmup-world.ts";

const domain = (email: string): string => email.slice(email.indexOf("@") + 1);
/** One on each of three domains: the smallest pool without a limit. */
const THREE = ["ann@one.test", "bob@two.test", "cem@three.test"];
const TOKEN = "X-Reference-ID";

describe("GET /warmup", () => {
  it("200: every mailbox, started or not, with its settings", async () => {
    const w = await warmupWorld();
    await w.start({}, w.ids.slice(0, 1));
    const [first, second] = await w.statuses();
    expect(first).toMatchObject({
      mailbox_id: w.ids[0],
      email: w.emails[0],
      state: "warming",
      day: 0,
      target_today: 0,
      score: null,
      ready: false,
      started_at: "2026-11-18T12:00:00.000Z",
      settings: { start_volume: 5, daily_increment: 2, daily_limit: 40, reply_rate: 30 },
      warnings: [{ code: "limited_pool" }],
      history: [],
    });
    expect(second).toMatchObject({ state: "not_started", started_at: null, warnings: [] });
  });

  it("200: tells what the day will bring before its hours begin", async () => {
    const w = await warmupWorld();
    w.t.advance(15 * HOUR_MS);
    await w.start();
    await w.step();
    expect((await w.statuses())[0]).toMatchObject({ day: 0, target_today: 5, sent_today: 0 });
    const mailbox = await w.t.get(`/api/v1/workspaces/${w.wid}/mailboxes/${w.ids[0]}`);
    expect(mailbox.json.warmup).toEqual({
      state: "warming",
      day: 0,
      target_today: 5,
      sent_today: 0,
      score: null,
      ready: false,
    });
    const put = await w.t.put(`/api/v1/workspaces/${w.wid}/mailboxes/${w.ids[0]}`, mailbox.json);
    expect(put.status).toBe(200);
  });
});

describe("POST /warmup/:mailboxId/start", () => {
  it("200: takes settings, also while it runs, and refuses those that do not fit", async () => {
    const w = await warmupWorld();
    const [id] = w.ids;
    const started = await w.t.post(`${w.W}/${id}/start`, { start_volume: 3, weekdays_only: true });
    expect(started.json).toMatchObject({
      state: "warming",
      settings: { start_volume: 3, weekdays_only: true, daily_limit: 40 },
    });
    w.t.advance(HOUR_MS);
    const again = await w.t.post(`${w.W}/${id}/start`);
    expect(again.json).toEqual(started.json);
    const changed = await w.t.post(`${w.W}/${id}/start`, { daily_limit: 12 });
    expect(changed.json).toMatchObject({
      state: "warming",
      started_at: started.json.started_at,
      settings: { start_volume: 3, daily_limit: 12 },
    });
    for (const [body, path] of [
      [{ daily_limit: 51 }, "daily_limit"],
      [{ reply_rate: 19 }, "reply_rate"],
      [{ window_start: "19:30" }, "window_end"],
      [{ maintenance_min: 11 }, "maintenance_max"],
      [{ window_start: "8am" }, "window_start"],
    ] as const) {
      const refused = await w.t.post(`${w.W}/${id}/start`, body);
      expect([refused.status, refused.json.errors[0].path]).toEqual([422, path]);
    }
  });

  it("409: a mailbox that only sends; 404: another workspace's", async () => {
    const w = await warmupWorld();
    const [sendOnly] = await addMailboxes(w.t, w.wid, ["only@one.test"], { imapHost: null });
    expect((await w.t.post(`${w.W}/${sendOnly}/start`)).status).toBe(409);
    const other = await w.t.signUp("Bob", "bob@other.test");
    for (const verb of ["start", "pause"]) {
      const path = `/api/v1/workspaces/${other.wid}/warmup/${w.ids[0]}/${verb}`;
      expect((await w.t.post(path)).status).toBe(404);
    }
    const gone = await w.t.delete(`/api/v1/workspaces/${other.wid}/warmup/${w.ids[0]}`);
    expect(gone.status).toBe(404);
  });
});

describe("the mail", () => {
  it("ramps up by two a day, in the mailbox's hours, between domains, nobody twice in three days", async () => {
    const w = await warmupWorld({ mailbox: { timezone: "America/New_York" } });
    await w.start();
    await w.step();
    expect(w.sent).toEqual([]);
    w.t.advance(HOUR_MS);
    await w.play(12 * HOUR_MS, 40 * MINUTE_MS);
    w.t.advance(12 * HOUR_MS);
    await w.step();
    for (const status of await w.statuses()) {
      expect(
        status.history.map((d: { target: number; sent: number }) => [d.target, d.sent]),
      ).toEqual([
        [5, 5],
        [7, 0],
      ]);
    }
    const starters = w.sent.filter(({ mail }) => mail.in_reply_to === null);
    for (const { mail, at } of starters) {
      expect(domain(mail.envelope.to[0] ?? "")).not.toBe(domain(mail.envelope.from));
      const hour = (new Date(at).getUTCHours() + 19) % 24;
      expect(hour).toBeGreaterThanOrEqual(8);
      expect(hour).toBeLessThan(20);
    }
    // Four partners on other domains: the first four mails go to four people.
    for (const email of SIX) {
      const own = starters.filter(({ mail }) => mail.envelope.from === email).slice(0, 4);
      expect(new Set(own.map(({ mail }) => mail.envelope.to[0])).size).toBe(4);
    }
    expect(new Set(w.sent.map(({ mail }) => mail.message_id)).size).toBe(w.sent.length);
    expect(new Set(starters.map(({ mail }) => mail.text)).size).toBe(starters.length);
  });

  it("is plain and is answered in its thread, in the share that was set, within a week", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start({ start_volume: 20, daily_increment: 0, reply_rate: 50 });
    await w.play(7 * HOUR_MS, 20 * MINUTE_MS);
    w.morning();
    await w.play(2 * HOUR_MS, 20 * MINUTE_MS);
    const planned = (await w.mails()).filter((m) => m.kind === "starter").slice(0, 60);
    expect(planned.filter((m) => m.answerAfterMs !== null)).toHaveLength(30);
    for (const mail of planned.flatMap((m) => m.answerAfterMs ?? [])) {
      expect(mail).toBeGreaterThanOrEqual(45 * MINUTE_MS);
      expect(mail).toBeLessThanOrEqual(7 * DAY_MS);
    }
    const answers = w.sent.filter(({ mail }) => mail.in_reply_to !== null);
    expect(answers.length).toBeGreaterThan(5);
    for (const { mail, at } of answers) {
      const asked = w.sent.find((s) => s.mail.message_id === mail.in_reply_to);
      expect(mail).toMatchObject({
        subject: `Re: ${asked?.mail.subject}`,
        references: [mail.in_reply_to],
        envelope: { from: asked?.mail.envelope.to[0], to: [asked?.mail.envelope.from] },
      });
      expect(at - (asked?.at ?? 0)).toBeGreaterThanOrEqual(45 * MINUTE_MS);
    }
    for (const { mail } of w.sent) {
      expect(mail).toMatchObject({ html: null, list_unsubscribe: null, cc: [] });
      expect(mail.text).not.toMatch(/https?:|\{|undefined/);
      expect(mail.headers[TOKEN]).toMatch(/^[\w-]{14}$/);
    }
  });

  it("is read, marked as important, rescued from spam, and put away", async () => {
    const w = await warmupWorld({ emails: THREE });
    w.server.folder = (mail) => (mail.envelope.to[0] === THREE[2] ? "\\Junk" : "INBOX");
    await w.start();
    await w.play(4 * HOUR_MS, 20 * MINUTE_MS);
    const spam = (await w.mails()).find(
      (m) => m.placement === "spam" && m.toMailboxId === w.ids[2],
    );
    expect(w.world.flagsOf(THREE[2] ?? "", spam?.messageId ?? null)).toEqual(
      expect.arrayContaining(["$Important", "$NotJunk", "\\Flagged", "\\Seen"]),
    );
    await w.play(4 * HOUR_MS, 40 * MINUTE_MS);
    const seen = await w.statuses();
    const rates = await placementOf(w.t.db, w.ctx.workspaceId, w.ids, w.t.clock.now);
    for (let n = 0; n < 8; n++) {
      w.t.advance(DAY_MS);
      await w.step();
      await w.sync();
    }
    for (const email of THREE) {
      expect(w.world.in(email, "Warmup").length).toBeGreaterThan(0);
      expect(w.world.in(email, "\\Junk")).toHaveLength(0);
    }
    const [ann] = seen;
    expect(ann.spam_rate_7d).toBeGreaterThan(0);
    expect(ann.spam_rate_7d + ann.inbox_rate_7d).toBeCloseTo(1, 2);
    expect(rates.get(ann.mailbox_id)?.spamRate).toBeCloseTo(ann.spam_rate_7d, 2);
  });

  it("waits where its mailbox cannot be reached, and is looked after when it can", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    w.server.imapAway = true;
    await w.play(5 * HOUR_MS, 30 * MINUTE_MS);
    const waiting = (await w.mails()).filter((m) => m.care !== null);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.map((m) => m.care)).toEqual(waiting.map(() => "read"));
    w.server.imapAway = false;
    for (let n = 0; n < 3; n++) {
      w.t.advance(DAY_MS);
      await w.step();
      await w.sync();
    }
    const [first] = waiting;
    if (!first) throw new Error("nothing waits");
    const to = w.emails[w.ids.indexOf(first.toMailboxId)] ?? "";
    expect(w.world.flagsOf(to, first.messageId)).toContain("\\Seen");
  });

  it("stays in the spam folder where the operator wants it so", async () => {
    const w = await warmupWorld({ emails: THREE });
    w.server.folder = () => "\\Junk";
    await w.start({ rescue_spam: false });
    await w.play(6 * HOUR_MS, 60 * MINUTE_MS);
    const lying = THREE.map((email) => w.world.in(email, "\\Junk").length);
    expect(lying.reduce((a, b) => a + b)).toBe(w.sent.length);
    expect(
      (await w.mails()).every(
        (m) => m.placement !== "spam" || m.care !== "read" || m.careTries === 0,
      ),
    ).toBe(true);
  });

  it("is in no thread, message, event, count or limit of campaigns", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.play(8 * HOUR_MS, 40 * MINUTE_MS);
    expect(w.sent.length).toBeGreaterThan(12);
    for (const table of [threads, messages, events, stats, dailyUsage, campaignLeads]) {
      expect(await w.t.db.select().from(table)).toEqual([]);
    }
    const shown = await w.t.get(`/api/v1/workspaces/${w.wid}/mailboxes`);
    expect(shown.json.data.map((m: { sent_today: number }) => m.sent_today)).toEqual(
      THREE.map(() => 0),
    );
  });

  it("with a wrong code, or for another mailbox, is ordinary mail", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.play(2 * HOUR_MS, 20 * MINUTE_MS);
    const [first] = w.sent;
    if (!first) throw new Error("nothing was sent");
    const real = asReceived(first.mail);
    const before = await w.days();
    for (const forged of [
      { ...real, message_id: "forged-1@acme.test" },
      { ...real, headers: { "x-reference-id": "A".repeat(14) } },
      { ...real, headers: { "x-reference-id": `${real.headers["x-reference-id"]}x` } },
    ]) {
      w.put(forged, first.mail.envelope.to[0] ?? "");
    }
    // The sender's own copy, and one that somebody passed on to a third mailbox.
    for (const email of THREE) {
      if (email !== first.mail.envelope.to[0]) w.put(real, email);
    }
    await w.sync();
    expect(await w.days()).toEqual(before);
  });

  it("cannot hide a lead's answer behind a forged code", async () => {
    const o = await outreach();
    const headers = { "x-reference-id": "B".repeat(14) };
    o.world.put(answerTo(o.mails[0], { headers }));
    await o.sync();
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
    expect(await o.t.db.select().from(threads)).toHaveLength(1);
  });
});

describe("pause and delete", () => {
  it("409: pausing what was not started", async () => {
    const w = await warmupWorld();
    const answer = await w.t.post(`${w.W}/${w.ids[0]}/pause`);
    expect([answer.status, answer.json.code]).toEqual([409, "invalid_state"]);
  });

  it("a pause keeps the progress and sends nothing; the rest of the day goes on after it", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.play(8 * HOUR_MS, 40 * MINUTE_MS);
    w.morning();
    await w.play(2 * HOUR_MS, 40 * MINUTE_MS);
    const [id] = w.ids;
    const before = (await w.statuses())[0];
    expect(before.day).toBe(2);
    const paused = await w.t.post(`${w.W}/${id}/pause`);
    expect(paused.json).toMatchObject({ state: "paused", day: 2, started_at: before.started_at });
    expect((await w.t.post(`${w.W}/${id}/pause`)).status).toBe(200);
    const until = w.sent.length;
    await w.play(2 * HOUR_MS, 40 * MINUTE_MS);
    expect(w.sent.slice(until).filter(({ mail }) => mail.envelope.from === THREE[0])).toEqual([]);
    // Others may have written to it before; nobody chooses it now.
    const resumed = await w.t.post(`${w.W}/${id}/start`);
    expect(resumed.json).toMatchObject({ state: "warming", day: 2 });
    await w.play(8 * HOUR_MS, 30 * MINUTE_MS);
    const after = (await w.statuses())[0];
    expect(after).toMatchObject({ day: 2, target_today: 7 });
    expect(after.sent_today).toBe(7);
    w.morning();
    await w.step();
    expect((await w.statuses())[0]).toMatchObject({ day: 3, target_today: 9 });
  });

  it("a delete forgets the progress; mail under way is recognised nevertheless", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    for (let n = 0; n < 12 && w.sent.length === 0; n++) {
      await w.step();
      w.t.advance(10 * MINUTE_MS);
    }
    const to = w.emails.indexOf(w.sent[0]?.mail.envelope.to[0] ?? "");
    expect((await w.t.delete(`${w.W}/${w.ids[to]}`)).status).toBe(204);
    expect((await w.t.delete(`${w.W}/${w.ids[to]}`)).status).toBe(204);
    expect((await w.statuses())[to]).toMatchObject({ state: "not_started", day: 0, history: [] });
    await w.sync();
    await w.play(6 * HOUR_MS, 60 * MINUTE_MS);
    expect(w.world.in(w.emails[to] ?? "", "Warmup").length).toBeGreaterThan(0);
    expect(
      w.sent.filter(({ mail }) => mail.envelope.from === w.emails[to] && mail.in_reply_to),
    ).toEqual([]);
  });

  it("deleting a mailbox ends its warmup", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.step();
    await w.t.delete(`/api/v1/workspaces/${w.wid}/mailboxes/${w.ids[0]}`);
    expect((await w.rows()).map((row) => row.mailboxId)).not.toContain(w.ids[0]);
    await w.play(8 * HOUR_MS, 60 * MINUTE_MS);
    const touched = w.sent.flatMap(({ mail }) => [mail.envelope.from, ...mail.envelope.to]);
    expect(touched).not.toContain(THREE[0]);
  });
});

describe("what limits it", () => {
  it("a small pool stays at five a day and says so", async () => {
    const w = await warmupWorld({ emails: ["ann@one.test", "bob@two.test"] });
    await w.start({ start_volume: 20 });
    await w.step();
    for (const status of await w.statuses()) {
      expect(status).toMatchObject({ target_today: 5, warnings: [{ code: "limited_pool" }] });
    }
    const same = await warmupWorld({ emails: ["a@one.test", "b@one.test", "c@one.test"] });
    await same.start({ start_volume: 20 });
    await same.step();
    expect((await same.statuses()).map((s: { target_today: number }) => s.target_today)).toEqual([
      5, 5, 5,
    ]);
    const alone = await warmupWorld({ emails: ["a@one.test"] });
    await alone.start();
    await alone.step();
    expect((await alone.statuses())[0]).toMatchObject({ day: 0, state: "warming" });
    alone.t.advance(MINUTE_MS);
    const [second] = await addMailboxes(alone.t, alone.wid, ["b@two.test"]);
    if (second === undefined) throw new Error("no mailbox");
    await alone.start({}, [second]);
    await alone.step();
    expect((await alone.statuses()).map((s: { day: number }) => s.day)).toEqual([1, 1]);
  });

  it("an active campaign leaves five to ten a day", async () => {
    const w = await warmupWorld();
    await seedOutreach(w.t, w.wid, { leads: [], campaign: { status: "active" } });
    await w.t.client.execute(
      `UPDATE campaign_mailboxes SET mailbox_id = ${w.ids[0]} WHERE workspace_id = ${w.wid}`,
    );
    await w.start({ start_volume: 40 });
    await w.step();
    const [first, second] = await w.statuses();
    expect(first.state).toBe("maintaining");
    expect(first.target_today).toBeGreaterThanOrEqual(5);
    expect(first.target_today).toBeLessThanOrEqual(10);
    expect(second.target_today).toBe(40);
  });

  it("too much spam throttles, more of it quarantines for a week, and a clean sample frees", async () => {
    const w = await warmupWorld({ emails: THREE });
    const [id] = w.ids;
    if (id === undefined) throw new Error("no mailbox");
    w.server.folder = (mail) => (mail.envelope.from === THREE[0] ? "\\Junk" : "INBOX");
    const state = async () => (await w.statuses())[0];
    await w.start({ start_volume: 12 });
    await w.step();
    // Below twenty deliveries nothing is judged.
    await w.place(id, 5, 10);
    w.t.advance(4 * HOUR_MS);
    await w.step();
    await w.sync();
    expect(await state()).toMatchObject({ state: "warming", score: null });
    await w.place(id, 30, 0);
    w.t.advance(30 * MINUTE_MS);
    await w.step();
    await w.sync();
    expect(await state()).toMatchObject({ state: "throttled", ready: false });
    w.morning();
    await w.step();
    expect(await state()).toMatchObject({ state: "throttled", target_today: 6 });

    await w.place(id, 12, 10);
    w.t.advance(4 * HOUR_MS);
    await w.step();
    await w.sync();
    const held = await state();
    expect(held).toMatchObject({ state: "quarantined", quarantined_until: expect.any(String) });
    expect(held.state_reason).toMatch(/landed in spam/);
    // Campaigns and the operator hear of it as well.
    const notices = await w.asking(() => w.t.get(`/api/v1/workspaces/${w.wid}/notifications`));
    expect(notices.json.data.map((n: { kind: string }) => n.kind)).toContain("mailbox_throttled");
    const before = w.sent.length;
    for (let n = 0; n < 6; n++) {
      w.t.advance(DAY_MS);
      await w.step();
    }
    expect(w.sent.slice(before).filter(({ mail }) => mail.envelope.from === THREE[0])).toEqual([]);
    w.t.advance(DAY_MS);
    await w.step();
    expect(await state()).toMatchObject({ state: "throttled" });
    await w.place(id, 25, 1);
    w.morning();
    await w.step();
    w.morning();
    await w.step();
    expect(await state()).toMatchObject({ state: "warming", state_reason: null });
    expect((await w.statuses())[1].state).toBe("warming");
  });

  it("a mailbox in trouble waits, and nothing is made up for in a burst", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.step();
    w.server.answer = () => ({
      ending: "reply",
      phase: "auth",
      code: 535,
      enhanced: "5.7.8",
      response: "no",
    });
    await w.play(HOUR_MS * 4, 30 * MINUTE_MS);
    expect(w.sent).toEqual([]);
    expect((await w.t.db.select().from(mailboxes)).map((m) => m.status)).toContain(
      "connection_error",
    );
    w.t.advance(6 * HOUR_MS);
    await w.t.client.execute("UPDATE mailboxes SET status = 'active', auth_failures = 0");
    w.server.answer = () => ({});
    await w.play(HOUR_MS, 20 * MINUTE_MS);
    // What the day did not see is dropped, and the day is no rung of the ramp.
    expect(w.sent).toEqual([]);
    expect((await w.mails()).map((m) => m.state)).toEqual(Array(15).fill("cancelled"));
    w.morning();
    await w.step();
    const targets = (await w.statuses()).map((s: { target_today: number }) => s.target_today);
    expect(targets).toEqual([5, 5, 5]);
  });
});

describe("once", () => {
  it("a day is planned once by sweeps at once, and a job that is repeated sends nothing twice", async () => {
    const w = await warmupWorld();
    await w.start();
    await Promise.all([1, 2, 3].map(() => w.t.sweep(planDueWarmups)));
    expect(await w.mails()).toHaveLength(30);
    w.t.advance(4 * HOUR_MS);
    await Promise.all([
      w.t.sweep((deps) => claimDue(deps, warmupKind)),
      w.t.sweep((deps) => claimDue(deps, warmupKind)),
    ]);
    w.t.queue.push(...w.t.queue);
    await w.t.drain();
    const ids = w.sent.map(({ mail }) => mail.message_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(6);
    expect(ids.length).toBeGreaterThan(0);
  });

  it("a mail whose outcome nobody knows is not sent again, and its arrival settles it", async () => {
    const w = await warmupWorld();
    const lost: OutgoingMail[] = [];
    w.server.answer = (mail) => {
      lost.push(mail);
      return "lost";
    };
    await w.start();
    await w.step();
    w.t.advance(4 * HOUR_MS);
    await w.step();
    expect(lost.length).toBeGreaterThan(0);
    w.t.advance(11 * MINUTE_MS);
    await w.t.sweep((deps) => sweepLapsed(deps, warmupKind));
    const unknown = (await w.mails()).filter((m) => m.state === "unknown");
    expect(unknown.map((m) => m.messageId).toSorted()).toEqual(
      lost.map((m) => m.message_id).toSorted(),
    );
    const [first] = lost;
    if (!first) throw new Error("nothing was lost");
    w.deliver(first);
    await w.sync();
    const [settled] = (await w.mails()).filter((m) => m.messageId === first.message_id);
    expect(settled).toMatchObject({ state: "sent", evidence: "placement", placement: "inbox" });
    const status = (await w.statuses())[w.emails.indexOf(first.envelope.from)];
    expect(status.sent_today).toBe(1);
    w.server.answer = () => ({});
    await w.play(2 * HOUR_MS);
    expect(w.sent.map(({ mail }) => mail.message_id)).not.toContain(first.message_id);
  });

  it("a pause between claim and transmission holds the mail back", async () => {
    const w = await warmupWorld();
    await w.start();
    await w.t.sweep(planDueWarmups);
    w.t.advance(4 * HOUR_MS);
    await w.t.sweep((deps) => claimDue(deps, warmupKind));
    for (const id of w.ids) await w.t.post(`${w.W}/${id}/pause`);
    await w.t.drain();
    expect(w.sent).toEqual([]);
  });

  it("waits for a mail service that is away, and keeps reports of other mail apart", async () => {
    const w = await warmupWorld();
    w.server.away = true;
    await w.start();
    await w.step();
    w.t.advance(3 * HOUR_MS);
    await w.step();
    expect((await w.mails()).map((m) => [m.state, m.attempts])).toEqual(
      Array(30).fill(["queued", 0]),
    );
    w.server.away = false;
    w.t.advance(MINUTE_MS);
    await w.step();
    expect(w.sent.length).toBeGreaterThan(0);
    const claims = w.sent.map(({ mail: { ticket, lease } }) => ({ ticket, lease }));
    expect(await grantIntents(w.t.deps, { intents: claims })).toEqual({ granted: [] });
    const before = await w.days();
    await settleResults(w.t.deps, { results: w.sent.map(({ mail }) => reportOf(mail)) });
    expect(await w.days()).toEqual(before);
  });

  it("a mail that comes back counts against the mailbox alone", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.play(4 * HOUR_MS, 20 * MINUTE_MS);
    const [first] = w.sent;
    const sender = first?.mail.envelope.from ?? "";
    w.put(returned(first?.mail.message_id ?? null), sender);
    await w.sync();
    const [mail] = (await w.mails()).filter((m) => m.messageId === first?.mail.message_id);
    expect(mail).toMatchObject({ state: "failed", evidence: "dsn" });
    const refused = (await w.days()).filter((d) => d.refused > 0);
    expect(refused.map((d) => d.mailboxId)).toEqual([w.ids[w.emails.indexOf(sender)]]);
  });

  it("looks nothing up by walking a table", async () => {
    const w = await warmupWorld({ emails: THREE });
    await w.start();
    await w.play(2 * HOUR_MS, 30 * MINUTE_MS);
    await assertNoScans(w.t.client, async () => {
      await w.t.client.execute("UPDATE warmups SET plan_due_at = 0 WHERE mailbox_id = 1");
      await w.play(2 * HOUR_MS, 30 * MINUTE_MS);
      await w.t.get(w.W);
      await w.t.post(`${w.W}/${w.ids[0]}/pause`);
      await w.t.delete(`${w.W}/${w.ids[0]}`);
    });
  });
});
