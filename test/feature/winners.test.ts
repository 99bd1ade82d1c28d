import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { steps } from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { lookAtContests } from "#modules/campaigns/winners/look-at-contests.ts";
import { selectDueContests } from "#modules/campaigns/winners/contest-store.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

const LEADS = 160;
const arm = (label: string, weight = 50) => ({
  id: label,
  label,
  subject: `of ${label}`,
  body_html: "",
  body_text: `Text of ${label}`,
  weight,
  is_active: true,
});

/** A campaign that compares two texts (more with `variants`), whose first mails have left. */
async function comparing(
  options: { variants?: ReturnType<typeof arm>[]; autoWinner?: boolean; leads?: number } = {},
) {
  const { variants = [arm("A")], autoWinner = false, leads: count = LEADS } = options;
  const o = await outreach({
    leads: Array.from({ length: count }, (_, i) => `lead${i}@firm${i}.test`),
    campaign: { autoWinner, evergreen: true, trackOpens: false, trackClicks: false },
    steps: [{ subject: "of control", bodyText: "Text of control", variants }],
  });
  /** Ticks until all that is due has left: a mailbox takes some at a time. */
  const transmit = async () => {
    const left: OutgoingMail[] = [];
    for (let more = await o.transmit(); more.length > 0; more = await o.transmit())
      left.push(...more);
    return left;
  };
  const mails = [...o.mails, ...(await transmit())];
  const base = `/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}`;
  const [step] = await o.t.db.select().from(steps);
  const path = `${base}/steps/${step?.id}`;
  const contest = async () => (await o.t.get(`${base}/contests`)).json.data[0];
  const armsOf = async () =>
    Object.fromEntries(
      (await o.t.get(path)).json.variants.map(
        (v: { label: string; weight: number; is_active: boolean }) => [
          v.label,
          v.is_active ? v.weight : 0,
        ],
      ),
    );
  /** Answers to the first so many mails with these words, read from the mailbox. */
  const reply = async (
    mails: readonly OutgoingMail[],
    variant: string,
    count: number,
    auto = false,
  ) => {
    const own = mails.filter(({ subject }) => subject === `of ${variant}`).slice(0, count);
    expect(own).toHaveLength(count);
    for (const mail of own) {
      o.world.put(
        answerTo(mail, {
          received_at: o.t.clock.now,
          ...(auto && { headers: { "auto-submitted": "auto-replied" } }),
        }),
      );
    }
    await o.sync();
  };
  const look = () => o.t.sweep(lookAtContests);
  /** A session does not last for days. */
  const advance = async (ms: number) => {
    o.t.advance(ms);
    const signedIn = await o.t.post("/api/v1/auth/login", {
      username: "ann@example.com",
      password: "correct horse battery",
    });
    if (signedIn.status !== 200) throw new Error(signedIn.text);
    o.t.useCookie((signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
  };
  const moreLeads = async (from: number, count: number) => {
    const emails = Array.from({ length: count }, (_, i) => `lead${from + i}@firm${from + i}.test`);
    const now = o.t.clock.now;
    for (const email of emails) {
      await o.t.db.insert(leads).values({
        workspaceId: o.workspaceId,
        email,
        domain: email.split("@")[1] ?? "",
        createdAt: now,
        updatedAt: now,
      });
    }
    await o.t.post(`/api/v1/workspaces/${o.wid}/leads/add-to-campaign`, {
      campaign_id: o.campaignId,
      lead_ids: (await o.t.db.select().from(leads)).map(({ id }) => id).slice(-count),
    });
  };
  return { ...o, mails, transmit, base, path, contest, armsOf, reply, look, advance, moreLeads };
}

const subjects = (mails: readonly OutgoingMail[]) =>
  [...new Set(mails.map((m) => m.subject))].sort();

describe("winners", () => {
  it("count what people did within the window, once it is over, by the split that each mail left under", async () => {
    const o = await comparing();
    const { mails } = o;
    expect(subjects(mails)).toEqual(["of A", "of control"]);
    expect(
      new Set((await o.t.db.select().from(sends)).map((s) => `${s.contest} ${s.split}`)),
    ).toEqual(new Set(['1 {"control":50,"A":50}']));
    const begun = await o.contest();
    expect(begun).toMatchObject({ state: "open", number: 1, metric: "reply", window_days: 7 });
    expect(begun.message).toBe(
      `Too early. Variant A has 0 of at least 30 counted emails. ${LEADS} more emails wait for day 7.`,
    );
    await o.reply(mails, "A", 5);
    // An auto-reply is nobody's answer.
    await o.reply(mails, "control", 4, true);
    await o.advance(7 * DAY_MS - HOUR_MS);
    await o.look();
    expect(await o.contest()).toMatchObject({ arms: [{ mails: 0 }, { mails: 0, hits: 0 }] });
    await o.advance(2 * HOUR_MS);
    // Behind the window of all: it comes too late for this comparison.
    await o.reply(mails.toReversed(), "control", 3);
    await o.look();
    const found = await o.contest();
    const of = (label: string) => mails.filter(({ subject }) => subject === `of ${label}`).length;
    expect(found.arms).toMatchObject([
      { variant: "control", mails: of("control"), hits: 0, waiting: 0 },
      { variant: "A", mails: of("A"), hits: 5, waiting: 0 },
    ]);
    expect(found.message).toMatch(/^Undecided: about [\d,]+ more emails; 0 are left\.$/);
    expect(found.arms[1].evidence).toBeGreaterThan(0);
    expect(found.arms[1].evidence).toBeLessThan(1);
  });

  it("take all leads to come and whatever has not left, where the campaign lets them; nothing goes twice", async () => {
    const o = await comparing({ autoWinner: true });
    const before = await o.armsOf();
    await o.reply(o.mails, "A", 20);
    await o.advance(6 * DAY_MS);
    // Half of the later ones fail for now: they are tried again behind the result.
    await o.moreLeads(LEADS, 40);
    o.smtp.answer = () => ({
      ending: "reply",
      phase: "rcpt",
      code: 450,
      response: "4.2.0 Greylisted",
    });
    for (let i = 0; i < 3; i++) await o.t.tick();
    await o.t.drain();
    const waiting = await o.t.db.select().from(sends).where(eq(sends.state, "queued"));
    expect(waiting).toHaveLength(40);
    expect(new Set(waiting.map((send) => send.variant)).size).toBe(2);
    o.smtp.answer = null;
    o.taken.splice(0);

    await o.advance(DAY_MS + HOUR_MS);
    await o.look();
    expect(await o.contest()).toMatchObject({
      state: "winner",
      winner: "A",
      can_undo: true,
      message: "Variant A wins by replies and gets all further emails.",
    });
    expect(await o.armsOf()).toEqual({ A: 100 });
    await o.moreLeads(LEADS + 40, 10);
    const later = await o.transmit();
    expect(later).toHaveLength(50);
    expect(subjects(later)).toEqual(["of A"]);
    const all = await o.t.db.select().from(sends);
    expect(all.filter((send) => send.state === "sent")).toHaveLength(LEADS + 50);
    expect(new Set(all.filter((s) => s.split === null).map((s) => s.variant))).toEqual(
      new Set(["A"]),
    );

    const undone = await o.t.delete(`${o.path}/winner`);
    expect(undone.status).toBe(200);
    expect(await o.armsOf()).toEqual(before);
    await o.advance(DAY_MS);
    await o.look();
    expect(await o.armsOf()).toEqual(before);
    expect(await o.contest()).toMatchObject({ state: "winner", winner: "A", can_undo: false });
    expect((await o.t.delete(`${o.path}/winner`)).json.code).toBe("invalid_state");
  });

  it("wait for a click where the campaign does not let them, and for nothing once it does", async () => {
    const o = await comparing();
    await o.reply(o.mails, "control", 20);
    await o.advance(7 * DAY_MS + HOUR_MS);
    expect((await o.t.post(`${o.path}/winner`, {})).status).toBe(409);
    await o.look();
    expect(await o.contest()).toMatchObject({
      state: "winner",
      winner: "control",
      applied_at: null,
    });
    expect(await o.armsOf()).toEqual({ A: 50 });
    expect((await o.t.get(`${o.base}/stats`)).json.leaders).toMatchObject([
      { variant: "control", confidence: "high" },
    ]);
    expect((await o.t.post(`${o.path}/winner`, { variant: "F" })).status).toBe(422);
    const applied = await o.t.post(`${o.path}/winner`, {});
    expect(applied.status).toBe(200);
    expect(await o.armsOf()).toEqual({ A: 0 });
    await o.t.delete(`${o.path}/winner`);
    expect(await o.armsOf()).toEqual({ A: 50 });
    // A person may also choose another one.
    await o.t.post(`${o.path}/winner`, { variant: "A" });
    expect(await o.armsOf()).toEqual({ A: 100 });
  });

  it("come later by themselves where a campaign is told to let them", async () => {
    const o = await comparing();
    await o.reply(o.mails, "A", 20);
    await o.advance(7 * DAY_MS + HOUR_MS);
    await o.look();
    await o.look();
    expect(await o.armsOf()).toEqual({ A: 50 });
    await o.t.put(o.base, { auto_winner: true });
    await o.look();
    expect(await o.armsOf()).toEqual({ A: 100 });
  });

  it("lose their rivals at the bar: who is beaten gets no more mails, the others share them", async () => {
    const o = await comparing({
      variants: [arm("A", 33), arm("B", 33)],
      autoWinner: true,
      leads: 240,
    });
    await o.reply(o.mails, "A", 25);
    await o.reply(o.mails, "B", 22);
    await o.advance(7 * DAY_MS + HOUR_MS);
    await o.look();
    const found = await o.contest();
    expect(found).toMatchObject({ state: "open", winner: null, can_undo: true });
    expect(found.arms).toMatchObject([
      { variant: "control", is_out: true, weight: 0 },
      { variant: "A", is_out: false },
      { variant: "B", is_out: false },
    ]);
    expect(await o.armsOf()).toEqual({ A: 50, B: 50 });
    await o.moreLeads(240, 20);
    expect(subjects(await o.transmit())).toEqual(["of A", "of B"]);
    await o.t.delete(`${o.path}/winner`);
    expect(await o.armsOf()).toEqual({ A: 33, B: 33 });
  });

  it("start again with another text, and with another metric; other weights change nothing", async () => {
    const o = await comparing();
    await o.reply(o.mails, "A", 20);
    await o.t.put(o.path, { variants: [{ ...VARIANT, weight: 20 }] });
    await o.moreLeads(LEADS, 40);
    await o.transmit();
    const splits = new Set((await o.t.db.select().from(sends)).map((send) => send.split));
    expect(splits).toEqual(new Set(['{"control":50,"A":50}', '{"control":80,"A":20}']));
    expect((await o.contest()).number).toBe(1);

    await o.t.put(o.path, { variants: [{ ...VARIANT, body: "Other words" }] });
    await o.advance(8 * DAY_MS);
    await o.look();
    expect(await o.contest()).toMatchObject({ number: 2, state: "not_started", winner: null });
    await o.moreLeads(LEADS + 40, 40);
    await o.transmit();
    expect(await o.contest()).toMatchObject({ number: 2, state: "open" });
    expect((await o.contest()).message).toMatch(/^Started again\. Too early/);

    await o.t.put(o.base, { winner_metric: "click" });
    expect(await o.contest()).toMatchObject({ number: 3, metric: "click", window_days: 2 });
    await o.t.put(o.base, { winner_window_days: 14 });
    expect((await o.contest()).number).toBe(3);
    await o.t.put(o.base, { winner_metric: "reply" });
    expect(await o.contest()).toMatchObject({ number: 4, metric: "reply", window_days: 14 });
    expect((await o.t.put(o.base, { winner_window_days: 2 })).status).toBe(422);
  });

  it("tell before the start how many mails it takes", async () => {
    const o = await comparing({ leads: 2 });
    await o.t.put(o.path, { variants: [{ ...VARIANT, body: "New" }] });
    const planned = await o.contest();
    expect(planned).toMatchObject({ state: "not_started", mails_planned: 0, usual_rate: 0.03 });
    expect(planned.message).toBe(
      "At 3% replies, telling 3% from 4.5% takes about 4,900 emails. You plan 0.",
    );
  });

  it("are found by whoever looks first, and a look reads only what came to count", async () => {
    const o = await comparing();
    await o.reply(o.mails, "A", 6);
    await o.advance(7 * DAY_MS + HOUR_MS);
    await Promise.all([o.look(), o.look(), o.look()]);
    const [first] = await o.t.db.select().from(contests);
    expect(first?.tallies[0]?.arms["A"]?.hits).toBe(6);
    expect(await selectDueContests(o.t.db, o.t.clock.now, 10)).toEqual([]);
    // Later mails are added to what was counted.
    await o.moreLeads(LEADS, 40);
    const more = await o.transmit();
    await o.reply(more, "A", 2);
    await o.advance(7 * DAY_MS);
    await o.t.db.update(contests).set({ recountedAt: o.t.clock.now });
    await o.advance(HOUR_MS);
    await o.look();
    const [second] = await o.t.db.select().from(contests);
    expect(second?.tallies[0]?.arms["A"]?.hits).toBe(8);
    const total = Object.values(second?.tallies[0]?.arms ?? {}).reduce((n, a) => n + a.mails, 0);
    expect(total).toBe(LEADS + 40);
    // A step that is deleted takes its comparisons with it.
    await o.t.delete(o.path);
    expect(await o.t.db.select({ n: sql`count(*)` }).from(contests)).toEqual([{ n: 0 }]);
  });
});

const VARIANT = { id: "A", label: "A", subject: "of A", body_text: "Text of A", weight: 50 };
