import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { pushMessages, pushSubscriptions } from "#modules/accounts/schema/push.ts";
import { pushCauses } from "#modules/events/schema/push.ts";
import { takeMessage } from "#modules/events/push/messages-store.ts";
import { spreadCauses } from "#modules/events/push/spread-causes.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import {
  asId,
  type LeadId,
  type MailboxId,
  type ThreadId,
  type WorkspaceId,
} from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { reauthenticated } from "#test/support/factors.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { fingerprintOf, pushService } from "#test/support/push-service.ts";
import { auditOf, type Caller, caller, everyRole, signIn } from "#test/support/staff.ts";
import { agency } from "#test/support/white-label.ts";

const PUSH = "/api/v1/auth/push";
const BROWSERS = `${PUSH}/browsers`;
const ALL = ["assigned", "positive_reply", "mention"];

/** A thread in which Jane of Acme waits. */
async function threadIn(t: Harness, wid: number, category: "interested" | null = null) {
  const times = { createdAt: t.clock.now, updatedAt: t.clock.now };
  const ofWorkspace = { workspaceId: wid as WorkspaceId, ...times };
  const { db } = inWorkspace(t.deps, wid as WorkspaceId);
  const [lead] = await db
    .insert(leads)
    .values({
      ...ofWorkspace,
      email: `jane${Math.random()}@acme.test`,
      domain: "acme.test",
      firstName: "Jane",
      lastName: "Doe",
      company: "Acme",
    } as typeof leads.$inferInsert)
    .returning();
  const [row] = await db
    .insert(threads)
    .values({
      ...ofWorkspace,
      leadId: asId<LeadId>(lead?.id ?? 0),
      mailboxId: asId<MailboxId>(1),
      subject: "Re: A question",
      messageCount: 1,
      category,
      lastMessageAt: t.clock.now,
      lastDirection: "inbound",
    })
    .returning();
  return row?.id ?? asId<ThreadId>(0);
}

async function set(settings: Readonly<Record<string, string>> = {}) {
  const clock = { now: (): number => 0 };
  const service = pushService(() => clock.now());
  const t = await harness({ settings, egress: service.egress });
  clock.now = () => t.clock.now;
  const people = await everyRole(t);
  const assignment = { employee_id: people.employee.id, workspace_id: people.clientWid };
  await people.admin.post("/api/v1/admin/assignments", assignment);
  const base = `/api/v1/workspaces/${people.clientWid}`;
  const turnOn = async (who: Caller, name: string, kinds: readonly string[] = ALL) => {
    const subscription = await service.subscribe(name, (await who.get(PUSH)).json.public_key);
    const answer = await who.put(BROWSERS, { ...subscription, kinds });
    expect(answer.status, answer.text).toBe(200);
    return { ...subscription, id: Number(answer.json.id), json: answer.json };
  };
  /** What browsers were told since the last time. */
  const told = async () => {
    await t.drain();
    return service.told.splice(0);
  };
  const id = await threadIn(t, people.clientWid);
  const assign = async (to: number | null, thread = id) => {
    const answer = await people.super_admin.put(`${base}/threads/${thread}`, { assigned_to: to });
    expect(answer.status, answer.text).toBe(200);
  };
  return { t, service, ...people, base, id, turnOn, told, assign };
}

describe("notices in browsers", () => {
  it("200: are turned on, listed, changed and ended by their person, and each deed is audited", async () => {
    const o = await set();
    const before = (await o.employee.get(PUSH)).json;
    expect(before.data).toEqual([]);
    expect((await o.admin.get(PUSH)).json.public_key).toBe(before.public_key);
    const made = await o.turnOn(o.employee, "laptop", ["mention", "assigned"]);
    expect(made.json).toEqual({
      id: made.id,
      device: "",
      kinds: ["assigned", "mention"],
      is_current: true,
      fingerprint: fingerprintOf(made.endpoint),
      created_at: new Date(o.t.clock.now).toISOString(),
      notified_at: null,
    });
    const again = { endpoint: made.endpoint, keys: made.keys, kinds: ["mention"] };
    expect((await o.employee.put(BROWSERS, again)).json).toMatchObject({
      id: made.id,
      kinds: ["mention"],
    });
    const own = `${BROWSERS}/${made.id}`;
    expect((await o.employee.put(own, { kinds: ["assigned"] })).json.kinds).toEqual(["assigned"]);
    expect((await o.employee.get(PUSH)).json.data).toHaveLength(1);
    // It is nobody else's, and its secrets are shown to nobody and lie sealed.
    expect((await o.admin.get(PUSH)).json.data).toEqual([]);
    for (const ask of [
      o.admin.put(own, { kinds: ["assigned"] }),
      o.admin.delete(own),
      o.admin.post(`${own}/test`),
    ]) {
      expect((await ask).status).toBe(404);
    }
    const kept = JSON.stringify(await o.t.db.select().from(pushSubscriptions));
    expect(kept).not.toContain(made.endpoint);
    expect(kept).not.toContain(made.keys.auth);
    expect((await o.employee.delete(own)).status).toBe(204);
    expect((await o.employee.delete(own)).status).toBe(404);
    const lines = await Promise.all(
      ["push.turned_on", "push.changed", "push.turned_off"].map((of) => auditOf(o.admin, of)),
    );
    expect(lines.map((some) => some.length)).toEqual([2, 1, 1]);
    expect(JSON.stringify(lines)).not.toContain("push.test");
  });

  it("422, 403, 409: refuse what no browser gives, keys, who acts as somebody, and the eleventh", async () => {
    const o = await set({ ALLOW_PRIVATE_NETWORKS: "false" });
    const good = await o.service.subscribe("x", (await o.employee.get(PUSH)).json.public_key);
    const wrong = [
      [{ endpoint: "http://push.test/1" }, "endpoint"],
      [{ endpoint: "https://10.0.0.1/1" }, "endpoint"],
      [{ endpoint: "https://printer.local/1" }, "endpoint"],
      [{ endpoint: `https://push.test/${"x".repeat(1_024)}` }, "endpoint"],
      [{ keys: { ...good.keys, auth: "AAAA" } }, "keys"],
      [{ keys: { ...good.keys, p256dh: "a b" } }, "keys.p256dh"],
      [{ keys: { ...good.keys, p256dh: `B${"A".repeat(86)}` } }, "keys"],
      [{ kinds: [] }, "kinds"],
      [{ kinds: ["everything"] }, "kinds.0"],
    ] as const;
    for (const [change, path] of wrong) {
      const answer = await o.employee.put(BROWSERS, { ...good, kinds: ALL, ...change });
      expect([answer.status, answer.json.errors?.[0].path], answer.text).toEqual([422, path]);
    }
    const key = await o.admin.post(`${o.base}/api-keys`, { name: "k" });
    const bearer = { cookie: "", authorization: `Bearer ${key.json.key}` };
    expect((await o.t.request("GET", PUSH, undefined, bearer)).status).toBe(403);
    for (let i = 0; i < 10; i++) await o.turnOn(await signIn(o.t, "employee@example.com"), `${i}`);
    const full = await o.employee.put(BROWSERS, { ...good, kinds: ALL });
    expect([full.status, full.json.code]).toEqual([409, "limit_reached"]);
    const admin = await reauthenticated(o.t, o.admin);
    const acting = await admin.post(`/api/v1/admin/impersonate/${o.employee.id}`);
    const cookie = (acting.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const inside = caller(o.t, o.employee.id, cookie);
    expect((await inside.get(PUSH)).status).toBe(403);
    expect((await inside.put(BROWSERS, { ...good, kinds: ALL })).status).toBe(403);
  });

  it("200: a test notice is sent at once, and says what became of it", async () => {
    const o = await set();
    const { id, endpoint } = await o.turnOn(o.employee, "laptop");
    const test = async () => (await o.employee.post(`${BROWSERS}/${id}/test`)).json;
    expect(await test()).toEqual({ outcome: "accepted", status_code: 201 });
    expect(o.service.told.splice(0)).toMatchObject([
      { ttl: 60, words: { title: "Notices work in this browser", path: "/account" } },
    ]);
    o.service.answers.push({ status: 503 }, { status: 400 });
    expect(await test()).toEqual({ outcome: "later", status_code: 503 });
    expect(await test()).toEqual({ outcome: "refused", status_code: 400 });
    o.service.forget(endpoint);
    expect(await test()).toEqual({ outcome: "gone", status_code: 410 });
    expect((await o.employee.get(PUSH)).json.data).toEqual([]);
  });
});

describe("what is told", () => {
  it("is a thread that somebody else assigned, one line for many, and nothing of one's own doing", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    await o.turnOn(o.super_admin, "desk");
    await o.turnOn(o.admin, "deaf", ["mention"]);
    await o.assign(o.employee.id);
    expect(await o.told()).toEqual([
      {
        browser: "laptop",
        ttl: (4 * HOUR_MS) / SECOND_MS,
        topic: expect.stringMatching(/^[\w-]{32}$/),
        text: expect.any(String),
        words: {
          title: "Assigned to you: Jane Doe, Acme",
          body: "Acme",
          tag: `${o.clientWid}.${o.id}`,
          path: `/w/${o.clientWid}/inbox?thread=${o.id}`,
        },
      },
    ]);
    // Once more, by its owner, to nobody, and by oneself: nothing is news.
    await o.assign(o.employee.id);
    await o.assign(o.super_admin.id);
    await o.assign(null);
    expect(await o.told()).toEqual([]);
    const more = [await threadIn(o.t, o.clientWid), await threadIn(o.t, o.clientWid), o.id];
    const many = { ids: [...more, 999], assigned_to: o.employee.id };
    expect((await o.super_admin.post(`${o.base}/threads/bulk`, many)).status).toBe(200);
    expect((await o.told()).map(({ words }) => [words.title, words.path])).toEqual([
      ["3 conversations were assigned to you", `/w/${o.clientWid}/inbox`],
    ]);
    expect(await o.t.db.select().from(pushCauses)).toEqual([]);
  });

  it("is a mention, as long as the note has it, and to staff alone", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    const notes = `${o.base}/threads/${o.id}/notes`;
    const body = { text: "Secret plan", mentions: [o.employee.id] };
    const made = await o.admin.post(notes, body);
    const [first, ...rest] = await o.told();
    expect([first?.words.title, rest]).toEqual(["admin mentioned you in a note", []]);
    expect(first?.text).not.toContain("Secret");
    await o.admin.put(`${notes}/${made.json.id}`, body);
    expect(await o.told()).toEqual([]);
    await o.admin.post(notes, body);
    await o.t.db.run(sql`DELETE FROM thread_notes`);
    expect(await o.told()).toEqual([]);
  });

  it("is a positive reply, once, to who wants to hear of it, and not one that says no", async () => {
    const clock = { now: (): number => 0 };
    const service = pushService(() => clock.now());
    const o = await outreach({
      egress: service.egress,
      leads: ["ann@acme.test", "bob@brick.test"],
    });
    clock.now = () => o.t.clock.now;
    const keys = (await o.t.get(PUSH)).json.public_key;
    const mine = await service.subscribe("mine", keys);
    await o.t.put(BROWSERS, { ...mine, kinds: ["positive_reply"] });
    const say = async (i: number, text: string) => {
      const mail = o.mails[i];
      if (!mail) throw new Error("no mail");
      o.t.advance(MINUTE_MS);
      o.world.put(answerTo(mail, { text, received_at: o.t.clock.now }));
      await o.sync();
      await o.t.drain();
      return service.told.splice(0).map(({ words }) => words.title);
    };
    expect(await say(0, "Sounds great, I am interested. Please send me more.")).toEqual([
      expect.stringMatching(/^Reply from .*: interested$/),
    ]);
    expect(await say(1, "No, I am not interested.")).toEqual([]);
    await o.sync();
    await o.t.drain();
    expect(service.told).toEqual([]);
  });

  it("is not told to who lost the access, the session or the role meanwhile", async () => {
    const o = await set();
    const other = await signIn(o.t, "employee@example.com");
    await o.turnOn(o.employee, "laptop");
    await o.turnOn(other, "phone");
    await o.assign(o.employee.id);
    expect((await other.post("/api/v1/auth/logout")).status).toBe(204);
    expect((await o.told()).map(({ browser }) => browser)).toEqual(["laptop"]);
    // Each minute looks at a part of them.
    for (let minute = 0; minute < 15; minute++) {
      o.t.advance(MINUTE_MS);
      await o.t.tick();
    }
    expect((await o.employee.get(PUSH)).json.data).toHaveLength(1);
    expect(await o.t.db.select().from(pushSubscriptions)).toHaveLength(1);
    await o.assign(null);
    await o.assign(o.employee.id);
    await o.t.db.run(sql`DELETE FROM workspace_members WHERE user_id = ${o.employee.id}`);
    expect(await o.told()).toEqual([]);
    expect(o.service.asked()).toBe(1);
  });

  it("ends with the person", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    await o.assign(o.employee.id);
    const admin = await reauthenticated(o.t, o.admin);
    const gone = await admin.delete(`/api/v1/admin/employees/${o.employee.id}`);
    expect(gone.status, gone.text).toBe(200);
    expect(await o.told()).toEqual([]);
    expect(await o.t.db.select().from(pushSubscriptions)).toEqual([]);
  });

  it("goes on where a session was confirmed, and a client sees the name of their white label", async () => {
    const o = await set();
    await o.turnOn(o.client, "phone");
    await reauthenticated(o.t, o.client);
    const branding = { name: "Northwind Mail" };
    const saved = await o.super_admin.put(
      `/api/v1/admin/clients/${o.clientWid}/branding`,
      branding,
    );
    expect(saved.status, saved.text).toBe(200);
    await o.assign(o.client.id);
    const [one] = await o.told();
    expect(one?.words).toMatchObject({
      title: "Assigned to you: Jane Doe, Acme",
      body: "Northwind Mail",
    });
    expect(one?.text).not.toContain("Outrider");
  });
});

describe("at a workspace's own host", () => {
  it("notices are of that workspace alone, and open there", async () => {
    const clock = { now: (): number => 0 };
    const service = pushService(() => clock.now());
    const o = await agency();
    Object.assign(o.t.deps.egress, service.egress);
    clock.now = () => o.t.clock.now;
    await o.settle();
    for (const workspace_id of [o.wid, o.contosoWid]) {
      await o.admin.post("/api/v1/admin/assignments", { employee_id: o.employee.id, workspace_id });
    }
    const { headers: inside } = await o.signInHere("employee@example.com");
    const key = (await o.here("GET", PUSH, undefined, inside)).json.public_key;
    const browser = await service.subscribe("own", key);
    const put = await o.here("PUT", BROWSERS, { ...browser, kinds: ALL }, inside);
    expect(put.status, put.text).toBe(200);
    const told = async (wid: number) => {
      const id = await threadIn(o.t, wid);
      const to = { assigned_to: o.employee.id };
      await o.admin.put(`/api/v1/workspaces/${wid}/threads/${id}`, to);
      await o.t.drain();
      return service.told.splice(0).map(({ words }) => words.path);
    };
    expect(await told(o.contosoWid)).toEqual([]);
    expect(await told(o.wid)).toEqual([expect.stringContaining(`/w/${o.wid}/inbox?thread=`)]);
    // The host leads elsewhere now.
    expect((await o.admin.put(o.paths.host, { host: null })).status).toBe(200);
    expect(await told(o.wid)).toEqual([]);
  });
});

describe("a message to a browser", () => {
  it("is tried again as the push service asks, within its time, and the row is the truth", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    // Nothing wakes it: the sweep finds the rows.
    await o.assign(o.employee.id);
    o.t.queue.splice(0);
    o.service.answers.push({ status: 429, retryAfter: "600" }, { status: 500 });
    const round = async () => {
      await o.t.tick();
      return (await o.told()).length;
    };
    expect(await round()).toBe(0);
    expect(o.service.asked()).toBe(1);
    o.t.advance(9 * MINUTE_MS);
    expect(await round()).toBe(0);
    expect(o.service.asked()).toBe(1);
    o.t.advance(2 * MINUTE_MS);
    expect(await round()).toBe(0);
    expect(o.service.asked()).toBe(2);
    o.t.advance(HOUR_MS);
    expect(await round()).toBe(1);
    // Too late, it is in the inbox alone.
    await o.assign(null);
    await o.assign(o.employee.id);
    o.t.queue.splice(0);
    o.t.advance(4 * HOUR_MS);
    expect(await round()).toBe(0);
    expect(o.service.asked()).toBe(3);
    o.t.advance(2 * DAY_MS);
    await o.t.tick();
    expect(await o.t.db.select().from(pushMessages)).toEqual([]);
  });

  it("is sent again after its lease where a process died, and not twice by two", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    await o.assign(o.employee.id);
    await spreadCauses(inWorkspace(o.t.deps, o.clientWid as WorkspaceId));
    const [row] = await o.t.db.select().from(pushMessages);
    const now = o.t.clock.now;
    const take = { lease: "dead", now, leaseUntil: later(now, 30 * SECOND_MS), mostAMinute: 10 };
    expect(await takeMessage(o.t.deps.install, row?.id ?? asId(0), take)).not.toBeNull();
    await o.t.tick();
    expect(await o.told()).toEqual([]);
    o.t.advance(31 * SECOND_MS);
    await o.t.tick();
    await o.t.tick();
    expect(await o.told()).toHaveLength(1);
  });

  it("is ten a minute at most for each person; the others come later", async () => {
    const o = await set();
    await o.turnOn(o.employee, "laptop");
    for (let i = 0; i < 12; i++) {
      await o.assign(o.employee.id, await threadIn(o.t, o.clientWid));
    }
    expect(await o.told()).toHaveLength(10);
    o.t.advance(MINUTE_MS + SECOND_MS);
    await o.t.tick();
    expect(await o.told()).toHaveLength(2);
  });

  it("ends a browser that its push service does not know, and one that another person took over", async () => {
    const o = await set();
    const { endpoint, keys } = await o.turnOn(o.employee, "laptop");
    await o.assign(o.employee.id);
    // The same browser, somebody else.
    await o.admin.put(BROWSERS, { endpoint, keys, kinds: ALL });
    expect(await o.told()).toEqual([]);
    expect((await o.employee.get(PUSH)).json.data).toEqual([]);
    o.service.forget(endpoint);
    await o.assign(o.admin.id);
    expect(await o.told()).toEqual([]);
    expect((await o.admin.get(PUSH)).json.data).toEqual([]);
    expect(
      await o.t.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, asId(o.admin.id))),
    ).toHaveLength(1);
  });
});
