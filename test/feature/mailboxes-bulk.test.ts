import { afterEach, describe, expect, it } from "vitest";
import { BulkMailboxesAnswer, DiscoverAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import { manyMailboxes, rowsFrom } from "#test/support/many-mailboxes.ts";
import { rowsOf } from "#test/support/upload.ts";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function start(...options: Parameters<typeof manyMailboxes>) {
  const t = await manyMailboxes(...options);
  open.push(t);
  const add = async (email: string, body: object = {}): Promise<number> => {
    const made = await t.post(t.path, {
      email,
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: email,
      smtp_password: "p",
      imap_host: "imap.example.com",
      imap_port: 993,
      imap_username: email,
      imap_password: "p",
      ...body,
    });
    if (made.status !== 201) throw new Error(made.text);
    return made.json.id as number;
  };
  const bulk = (body: object) => t.post(`${t.path}/bulk`, body);
  return { ...t, add, bulk };
}

describe("POST /mailboxes/discover", () => {
  it("200: the provider by domain and by MX, servers by SRV, and how to sign in", async () => {
    const t = await start({
      "shop.test MX": ["aspmx.l.google.com"],
      "own.test MX": ["mx.own.test"],
      "_submission._tcp.own.test SRV": [
        "10 5 587 old.own.test",
        "0 1 587 mail.own.test",
        "0 9 587 best.own.test",
      ],
      "_imaps._tcp.own.test SRV": ["0 0 993 imap.own.test"],
      "_imap._tcp.own.test SRV": ["0 0 143 imap.own.test"],
      "none.test MX": ["mx.none.test"],
      "_submissions._tcp.none.test SRV": ["0 0 0 "],
      "dead.test MX": "?",
      "_submissions._tcp.dead.test SRV": "?",
    });
    const discover = async (email: string) => {
      const answer = await t.post(`${t.path}/discover`, { email });
      expect(answer.status).toBe(200);
      return DiscoverAnswer.parse(answer.json);
    };
    expect(await discover("Ann@Gmail.com")).toMatchObject({
      email: "ann@gmail.com",
      provider: { id: "google" },
      by: "address",
      smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
      connections: [
        { kind: "oauth", provider: "google" },
        { kind: "organisation", provider: "google" },
        { kind: "password", provider: "google" },
      ],
      help: expect.stringContaining("app password") as string,
    });
    expect(await discover("ann@shop.test")).toMatchObject({ provider: { id: "google" }, by: "mx" });
    expect(await discover("ann@own.test")).toEqual({
      email: "ann@own.test",
      provider: null,
      by: "srv",
      smtp: { host: "best.own.test", port: 587, security: "starttls" },
      imap: { host: "imap.own.test", port: 993, security: "tls" },
      connections: [{ kind: "password", provider: null }],
      help: null,
      help_url: null,
    });
    for (const email of ["ann@none.test", "ann@dead.test"]) {
      expect(await discover(email)).toMatchObject({ by: null, smtp: null, imap: null });
    }
  });

  it("a server inside a private network is no answer", async () => {
    const t = await start(
      { "own.test MX": ["mx.own.test"], "_imaps._tcp.own.test SRV": ["0 0 993 localhost"] },
      { settings: { ALLOW_PRIVATE_NETWORKS: "false" } },
    );
    const answer = await t.post(`${t.path}/discover`, { email: "ann@own.test" });
    expect(answer.json).toMatchObject({ by: null, imap: null });
  });

  it("401, 403, 404, 422", async () => {
    const t = await start();
    expect((await t.post(`${t.path}/discover`, { email: "nobody" })).status).toBe(422);
    expect((await t.post(`${t.path}/discover`, {})).status).toBe(422);
    const foreign = await t.post("/api/v1/workspaces/999/mailboxes/discover", {
      email: "a@b.test",
    });
    expect([403, 404]).toContain(foreign.status);
    t.useCookie("");
    expect((await t.post(`${t.path}/discover`, { email: "a@b.test" })).status).toBe(401);
  });
});

describe("groups and filters", () => {
  it("a mailbox has one group, which PUT sets and clears", async () => {
    const t = await start();
    const id = await t.add("a@one.test", { group: "Acme" });
    const one = `${t.path}/${id}`;
    expect((await t.get(one)).json.group).toBe("Acme");
    expect((await t.put(one, { group: null })).json.group).toBeNull();
    expect((await t.put(one, { group: "x".repeat(61) })).status).toBe(422);
    const shown = (await t.get(one)).json;
    expect((await t.put(one, shown)).status).toBe(200);
  });

  it("status, tag, group, domain and words narrow the list down, with cursors", async () => {
    const t = await start();
    const a = await t.add("a@one.test", { tags: ["x", "y"], group: "G", from_name: "Zoë" });
    const b = await t.add("b@one.test", { tags: ["xy"] });
    const c = await t.add("c@two.test", { tags: ["x"] });
    await t.put(`${t.path}/${c}`, { status: "paused" });
    const ids = async (query: string) =>
      (await t.get(`${t.path}?${query}`)).json.data.map((one: { id: number }) => one.id);
    expect(await ids("tag=x")).toEqual([c, a]);
    expect(await ids("tag=x&status=active")).toEqual([a]);
    expect(await ids("group=G")).toEqual([a]);
    expect(await ids("domain=ONE.test")).toEqual([b, a]);
    expect(await ids("q=zo%C3%AB")).toEqual([a]);
    const first = (await t.get(`${t.path}?tag=x&limit=1`)).json;
    expect(first.pagination).toMatchObject({ total: 2 });
    expect(await ids(`tag=x&limit=1&cursor=${first.pagination.next_cursor}`)).toEqual([a]);
    expect((await t.get(`${t.path}?status=asleep`)).status).toBe(400);
  });
});

describe("GET /mailboxes/summary", () => {
  it("200: counts by status, provider, group and tag, and what stops mailboxes by cause", async () => {
    const t = await start();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(await t.add(`m${n}@one.test`, { tags: n < 2 ? ["x", "y"] : ["x"] }));
    }
    const other = await manyMailboxes();
    open.push(other);
    await t.bulk({ ids: ids.slice(0, 4), set: { group: "Acme" } });
    const stop = (status: string, message: string, ...those: (number | undefined)[]) =>
      t.client.execute(
        `UPDATE mailboxes SET status = '${status}', status_message = '${message}' WHERE id IN (${those.join()})`,
      );
    await stop("connection_error", "No answer.", ...ids.slice(0, 4));
    await t.client.execute(
      `INSERT INTO mail_grants (id, workspace_id, kind, provider, account, granted_at, created_at, updated_at)
       VALUES (71, ${t.wid}, 'oauth', 'google', 'm4@one.test', 1, 1, 1), (72, 999, 'oauth', 'google', 'm5@one.test', 1, 1, 1)`,
    );
    await t.client.execute(`UPDATE mailboxes SET grant_id = 71 WHERE id = ${ids[4]}`);
    // A grant of another workspace is nothing to it.
    await t.client.execute(`UPDATE mailboxes SET grant_id = 72 WHERE id = ${ids[5]}`);
    await stop("reconnect_required", "invalid_grant", ids[4]);
    const later = Date.parse("2100-01-01");
    await t.client.execute(
      `UPDATE mailboxes SET held_state = 'quarantined', held_reason = 'Bounces.', held_until = ${later} WHERE id = ${ids[5]}`,
    );
    const { json } = await t.get(`${t.path}/summary`);
    expect(MailboxSummary.parse(json)).toEqual({
      total: 6,
      statuses: [
        { status: "connection_error", mailboxes: 4 },
        { status: "active", mailboxes: 1 },
        { status: "reconnect_required", mailboxes: 1 },
      ],
      providers: [
        { provider: "password", mailboxes: 5 },
        { provider: "google", mailboxes: 1 },
      ],
      groups: [{ name: "Acme", mailboxes: 4 }],
      tags: [
        { name: "x", mailboxes: 6 },
        { name: "y", mailboxes: 2 },
      ],
      faults: [
        {
          code: "connection_failed",
          message: "No answer.",
          kind: "password",
          provider: null,
          mailboxes: 4,
          emails: ["m0@one.test", "m1@one.test", "m2@one.test"],
        },
        {
          code: "quarantined",
          message: "Bounces.",
          kind: "password",
          provider: null,
          mailboxes: 1,
          emails: ["m5@one.test"],
        },
        {
          code: "signed_out",
          message: null,
          kind: "oauth",
          provider: "google",
          mailboxes: 1,
          emails: ["m4@one.test"],
        },
      ],
    });
    const ofProvider = async (provider: string) =>
      (await t.get(`${t.path}?provider=${provider}`)).json.data.map(
        (one: { email: string }) => one.email,
      );
    expect(await ofProvider("google")).toEqual(["m4@one.test"]);
    expect(await ofProvider("microsoft")).toEqual([]);
    expect(await ofProvider("password")).toHaveLength(4);
    expect((await t.get(`${t.path}?provider=yahoo`)).status).toBe(400);
    t.useCookie("");
    expect((await t.get(`${t.path}/summary`)).status).toBe(401);
  });

  it("the health of many comes by pages of the same mailboxes", async () => {
    const t = await start();
    for (let n = 0; n < 5; n++) await t.add(`m${n}@one.test`, { tags: [n % 2 ? "odd" : "even"] });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await t.get(
        `${t.path}/health?tag=even&limit=2&cursor=${cursor}`.replace(/&cursor=$/, ""),
      );
      expect(page.json.pagination.total).toBe(3);
      seen.push(...page.json.data.map((one: { email: string }) => one.email));
      cursor = page.json.pagination.next_cursor;
    }
    expect(seen).toEqual(["m4@one.test", "m2@one.test", "m0@one.test"]);
    expect((await t.get(`${t.path}/health?q=m3`)).json.data).toHaveLength(1);
    expect((await t.get(`${t.path}/health?cursor=x`)).status).toBe(400);
  });
});

describe("POST /mailboxes/bulk", () => {
  it("200: changes every field, by ids and by a filter; those that can't be are named", async () => {
    const t = await start();
    const a = await t.add("a@one.test", { tags: ["keep", "old"] });
    const b = await t.add("b@one.test");
    const c = await t.add("c@two.test", {
      imap_host: null,
      imap_port: null,
      imap_username: null,
      imap_password: null,
    });
    const set = {
      daily_limit: 12,
      min_gap_seconds: 60,
      gap_jitter_seconds: 5,
      ramp_enabled: false,
      ramp_increment: 3,
      signature_html: "<b>x</b>",
      signature_text: "x",
      reply_to: "re@one.test",
      group: "Acme",
    };
    const answer = await t.bulk({
      ids: [a, b, 999],
      set: { ...set, add_tags: ["new"], remove_tags: ["old"] },
    });
    expect(answer.status).toBe(200);
    expect(BulkMailboxesAnswer.parse(answer.json)).toEqual({
      matched: 2,
      changed: 2,
      failed: [{ id: 999, code: "not_found", message: "Mailbox not found." }],
    });
    expect((await t.get(`${t.path}/${a}`)).json).toMatchObject({ ...set, tags: ["keep", "new"] });
    expect((await t.get(`${t.path}/${b}`)).json.tags).toEqual(["new"]);
    expect((await t.get(`${t.path}/${c}`)).json.daily_limit).toBe(30);
    expect((await t.bulk({ filter: { group: "Acme" }, set: { tags: ["one"] } })).json.changed).toBe(
      2,
    );

    const warm = await t.bulk({ filter: {}, set: { warmup: "start" } });
    expect(warm.json).toMatchObject({
      matched: 3,
      changed: 2,
      failed: [{ id: c, code: "cannot_read" }],
    });
    const states = async () =>
      rowsOf(t, "SELECT state, resume_state FROM warmups ORDER BY mailbox_id");
    expect(await states()).toEqual([
      { state: "warming", resume_state: null },
      { state: "warming", resume_state: null },
    ]);
    await t.bulk({ ids: [a], set: { warmup: "pause" } });
    expect((await states())[0]).toEqual({ state: "paused", resume_state: "warming" });
    await t.bulk({ ids: [a], set: { warmup: "start" } });
    expect((await states())[0]).toEqual({ state: "warming", resume_state: null });

    await t.client.execute(`UPDATE mailboxes SET status = 'connection_error' WHERE id = ${b}`);
    const statuses = async () =>
      (await rowsOf(t, "SELECT status FROM mailboxes ORDER BY id")).map((row) => row["status"]);
    await t.bulk({ ids: [a], set: { status: "paused" } });
    const resumed = await t.bulk({ filter: { domain: "one.test" }, set: { status: "active" } });
    expect(resumed.json).toMatchObject({ changed: 1, failed: [{ id: b, code: "invalid_state" }] });
    expect(await statuses()).toEqual(["active", "connection_error", "active"]);
    const lines = await rowsOf(
      t,
      "SELECT details FROM audit_log WHERE action = 'mailboxes.changed'",
    );
    const said = JSON.parse(String(lines[0]?.["details"]));
    expect(said.mailboxes).toBe(2);
    expect(said.fields.toSorted()).toEqual(
      [...Object.keys(set), "add_tags", "remove_tags"].toSorted(),
    );

    const gone = await t.bulk({ filter: { domain: "one.test" }, set: { delete: true } });
    expect(gone.json).toMatchObject({ matched: 2, changed: 2 });
    expect((await t.get(t.path)).json.pagination.total).toBe(1);
  });

  it("a test of many is asked for in the background, and goes with nothing else", async () => {
    const t = await start();
    const [a, b, c] = [
      await t.add("a@one.test"),
      await t.add("b@one.test"),
      await t.add("c@one.test"),
    ];
    await t.drain();
    await t.client.execute(`UPDATE mailboxes SET status = 'connection_error' WHERE id = ${a}`);
    await t.client.execute(`UPDATE mailboxes SET status = 'reconnect_required' WHERE id = ${c}`);
    t.asked.length = 0;
    const answer = await t.bulk({ ids: [a, b, c], set: { test: true } });
    expect(answer.json).toMatchObject({
      matched: 3,
      changed: 2,
      failed: [{ id: c, code: "invalid_state" }],
    });
    await t.drain();
    expect(t.asked.map(({ smtp }) => smtp?.username)).toEqual(["a@one.test", "b@one.test"]);
    expect((await t.get(`${t.path}/${a}`)).json.status).toBe("active");
    const both = await t.bulk({ ids: [a], set: { test: true, daily_limit: 1 } });
    expect([both.status, both.json.errors[0].path]).toEqual([422, "set.test"]);
  });

  it("the same Idempotency-Key answers the same, and changes once", async () => {
    const t = await start();
    const id = await t.add("a@one.test");
    const once = () =>
      t.post(`${t.path}/bulk`, { ids: [id], set: { daily_limit: 9 } }, { "idempotency-key": "k1" });
    const first = await once();
    await t.put(`${t.path}/${id}`, { daily_limit: 10 });
    const second = await once();
    expect([second.json, second.headers.get("idempotency-replayed")]).toEqual([first.json, "true"]);
    expect((await t.get(`${t.path}/${id}`)).json.daily_limit).toBe(10);
  });

  it("too many tags, mailboxes and deletions are refused by name", async () => {
    const t = await start({}, { settings: { MAX_MAILBOXES_PER_WORKSPACE: "300" } });
    const id = await t.add("a@one.test", { tags: Array.from({ length: 49 }, (_, i) => `t${i}`) });
    const full = await t.bulk({ ids: [id], set: { add_tags: ["x", "y"] } });
    expect(full.json).toMatchObject({ changed: 0, failed: [{ id, code: "too_many_tags" }] });
    await t.send(rowsFrom(1, 201));
    await t.drain();
    const many = await t.bulk({ filter: { domain: "acme.test" }, set: { delete: true } });
    expect([many.status, many.json.errors[0].path]).toEqual([422, "filter"]);
    const ids = Array.from({ length: 5_001 }, (_, i) => i + 1);
    expect((await t.bulk({ ids, set: { daily_limit: 1 } })).status).toBe(422);
    expect((await t.bulk({ filter: {}, set: { daily_limit: 1 } })).json.changed).toBe(202);
  });

  it("400, 401, 404, 422: what makes no sense", async () => {
    const t = await start();
    const id = await t.add("a@one.test");
    for (const body of [
      { set: { daily_limit: 1 } },
      { ids: [id], filter: {}, set: { daily_limit: 1 } },
      { ids: [id], set: {} },
      { ids: [id], set: { delete: true, daily_limit: 1 } },
      { ids: [id], set: { tags: ["a"], add_tags: ["b"] } },
      { ids: [id], set: { status: "disabled" } },
      { ids: [id], set: { smtp_password: "x" } },
      { ids: [], set: { daily_limit: 1 } },
      { filter: { stauts: "active" }, set: { daily_limit: 1 } },
    ]) {
      expect((await t.bulk(body)).status, JSON.stringify(body)).toBe(422);
    }
    expect(
      (await t.request("POST", `${t.path}/bulk`, "{", { "content-type": "application/json" }))
        .status,
    ).toBe(400);
    t.useCookie("");
    expect((await t.bulk({ ids: [id], set: { daily_limit: 1 } })).status).toBe(401);
  });
});
