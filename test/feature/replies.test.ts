import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { Message, type ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox, stats } from "#modules/campaigns/schema/sending.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { returned } from "#test/support/inbox.ts";
import { reportOf } from "#test/support/outreach.ts";

/** A thread: Ann has answered a mail; the server takes what is sent unless the test says otherwise. */
async function conversation(options: Parameters<typeof outreach>[0] = {}) {
  const o = await outreach(options);
  const first = o.world.put(
    answerTo(o.mails[0], { text: "Tell me more.", message_id: "ann-1@acme.test" }),
  );
  await o.sync();
  o.smtp.answer = () => ({});
  const [thread] = await o.t.db.select().from(threads);
  const path = `/api/v1/workspaces/${o.wid}/threads/${thread?.id}`;
  const reply = (body: object, query = "", headers?: Record<string, string>) =>
    o.t.post(`${path}/reply${query}`, body, headers);
  const read = async () => (await o.t.get(path)).json as ThreadWithMessages;
  const rows = () => o.t.db.select().from(outbox);
  const suppress = (email: string) =>
    o.t.post(`/api/v1/workspaces/${o.wid}/suppressions`, { email });
  /** Ann's mail is stored, and nothing else happens. */
  return { ...o, first, path, reply, read, rows, suppress };
}

const intent = ({ ticket, lease }: OutgoingMail) => ({ intents: [{ ticket, lease }] });

describe("a reply to a thread", () => {
  it("201: leaves by the thread's mailbox, below the last mail with all its ancestry, and is stored once", async () => {
    const o = await conversation();
    const answer = await o.reply({
      body_html: "<p>Gladly: <b>Tuesday</b>?</p>",
      cc: ["Bo@Acme.test"],
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([201, o.path]);
    expect(Message.parse(answer.json)).toMatchObject({
      direction: "outbound",
      type: "manual",
      state: "sent",
      step: null,
      to: ["ann@acme.test"],
      cc: ["bo@acme.test"],
      subject: `Re: ${o.mails[0]?.subject}`,
      text: "Gladly: Tuesday?",
      error: null,
    });
    expect(o.taken).toHaveLength(1);
    expect(o.taken[0]).toMatchObject({
      ticket: expect.stringMatching(/^message:\d+:\d+$/),
      envelope: { from: "sender1@ours.test", to: ["ann@acme.test", "bo@acme.test"] },
      from: { address: "sender1@ours.test", name: "Sender 1" },
      in_reply_to: "ann-1@acme.test",
      references: [o.mails[0]?.message_id, "ann-1@acme.test"],
      list_unsubscribe: null,
      html: "<p>Gladly: <b>Tuesday</b>?</p>",
      text: "Gladly: Tuesday?",
    });
    expect(o.taken[0]?.smtp.password).toBe("pw");
    const shown = await o.read();
    expect(shown).toMatchObject({
      message_count: 3,
      last_direction: "outbound",
      snippet: "Gladly: Tuesday?",
      is_unread: false,
    });
    expect(shown.messages.map((m) => [m.type, m.state])).toEqual([
      ["campaign", "sent"],
      ["reply", null],
      ["manual", "sent"],
    ]);
    const listed = await o.t.get(`/api/v1/workspaces/${o.wid}/threads?awaiting_reply=true`);
    expect(listed.json.data).toEqual([]);
  });

  it("the answer to it comes back into the same thread, and so does the next reply", async () => {
    const o = await conversation();
    await o.reply({ body_text: "Tuesday?" });
    const [mine] = o.taken;
    o.world.put(
      answerTo(mine, {
        in_reply_to: [mine?.message_id ?? ""],
        references: [...(mine?.references ?? []), mine?.message_id ?? ""],
        message_id: "ann-2@acme.test",
        text: "Fine.",
      }),
    );
    await o.sync();
    await o.reply({ body_text: "See you." });
    expect(o.taken[1]).toMatchObject({
      in_reply_to: "ann-2@acme.test",
      references: [o.mails[0]?.message_id, "ann-1@acme.test", mine?.message_id, "ann-2@acme.test"],
      html: null,
    });
    expect((await o.read()).messages.map((m) => m.text.split("\n")[0])).toEqual([
      "Hi",
      "Tell me more.",
      "Tuesday?",
      "Fine.",
      "See you.",
    ]);
    expect(await o.t.db.select().from(threads)).toHaveLength(1);
    expect(await o.eventsOf("lead.replied")).toHaveLength(2);
  });

  it("the same Idempotency-Key sends one mail", async () => {
    const o = await conversation();
    const headers = { "idempotency-key": "once" };
    const first = await o.reply({ body_text: "Hello" }, "", headers);
    const second = await o.reply({ body_text: "Hello" }, "", headers);
    expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(second.json).toEqual(first.json);
    expect(o.taken).toHaveLength(1);
    expect((await o.reply({ body_text: "Other" }, "", headers)).status).toBe(422);
  });

  it("goes to where the lead wants answers, from the mailbox that is asked for", async () => {
    const o = await outreach({ mailboxes: 2 });
    o.world.put(
      answerTo(o.mails[0], { headers: { "reply-to": "Ann Private <Ann.Private@Home.test>" } }),
    );
    await o.sync();
    o.smtp.answer = () => ({});
    const [thread] = await o.t.db.select().from(threads);
    const path = `/api/v1/workspaces/${o.wid}/threads/${thread?.id}/reply`;
    const other = o.mailboxIds.find((id) => id !== thread?.mailboxId);
    expect((await o.t.post(path, { body_text: "x", mailbox_id: other })).status).toBe(201);
    expect(o.taken.map((m) => [m.from.address, m.envelope.to])).toEqual([
      [
        o.mails[0]?.from.address === "sender1@ours.test"
          ? "sender2@ours.test"
          : "sender1@ours.test",
        ["ann.private@home.test"],
      ],
    ]);
    const wrong = await o.t.post(path, { body_text: "x", mailbox_id: 999 });
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, "mailbox_id"]);
  });

  it("bypasses the day's limit and the gap, and counts for neither", async () => {
    const o = await conversation();
    await o.t.db.update(mailboxes).set({
      dailyLimit: 0,
      minGapSeconds: 600,
      nextSendAt: later(o.t.clock.now, DAY_MS),
      status: "paused",
    });
    expect((await o.reply({ body_text: "Now" })).status).toBe(201);
    const [mailbox] = (await o.t.get(`/api/v1/workspaces/${o.wid}/mailboxes`)).json.data;
    expect(mailbox).toMatchObject({ sent_today: 1 });
    expect(await o.total()).toMatchObject({ sent: 1 });
  });

  it("422: empty, odd and unknown input; 404: a thread that is not there", async () => {
    const o = await conversation();
    for (const body of [
      {},
      { body_text: "  " },
      { body_text: "x", cc: ["nobody"] },
      { body_text: "x", cc: ["a@b.test\r\nBcc: evil@x.test"] },
      { body_text: "x", send_at: "tomorrow" },
      { body_text: "x", to: "else@x.test" },
      { body_text: "x".repeat(100_001) },
    ]) {
      expect((await o.reply(body)).status, JSON.stringify(body).slice(0, 80)).toBe(422);
    }
    expect((await o.reply({ body_text: "x" }, "?wait=99")).status).toBe(400);
    const gone = await o.t.post(`/api/v1/workspaces/${o.wid}/threads/999/reply`, {
      body_text: "x",
    });
    expect(gone.status).toBe(404);
    const other = await o.t.signUp("Bob", "bob@other.test");
    const foreign = o.path.replace(`/${o.wid}/`, `/${other.wid}/`);
    expect((await o.t.post(`${foreign}/reply`, { body_text: "x" })).status).toBe(404);
    expect(o.taken).toEqual([]);
  });

  it("409: a suppressed recipient, unless it is forced", async () => {
    const o = await conversation();
    await o.suppress("ann@acme.test");
    await o.suppress("bo@acme.test");
    const refused = await o.reply({
      body_text: "x",
      cc: ["fine@acme.test"],
      bcc: ["bo@acme.test"],
    });
    expect([refused.status, refused.json.code]).toEqual([409, "conflict"]);
    expect(
      refused.json.errors.map((e: { path: string; code: string }) => [e.path, e.code]),
    ).toEqual([
      ["to", "suppressed"],
      ["bcc.0", "suppressed"],
    ]);
    expect(o.taken).toEqual([]);
    const forced = await o.reply({ body_text: "You asked", force: true, bcc: ["bo@acme.test"] });
    expect([forced.status, forced.json.bcc]).toEqual([201, ["bo@acme.test"]]);
    expect(o.taken[0]?.envelope.to).toEqual(["ann@acme.test", "bo@acme.test"]);
    expect(o.taken[0]?.cc).toEqual([]);
  });

  it("409: nobody to write to, or no mailbox to write from", async () => {
    const o = await conversation();
    const disabled = `/api/v1/workspaces/${o.wid}/mailboxes/${o.mailboxIds[0]}`;
    await o.t.put(disabled, { status: "disabled" });
    expect((await o.reply({ body_text: "x" })).json.code).toBe("invalid_state");
    await o.t.delete(disabled);
    expect((await o.reply({ body_text: "x" })).json).toMatchObject({
      code: "invalid_state",
      detail: expect.stringContaining("mailbox_id"),
    });
    const erased = await conversation();
    await erased.t.delete(`/api/v1/workspaces/${erased.wid}/leads/${erased.leadIds[0]}?erase=true`);
    expect((await erased.reply({ body_text: "x" })).json.code).toBe("invalid_state");
  });
});

describe("a reply whose server does not take it at once", () => {
  it("502: refused for good, and shown as failed with the server's words", async () => {
    const o = await conversation();
    o.smtp.answer = () => ({ ending: "reply", phase: "dot", code: 554, response: "too spicy" });
    const refused = await o.reply({ body_text: "x" });
    expect([refused.status, refused.json.code]).toEqual([502, "upstream_failed"]);
    expect(refused.json.detail).toContain("too spicy");
    const shown = await o.read();
    expect(shown).toMatchObject({ message_count: 2, last_direction: "inbound", is_unread: true });
    expect(shown.messages.at(-1)).toMatchObject({ state: "failed", error: "too spicy" });
    // A later reply does not continue what never left.
    o.smtp.answer = () => ({});
    await o.reply({ body_text: "y" });
    expect(o.taken.at(-1)?.in_reply_to).toBe("ann-1@acme.test");
  });

  it("502: a refused log-in is the mailbox's failure", async () => {
    const o = await conversation();
    o.smtp.answer = () => ({ ending: "reply", phase: "auth", code: 535, response: "535 no" });
    for (let i = 0; i < 3; i++) expect((await o.reply({ body_text: "x" })).status).toBe(502);
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox?.status).toBe("connection_error");
  });

  it("202: put off by the server, it is tried again until it is taken", async () => {
    const o = await conversation();
    o.smtp.answer = () => ({ ending: "reply", phase: "rcpt", code: 451, response: "greylisted" });
    const waiting = await o.reply({ body_text: "x" });
    expect([waiting.status, waiting.json.state, waiting.json.error]).toEqual([
      202,
      "queued",
      "greylisted",
    ]);
    o.t.advance(4 * MINUTE_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    o.smtp.answer = () => ({});
    o.t.advance(MINUTE_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken.map((m) => m.message_id)).toEqual([
      o.taken[0]?.message_id,
      o.taken[0]?.message_id,
    ]);
    expect((await o.read()).messages.at(-1)).toMatchObject({ state: "sent", error: null });
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(2);
  });

  it("gives up after five more tries", async () => {
    const o = await conversation();
    o.smtp.answer = () => ({ ending: "network", phase: "connect", code: null, response: null });
    await o.reply({ body_text: "x" });
    for (let i = 0; i < 8; i++) {
      o.t.advance(13 * HOUR_MS);
      await o.t.tick();
      await o.t.drain();
    }
    expect(o.taken).toHaveLength(6);
    expect((await o.read()).messages.at(-1)).toMatchObject({
      state: "failed",
      error: "network at connect",
    });
  });

  it("202: the mail service is away; it leaves once that is back", async () => {
    const o = await conversation();
    o.smtp.answer = () => new AppError("upstream_unavailable", "away");
    const answer = await o.reply({ body_text: "x" });
    expect([answer.status, answer.json.state]).toEqual([202, "queued"]);
    o.smtp.answer = () => ({});
    o.t.advance(10 * SECOND_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    expect((await o.rows())[0]).toMatchObject({ state: "sent", attempts: 1 });
  });

  it("202: still on its way after the wait; a late report settles it once", async () => {
    const o = await conversation();
    o.smtp.answer = null;
    const answer = await o.reply({ body_text: "x" }, "?wait=3");
    expect([answer.status, answer.json.state]).toEqual([202, "queued"]);
    const [mail] = o.taken;
    if (!mail) throw new Error("nothing was handed over");
    expect((await grantIntents(o.t.deps, intent(mail))).granted).toEqual([mail.ticket]);
    expect((await grantIntents(o.t.deps, intent(mail))).granted).toEqual([]);
    expect((await o.read()).messages.at(-1)?.state).toBe("sending");
    const reports = { results: [reportOf(mail)] };
    const settled = await Promise.all([
      settleResults(o.t.deps, reports),
      settleResults(o.t.deps, reports),
    ]);
    expect(settled.map((s) => s.settled)).toEqual([[mail.ticket], [mail.ticket]]);
    expect((await o.read()).message_count).toBe(3);
  });

  it("an outcome that nobody knows stays unknown, is never sent again, and is proved by the answer to it", async () => {
    const o = await conversation();
    o.smtp.answer = null;
    await o.reply({ body_text: "x" }, "?wait=0");
    const [mail] = o.taken;
    if (!mail) throw new Error("nothing was handed over");
    await grantIntents(o.t.deps, intent(mail));
    o.t.advance(11 * MINUTE_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    expect(await o.read()).toMatchObject({ message_count: 3, last_direction: "outbound" });
    expect((await o.read()).messages.at(-1)?.state).toBe("unknown");
    o.world.put(answerTo(mail, { message_id: "ann-2@acme.test", received_at: o.t.clock.now }));
    await o.sync();
    expect((await o.rows())[0]).toMatchObject({ state: "sent", evidence: "reply" });
    expect((await o.read()).message_count).toBe(4);
  });

  it("a process that dies before the hand-over loses nothing: the lease lapses, and it is sent", async () => {
    const o = await conversation();
    o.smtp.answer = null;
    await o.reply({ body_text: "x" }, "?wait=0");
    const [lost] = o.taken.splice(0);
    o.t.advance(10 * MINUTE_MS);
    o.smtp.answer = () => ({});
    await o.t.tick();
    await o.t.drain();
    expect(o.taken.map((m) => m.message_id)).toEqual([lost?.message_id]);
    // The companion that held it meanwhile meets a closed gate.
    if (lost) expect((await grantIntents(o.t.deps, intent(lost))).granted).toEqual([]);
  });
});

describe("a reply for later", () => {
  it("202: is kept and shown as scheduled, and sent by the tick at its time", async () => {
    const o = await conversation();
    const sendAt = iso(later(o.t.clock.now, 2 * HOUR_MS));
    const kept = await o.reply({ body_text: "Later", send_at: sendAt });
    expect([kept.status, kept.json]).toMatchObject([
      202,
      { state: "scheduled", send_at: sendAt, sent_at: sendAt },
    ]);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toEqual([]);
    expect(await o.read()).toMatchObject({ message_count: 2, last_direction: "inbound" });
    o.t.advance(2 * HOUR_MS);
    await Promise.all([o.t.tick(), o.t.tick()]);
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    expect((await o.read()).messages.at(-1)).toMatchObject({ state: "sent", send_at: sendAt });
    const past = await o.reply({ body_text: "x", send_at: "2020-01-01T00:00:00+02:00" });
    expect(past.status).toBe(201);
  });

  it("202: one for in ten seconds leaves then, without a tick", async () => {
    const o = await conversation();
    const soon = await o.reply({ body_text: "Now", send_at: iso(later(o.t.clock.now, 10_000)) });
    expect([soon.status, soon.json.state]).toEqual([202, "scheduled"]);
    await o.t.drain();
    expect(o.taken).toHaveLength(0);
    o.t.advance(10_000);
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    expect((await o.read()).messages.at(-1)).toMatchObject({ text: "Now", state: "sent" });
  });

  it("202: a lost wake-up costs time alone: the tick sends it, once", async () => {
    const o = await conversation();
    const send = o.t.deps.queue.send.bind(o.t.deps.queue);
    o.t.deps.queue.send = async (job, options) => {
      if (job.type === "outbox.due.v1") throw new Error("the queue is away");
      await send(job, options);
    };
    const kept = await o.reply({ body_text: "Soon", delay_seconds: 10 });
    expect([kept.status, kept.json.state]).toEqual([202, "scheduled"]);
    expect(kept.json.send_at).toBe(iso(later(o.t.clock.now, 10_000)));
    o.t.advance(MINUTE_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(1);
    const both = { body_text: "x", delay_seconds: 10, send_at: iso(o.t.clock.now) };
    expect((await o.reply(both)).status).toBe(422);
    expect((await o.reply({ body_text: "x", delay_seconds: 3_601 })).status).toBe(422);
  });

  it("200: a planned one is taken back, once and for good; 409 when it has left", async () => {
    const o = await conversation();
    const at = iso(later(o.t.clock.now, 10_000));
    const { json } = await o.reply({ body_text: "Too fast", send_at: at });
    const path = `${o.path}/messages/${json.id}`;
    for (const time of ["first", "again"]) {
      const back = await o.t.delete(path);
      expect([time, back.status, back.json.state]).toEqual([time, 200, "cancelled"]);
    }
    o.t.advance(10_000);
    await o.t.drain();
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toHaveLength(0);
    expect(await o.read()).toMatchObject({ message_count: 2, last_direction: "inbound" });

    const gone = await o.reply({ body_text: "Sent" });
    const late = await o.t.delete(`${o.path}/messages/${gone.json.id}`);
    expect([late.status, late.json.code]).toEqual([409, "invalid_state"]);
    expect(o.taken).toHaveLength(1);
    const inbound = (await o.read()).messages.find((m) => m.direction === "inbound");
    for (const other of [inbound?.id, 999_999]) {
      expect((await o.t.delete(`${o.path}/messages/${other}`)).status).toBe(404);
    }
  });

  it("an answer that comes in meanwhile neither sends nor counts it", async () => {
    const o = await conversation();
    await o.reply({ body_text: "Later", send_at: iso(later(o.t.clock.now, DAY_MS)) });
    o.world.put(answerTo(o.mails[0], { text: "Hello?" }));
    await o.sync();
    expect(await o.read()).toMatchObject({ message_count: 3, snippet: "Hello?" });
    expect((await o.rows())[0]?.state).toBe("queued");
    o.t.advance(DAY_MS);
    await o.t.tick();
    await o.t.drain();
    expect(await o.read()).toMatchObject({ message_count: 4, snippet: "Later" });
  });

  it("fails where its recipient is suppressed meanwhile, at the tick or at the last gate", async () => {
    const o = await conversation();
    await o.reply({ body_text: "Later", send_at: iso(later(o.t.clock.now, HOUR_MS)) });
    o.smtp.answer = null;
    await o.reply({ body_text: "Now" }, "?wait=0");
    const [now] = o.taken.splice(0);
    await o.suppress("acme.test");
    await o.suppress("ann@acme.test");
    if (now) expect((await grantIntents(o.t.deps, intent(now))).granted).toEqual([]);
    o.t.advance(HOUR_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toEqual([]);
    expect(
      (await o.read()).messages.filter((m) => m.state === "failed").map((m) => m.error),
    ).toEqual(["A recipient is suppressed.", "A recipient is suppressed."]);
  });

  it("deleting the lead cancels it", async () => {
    const o = await conversation();
    await o.reply({ body_text: "Later", send_at: iso(later(o.t.clock.now, HOUR_MS)) });
    await o.t.delete(`/api/v1/workspaces/${o.wid}/leads/${o.leadIds[0]}`);
    o.t.advance(HOUR_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken).toEqual([]);
    expect((await o.rows())[0]?.state).toBe("cancelled");
  });
});

describe("a reply that comes back", () => {
  it("hard: the address is suppressed and told, and no campaign is blamed", async () => {
    const o = await conversation();
    await o.reply({ body_text: "x" });
    o.world.put(returned(o.taken[0]?.message_id ?? "", { recipient: "ann@acme.test" }));
    await o.sync();
    expect((await o.t.db.select().from(suppressions)).map((s) => [s.value, s.reason])).toEqual([
      ["ann@acme.test", "bounced"],
    ]);
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({ bounce_type: "hard", lead_email: "ann@acme.test" }),
    ]);
    expect(await o.total()).toMatchObject({ bounces: 0 });
    expect((await o.read()).messages.map((m) => m.type)).toEqual([
      "campaign",
      "reply",
      "manual",
      "bounce",
    ]);
    const [lead] = await o.t.db.select().from(leads);
    expect(lead?.bouncedAt).not.toBeNull();
  });

  it("another recipient's bounce is shown and does nothing to the lead", async () => {
    const o = await conversation();
    await o.reply({ body_text: "x", cc: ["typo@acme.test"] });
    o.world.put(returned(o.taken[0]?.message_id ?? "", { recipient: "typo@acme.test" }));
    await o.sync();
    expect(await o.t.db.select().from(suppressions)).toEqual([]);
    expect(await o.eventsOf("lead.bounced")).toEqual([]);
    expect((await o.read()).messages.at(-1)?.type).toBe("bounce");
  });

  it("refused during the dialogue: the lead's address is dead", async () => {
    const o = await conversation({ campaign: { checkReply: false } });
    o.smtp.answer = () => ({
      ending: "reply",
      phase: "rcpt",
      code: 550,
      enhanced: "5.1.1",
      response: "User unknown",
    });
    expect((await o.reply({ body_text: "x" })).status).toBe(502);
    expect(await o.enrolments()).toEqual(["bounced"]);
    expect((await o.t.db.select().from(suppressions)).map((s) => s.value)).toEqual([
      "ann@acme.test",
    ]);
  });
});

describe("what people note about a thread", () => {
  it("200: read, assigned, snoozed, tagged; what is left out stays", async () => {
    const o = await conversation();
    const me = (await o.t.get("/api/v1/auth/me")).json.user.id as number;
    const until = "2026-12-01T09:00:00+01:00";
    const changed = await o.t.put(o.path, {
      is_unread: false,
      assigned_to: me,
      snoozed_until: until,
      tags: ["hot", "hot", "q4"],
    });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      {
        is_unread: false,
        assigned_to: me,
        snoozed_until: "2026-12-01T08:00:00.000Z",
        tags: ["hot", "q4"],
        status: "interested",
      },
    ]);
    expect((await o.t.put(o.path, { assigned_to: null })).json).toMatchObject({
      assigned_to: null,
      tags: ["hot", "q4"],
    });
    expect((await o.t.put(o.path, { is_unread: true })).json.is_unread).toBe(true);
    const nobody = await o.t.put(o.path, { assigned_to: 999 });
    expect([nobody.status, nobody.json.errors[0].code]).toEqual([422, "unknown_user"]);
    expect((await o.t.put(o.path, { tags: [""] })).status).toBe(422);
    expect((await o.t.put(o.path.replace(/\d+$/, "999"), { is_unread: true })).status).toBe(404);
  });
});

it("replies walk no table", async () => {
  const o = await conversation();
  if (o.t.database !== "libsql") return;
  await o.reply({ body_text: "Later", send_at: iso(later(o.t.clock.now, MINUTE_MS)) });
  o.t.advance(MINUTE_MS);
  await assertNoScans(o.t.client, async () => {
    await o.reply({ body_text: "x" });
    await o.t.tick();
    await o.t.drain();
    await o.read();
    await o.t.put(o.path, { is_unread: true });
  });
  expect(o.taken).toHaveLength(2);
  expect(await o.t.db.select().from(stats).where(eq(stats.campaignId, 0))).not.toEqual([]);
  expect(await o.t.db.select().from(messages)).toHaveLength(4);
  expect((await o.t.db.select().from(campaigns))[0]?.status).toBe("completed");
  expect((await o.t.db.select().from(campaignLeads))[0]?.status).toBe("replied");
});

describe("a client's reply", () => {
  const strangers = Array.from({ length: 20 }, (_, i) => `stranger${i}@elsewhere.test`);

  /** Ann answered with Bo in Cc; the caller is a client of the workspace, by key. */
  async function asClient() {
    const o = await conversation();
    o.world.put(
      answerTo(o.mails[0], {
        text: "Bo knows more.",
        message_id: "ann-2@acme.test",
        cc: [{ address: "Bo@Acme.test", name: "" }],
      }),
    );
    await o.sync();
    const keys = `/api/v1/workspaces/${o.wid}/api-keys`;
    const { key } = (await o.t.post(keys, { name: "client", role: "client" })).json;
    const headers = { authorization: `Bearer ${key}`, cookie: "" };
    const reply = (body: object) => o.reply(body, "", headers);
    return { ...o, headers, reply };
  }
  const fieldsOf = (answer: { json: { errors: { path: string; code: string }[] } }) =>
    answer.json.errors.map(({ path, code }) => [path, code]);

  it("403: strangers in cc and bcc, each by its field; nothing leaves, by REST and by MCP", async () => {
    const o = await asClient();
    const answer = await o.reply({
      body_text: "x",
      cc: ["bo@acme.test", ...strangers.slice(1)],
      bcc: strangers,
    });
    expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
    expect(fieldsOf(answer)).toHaveLength(39);
    expect(fieldsOf(answer)[0]).toEqual(["cc.1", "not_in_thread"]);
    const { call } = await mcpClient(o.t, o.headers);
    const args = {
      workspace_id: o.wid,
      thread_id: Number(o.path.split("/").at(-1)),
      confirm: true,
    };
    const called = await call("reply_to_thread", { ...args, body_text: "x", cc: strangers });
    expect([called.failed, called.text]).toEqual([
      true,
      expect.stringContaining("not part of the thread"),
    ]);
    expect([o.taken, await o.rows()]).toEqual([[], []]);
  });

  it("201: people of the thread, whatever the case of their addresses", async () => {
    const o = await asClient();
    const answer = await o.reply({ body_text: "Gladly", cc: ["BO@acme.test"] });
    expect([answer.status, answer.json.cc]).toEqual([201, ["bo@acme.test"]]);
    expect(o.taken).toHaveLength(1);
  });

  it("403: force, which only staff may use; without it a suppressed recipient is 409", async () => {
    const o = await asClient();
    await o.suppress("ann@acme.test");
    const forced = await o.reply({ body_text: "x", force: true });
    expect([forced.status, fieldsOf(forced)]).toEqual([403, [["force", "staff_only"]]]);
    expect((await o.reply({ body_text: "x" })).status).toBe(409);
    expect(o.taken).toEqual([]);
  });

  it("403: an address that the client wrote into the lead itself", async () => {
    const o = await asClient();
    const [lead] = await o.t.db.select().from(leads);
    const path = `/api/v1/workspaces/${o.wid}/leads/${lead?.id}`;
    const body = { email: "stranger@elsewhere.test" };
    expect((await o.t.request("PUT", path, body, o.headers)).status).toBe(200);
    const answer = await o.reply({ body_text: "x", bcc: ["stranger@elsewhere.test"] });
    expect([answer.status, fieldsOf(answer)]).toEqual([403, [["bcc.0", "not_in_thread"]]]);
  });
});
