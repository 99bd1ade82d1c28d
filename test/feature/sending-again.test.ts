import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { SendResult } from "#platform/wire/transmission.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueResends } from "#modules/campaigns/resends/claim-resends.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach, TWO_STEPS } from "#test/support/inbound-world.ts";
import { mailFrom } from "#test/support/inbox.ts";
import { reportOf } from "#test/support/outreach.ts";

const LOST = { ending: "network", phase: "dot", code: null, response: null } as const;
const ACCEPTED: Partial<SendResult> = {};
/** The Sent folder was looked through by then. */
const LOOKED_MS = 17 * MINUTE_MS;

/** A campaign whose first mails were taken by a server whose answer was lost. */
async function unclear(options: Parameters<typeof outreach>[0] = {}) {
  const o = await outreach({ ending: LOST, ...options });
  const campaign = `/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}`;
  const rows = await o.t.db.select().from(sends);
  const [send] = rows;
  if (!send) throw new Error("a mail was due");
  // The leads of this world are rows that nobody enrolled through the API.
  const differences = async () =>
    (await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads");
  return {
    ...o,
    send,
    rows,
    campaign,
    press: (body: object = {}, id: number = send.id) =>
      o.t.post(`${campaign}/sends/${id}/again`, body),
    list: async (query = "") => (await o.t.get(`${campaign}/unclear${query}`)).json.data,
    /** What leaves now, each answered at once; null: only handed over. */
    async leave(answer: Partial<SendResult> | AppError | null = ACCEPTED) {
      o.smtp.answer = answer && (() => answer);
      await o.t.sweep(claimDueResends);
      await o.t.drain();
      return o.taken.splice(0);
    },
    state: async () => (await o.t.db.select().from(sends).where(eq(sends.id, send.id)))[0]?.state,
    again: async () => (await o.t.db.select().from(resends))[0],
    used: async () =>
      (await o.t.db.select().from(dailyUsage)).find((row) => row.scope === "mailbox")?.used,
    differences,
    async counted(expected: { sent: number; unknown: number; softBounces?: number }) {
      expect(await o.total()).toMatchObject({ ...expected, contacted: 1 });
      expect(await differences()).toEqual([]);
    },
  };
}

const EVERY = [
  ["handed over", "journal"],
  ["granted", "reply"],
  ["waiting", "folder"],
  ["waiting", "reply"],
] as const;
const MOMENTS = process.env["TEST_DATABASE"] === "d1" ? EVERY.slice(0, 1) : EVERY;

describe("sending an unclear mail again", () => {
  it("leaves once, as it was, after the Sent folder was looked through; its sequence stays where it is", async () => {
    const o = await unclear();
    const [first] = o.mails;
    const before = (await o.t.db.select().from(campaignLeads))[0];
    expect(await o.list()).toMatchObject([
      { id: o.send.id, email: "ann@acme.test", step: 1, refusal: null, again: null },
    ]);
    const happened = await o.t.get(`/api/v1/workspaces/${o.wid}/leads/${o.leadIds[0]}/activity`);
    expect(happened.json.data).toContainEqual(
      expect.objectContaining({ type: "send_unclear", id: `send_unclear:${o.send.id}`, step: 1 }),
    );
    const answers = await Promise.all([o.press(), o.press({ times: 0 }), o.press(), o.press()]);
    expect(answers.map((a) => a.status)).toEqual(expect.arrayContaining([202]));
    expect(answers.filter((a) => a.status !== 202).every((a) => a.status === 409)).toBe(true);
    expect((await o.press()).json.again).toMatchObject({
      state: "waiting",
      times: 1,
      waits_for: "The Sent folder is checked first.",
    });
    const lines = await o.t.db.all<{ n: number }>(
      "SELECT count(*) AS n FROM audit_log WHERE action = 'send.asked_again'",
    );
    expect(lines).toEqual([{ n: 1 }]);
    expect(await o.leave()).toEqual([]);
    o.t.advance(LOOKED_MS);
    o.smtp.answer = () => ACCEPTED;
    await o.t.tick();
    await o.t.drain();
    const mails = o.taken.splice(0);
    expect(mails).toHaveLength(1);
    const { ticket: _, lease: __, date: ___, ...words } = first ?? ({} as never);
    expect(mails[0]).toMatchObject({
      ...words,
      again: true,
      ticket: `again:${o.wid}:${o.send.id}`,
    });
    expect(await o.state()).toBe("sent");
    expect((await o.again())?.state).toBe("sent");
    await o.counted({ sent: 1, unknown: 0 });
    expect(await o.used()).toBe(2);
    expect((await o.t.db.select().from(campaignLeads))[0]).toEqual(before);
    expect(await o.list()).toEqual([]);
    const late = await o.press();
    expect([late.status, late.json.detail]).toEqual([
      409,
      "This email was sent after all: the receiving server accepted it.",
    ]);
    expect(await o.leave()).toEqual([]);
    o.t.advance(2 * DAY_MS);
    await o.t.tick();
    await o.t.drain();
    expect(o.taken.map((mail) => mail.subject)).toEqual(["Re: Hello ann"]);
    expect(await o.differences()).toEqual([]);
  });

  it.each(MOMENTS)(
    "the first try is settled while the second is %s (%s): counted once, sent once more at most",
    async (moment, evidence) => {
      const o = await unclear();
      await o.press();
      if (moment !== "waiting") o.t.advance(LOOKED_MS);
      const [held] = await o.leave(null);
      const intents = held ? [{ ticket: held.ticket, lease: held.lease }] : [];
      if (moment === "granted") {
        expect((await grantIntents(o.t.deps, { intents })).granted).toHaveLength(1);
      }
      const [first] = o.mails;
      if (!first) throw new Error("a mail was due");
      if (evidence === "journal") await settleResults(o.t.deps, { results: [reportOf(first)] });
      else if (evidence === "reply") o.world.put(answerTo(first));
      else {
        const filed = mailFrom("sender1@ours.test", { message_id: first.message_id });
        o.world.put(filed, "sender1@ours.test", "\\Sent");
        o.t.advance(2 * MINUTE_MS);
      }
      await o.sync();
      expect(await o.state()).toBe("sent");
      await o.counted({ sent: 1, unknown: 0 });
      if (held && moment === "handed over") {
        expect((await grantIntents(o.t.deps, { intents })).granted).toEqual([]);
        const withheld = reportOf(held, { ending: "withheld", phase: "data" });
        await settleResults(o.t.deps, { results: [withheld] });
      }
      if (held && moment === "granted")
        await settleResults(o.t.deps, { results: [reportOf(held)] });
      o.t.advance(LOOKED_MS);
      expect(await o.leave()).toEqual([]);
      expect((await o.again())?.state).toBe(moment === "granted" ? "sent" : "cancelled");
      expect(await o.used()).toBe(moment === "granted" ? 2 : 1);
      await o.counted({ sent: 1, unknown: 0 });
    },
  );

  it("409: each reason by name, and 404 outside its campaign", async () => {
    const o = await unclear({
      leads: ["a@a.test", "b@b.test", "c@c.test", "d@d.test", "e@e.test", "f@f.test"],
      mailboxes: 2,
    });
    const W = `/api/v1/workspaces/${o.wid}`;
    const idOf = (email: string) => o.rows.find((row) => row.toEmail === email)?.id ?? 0;
    const refusalOf = async (email: string) => {
      const { status, json } = await o.press({}, idOf(email));
      return [status, json.detail];
    };
    const optOut = o.mails.find((mail) => mail.to[0]?.address === "a@a.test")?.list_unsubscribe;
    await o.t.post(new URL(optOut?.url ?? "").pathname, "List-Unsubscribe=One-Click", {
      "content-type": "application/x-www-form-urlencoded",
    });
    await o.t.post(`${W}/suppressions`, { email: "b.test", domain: "b.test" });
    await o.t.post(`${W}/suppressions`, { email: "b@b.test" });
    await o.t.put(`${W}/leads/${o.leadIds[2]}`, { email: "c2@c.test" });
    await o.t.delete(`${W}/leads/${o.leadIds[3]}`);
    o.world.put(answerTo(o.mails.find((mail) => mail.to[0]?.address === "e@e.test")));
    await o.sync();
    const last = o.rows.find((row) => row.toEmail === "f@f.test");
    const others = o.mailboxIds.filter((id) => id !== last?.mailboxId);
    await o.t.post(`${o.campaign}/mailboxes`, { mailbox_ids: others });
    expect(await refusalOf("a@a.test")).toEqual([
      409,
      "This email was sent after all: it was opened or clicked.",
    ]);
    expect(await refusalOf("b@b.test")).toEqual([
      409,
      "The address of the lead or its domain is suppressed.",
    ]);
    expect(await refusalOf("c@c.test")).toEqual([
      409,
      "The address of the lead has changed since this email.",
    ]);
    expect(await refusalOf("d@d.test")).toEqual([409, "The lead was deleted."]);
    expect(await refusalOf("e@e.test")).toEqual([
      409,
      "This email was sent after all: the lead replied to it.",
    ]);
    expect(await refusalOf("f@f.test")).toEqual([
      409,
      "The mailbox that sent it is no longer assigned to the campaign. Assign it again first.",
    ]);
    expect((await o.press({}, 999)).status).toBe(404);
    expect((await o.press({ times: -1 })).status).toBe(422);
    await o.t.delete(o.campaign);
    expect((await o.press()).status).toBe(404);
    expect(await o.t.db.select().from(resends)).toEqual([]);
    o.t.advance(LOOKED_MS);
    expect(await o.leave()).toEqual([]);
  });

  it("waits for a paused campaign, a paused mailbox and the next day where the limit is reached", async () => {
    const o = await unclear();
    const waits = async () => (await o.list())[0]?.again?.waits_for;
    await o.press();
    o.t.advance(LOOKED_MS);
    await o.t.post(`${o.campaign}/pause`, {});
    expect(await o.leave()).toEqual([]);
    expect(await waits()).toBe(
      "The campaign is paused. The email is sent when it is active again.",
    );
    await o.t.post(`${o.campaign}/start`, {});
    await o.t.db.update(mailboxes).set({ status: "paused" });
    expect(await o.leave()).toEqual([]);
    expect(await waits()).toContain("mailbox is not sending");
    await o.t.db.update(mailboxes).set({ status: "active", dailyLimit: 1 });
    expect(await o.leave()).toEqual([]);
    expect(await o.used()).toBe(1);
    o.t.advance(DAY_MS);
    expect(await o.leave(LOST)).toHaveLength(1);
    // Nobody who has answered meanwhile is written to.
    await o.press();
    await o.t.db.update(campaignLeads).set({ status: "replied" });
    o.t.advance(LOOKED_MS);
    expect(await o.leave()).toEqual([]);
    expect([await o.state(), (await o.again())?.state]).toEqual(["unknown", "cancelled"]);
    await o.counted({ sent: 0, unknown: 1 });
  });

  it("a completed campaign sends it, stays completed, and tells its end once", async () => {
    const o = await unclear({ steps: TWO_STEPS.slice(0, 1) });
    const status = async () => (await o.t.db.select().from(campaigns))[0]?.status;
    expect([await status(), await o.enrolments()]).toEqual(["completed", ["completed"]]);
    await o.press();
    o.t.advance(LOOKED_MS);
    expect(await o.leave()).toHaveLength(1);
    await o.leave();
    expect([await status(), await o.state()]).toEqual(["completed", "sent"]);
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
    expect(await o.total()).toMatchObject({ completed: 1, sent: 1, unknown: 0, contacted: 1 });
    expect(await o.differences()).toEqual([]);
  });

  it("what comes of the second try: unclear too, tried later, refused, no such address", async () => {
    const o = await unclear();
    const pressed = async (times: number) => {
      const answer = await o.press({ times });
      expect(answer.status).toBe(202);
      o.t.advance(LOOKED_MS);
    };
    await pressed(0);
    const leave = async () => expect(await o.leave(LOST)).toHaveLength(1);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, leave);
    else await leave();
    expect((await o.list())[0]).toMatchObject({
      refusal: null,
      again: { state: "unclear", times: 1 },
    });
    await o.counted({ sent: 0, unknown: 1 });
    // Whoever saw the page before does not send it a third time.
    const press = () => o.press({ times: 0 });
    const stale = await press();
    if (o.t.database === "libsql") await assertNoScans(o.t.client, press);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, o.list);
    expect([stale.status, stale.json.code]).toEqual([409, "conflict"]);
    expect(await o.leave()).toEqual([]);

    await pressed(1);
    const busy = { ending: "reply", phase: "rcpt", code: 451, response: "4.3.0 later" } as const;
    expect(await o.leave(busy)).toHaveLength(1);
    expect((await o.list())[0].again).toMatchObject({ state: "waiting", response: "4.3.0 later" });
    expect(await o.used()).toBe(2);
    expect(await o.leave(busy)).toEqual([]);
    o.t.advance(5 * MINUTE_MS);
    const full = {
      ending: "reply",
      phase: "dot",
      code: 552,
      enhanced: "5.2.2",
      response: "5.2.2 Mailbox full",
    } as const;
    expect(await o.leave(full)).toHaveLength(1);
    expect((await o.list())[0].again).toMatchObject({
      state: "refused",
      response: "5.2.2 Mailbox full",
    });
    await o.counted({ sent: 0, unknown: 1 });

    await pressed(2);
    const blocked = { ...full, enhanced: "5.7.1", response: "5.7.1 Message rejected" };
    expect(await o.leave(blocked)).toHaveLength(1);
    expect((await o.list())[0].again).toMatchObject({
      state: "refused",
      response: "5.7.1 Message rejected",
    });
    await o.counted({ sent: 0, unknown: 1, softBounces: 1 });
    expect(await o.eventsOf("lead.bounced")).toEqual([expect.objectContaining({ block: true })]);

    await pressed(3);
    const gone = {
      ending: "reply",
      phase: "rcpt",
      code: 550,
      enhanced: "5.1.1",
      response: "5.1.1 User unknown",
    } as const;
    expect(await o.leave(gone)).toHaveLength(1);
    expect([await o.state(), await o.enrolments()]).toEqual(["failed", ["bounced"]]);
    expect(await o.eventsOf("lead.bounced")).toHaveLength(2);
    expect(await o.total()).toMatchObject({
      sent: 0,
      refused: 1,
      unknown: 0,
      bounces: 1,
      contacted: 1,
    });
    expect(await o.differences()).toEqual([]);
  });

  it("a claim that is lost waits again; one that was granted and fell silent is what the journal says, or unclear", async () => {
    const o = await unclear();
    await o.press();
    o.t.advance(LOOKED_MS);
    expect(
      await o.leave(new AppError("upstream_unavailable", "The mail service is away.")),
    ).toEqual([]);
    expect([(await o.again())?.state, await o.used()]).toEqual(["queued", 1]);
    const hold = async () => {
      o.t.advance(2 * MINUTE_MS);
      const [held] = await o.leave(null);
      if (!held) throw new Error("it was due");
      return held;
    };
    await hold();
    await recover(o.t.deps, "second");
    expect([(await o.again())?.state, await o.used()]).toEqual(["queued", 1]);
    const held = await hold();
    const { ticket, lease } = held;
    await grantIntents(o.t.deps, { intents: [{ ticket, lease }], run: "second" });
    await recover(o.t.deps, "second");
    expect((await o.again())?.state).toBe("sending");
    await recover(o.t.deps, "third");
    expect([(await o.again())?.state, await o.state()]).toEqual(["unknown", "unknown"]);
    // Told after all.
    await settleResults(o.t.deps, { results: [reportOf(held, { replayed: true })] });
    await settleResults(o.t.deps, { results: [reportOf(held, { replayed: true })] });
    expect([(await o.again())?.state, await o.state()]).toEqual(["sent", "sent"]);
    await o.counted({ sent: 1, unknown: 0 });
  });
});
