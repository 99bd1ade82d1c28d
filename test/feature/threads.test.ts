import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { Thread, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { events } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import { DAY_MS, iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { wakeSnoozed } from "#modules/inbox/threads/update-thread.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { inboxes, mailFrom } from "#test/support/inbox.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

/** Leads that have answered a campaign which does not stop at replies, one minute apart. */
async function inbox(addresses: readonly string[] = ["ann@acme.test", "bob@brick.test"]) {
  const world = inboxes();
  const taken: OutgoingMail[] = [];
  const t = await harness({
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      fetch: (request) => world.fetch(request),
      tend: (request) => world.tend(request),
    },
  });
  const { wid } = await t.signUp();
  const imapPassword = await t.deps.vault.seal("pw", `mailboxes:imap_password:${wid}`);
  const seeded = await seedOutreach(t, wid, {
    leads: addresses,
    campaign: { checkReply: false },
    mailboxes: [
      { imapHost: "i.test", imapPort: 993, imapUsername: "sender1@ours.test", imapPassword },
    ],
    steps: [
      {
        subject: "Hello {{ first_name }}",
        bodyHtml: '<p>See <a href="https://example.com/a?b=1&c=2">this</a></p>',
      },
      { delay: 3, delayUnit: "days", bodyText: "Again" },
    ],
  });
  await t.tick();
  await t.drain();
  const mails = taken.splice(0);
  await grantIntents(t.deps, { intents: mails.map(({ ticket, lease }) => ({ ticket, lease })) });
  await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail)) });
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  const sync = async () => {
    for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
  };
  for (const address of addresses) {
    t.advance(MINUTE_MS);
    const mail = mails.find((m) => m.to[0]?.address === address);
    world.put(
      mailFrom(address, {
        in_reply_to: [mail?.message_id ?? ""],
        subject: `Re: ${mail?.subject}`,
        text: `Hello from ${address}`,
        html: `<p>Hello from ${address}</p>`,
        received_at: t.clock.now,
      }),
    );
    await sync();
  }
  const path = `/api/v1/workspaces/${wid}/threads`;
  const ids: Record<string, number> = {};
  for (const row of (await t.get(path)).json.data as Thread[]) ids[row.lead.email] = row.id;
  const total = async () =>
    (await t.db.select().from(stats).where(eq(stats.campaignId, seeded.campaignId))).find(
      (row) => row.dimension === "total",
    );
  const meetings = async () =>
    (await t.db.select().from(events))
      .filter((e) => e.type === "meeting.booked")
      .map((e) => JSON.parse(e.body).data);
  const enrolments = async () => (await t.db.select().from(campaignLeads)).map((row) => row.status);
  return { t, wid, path, ids, world, sync, mails, taken, total, meetings, enrolments, ...seeded };
}

const pathTo = (o: { path: string; ids: Record<string, number> }, address = "ann@acme.test") =>
  `${o.path}/${o.ids[address]}`;

describe("threads", () => {
  it("200: the unified inbox, latest first, by page, by cursor and by filter", async () => {
    const o = await inbox(["ann@acme.test", "bob@brick.test", "cy@acme.test"]);
    const all = await o.t.get(o.path);
    expect(all.json.data.map((row: Thread) => Thread.parse(row).lead.email)).toEqual([
      "cy@acme.test",
      "bob@brick.test",
      "ann@acme.test",
    ]);
    expect(all.json.data[0]).toMatchObject({
      lead: { email: "cy@acme.test", name: "cy", company: "" },
      campaign_name: "Spring",
      mailbox: "sender1@ours.test",
      status: "open",
      is_unread: true,
      message_count: 2,
      last_direction: "inbound",
      snippet: "Hello from cy@acme.test",
    });
    const emails = async (query: string) =>
      (await o.t.get(`${o.path}?${query}`)).json.data.map((row: Thread) => row.lead.email);
    expect(await emails("limit=1&page=2")).toEqual(["bob@brick.test"]);
    const first = await o.t.get(`${o.path}?limit=2`);
    expect(first.json.pagination).toMatchObject({
      total: 3,
      total_pages: 2,
      next_cursor: expect.any(String),
    });
    expect(await emails(`limit=2&cursor=${first.json.pagination.next_cursor}`)).toEqual([
      "ann@acme.test",
    ]);
    const oldest = await o.t.get(`${o.path}?order=asc&sort=last_message_at&limit=2`);
    expect(oldest.json.data.map((row: Thread) => row.lead.email)).toEqual([
      "ann@acme.test",
      "bob@brick.test",
    ]);
    expect(await emails(`order=asc&limit=2&cursor=${oldest.json.pagination.next_cursor}`)).toEqual([
      "cy@acme.test",
    ]);

    await o.t.put(pathTo(o), { status: "x" });
    await o.t.put(`${pathTo(o)}/status`, { status: "interested" });
    expect(await emails("status=Interested")).toEqual(["ann@acme.test"]);
    expect(await emails("unread=true")).toEqual(["cy@acme.test", "bob@brick.test"]);
    expect(await emails("q=BRICK")).toEqual(["bob@brick.test"]);
    expect(await emails(`mailbox_id=${o.mailboxIds[0]}&awaiting_reply=true`)).toHaveLength(3);
    expect(await emails("campaign_id=999")).toEqual([]);
    expect(await emails(`q=${"%25".repeat(60)}`)).toEqual([]);
    for (const bad of [
      "status=nope",
      "cursor=zzz",
      "unread=maybe",
      "mailbox_id=x",
      "sort=status",
      "order=up",
    ]) {
      expect((await o.t.get(`${o.path}?${bad}`)).status).toBe(400);
    }
  });

  it("200: a thread shows its messages in order; reading it counts as nobody's open or click", async () => {
    const o = await inbox();
    const shown = await o.t.get(pathTo(o));
    const thread = ThreadWithMessages.parse(shown.json);
    expect(
      thread.messages.map((m) => [m.direction, m.type, m.step, m.from.email, m.matched_by]),
    ).toEqual([
      ["outbound", "campaign", 1, "sender1@ours.test", null],
      ["inbound", "reply", null, "ann@acme.test", "header"],
    ]);
    expect(thread.messages[1]).toMatchObject({
      text: "Hello from ann@acme.test",
      html: "<p>Hello from ann@acme.test</p>",
    });
    const sent = o.mails.find((m) => m.to[0]?.address === "ann@acme.test")?.html ?? "";
    expect(sent).toMatch(/\/t\/[\w-]+\/pixel\.png/);
    expect(thread.messages[0]?.html).toContain('href="https://example.com/a?b=1&amp;c=2"');
    expect(thread.messages[0]?.html).not.toMatch(/\/t\/[\w-]+\//);
    expect((await o.t.get(pathTo(o))).json.is_unread).toBe(true);
  });

  it("200: what the campaign sends after the reply is in the thread as well", async () => {
    const o = await inbox(["ann@acme.test"]);
    o.t.advance(3 * DAY_MS);
    await o.t.tick();
    await o.t.drain();
    const late = o.taken.splice(0);
    await grantIntents(o.t.deps, { intents: late.map(({ ticket, lease }) => ({ ticket, lease })) });
    expect((await o.t.get(pathTo(o))).json.messages).toHaveLength(2);
    await settleResults(o.t.deps, { results: late.map((mail) => reportOf(mail)) });
    expect(
      (await o.t.get(pathTo(o))).json.messages.map((m: { step: number | null }) => m.step),
    ).toEqual([1, null, 2]);
  });

  it("404, 403: another workspace's thread is not there", async () => {
    const o = await inbox();
    const other = await o.t.signUp("Bob", "bob@other.test");
    const foreign = `/api/v1/workspaces/${other.wid}/threads/${o.ids["ann@acme.test"]}`;
    expect((await o.t.get(foreign)).status).toBe(404);
    expect((await o.t.put(`${foreign}/status`, { status: "won" })).status).toBe(404);
    expect((await o.t.get(o.path)).status).toBe(403);
    expect((await o.t.get(`/api/v1/workspaces/${other.wid}/threads`)).json.data).toEqual([]);
  });
});

describe("the status of a thread", () => {
  it("422: an unknown one is refused with those that there are; unknown fields too", async () => {
    const o = await inbox();
    const unknown = await o.t.put(`${pathTo(o)}/status`, { status: "maybe" });
    expect([unknown.status, unknown.json.errors[0].code]).toEqual([422, "unknown_status"]);
    expect(unknown.json.errors[0].message).toContain("meeting_booked");
    const odd = await o.t.put(`${pathTo(o)}/status`, { status: "won", why: "x" });
    expect([odd.status, odd.json.errors[0].code]).toEqual([422, "unknown_field"]);
    expect((await o.t.put(`${pathTo(o)}/status`)).status).toBe(422);
  });

  it("Meeting Booked is told and counted once per transition, however it is written, and ends the sequence", async () => {
    const o = await inbox();
    for (const status of ["Meeting Booked", "MEETING_BOOKED", "meeting-booked"]) {
      const answer = await o.t.put(`${pathTo(o)}/status`, { status });
      expect([answer.status, answer.json.status, answer.json.is_unread]).toEqual([
        200,
        "meeting_booked",
        false,
      ]);
    }
    expect(await o.meetings()).toEqual([
      expect.objectContaining({
        lead_email: "ann@acme.test",
        campaign_name: "Spring",
        thread_id: o.ids["ann@acme.test"],
        previous_status: "open",
        marked_by: expect.stringContaining("user:"),
        step: 1,
      }),
    ]);
    expect(await o.enrolments()).toEqual(["replied", "in_progress"]);
    await o.t.put(`${pathTo(o)}/status`, { status: "no_show" });
    await o.t.put(`${pathTo(o)}/status`, { status: "meeting_booked" });
    expect((await o.meetings()).map((m) => m.previous_status)).toEqual(["open", "no_show"]);
    expect(await o.total()).toMatchObject({ meetingsBooked: 2 });
  });

  it("two at once: one transition, one event", async () => {
    const o = await inbox();
    const answers = await Promise.all(
      [1, 2, 3].map(() => o.t.put(`${pathTo(o)}/status`, { status: "meeting_booked" })),
    );
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200]);
    expect(await o.meetings()).toHaveLength(1);
    expect(await o.total()).toMatchObject({ meetingsBooked: 1 });
  });

  it("do_not_contact suppresses the address and ends every sequence, without an unsubscribe event", async () => {
    const o = await inbox();
    await o.t.put(`${pathTo(o)}/status`, { status: "Do not contact" });
    expect((await o.t.db.select().from(suppressions)).map((s) => [s.value, s.reason])).toEqual([
      ["ann@acme.test", "do_not_contact"],
    ]);
    expect(await o.enrolments()).toEqual(["unsubscribed", "in_progress"]);
    expect(
      (await o.t.db.select().from(events)).filter((e) => e.type === "lead.unsubscribed"),
    ).toEqual([]);
  });

  it("out_of_office puts the next step off by a week; interested changes nothing but the status", async () => {
    const o = await inbox(["ann@acme.test"]);
    await o.t.put(`${pathTo(o)}/status`, { status: "interested" });
    await o.t.put(`${pathTo(o)}/status`, { status: "out of office" });
    const [lead] = await o.t.db.select().from(campaignLeads);
    expect(lead).toMatchObject({
      status: "in_progress",
      heldUntil: o.t.clock.now + 7 * DAY_MS,
      nextSendAt: o.t.clock.now + 7 * DAY_MS,
    });
  });

  it("the last open lead's status completes the campaign", async () => {
    const o = await inbox();
    await o.t.put(`${pathTo(o)}/status`, { status: "not_interested" });
    await o.t.put(`${pathTo(o, "bob@brick.test")}/status`, { status: "wrong person" });
    expect(
      (await o.t.db.select().from(events)).filter((e) => e.type === "campaign.completed"),
    ).toHaveLength(1);
  });

  it("a new reply reopens a closed thread and makes it unread", async () => {
    const o = await inbox(["ann@acme.test"]);
    await o.t.put(`${pathTo(o)}/status`, { status: "closed" });
    o.world.put(
      mailFrom("ann@acme.test", { in_reply_to: [o.mails[0]?.message_id ?? ""], text: "Wait!" }),
    );
    await o.sync();
    expect((await o.t.get(pathTo(o))).json).toMatchObject({
      status: "open",
      is_unread: true,
      message_count: 3,
    });
  });

  it("200: what is put off leaves the inbox, and comes back unread when its time has come", async () => {
    const o = await inbox();
    const until = (ms: number) => iso(later(o.t.clock.now, ms));
    await o.t.put(pathTo(o), { snoozed_until: until(DAY_MS), is_unread: false });
    const of = async (query: string) =>
      (await o.t.get(`${o.path}?${query}`)).json.data.map((row: Thread) => row.lead.email);
    expect(await of("snoozed=false")).toEqual(["bob@brick.test"]);
    expect(await of("snoozed=true")).toEqual(["ann@acme.test"]);
    expect(await of("")).toHaveLength(2);
    o.t.advance(DAY_MS - MINUTE_MS);
    await o.t.tick();
    expect(await of("snoozed=true")).toEqual(["ann@acme.test"]);
    o.t.advance(MINUTE_MS);
    await o.t.tick();
    expect(await of("snoozed=false&unread=true")).toContain("ann@acme.test");
    expect((await o.t.get(pathTo(o))).json).toMatchObject({ snoozed_until: null, is_unread: true });
    // An answer of the lead does not wait for it.
    await o.t.put(pathTo(o), { snoozed_until: until(DAY_MS) });
    o.world.put(
      mailFrom("ann@acme.test", { in_reply_to: [o.mails[0]?.message_id ?? ""], text: "Well?" }),
    );
    await o.sync();
    expect(await of("snoozed=true")).toEqual([]);
  });

  it("200: threads are given to somebody, found by whose they are, and taken back", async () => {
    const o = await inbox();
    const members = (await o.t.get(`/api/v1/workspaces/${o.wid}/members`)).json;
    expect(members).toMatchObject({
      data: [{ id: expect.any(Number), role: "super_admin" }],
      pagination: { total: 1 },
    });
    const me = members.data[0].id;
    expect((await o.t.put(pathTo(o), { assigned_to: me })).json.assigned_to).toBe(me);
    const of = async (query: string) =>
      (await o.t.get(`${o.path}?${query}`)).json.data.map((row: Thread) => row.lead.email);
    expect(await of(`assigned_to=${me}`)).toEqual(["ann@acme.test"]);
    expect(await of("assigned_to=none")).toEqual(["bob@brick.test"]);
    await o.t.put(pathTo(o), { assigned_to: null });
    expect(await of("assigned_to=none")).toHaveLength(2);
    expect((await o.t.get(`${o.path}?assigned_to=me`)).status).toBe(400);

    const shown = (await o.t.get(pathTo(o))).json;
    const back = await o.t.put(pathTo(o), { ...shown, tags: ["hot"] });
    expect([back.status, back.json.tags]).toEqual([200, ["hot"]]);
    const moved = await o.t.put(pathTo(o), { ...shown, status: "won" });
    expect([moved.status, moved.json.errors[0]]).toEqual([
      422,
      expect.objectContaining({ path: "status", code: "read_only_field" }),
    ]);
  });

  it("200: many at once are sorted, given, put off and tagged; what fails does not keep the others", async () => {
    const o = await inbox(["ann@acme.test", "bob@brick.test", "cy@acme.test"]);
    const ids = Object.values(o.ids);
    const [me] = (await o.t.get(`/api/v1/workspaces/${o.wid}/members`)).json.data;
    const bulk = (body: object) => o.t.post(`${o.path}/bulk`, body);
    const both = [o.ids["ann@acme.test"], o.ids["bob@brick.test"]];
    await o.t.put(pathTo(o), { tags: ["old", "hot"] });
    const answer = await bulk({
      ids: [...both, ...both, 999_999],
      status: "closed",
      is_unread: false,
      assigned_to: me.id,
      add_tags: ["hot", "demo"],
      remove_tags: ["old"],
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      { changed: both, failed: [expect.objectContaining({ id: 999_999, code: "not_found" })] },
    ]);
    const ann = (await o.t.get(pathTo(o))).json;
    expect(ann).toMatchObject({ status: "closed", assigned_to: me.id, tags: ["hot", "demo"] });
    const tagged = await o.t.get(`${o.path}?tag=demo`);
    expect(new Set(tagged.json.data.map((row: Thread) => row.id))).toEqual(new Set(both));
    expect((await o.t.get(`/api/v1/workspaces/${o.wid}/thread-tags`)).json.data).toEqual([
      "demo",
      "hot",
    ]);
    const until = iso(later(o.t.clock.now, 90 * DAY_MS));
    await bulk({ ids, snoozed_until: until });
    expect((await o.t.get(`${o.path}?snoozed=true`)).json.data).toHaveLength(3);
    await bulk({ ids, snoozed_until: null, remove_tags: ["demo", "hot"] });
    expect((await o.t.get(`${o.path}?snoozed=true`)).json.data).toEqual([]);
    expect((await o.t.get(`${o.path}?tag=demo`)).json.data).toEqual([]);

    for (const wrong of [
      { ids },
      { ids: [], status: "closed" },
      { ids: Array.from({ length: 101 }, (_, i) => i + 1), status: "closed" },
      { ids, assigned_to: 999_999 },
      { ids, status: "sold" },
    ]) {
      expect((await bulk(wrong)).status).toBe(422);
    }
  });

  it("walks no table", async () => {
    const o = await inbox(["ann@acme.test"]);
    if (o.t.database !== "libsql") return;
    await assertNoScans(o.t.client, async () => {
      await o.t.get(o.path);
      await o.t.get(`${o.path}?status=open&unread=true&campaign_id=${o.campaignId}&q=x`);
      await o.t.get(`${o.path}?snoozed=false&assigned_to=none`);
      await o.t.get(`${o.path}?tag=hot`);
      await o.t.get(`/api/v1/workspaces/${o.wid}/thread-tags`);
      await o.t.post(`${o.path}/bulk`, { ids: [o.ids["ann@acme.test"]], add_tags: ["hot"] });
      await o.t.get(pathTo(o));
      await o.t.put(`${pathTo(o)}/status`, { status: "meeting_booked" });
      await o.t.sweep(wakeSnoozed);
    });
    expect((await o.t.db.select().from(threads))[0]?.status).toBe("meeting_booked");
  });
});
