import { describe, expect, it } from "vitest";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { replyOptOuts } from "#modules/inbox/schema/inbox.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";

type World = Awaited<ReturnType<typeof outreach>>;

/** The lead answers; the thread as the API shows it then. */
async function said(o: World, text: string, change: Partial<InboundMail> = {}): Promise<Thread> {
  o.world.put(answerTo(o.mails[0], { text, ...change }));
  await o.sync();
  return threadOf(o);
}

const threadsOf = (o: World) => `/api/v1/workspaces/${o.wid}/threads`;
const threadOf = async (o: World): Promise<Thread> =>
  (await o.t.get(threadsOf(o))).json.data[0] as Thread;
const decide = async (o: World, category: string | null) => {
  const { id } = await threadOf(o);
  return o.t.put(`${threadsOf(o)}/${id}/category`, { category });
};

/** A second campaign with the same lead, whose first mail waits. */
async function elsewhere(o: World) {
  const times = { createdAt: o.t.clock.now, updatedAt: o.t.clock.now };
  const { workspaceId, leadIds } = o;
  const [other] = await o.t.db
    .insert(campaigns)
    .values({
      workspaceId,
      name: "Summer",
      status: "active",
      schedule: ALWAYS_OPEN,
      epoch: 1,
      ...times,
    })
    .returning({ id: campaigns.id });
  if (!other || leadIds[0] === undefined) throw new Error("no campaign");
  const nextSendAt = (o.t.clock.now + 5 * DAY_MS) as typeof o.t.clock.now;
  await o.t.db.insert(campaignLeads).values({
    workspaceId,
    campaignId: other.id,
    leadId: leadIds[0],
    nextSendAt,
    enteredAt: o.t.clock.now,
  });
  return nextSendAt;
}

/** Counters that are not what their rows say; the world's leads were never counted. */
const miscounted = async (o: World) =>
  (await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads");

const suppressed = async (o: World) =>
  (await o.t.db.select().from(suppressions).orderBy(suppressions.value)).map(
    ({ value, reason }) => [value, reason],
  );

describe("what a reply says", () => {
  it("is on its message and its thread, decides the status of an open one, and is told", async () => {
    const o = await outreach();
    const thread = await said(o, "Yes please, send me more details about it.");
    expect(thread).toMatchObject({
      category: "interested",
      category_source: "rule",
      status: "interested",
      is_unread: true,
      successor: null,
    });
    expect(thread.category_words).not.toEqual([]);
    expect(thread.category_confidence).toBeGreaterThan(0.5);
    const shown = (await o.t.get(`${threadsOf(o)}/${thread.id}`)).json;
    expect(shown.messages.map((m: { category: unknown }) => m.category)).toEqual([
      null,
      "interested",
    ]);
    expect((await o.eventsOf("lead.replied"))[0]).toMatchObject({ category: "interested" });
    const found = async (category: string) =>
      (await o.t.get(`${threadsOf(o)}?category=${category}`)).json.data.length;
    expect([await found("Interested"), await found("question")]).toEqual([1, 0]);
    expect((await o.t.get(`${threadsOf(o)}?category=maybe`)).status).toBe(400);
  });

  it("is what the last message says, but for one that says nothing", async () => {
    const o = await outreach();
    await said(o, "Interesting. What does it cost?");
    expect((await threadOf(o)).category).toBe("question");
    await said(o, "Ok.");
    expect((await threadOf(o)).category).toBe("question");
    expect(await said(o, "No thanks, we are not interested.")).toMatchObject({
      category: "not_interested",
      // Set by what the first one said, and no longer open since.
      status: "information_requested",
    });
  });

  it("does not touch a status that somebody chose", async () => {
    const o = await outreach();
    const { id } = await said(o, "Hello.");
    await o.t.put(`${threadsOf(o)}/${id}/status`, { status: "meeting_booked" });
    expect(await said(o, "We are not interested.")).toMatchObject({
      category: "not_interested",
      status: "meeting_booked",
    });
  });

  it("ends a sequence that answers leave alone, where it says so", async () => {
    const goesOn = { campaign: { checkReply: false } };
    const kept = await outreach(goesOn);
    await said(kept, "What does it cost?");
    expect(await kept.enrolments()).toEqual(["in_progress"]);
    for (const text of ["I am the wrong person for this.", "We are not interested, thank you."]) {
      const o = await outreach(goesOn);
      await said(o, text);
      expect(await o.enrolments()).toEqual(["replied"]);
    }
  });

  it("puts the thread off until the date that it names, and ends the sequence", async () => {
    const o = await outreach({ campaign: { checkReply: false } });
    const thread = await said(o, "Not now, please get back to me in March.");
    expect(thread).toMatchObject({
      category: "not_now",
      snoozed_until: "2027-03-01T00:00:00.000Z",
    });
    expect(await o.enrolments()).toEqual(["replied"]);
    const undated = await outreach({ campaign: { checkReply: false } });
    expect(await said(undated, "Not now, maybe later.")).toMatchObject({
      category: "not_now",
      snoozed_until: null,
    });
    expect(await undated.enrolments()).toEqual(["in_progress"]);
  });

  it("names who is to be asked instead, also in an automatic mail", async () => {
    const o = await outreach();
    const thread = await said(
      o,
      "I no longer work at Acme. Please contact my successor Bo Berg (bo@acme.test) or sender1@ours.test.",
      { headers: { "auto-submitted": "auto-replied" }, subject: "Automatic reply: Hello" },
    );
    expect(thread).toMatchObject({
      category: "left_company",
      successor: { email: "bo@acme.test", name: "Bo Berg" },
      status: "open",
      is_unread: true,
    });
    expect(await o.enrolments()).toEqual(["replied"]);
    expect(await o.total()).toMatchObject({ autoReplies: 1, replies: 0 });
    expect(await suppressed(o)).toEqual([]);
  });

  it("is a meeting where it invites or accepts, though a calendar sent it, and ends the sequence", async () => {
    for (const calendar of ["accepted", "invited"] as const) {
      const o = await outreach();
      const headers = { "auto-submitted": "auto-generated" };
      const bare = { in_reply_to: [], references: [], subject: "Accepted: Demo" };
      const thread = await said(o, "", { calendar, headers, ...bare });
      expect(thread).toMatchObject({ category: "meeting_request", status: "interested" });
      expect(await o.enrolments()).toEqual(["replied"]);
    }
    const o = await outreach();
    const declined = await said(o, "Please take me off your list.", { calendar: "declined" });
    expect(declined.category).toBe("do_not_contact");
  });

  it("of a mail that could not be parsed is unknown", async () => {
    const o = await outreach();
    const thread = await said(o, "Please remove me from your list", { unparsed: true });
    expect(thread).toMatchObject({ category: "other", category_confidence: 0 });
    expect(await suppressed(o)).toEqual([]);
  });
});

describe("an opt-out by reply", () => {
  // A campaign whose last lead it ends is completed, and stays so.
  const TWO_LEADS = { leads: ["ann@acme.test", "bob@acme.test"] };
  const STOP = "Please remove me from your list.";

  it("suppresses, ends every sequence and is told, once", async () => {
    const o = await outreach();
    await elsewhere(o);
    const thread = await said(o, STOP, { from: { address: "ann.private@mail.test", name: "Ann" } });
    expect(thread).toMatchObject({
      category: "do_not_contact",
      category_words: [expect.stringContaining("remove me from your list")],
      status: "do_not_contact",
    });
    expect(await suppressed(o)).toEqual([
      ["ann.private@mail.test", "do_not_contact"],
      ["ann@acme.test", "do_not_contact"],
    ]);
    expect(await o.enrolments()).toEqual(["unsubscribed", "unsubscribed"]);
    expect(await o.eventsOf("lead.unsubscribed")).toEqual([
      expect.objectContaining({ source: "reply", lead_email: "ann@acme.test" }),
    ]);
    expect((await o.eventsOf("lead.replied"))[0]).toMatchObject({ category: "do_not_contact" });
    expect(await o.eventsOf("campaign.completed")).toHaveLength(2);
    expect(await o.total()).toMatchObject({ unsubscribes: 1, replies: 1, positiveReplies: 0 });
    await said(o, STOP);
    expect(await o.eventsOf("lead.unsubscribed")).toHaveLength(1);
    expect(await o.total()).toMatchObject({ unsubscribes: 1, replies: 2 });
    expect(await miscounted(o)).toEqual([]);
  });

  it("of an insult suppresses without an unsubscription", async () => {
    const o = await outreach();
    expect(await said(o, "Fuck off, you spammer.")).toMatchObject({
      category: "hostile",
      status: "do_not_contact",
    });
    expect(await suppressed(o)).toEqual([["ann@acme.test", "do_not_contact"]]);
    expect(await o.eventsOf("lead.unsubscribed")).toEqual([]);
    expect(await o.enrolments()).toEqual(["unsubscribed"]);
  });

  it("is none in quoted text, a condition or an automatic mail", async () => {
    for (const [text, headers] of [
      ["Thanks!\n\n> Please remove me from your list.", {}],
      ["If this is spam I will ask you to remove me from your list. What do you offer?", {}],
      ["Reply with unsubscribe and we remove you.", { "auto-submitted": "auto-replied" }],
    ] as const) {
      const o = await outreach();
      await said(o, text, { headers });
      expect(await suppressed(o), text).toEqual([]);
    }
  });

  it("is taken back by one word of a person, with all that it ended, and written down", async () => {
    const o = await outreach({ ...TWO_LEADS, campaign: { checkReply: false } });
    const due = await elsewhere(o);
    const before = await o.t.db.select().from(campaignLeads);
    await said(o, STOP);
    o.t.advance(HOUR_MS);
    const undone = await decide(o, "question");
    expect(undone.json).toMatchObject({
      category: "question",
      category_source: "person",
      category_words: [],
      category_confidence: null,
      status: "information_requested",
    });
    expect(await suppressed(o)).toEqual([]);
    expect(await o.t.db.select().from(campaignLeads)).toEqual(before);
    expect(before.map(({ nextSendAt }) => nextSendAt)).toContain(due);
    expect((await o.t.db.select().from(leads))[0]?.unsubscribedAt).toBeNull();
    expect((await o.t.get("/api/v1/admin/audit?action=opt_out.undone")).json.data).toEqual([
      expect.objectContaining({ details: { category: "do_not_contact", source: "rule" } }),
    ]);
    expect((await o.t.db.select().from(replyOptOuts)).map((row) => row.undoneAt)).toEqual([
      o.t.clock.now,
    ]);
    // What sends go on is the next step of the campaign, after its delay.
    o.t.advance(3 * DAY_MS);
    expect((await o.transmit()).map(({ to }) => to[0]?.address)).toContain("ann@acme.test");
    expect(await miscounted(o)).toEqual([]);
  });

  it("taken back leaves the campaign answered that ends by answers, and what was suppressed before", async () => {
    const o = await outreach();
    await o.t.post(`/api/v1/workspaces/${o.wid}/suppressions`, {
      email: "ann@acme.test",
      reason: "manual",
    });
    await said(o, STOP);
    await decide(o, "other");
    expect(await o.enrolments()).toEqual(["replied"]);
    expect(await suppressed(o)).toEqual([["ann@acme.test", "manual"]]);
  });

  it("taken back lets a mail go that was on its way", async () => {
    const o = await outreach({ ...TWO_LEADS, campaign: { checkReply: false } });
    o.t.advance(3 * DAY_MS);
    await o.t.tick();
    await said(o, STOP);
    const states = async () =>
      (await o.t.db.select().from(sends))
        .filter(({ leadId }) => leadId === o.leadIds[0])
        .map(({ state }) => state);
    expect(await states()).toEqual(["sent", "cancelled"]);
    await decide(o, "other");
    expect(await states()).toEqual(["sent", "queued"]);
    await o.transmit();
    expect(await states()).toEqual(["sent", "sent"]);
    expect(await miscounted(o)).toEqual([]);
  });

  it("is not hidden by what the lead writes later", async () => {
    const o = await outreach();
    await said(o, STOP);
    expect(
      await said(o, "Sorry, that was meant for somebody else. I am interested."),
    ).toMatchObject({
      category: "do_not_contact",
      status: "do_not_contact",
    });
    const [, , later] = await o.t.db.select().from(messages);
    expect(later?.category).toBe("interested");
  });
});

describe("a person's word", () => {
  it("wins, stays when the lead writes again, and can be taken back", async () => {
    const o = await outreach();
    await said(o, "What does it cost?");
    expect((await decide(o, "Meeting request")).json).toMatchObject({
      category: "meeting_request",
      category_source: "person",
      status: "interested",
    });
    expect(await said(o, "No, we are not interested.")).toMatchObject({
      category: "meeting_request",
      category_source: "person",
    });
    expect((await decide(o, null)).json).toMatchObject({
      category: "not_interested",
      category_source: "rule",
      status: "not_interested",
    });
    expect((await decide(o, "nonsense")).status).toBe(422);
  });

  it("that nothing may be sent suppresses, and can be taken back", async () => {
    const o = await outreach();
    const other = await elsewhere(o);
    await said(o, "Hm.");
    await decide(o, "do_not_contact");
    expect(await suppressed(o)).toEqual([["ann@acme.test", "do_not_contact"]]);
    expect(await o.eventsOf("lead.unsubscribed")).toEqual([]);
    expect((await threadOf(o)).status).toBe("do_not_contact");
    await decide(o, null);
    expect(await suppressed(o)).toEqual([]);
    const rows = await o.t.db.select().from(campaignLeads);
    expect(rows.map(({ status, nextSendAt }) => [status, nextSendAt])).toEqual([
      ["replied", null],
      ["pending", other],
    ]);
    expect((await threadOf(o)).status).toBe("open");
  });

  it("yields to the wish for no more mail", async () => {
    const o = await outreach();
    await said(o, "Hm.");
    await decide(o, "interested");
    expect(await said(o, "Unsubscribe")).toMatchObject({
      category: "do_not_contact",
      category_source: "rule",
    });
    expect(await suppressed(o)).toEqual([["ann@acme.test", "do_not_contact"]]);
  });

  it("404, 403: of another workspace's thread nobody says anything", async () => {
    const o = await outreach();
    const { id } = await said(o, "Hm.");
    expect((await o.t.put(`${threadsOf(o)}/${id + 9}/category`, { category: null })).status).toBe(
      404,
    );
    const other = await o.t.signUp("Bo", "bo@example.com");
    const path = `/api/v1/workspaces/${other.wid}/threads/${id}/category`;
    expect((await o.t.put(path, { category: "interested" })).status).toBe(404);
  });
});

describe("positive replies", () => {
  it("count a lead once, and no more where a person says otherwise", async () => {
    const o = await outreach();
    await said(o, "Yes, I am interested.");
    await said(o, "Can we talk on Thursday at ten?");
    expect((await threadOf(o)).category).toBe("meeting_request");
    const stats = async () =>
      (await o.t.get(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/stats`)).json;
    expect(await stats()).toMatchObject({
      replies: 2,
      positive_replies: 1,
      rates: { positive_reply_rate: 1 },
      denominators: { positive_reply_rate: "contacted" },
      by_step: [{ positive_replies: 1 }],
      by_variant: [{ positive_replies: 1 }],
      by_mailbox: [{ positive_replies: 1 }],
    });
    expect(await miscounted(o)).toEqual([]);
    o.t.advance(2 * DAY_MS);
    await decide(o, "not_interested");
    const after = await stats();
    expect(after).toMatchObject({ positive_replies: 0, rates: { positive_reply_rate: 0 } });
    expect(
      after.by_day.every((day: { positive_replies: number }) => day.positive_replies === 0),
    ).toBe(true);
    expect(await miscounted(o)).toEqual([]);
    await decide(o, "interested");
    await decide(o, "interested");
    expect(await stats()).toMatchObject({ positive_replies: 1 });
    expect(await miscounted(o)).toEqual([]);
  });
});
