import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { threadNotes, threadPresence } from "#modules/inbox/schema/team.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import {
  asId,
  type MailboxId,
  type ThreadId,
  type UserId,
  type WorkspaceId,
} from "#platform/rules/ids.ts";
import { HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { addNote } from "#modules/inbox/notes/write-note.ts";
import { inWorkspace, type MemberCtx } from "#platform/ctx/ctx.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { everyRole } from "#test/support/staff.ts";

/** A thread in which a lead waits. */
async function threadIn(t: Harness, wid: number): Promise<number> {
  const times = { createdAt: t.clock.now, updatedAt: t.clock.now };
  const [row] = await inWorkspace(t.deps, wid as WorkspaceId)
    .db.insert(threads)
    .values({
      workspaceId: wid as WorkspaceId,
      mailboxId: asId<MailboxId>(1),
      subject: "Re: A question",
      messageCount: 1,
      lastMessageAt: t.clock.now,
      lastDirection: "inbound",
      ...times,
    })
    .returning();
  return row?.id ?? 0;
}

async function team() {
  const mails: OutgoingMail[] = [];
  const t = await harness({
    settings: { SYSTEM_MAIL_URL: "smtp://notices%40ours.test:canary@mail.ours.test:2525" },
    mail: { transmit: async (taken) => void mails.push(...taken) },
  });
  const people = await everyRole(t);
  await people.admin.post("/api/v1/admin/assignments", {
    employee_id: people.employee.id,
    workspace_id: people.clientWid,
  });
  const id = await threadIn(t, people.clientWid);
  const base = `/api/v1/workspaces/${people.clientWid}`;
  return { t, mails, ...people, id, base, path: `${base}/threads/${id}` };
}

describe("notes on a thread", () => {
  it("201: are seen by staff alone, changed and deleted by their writer alone, and each deed is audited", async () => {
    const o = await team();
    const notes = `${o.path}/notes`;
    const made = await o.employee.post(notes, { text: "  They ask for a discount.  " });
    expect(made.status, made.text).toBe(201);
    expect(made.json).toMatchObject({
      thread_id: o.id,
      author: { id: o.employee.id, name: "employee" },
      text: "They ask for a discount.",
      mentions: [],
    });
    const own = `${notes}/${made.json.id}`;
    expect((await o.client.get(notes)).status).toBe(403);
    expect((await o.client.post(notes, { text: "x" })).status).toBe(403);
    expect((await o.admin.put(own, { text: "Mine now" })).status).toBe(403);
    expect((await o.admin.delete(own)).status).toBe(403);
    expect((await o.employee.put(own, { text: "They want 10 %." })).json.text).toBe(
      "They want 10 %.",
    );
    expect((await o.admin.get(notes)).json.data).toHaveLength(1);
    const shown = await o.client.get(o.path);
    expect(shown.text).not.toContain("They want 10 %.");
    expect((await o.employee.delete(own)).status).toBe(204);
    expect((await o.employee.delete(own)).status).toBe(404);
    expect((await o.admin.get(notes)).json.data).toEqual([]);
    expect((await o.admin.get(`${o.base}/threads/999/notes`)).status).toBe(404);
    for (const body of [
      { text: " " },
      { text: "x".repeat(10_001) },
      { text: "x", mentions: ["a"] },
      {},
    ]) {
      expect((await o.employee.post(notes, body)).status).toBe(422);
    }
  });

  it("409: a thread has 500 at most, however many are written at once; the refused tell nobody", async () => {
    const o = await team();
    const { db } = inWorkspace(o.t.deps, o.clientWid as WorkspaceId);
    await db.run(sql`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 497)
      INSERT INTO ${threadNotes} (workspace_id, thread_id, author_name, text, mentions, created_at, updated_at)
      SELECT ${o.clientWid}, ${o.id}, 'x', 'x', '[]', i, i FROM n`);
    // By the verb: here requests come to it one after the other, as they need not elsewhere.
    const ctx = {
      ...inWorkspace(o.t.deps, asId<WorkspaceId>(o.clientWid)),
      caller: { byKey: false, userId: asId<UserId>(o.employee.id), name: "employee" },
    } as unknown as MemberCtx;
    const body = { text: "@admin see", mentions: [asId<UserId>(o.admin.id)] };
    const written = await Promise.allSettled(
      Array.from({ length: 9 }, () => addNote(ctx, asId<ThreadId>(o.id), body)),
    );
    const refused = written.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(6);
    const last = await o.employee.post(`${o.path}/notes`, body);
    expect([last.status, last.json.code]).toEqual([409, "limit_reached"]);
    const { unread } = (await o.admin.get(`${o.base}/notifications`)).json;
    expect(unread).toBe(3);
  });

  it("tell the people whom they mention, by notice and mail, and nobody else", async () => {
    const o = await team();
    const notes = `${o.path}/notes`;
    const refused = await o.employee.post(notes, {
      text: "@client",
      mentions: [o.admin.id, o.client.id],
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0]).toMatchObject({ path: "mentions.1", code: "unknown_user" });
    const body = { text: "@admin may I?", mentions: [o.admin.id, o.employee.id, o.admin.id] };
    const made = await o.employee.post(notes, body);
    expect(made.json.mentions).toEqual([o.admin.id, o.employee.id]);
    const noticesOf = async (who: typeof o.admin) =>
      (await who.get(`${o.base}/notifications`)).json;
    expect(await noticesOf(o.admin)).toMatchObject({
      unread: 1,
      data: [
        {
          kind: "note_mention",
          title: "employee mentioned you in a note",
          target: { kind: "thread", id: o.id },
        },
      ],
    });
    expect((await noticesOf(o.employee)).data).toEqual([]);
    expect((await noticesOf(o.super_admin)).unread).toBe(0);
    // Marking all as read leaves those of others.
    await o.super_admin.post(`${o.base}/notifications/read`, {});
    expect((await noticesOf(o.admin)).unread).toBe(1);
    await o.t.tick();
    await o.t.drain();
    const sent = o.mails.filter(({ subject }) => subject.includes("mentioned you"));
    expect(sent.map((mail) => mail.to.map(({ address }) => address))).toEqual([
      ["admin@example.com"],
    ]);
    expect(JSON.stringify(sent)).not.toContain("may I?");
    // A change tells only those who are new.
    await o.employee.put(`${notes}/${made.json.id}`, {
      text: "x",
      mentions: [o.admin.id, o.super_admin.id],
    });
    expect((await noticesOf(o.admin)).data).toHaveLength(1);
    expect((await noticesOf(o.super_admin)).unread).toBe(1);
  });
});

describe("presence", () => {
  it("200: shows who views or answers, those who answer first, for 90 seconds", async () => {
    const o = await team();
    const at = `${o.path}/presence`;
    const seen = async (who: typeof o.admin, doing: string | null) =>
      (await who.put(at, { doing })).json.others;
    expect(await seen(o.super_admin, "viewing")).toEqual([]);
    await seen(o.admin, "answering");
    expect(await seen(o.employee, "viewing")).toEqual([
      {
        user_id: o.admin.id,
        name: "admin",
        doing: "answering",
        until: iso(later(o.t.clock.now, 90 * SECOND_MS)),
      },
      expect.objectContaining({ user_id: o.super_admin.id, doing: "viewing" }),
    ]);
    expect(await seen(o.admin, null)).toHaveLength(2);
    expect((await seen(o.employee, "answering")).map((one: { name: string }) => one.name)).toEqual([
      "Root",
    ]);
    o.t.advance(91 * SECOND_MS);
    expect(await seen(o.employee, "viewing")).toEqual([]);
    o.t.advance(2 * MINUTE_MS);
    await o.t.tick();
    expect(await o.t.db.select().from(threadPresence)).toEqual([]);
    expect((await o.admin.put(`${o.base}/threads/999/presence`, { doing: "viewing" })).status).toBe(
      404,
    );
    expect((await o.admin.put(at, { doing: "sleeping" })).status).toBe(422);
    const key = await o.admin.post(`${o.base}/api-keys`, { name: "k" });
    const bearer = { cookie: "", authorization: `Bearer ${key.json.key}` };
    expect((await o.t.request("PUT", at, { doing: "viewing" }, bearer)).status).toBe(403);
  });
});

async function replied(options: Parameters<typeof outreach>[0] = {}) {
  const o = await outreach({
    leads: ["ann@acme.test", "bob@brick.test", "cy@cove.test"],
    ...options,
  });
  const base = `/api/v1/workspaces/${o.wid}`;
  const say = async (i: number, text = "Tell me more.") => {
    const mail = o.mails[i];
    if (!mail) throw new Error("no mail");
    o.t.advance(MINUTE_MS);
    o.world.put(answerTo(mail, { text, received_at: o.t.clock.now }));
    await o.sync();
  };
  const list = async (query = ""): Promise<Thread[]> =>
    (await o.t.get(`${base}/threads${query}`)).json.data;
  return { ...o, base, say, list };
}

describe("a reply with last_message_id", () => {
  it("409 newer_message: is refused below what its writer has not seen, and sent without it", async () => {
    const o = await replied();
    await o.say(0);
    const [thread] = await o.list();
    const path = `${o.base}/threads/${thread?.id}`;
    const newest = async (): Promise<number> =>
      Math.max(...(await o.t.get(path)).json.messages.map(({ id }: { id: number }) => id));
    const seen = await newest();
    await o.say(0, "And what does it cost?");
    const late = await o.t.post(`${path}/reply?wait=0`, {
      body_text: "More",
      last_message_id: seen,
    });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      code: "conflict",
      errors: [{ path: "last_message_id", code: "newer_message" }],
    });
    // Two who saw the same: one answers, the other is told, also while the first reply waits to leave.
    const now = await newest();
    const both = await Promise.all(
      ["One", "Two"].map((text) =>
        o.t.post(`${path}/reply?wait=0`, {
          body_text: text,
          last_message_id: now,
          delay_seconds: 10,
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    const first = both.find(({ status }) => status === 202);
    await o.t.delete(`${path}/messages/${first?.json.id}`);
    const again = await o.t.post(`${path}/reply?wait=0`, {
      body_text: "More",
      last_message_id: now,
    });
    expect(again.status).toBe(202);
    expect((await o.t.post(`${path}/reply?wait=0`, { body_text: "Anyway" })).status).toBe(202);
  });
});

describe("assignment by rule", () => {
  it("gives a thread to the first rule's people in turn when its first reply comes, and never again", async () => {
    const o = await replied();
    const people: number[] = [];
    for (const name of ["ann", "bob"]) {
      const body = {
        name,
        email: `${name}@ours.test`,
        password: "correct horse battery",
        role: "admin",
      };
      people.push((await o.t.post("/api/v1/admin/employees", body)).json.id);
    }
    const put = (rules: unknown) =>
      o.t.put(`${o.base}/settings`, { inbox: { assignment_rules: rules } });
    expect((await put([{ assign_to: [9_999] }])).json.errors[0]).toMatchObject({
      path: "inbox.assignment_rules.0.assign_to.0",
      code: "unknown_user",
    });
    expect((await put([{ assign_to: people, categories: ["nice"] }])).json.errors[0]).toMatchObject(
      {
        path: "inbox.assignment_rules.0.categories.0",
        code: "unknown_category",
      },
    );
    const rules = [
      { campaign_ids: [o.campaignId + 1], assign_to: [people[1]] },
      { mailbox_ids: [o.mailboxIds[0]], assign_to: people },
    ];
    const saved = await put(rules);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.json.inbox).toEqual({ reply_within_hours: null, assignment_rules: rules });
    for (const i of [0, 1, 2]) await o.say(i);
    expect((await o.list()).map((thread) => thread.assigned_to).toReversed()).toEqual([
      people[0],
      people[1],
      people[0],
    ]);
    const [last] = await o.list();
    await o.t.put(`${o.base}/threads/${last?.id}`, { assigned_to: null });
    await o.say(2, "Are you there?");
    expect((await o.list("?assigned_to=none")).map(({ id }) => id)).toEqual([last?.id]);
    expect(await o.list(`?assigned_to=${people[1]}`)).toHaveLength(1);
    expect((await o.t.get(`/api/v1/threads?assigned_to=${people[0]}`)).json.data).toHaveLength(1);
  });
});

describe("replies that wait", () => {
  it("200: are counted by person and workspace, and overdue ones make one notice for each wait", async () => {
    const o = await replied();
    o.smtp.answer = () => ({});
    await o.t.put(`${o.base}/settings`, { inbox: { reply_within_hours: 2 } });
    const came = later(o.t.clock.now, MINUTE_MS);
    await o.say(0);
    await o.say(0, "Hello?");
    await o.say(1);
    const [, first] = await o.list();
    const me = (await o.t.get("/api/v1/auth/me")).json.user.id;
    await o.t.put(`${o.base}/threads/${first?.id}`, { assigned_to: me });
    const waiting = async () => (await o.t.get("/api/v1/threads/waiting")).json;
    expect(await waiting()).toMatchObject({
      people: [
        {
          user_id: me,
          waiting: 1,
          overdue: 0,
          oldest_at: iso(came),
          oldest_thread: { workspace_id: o.wid, id: first?.id },
        },
        { user_id: null, name: "", waiting: 1 },
      ],
      workspaces: [
        { id: o.wid, reply_within_hours: 2, waiting: 2, overdue: 0, oldest_at: iso(came) },
      ],
    });
    const notices = async () =>
      (await o.t.get(`${o.base}/notifications`)).json.data
        .filter(({ kind }: { kind: string }) => kind === "reply_overdue")
        .map(({ target }: { target: unknown }) => target);
    await o.t.tick();
    expect(await notices()).toEqual([]);
    o.t.advance(2 * HOUR_MS);
    await o.t.tick();
    await o.t.tick();
    expect(await notices()).toHaveLength(2);
    expect((await waiting()).workspaces[0].overdue).toBe(2);
    await o.t.post(`${o.base}/threads/${first?.id}/reply`, { body_text: "Sorry, here I am." });
    expect((await waiting()).workspaces[0].waiting).toBe(1);
    // A new wait is told of again.
    await o.say(0, "One more thing");
    o.t.advance(2 * HOUR_MS);
    await o.t.tick();
    expect(await notices()).toHaveLength(3);
    expect(asId<ThreadId>(first?.id ?? 0)).toBe((await notices())[0].id);
  });
});
