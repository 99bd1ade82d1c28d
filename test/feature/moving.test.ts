import { mailFrom, returned } from "#test/support/inbox.ts";
import { syncDueMailboxes } from "#modules/inbox/sync/sync-due.ts";
import { freeMoves, wakeDueMoves, workMove } from "#modules/moving/running/work-move.ts";
import { describe, expect, it } from "vitest";
import {
  campaign,
  client,
  mail,
  moved,
  MOVES,
  movingWorld,
  place,
  lead,
  sender,
  SENDER,
  daysAgo,
} from "#test/support/moving-world.ts";
import { type MoveId, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { takeMove } from "#modules/moving/moves/store.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";

const BLOCKED = {
  kind: "suppression",
  ref: "s1",
  client: null,
  value: "blocked@acme.test",
  reason: "unsubscribed",
} as const;

describe("a move", () => {
  it("201, 202: goes on at the next step, in the same thread, once", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [BLOCKED, sender(), campaign()],
      [
        ...moved("ann@acme.test", 2),
        ...moved("bob@acme.test", 0),
        ...moved("blocked@acme.test", 1),
      ],
    ];
    const id = await w.begin();
    const ready = (await w.t.get(`${MOVES}/${id}`)).json;
    expect(ready).toMatchObject({ state: "ready", has_key: true, found: { leads: 3, places: 3 } });
    const preview = await w.t.get(`${MOVES}/${id}/preview`);
    expect(preview.status, preview.text).toBe(200);
    const moving = await w.move(id);
    expect(moving, JSON.stringify(moving)).toMatchObject({
      state: "ready_to_start",
      trouble: null,
    });
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(check.campaigns).toMatchObject([{ ref: "c1", leads: 3, waiting: 0, unknown: 0 }]);
    const cid = check.campaigns[0].campaign_id;
    const W = `/api/v1/workspaces/${w.wid}`;
    expect((await w.t.get(`${W}/campaigns/${cid}`)).json).toMatchObject({
      status: "paused",
      name: "Campaign c1",
      steps: [{ delay: 0 }, { delay: 3, subject: "" }, { delay: 4, subject: "" }],
    });
    await w.send();
    expect(w.sent).toEqual([]);
    const started = await w.start(id, ["c1"]);
    expect(started.status, started.text).toBe(202);
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({ state: "started" });
    await w.send();
    expect(w.sent.map((one) => one.to[0]?.address)).toEqual(["bob@acme.test"]);
    w.t.advance(3 * DAY_MS);
    await w.send();
    const third = w.sent.filter((one) => one.to[0]?.address === "ann@acme.test");
    expect(third).toHaveLength(1);
    expect(third[0]).toMatchObject({
      subject: "Re: Hello ann",
      in_reply_to: "theirs-2-ann@rival.test",
      references: ["theirs-1-ann@rival.test", "theirs-2-ann@rival.test"],
      from: { address: SENDER },
    });
    expect(third[0]?.text).toContain("Last");
    for (let week = 0; week < 4; week++) {
      w.t.advance(7 * DAY_MS);
      await w.send();
    }
    const all = w.sent.map((one) => one.to[0]?.address);
    expect(all.filter((to) => to === "ann@acme.test")).toHaveLength(1);
    expect(all.filter((to) => to === "bob@acme.test")).toHaveLength(3);
    expect(all).not.toContain("blocked@acme.test");
  });

  it("goes on at once after its process ended, where the host knows of no other", async () => {
    const w = await movingWorld();
    w.rival.pages = [[sender(), campaign()], [...moved("ann@acme.test", 1)]];
    const body = { rival: "smartlead", key: "sl_key", workspace_id: w.wid };
    const id = (await w.t.post(MOVES, body)).json.id as MoveId;
    const { clock, deps } = w.t;
    const now = unixMs(clock.now);
    const until = unixMs(now + 5 * MINUTE_MS);
    expect(await takeMove(deps.install, id, { token: "of a former process", now, until })).not.toBe(
      null,
    );
    const worked = async () => {
      await w.t.sweep(wakeDueMoves);
      await w.t.drain();
      return (await w.t.get(`${MOVES}/${id}`)).json.state as string;
    };
    expect(await worked()).toBe("reading");
    await freeMoves(deps);
    expect(await worked()).toBe("ready");
  });

  it("changes nothing when it is read and taken over again, and brings what is new", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[BLOCKED, sender(), campaign()], [...moved("ann@acme.test", 2)]];
    const id = await w.begin();
    await w.move(id);
    const before = JSON.stringify([await w.rows(), await w.stats()]);
    expect((await w.t.post(`${MOVES}/${id}/read`)).status).toBe(202);
    await w.t.drain();
    await w.move(id);
    expect(JSON.stringify([await w.rows(), await w.stats()])).toBe(before);
    w.rival.pages.push([...moved("new@acme.test", 1)]);
    await w.t.post(`${MOVES}/${id}/read`);
    await w.t.drain();
    await w.move(id);
    expect((await w.rows()).map(({ toEmail, step }) => [toEmail, step])).toEqual([
      ["ann@acme.test", 1],
      ["ann@acme.test", 2],
      ["new@acme.test", 1],
    ]);
  });

  it("keeps the Message-ID of a mail that is listed again without it", async () => {
    const w = await movingWorld();
    await w.connect();
    const bare = (step: number) => mail("ann@acme.test", step, { message_id: null, text: "" });
    w.rival.pages = [[sender(), campaign()], [bare(2)], moved("ann@acme.test", 2), [bare(1)]];
    const id = await w.begin();
    await w.move(id);
    const ids = ["theirs-1-ann@rival.test", "theirs-2-ann@rival.test"];
    expect((await w.rows()).map(({ messageId }) => messageId)).toEqual(ids);
    await w.t.post(`${MOVES}/${id}/read`);
    await w.t.drain();
    await w.move(id);
    expect((await w.rows()).map(({ messageId }) => messageId)).toEqual(ids);
    await w.start(id, ["c1"]);
    w.t.advance(10 * DAY_MS);
    await w.send();
    expect(w.sent).toMatchObject([{ in_reply_to: "theirs-2-ann@rival.test" }]);
  });

  it("counts none of the emails that another product sent, now or after an answer", async () => {
    const w = await movingWorld();
    await w.connect();
    const counted = { sent: 900, opened: 400, clicked: 90, replied: 50, bounced: 20 };
    const past = ["2026-09", null].map((month) => ({
      kind: "figure" as const,
      ref: `figure:${month}`,
      campaign: "c1",
      month,
      ...counted,
      unsubscribed: null,
    }));
    w.rival.pages = [
      [sender(), campaign()],
      moved("ann@acme.test", 2),
      [...moved("bob@acme.test", 1), ...past],
    ];
    const id = await w.begin();
    const W = `/api/v1/workspaces/${w.wid}`;
    /** Everything that is counted, but how many leads and campaigns there are. */
    const figures = async () => {
      const paths = [
        `${W}/stats`,
        "/api/v1/admin/overview",
        "/api/v1/admin/dashboard",
        `${W}/mailboxes/summary`,
      ];
      const answers = await Promise.all(paths.map((path) => w.t.get(path)));
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      return (
        answers
          // A day on which only leads joined has a line without figures.
          .map(({ json }) => JSON.stringify({ ...json, by_day: null }))
          .join("\n")
          .replace(/"campaigns":\{"total":\d+/g, "")
          .replace(/"(?:leads|enrolments|paused|updated_at|counted_at)":(?:\d+|"[^"]*")/g, "")
      );
    };
    const rows = async () =>
      (await w.stats()).flatMap((row) =>
        Object.entries(row).flatMap(([name, n]) =>
          typeof n === "number" && n > 0 && name !== "leads" && !name.endsWith("Id") ? [name] : [],
        ),
      );
    const before = await figures();
    await w.move(id);
    expect(await figures()).toBe(before);
    expect(await rows()).toEqual([]);
    const mailbox = (await w.t.get(`${W}/mailboxes`)).json.data[0];
    expect(mailbox).toMatchObject({ sent_today: 0 });
    expect(await recount(w.t.deps, false)).toEqual([]);
  });

  it("reads the Sent folder: the later step counts, and its Message-ID carries the thread", async () => {
    const w = await movingWorld();
    await w.connect();
    // The rival knows of one email; a second one, and the true id of the first, lie in the folder.
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const to = [{ address: "ann@acme.test", name: "" }];
    const sentBy = (message_id: string, subject: string, at: number) =>
      w.world.put(mailFrom(SENDER, { message_id, subject, received_at: at, to }), SENDER, "\\Sent");
    sentBy("given-1@microsoft.test", "Hello ann", daysAgo(5) + 60_000);
    sentBy("given-2@microsoft.test", "Re: Hello ann", daysAgo(1));
    const id = await w.begin();
    await w.move(id);
    expect((await w.rows()).map((row) => [row.step, row.messageId, row.serverMessageId])).toEqual([
      [1, "given-1@microsoft.test", "theirs-1-ann@rival.test"],
      [2, "given-2@microsoft.test", null],
    ]);
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(check.mailboxes).toMatchObject([{ email: SENDER, sent: 2, problem: null }]);
    expect(check.notes).toMatchObject([
      { email: "ann@acme.test", note: expect.stringContaining("the later counts") },
    ]);
    await w.start(id, ["c1"]);
    w.t.advance(3 * DAY_MS);
    await w.send();
    expect(w.sent).toMatchObject([
      { subject: "Re: Hello ann", in_reply_to: "given-2@microsoft.test" },
    ]);
  });

  it("writes no more to who answered, bounced or opted out, though the rival does not know", async () => {
    const w = await movingWorld();
    await w.connect();
    const people = ["ann", "bob", "cat", "dan"].map((name) => `${name}@acme.test`);
    w.rival.pages = [[sender(), campaign()], ...people.map((one) => moved(one, 1))];
    const answers = (name: string, text: string) =>
      w.world.put(
        mailFrom(`${name}@acme.test`, {
          subject: `Re: Hello ${name}`,
          text,
          in_reply_to: [`theirs-1-${name}@rival.test`],
          received_at: daysAgo(3),
        }),
        SENDER,
      );
    answers("ann", "Tell me more, please.");
    answers("bob", "Please remove me from your list and never write again.");
    w.world.put(returned("theirs-1-cat@rival.test", { recipient: "cat@acme.test" }), SENDER);
    const id = await w.begin();
    await w.move(id);
    const cid = (await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0].campaign_id;
    const W = `/api/v1/workspaces/${w.wid}`;
    const leads = (await w.t.get(`${W}/campaigns/${cid}/leads`)).json.data;
    const statuses = Object.fromEntries(
      leads.map((one: { email: string; status: string }) => [one.email, one.status]),
    );
    expect(statuses).toEqual({
      "ann@acme.test": "replied",
      "bob@acme.test": "unsubscribed",
      "cat@acme.test": "bounced",
      "dan@acme.test": "in_progress",
    });
    await w.start(id, ["c1"]);
    w.t.advance(10 * DAY_MS);
    await w.send();
    expect(w.sent.map((one) => one.to[0]?.address)).toEqual(["dan@acme.test"]);
    await w.signIn();
    const threads = (await w.t.get(`${W}/threads`)).json.data;
    expect(threads.map((one: { snippet: string }) => one.snippet).toSorted()).toEqual([
      "Please remove me from your list and never write again.",
      "Tell me more, please.",
    ]);
    const entries = (await w.t.get(`${W}/suppressions`)).json.data;
    expect(entries.map((one: { value: string }) => one.value).toSorted()).toEqual([
      "bob@acme.test",
      "cat@acme.test",
    ]);
  });

  it("matches an answer to an email of the rival, and counts it nowhere", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    await w.start(id, ["c1"]);
    w.world.put(
      mailFrom("ann@acme.test", {
        subject: "Re: Hello ann",
        in_reply_to: ["theirs-1-ann@rival.test"],
        received_at: w.t.clock.now,
      }),
      SENDER,
    );
    await w.t.sweep(syncDueMailboxes);
    await w.t.drain();
    const W = `/api/v1/workspaces/${w.wid}`;
    expect((await w.t.get(`${W}/threads`)).json.data).toMatchObject([{ is_unread: true }]);
    w.t.advance(10 * DAY_MS);
    await w.send();
    expect(w.sent).toEqual([]);
    expect((await w.stats()).filter((row) => row.replies + row.uniqueReplies > 0)).toEqual([]);
    expect(await recount(w.t.deps, false)).toEqual([]);
  });

  it("brings conversations as they were: read, with the interest as their status, and answerable", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [sender(), campaign()],
      [
        lead("ann@acme.test"),
        place("ann@acme.test", 1, { state: "replied", interest: "meeting_booked" }),
        mail("ann@acme.test", 1),
        mail("ann@acme.test", 1, {
          direction: "received",
          message_id: "answer@acme.test",
          step: null,
          subject: "Re: Hello ann",
          text: "Tuesday fits.",
          at: daysAgo(4),
        }),
      ],
    ];
    const id = await w.begin();
    await w.move(id);
    const W = `/api/v1/workspaces/${w.wid}`;
    const [thread] = (await w.t.get(`${W}/threads`)).json.data;
    expect(thread).toMatchObject({
      status: "meeting_booked",
      is_unread: false,
      snippet: "Tuesday fits.",
      message_count: 2,
    });
    const read = (await w.t.get(`${W}/threads/${thread.id}`)).json;
    expect(read.messages.map((one: { text: string }) => one.text)).toEqual([
      "Step 1",
      "Tuesday fits.",
    ]);
    const answered = await w.t.post(`${W}/threads/${thread.id}/reply`, { body_text: "See you." });
    expect(answered.status, answered.text).toBeLessThan(300);
    expect(await recount(w.t.deps, false)).toEqual([]);
  });

  it("asks what to do with leads of whom nobody knows how far they are", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [sender(), campaign()],
      ...["ann@acme.test", "bob@acme.test"].map((one) => [lead(one), place(one, null)]),
    ];
    const id = await w.begin();
    await w.move(id);
    const waits = (await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0];
    expect(waits).toMatchObject({ leads: 2, unknown: 2 });
    expect(await w.rows()).toEqual([]);
    const wrong = await w.t.put(`${MOVES}/${id}/campaigns/c1`, { unknown_places: "go_on" });
    expect(wrong.status).toBe(422);
    const chosen = await w.t.put(`${MOVES}/${id}/campaigns/c1`, {
      unknown_places: "go_on",
      unknown_step: 3,
    });
    expect(chosen.status, chosen.text).toBe(200);
    await w.move(id);
    await w.start(id, ["c1"]);
    w.t.advance(5 * DAY_MS);
    await w.send();
    // The pause between two emails came along.
    expect(w.sent).toHaveLength(1);
    w.t.advance(15 * 60_000);
    await w.send();
    expect(w.sent).toHaveLength(2);
    // Nobody knows the id of what they got: a new thread begins.
    expect(w.sent[0]).toMatchObject({ in_reply_to: null, references: [], subject: "Hello ann" });
  });

  it("409: starts nothing that the rival still sends, nor without a word where no key is left", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    w.rival.sending.add("c1");
    const id = await w.begin();
    await w.move(id);
    const refused = await w.start(id, ["c1"]);
    expect([refused.status, refused.json.code]).toEqual([409, "rival_still_sending"]);
    expect((await w.t.delete(`${MOVES}/${id}/key`)).status).toBe(204);
    expect((await w.start(id, ["c1"])).json.code).toBe("rival_still_sending");
    expect((await w.start(id, ["c1"], { stopped_there: true })).status).toBe(202);
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({
      state: "started",
      has_key: false,
    });
  });

  it("409: starts nothing while folders of a mailbox were not read, unless somebody accepts it", async () => {
    const w = await movingWorld();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    const refused = await w.start(id, ["c1"]);
    expect([refused.status, refused.json.code]).toEqual([409, "invalid_state"]);
    expect(refused.json.errors).toEqual([
      expect.objectContaining({ path: "folders_unread", code: "folders_unread" }),
    ]);
    await w.connect();
    await w.move(id);
    expect((await w.start(id, ["c1"])).status).toBe(202);

    const other = await movingWorld();
    other.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const without = await other.begin();
    await other.move(without);
    expect((await other.start(without, ["c1"], { folders_unread: true })).status).toBe(202);
  });

  it("202: is held back by no mailbox that its campaign does not use, there or here", async () => {
    const w = await movingWorld();
    const [used, other, second] = [SENDER, "eva@ours.test", "ole@ours.test"];
    await w.connect([used]);
    w.rival.pages = [
      [sender(used), sender(other), sender(second)],
      [campaign("c1"), campaign("c2", { senders: [other] })],
      moved("ann@acme.test", 1),
      // A lead of the third campaign got an email from a mailbox that is no sender there any more.
      [
        campaign("c3"),
        lead("bob@acme.test"),
        place("bob@acme.test", 1, { campaign: "c3" }),
        mail("bob@acme.test", 1, { campaign: "c3", sender: second }),
      ],
    ];
    const id = await w.begin();
    await w.move(id);
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    const unread = check.mailboxes.flatMap((one: { email: string; problem: string | null }) =>
      one.problem === null ? [] : [one.email],
    );
    expect(unread).toEqual([other, second]);
    const named = async (ref: string) => {
      const { json } = await w.start(id, [ref]);
      return json.errors.map(({ message }: { message: string }) => message.split(":")[0]);
    };
    expect(await named("c2")).toEqual([other]);
    expect(await named("c3")).toEqual([second]);
    expect((await w.start(id, ["c1"])).status).toBe(202);
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({ state: "started" });
  });

  it("says how long a first reading takes at the rival's rate, as soon as leads were found", async () => {
    const w = await movingWorld();
    w.rival.waitMs = 60_000;
    const people = Array.from({ length: 120 }, (_, i) => `p${i}@acme.test`);
    w.rival.pages = [
      [sender(), campaign()],
      people.map((email) => place(email, 2)),
      people.flatMap((email) => [mail(email, 1), mail(email, 2)]),
      [],
    ];
    const id = await w.begin({ rival: "instantly", key: "k", workspace_id: w.wid });
    const left = async () => (await w.t.get(`${MOVES}/${id}`)).json.seconds_left;
    const page = async () => {
      w.t.advance(60_000);
      await w.t.drain();
    };
    expect(await left()).toBeNull();
    await page();
    // 240 emails are three pages of 100, at 20 a minute.
    expect(await left()).toBe(9);
    await page();
    expect(await left()).toBeNull();
  });

  it("counts threads and conversations of the preview as they come", async () => {
    const w = await movingWorld();
    await w.connect();
    const answer = (email: string, step: number, days: number) =>
      mail(email, step, { direction: "received", step: null, at: daysAgo(days) });
    w.rival.pages = [
      [sender(), campaign()],
      [
        ...moved("ann@acme.test", 2),
        answer("ann@acme.test", 1, 1),
        answer("ann@acme.test", 2, 0.5),
      ],
      moved("bob@acme.test", 1),
      [lead("cat@acme.test"), place("cat@acme.test", 0)],
      [...moved("old@acme.test", 1), answer("old@acme.test", 1, 200)],
    ];
    const id = await w.begin();
    const { campaigns } = (await w.t.get(`${MOVES}/${id}/preview`)).json;
    expect(campaigns).toMatchObject([{ emails: 7, threads: 3, conversations: 1 }]);
    await w.move(id);
    const threads = (await w.t.get(`/api/v1/workspaces/${w.wid}/threads`)).json.data;
    expect(threads).toHaveLength(1);
  });

  it("reads an email that left after the reading, before it starts", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 2)];
    await w.start(id, ["c1"]);
    expect((await w.rows()).map(({ step }) => step)).toEqual([1, 2]);
    w.t.advance(20 * DAY_MS);
    await w.send();
    expect(w.sent.map(({ text }) => text.trim().slice(0, 4))).toEqual(["Last"]);
  });

  it("suppresses at once who opts out at the rival after the switch, for 30 days", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    await w.start(id, ["c1"]);
    w.rival.news = [{ ...BLOCKED, ref: "s9", value: "ann@acme.test" }];
    w.t.advance(6 * 3_600_000);
    await w.t.sweep(wakeDueMoves);
    await w.t.drain();
    w.t.advance(10 * DAY_MS);
    await w.send();
    expect(w.sent).toEqual([]);
    for (let day = 0; day < 40; day++) {
      w.t.advance(DAY_MS);
      await w.t.sweep(wakeDueMoves);
      await w.t.drain();
    }
    const asked = w.rival.asked.filter((one) => one.startsWith("news"));
    expect(asked.length).toBeGreaterThan(10);
    await w.signIn();
    expect((await w.t.get(`${MOVES}/${id}`)).json.next_news_at).toBeNull();
  });

  it("asks for the file each week once the key is gone", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    await w.start(id, ["c1"]);
    await w.t.delete(`${MOVES}/${id}/key`);
    for (let day = 0; day < 20; day++) {
      w.t.advance(DAY_MS);
      await w.t.sweep(wakeDueMoves);
      await w.t.drain();
    }
    await w.signIn();
    const notices = (await w.t.get(`/api/v1/workspaces/${w.wid}/notifications`)).json.data;
    expect(notices.filter((one: { kind: string }) => one.kind === "move_needs_file")).toHaveLength(
      3,
    );
  });

  it("brings an agency's clients into workspaces that are there, new ones, or none", async () => {
    const w = await movingWorld();
    const of = (ref: string, names: string[]) => [
      client(ref, `Client ${ref}`),
      campaign(`c-${ref}`, { client: ref, name: "Spring" }),
      ...names.flatMap((name) => [
        lead(`${name}@${ref}.test`, { client: ref, ref: `lead:${ref}:${name}` }),
        place(`${name}@${ref}.test`, 0, { campaign: `c-${ref}` }),
      ]),
    ];
    w.rival.pages = [[BLOCKED], of("one", ["ann"]), of("two", ["bob"]), of("three", ["cat"])];
    const id = await w.begin({ rival: "instantly", key: "k" });
    const listed = (await w.t.get(`${MOVES}/${id}/clients`)).json.data;
    expect(listed.map((one: { ref: string; choice: null }) => [one.ref, one.choice])).toEqual([
      ["one", null],
      ["three", null],
      ["two", null],
    ]);
    const mapped = await w.t.put(`${MOVES}/${id}/clients`, {
      clients: [
        { ref: "one", choice: "workspace", workspace_id: w.wid },
        { ref: "two", choice: "new", name: "Client two", slug: "client-two" },
      ],
    });
    expect(mapped.status, mapped.text).toBe(200);
    expect(await w.move(id)).toMatchObject({ state: "ready_to_start", undecided_clients: 1 });
    const places = (await w.t.get("/api/v1/workspaces")).json.data;
    const made = places.find((one: { slug: string }) => one.slug === "client-two");
    const emails = async (wid: number) =>
      (await w.t.get(`/api/v1/workspaces/${wid}/leads`)).json.data.map(
        (one: { email: string }) => one.email,
      );
    expect(await emails(w.wid)).toEqual(["ann@one.test"]);
    expect(await emails(made.id)).toEqual(["bob@two.test"]);
    const suppressed = (await w.t.get(`/api/v1/workspaces/${made.id}/suppressions`)).json.data;
    expect(suppressed).toMatchObject([{ value: "blocked@acme.test" }]);
    const again = await w.t.put(`${MOVES}/${id}/clients`, {
      clients: [{ ref: "one", choice: "leave_out" }],
    });
    expect(again.status).toBe(409);
  });

  it("stops while a suppression of the rival can't be stored, and writes to nobody who opted out", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [{ ...BLOCKED, client: "b", ref: "s2", value: "bob@acme.test" }, sender(), campaign()],
      [...moved("ann@acme.test", 1), ...moved("bob@acme.test", 1), BLOCKED],
      [...moved("blocked@acme.test", 1), client("b", "B")],
    ];
    const id = await w.begin();
    const refuse = (value: string) =>
      w.t.client.execute(`CREATE TRIGGER refusal BEFORE INSERT ON suppressions
        WHEN new.value = '${value}' BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    const later = async () => {
      w.t.advance(2 * 3_600_000);
      await w.t.sweep(wakeDueMoves);
      await w.t.drain();
    };
    const state = async () => {
      const { json } = await w.t.get(`${MOVES}/${id}`);
      return [json.state, json.trouble?.code ?? null];
    };
    const W = `/api/v1/workspaces/${w.wid}`;
    // Those of the whole account, then those of a client.
    for (const value of ["blocked@acme.test", "bob@acme.test"]) {
      await refuse(value);
      await w.move(id).catch(() => {});
      for (let n = 0; n < 3; n++) await later();
      expect(await state(), value).toEqual(["moving", "move_failed"]);
      for (const what of ["leads", "campaigns"])
        expect((await w.t.get(`${W}/${what}`)).json.data, value).toEqual([]);
      expect((await w.start(id, ["c1"])).status).toBe(409);
      await w.t.client.execute("DROP TRIGGER refusal");
    }
    await later();
    expect(await state()).toEqual(["ready_to_start", null]);

    // One that came with the last reading, before the first email.
    w.rival.pages[0]?.push({ ...BLOCKED, ref: "s3", value: "ann@acme.test" });
    await refuse("ann@acme.test");
    await w.start(id, ["c1"]);
    for (let n = 0; n < 3; n++) await later();
    expect(await state()).toEqual(["moving", "move_failed"]);
    w.t.advance(10 * DAY_MS);
    await w.send();
    await w.signIn();
    await w.t.client.execute("DROP TRIGGER refusal");
    await later();
    expect(await state()).toEqual(["started", null]);
    for (let week = 0; week < 4; week++) {
      w.t.advance(7 * DAY_MS);
      await w.send();
    }
    expect(w.sent).toEqual([]);
  });

  it("stores a page that is far larger than asked for by portions, and lets others work between them", async () => {
    const w = await movingWorld();
    w.rival.pages = [
      Array.from({ length: 5_000 }, (_, n) => ({
        ...BLOCKED,
        ref: `s${n}`,
        value: `lead${n}@acme.test`,
      })),
    ];
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    let before = 0;
    const { wait } = w.t.deps;
    Object.assign(w.t.deps, {
      wait: (ms: number) => {
        before++;
        return wait(ms);
      },
    });
    setImmediate(count);
    const id = await w.begin();
    isOver = true;
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({
      state: "ready",
      found: { suppressions: 5_000, faults: 0 },
    });
    expect(before).toBe(2);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it("shows the trouble of the rival, waits as it asks, and goes on where it stood", async () => {
    const w = await movingWorld();
    w.rival.pages = [[sender()], [campaign()]];
    w.rival.trouble = { code: "rival_busy", waitMs: 60_000 };
    const id = await w.begin();
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({
      state: "reading",
      trouble: null,
    });
    w.rival.trouble = { code: "rival_key_refused", detail: "Make a key with the scope all:read." };
    w.t.advance(61_000);
    await w.t.drain();
    const waits = await w.t.get(`${MOVES}/${id}`);
    expect(waits.json).toMatchObject({ state: "reading", trouble: { code: "rival_key_refused" } });
    expect(waits.text).not.toContain("sl_key");
    w.rival.trouble = null;
    expect((await w.t.put(`${MOVES}/${id}/key`, { key: "another" })).status).toBe(200);
    await w.t.drain();
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({
      state: "ready",
      trouble: null,
      found: { campaigns: 1 },
    });
  });

  it("loses and doubles nothing wherever it is killed", async () => {
    /** The whole road; after so many batches the process dies, once. */
    const road = async (dieAfter: number) => {
      const w = await movingWorld();
      await w.connect();
      w.rival.pages = [
        [BLOCKED, sender(), campaign()],
        [...moved("ann@acme.test", 2), ...moved("bob@acme.test", 0)],
        [...moved("cat@acme.test", 1), ...moved("blocked@acme.test", 1)],
      ];
      w.world.put(
        mailFrom(SENDER, {
          message_id: "given-2@server.test",
          subject: "Re: Hello cat",
          to: [{ address: "cat@acme.test", name: "" }],
          received_at: daysAgo(1),
        }),
        SENDER,
        "\\Sent",
      );
      const deaths = { left: dieAfter, died: false };
      const made = await w.t.post(MOVES, { rival: "smartlead", key: "k", workspace_id: w.wid });
      const id = made.json.id as number;
      const inner = w.t.deps.install;
      const mortal = <D extends object>(db: D): D =>
        new Proxy(db, {
          get(of, name) {
            const value: unknown = Reflect.get(of, name);
            if (name !== "batch" || typeof value !== "function") return value;
            return async (...args: unknown[]) => {
              if (deaths.left-- === 0) {
                deaths.died = true;
                throw new Error("killed");
              }
              return (value as (...a: unknown[]) => unknown).apply(of, args);
            };
          },
        });
      const dying = { ...w.t.deps, install: mortal(inner), db: mortal(w.t.deps.db), log: () => {} };
      /** Works until nothing is left to do; a process that died is followed by another one. */
      const work = async () => {
        for (let n = 0; n < 40; n++) {
          const { state, trouble } = (await w.t.get(`${MOVES}/${id}`)).json;
          if (["ready", "ready_to_start", "started"].includes(state) && trouble === null) return;
          await workMove(deaths.died ? w.t.deps : dying, id as MoveId).catch(() => {});
          if (deaths.died) w.t.advance(6 * 60_000);
        }
      };
      w.t.queue.length = 0;
      await work();
      await w.t.post(`${MOVES}/${id}/move`);
      await work();
      await w.t.post(`${MOVES}/${id}/start`, { campaigns: ["c1"] });
      await work();
      w.t.queue.length = 0;
      for (let n = 0; n < 12; n++) {
        w.t.advance(n % 3 === 0 ? 7 * DAY_MS : 15 * 60_000);
        await w.send(2);
      }
      const got = w.sent.map((one) => `${one.to[0]?.address} ${one.text.split(/\s/)[0]}`);
      expect(await recount(w.t.deps, false), `killed after ${dieAfter}`).toEqual([]);
      const rows = (await w.rows()).map((row) => `${row.toEmail} ${row.step} ${row.variant}`);
      w.t.close();
      return { died: deaths.died, result: [got.toSorted(), rows.toSorted()] };
    };
    const whole = await road(Number.POSITIVE_INFINITY);
    expect(whole.result[0]).toEqual([
      "ann@acme.test Last",
      "bob@acme.test Again",
      "bob@acme.test Hi",
      "bob@acme.test Last",
      "cat@acme.test Last",
    ]);
    for (let after = 0; ; after += 3) {
      const { died, result } = await road(after);
      expect(result, `killed after ${after} batches`).toEqual(whole.result);
      if (!died) break;
    }
  }, 240_000);
});
