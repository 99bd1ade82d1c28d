import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { grantName } from "#modules/connections/rules/names.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { LookRequest } from "#platform/wire/mail-look.ts";
import { AppError } from "#platform/rules/errors.ts";
import { asId, type GrantId, type MailboxId, type WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { placementWorld } from "#test/support/placement-world.ts";
import { addMailboxes } from "#test/support/warmup-world.ts";

describe("seeds", () => {
  it("are mailboxes that said yes, and those that an admin connected for every workspace", async () => {
    const w = await placementWorld();
    expect((await w.t.get(`${w.W}/placement-seeds`)).json.data).toEqual([]);
    await w.seed(w.ids[2]);
    const made = await w.t.post("/api/v1/admin/seeds", {
      email: "Seed@Gmail.example",
      imap_host: "imap.gmail.com",
      imap_username: "seed@gmail.example",
      imap_password: "never-shown",
    });
    expect(made.status).toBe(201);
    expect(made.text).not.toContain("never-shown");
    const { data } = (await w.t.get(`${w.W}/placement-seeds`)).json;
    expect(data).toEqual([
      {
        id: `mailbox:${w.ids[2]}`,
        email: "seed1@else.test",
        provider: "else.test",
        mailbox_id: w.ids[2],
      },
      { id: "install:1", email: "seed@gmail.example", provider: "google", mailbox_id: null },
    ]);
    expect((await w.t.post("/api/v1/admin/seeds", made.json)).status).toBe(422);
    expect((await w.t.delete("/api/v1/admin/seeds/1")).status).toBe(204);
    expect((await w.t.get(`${w.W}/placement-seeds`)).json.data).toHaveLength(1);
    await w.t.put(`${w.W}/mailboxes/${w.ids[2]}/seed`, { enabled: false });
    expect((await w.t.get(`${w.W}/placement-seeds`)).json.data).toEqual([]);
  });

  it("whose log-in fails are refused, and nothing is kept", async () => {
    const w = await placementWorld();
    w.state.imapFails = true;
    const made = await w.t.post("/api/v1/admin/seeds", {
      email: "seed@gmail.example",
      imap_host: "imap.gmail.com",
      imap_username: "seed@gmail.example",
      imap_password: "wrong-one",
    });
    expect([made.status, made.json.errors[0].path]).toEqual([422, "imap_password"]);
    expect((await w.t.get("/api/v1/admin/seeds")).json.data).toEqual([]);
  });

  it("may be a mailbox of a workspace that is connected without a password, for every other one", async () => {
    const w = await placementWorld();
    const [id] = w.ids.slice(2);
    // Its owner's consent, with no password anywhere.
    await w.t.db
      .update(mailboxes)
      .set({ grantId: asId<GrantId>(9), imapPassword: null })
      .where(eq(mailboxes.id, asId<MailboxId>(Number(id))));
    const share = (body: object) => w.t.post("/api/v1/admin/seeds/mailboxes", body);
    const made = await share({ workspace_id: w.wid, mailbox_id: id });
    expect([made.status, made.json]).toMatchObject([
      201,
      { id: 1, email: "seed1@else.test", workspace_id: w.wid, mailbox_id: id, imap: { ok: true } },
    ]);
    expect((await share({ workspace_id: w.wid, mailbox_id: id })).status).toBe(409);

    const other = await w.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const wid = other.json.id;
    const W = `/api/v1/workspaces/${wid}`;
    expect((await w.t.get(`${W}/placement-seeds`)).json.data).toMatchObject([
      { id: "install:1", email: "seed1@else.test", mailbox_id: null },
    ]);
    const [sender] = await addMailboxes(w.t, wid, ["cem@new.test"], { rampEnabled: false });
    const looked: LookRequest[] = [];
    w.state.look = (request) => {
      looked.push(request);
      return { found: [] };
    };
    const test = { ...w.draft(), mailbox_ids: [sender] };
    expect((await w.t.post(`${W}/placement-tests`, test)).status).toBe(201);
    await w.play(10 * MINUTE_MS);
    // The mail service asks for a token of the grant where it is.
    expect(looked[0]?.imap).toMatchObject({
      username: "seed1@else.test",
      password: "",
      oauth: { grant: grantName(asId<WorkspaceId>(w.wid), asId<GrantId>(9)) },
    });

    // Signed out: nobody knows where its mail lies.
    await w.t.db.update(mailboxes).set({ status: "reconnect_required" });
    looked.splice(0);
    await w.play(2 * HOUR_MS);
    expect(looked).toEqual([]);
    expect((await w.t.get(`${W}/placement-tests`)).json.data[0]).toMatchObject({ unknown: 1 });
  });

  it("422 for no such workspace or mailbox, and one that only sends, is signed out or fails", async () => {
    const w = await placementWorld();
    const refused = async (body: object) => {
      const answer = await w.t.post("/api/v1/admin/seeds/mailboxes", body);
      const [error] = answer.json.errors;
      return [answer.status, error.path, error.code];
    };
    const [id] = w.ids.slice(2);
    const other = await w.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    expect(await refused({ workspace_id: 99, mailbox_id: id })).toEqual([
      422,
      "workspace_id",
      "unknown",
    ]);
    expect(await refused({ workspace_id: other.json.id, mailbox_id: id })).toEqual([
      422,
      "mailbox_id",
      "unknown",
    ]);
    w.state.imapFails = true;
    const body = { workspace_id: w.wid, mailbox_id: id };
    expect(await refused(body)).toEqual([422, "mailbox_id", "auth_failed"]);
    w.state.imapFails = false;
    for (const change of [
      { imapHost: null, imapPort: null },
      { status: "reconnect_required" as const, imapHost: "127.0.0.1", imapPort: 1143 },
    ]) {
      await w.t.db.update(mailboxes).set(change);
      expect(await refused(body)).toEqual([422, "mailbox_id", "unusable"]);
    }
    expect((await w.t.get("/api/v1/admin/seeds")).json.data).toEqual([]);
  });
});

describe("a placement test", () => {
  it("says before it runs how many emails it sends and what it takes from today", async () => {
    const w = await placementWorld();
    await w.seedAll();
    const plan = await w.t.post(`${w.W}/placement-tests/preview`, w.draft());
    expect(plan.status).toBe(200);
    expect(plan.json).toMatchObject({
      mails: 4,
      left_out: [],
      senders: [
        { mailbox_id: w.ids[0], mails: 4, daily_limit: 30, used_today: 0, takes_today: 4, days: 1 },
      ],
    });
    expect((await w.t.get(`${w.W}/placement-tests`)).json.data).toEqual([]);
  });

  it("shows where its emails lie by sender and provider, and counts them toward the day alone", async () => {
    const w = await placementWorld();
    await w.seedAll();
    const test = await w.start({ mailbox_ids: w.ids.slice(0, 2) });
    expect(test).toMatchObject({ state: "running", mails: 8, waiting: 8 });
    w.places.set("seed1@else.test", "junk");
    w.places.set("seed2@else.test", "other");
    await w.play(30 * MINUTE_MS);
    const done = await w.read(test.id);
    expect(done).toMatchObject({
      state: "done",
      inbox: 4,
      spam: 2,
      other: 2,
      summary: "4 of 8 in the inbox",
    });
    expect(done.matrix).toHaveLength(2);
    expect(done.matrix[0]).toMatchObject({
      mailbox_id: w.ids[0],
      provider: "else.test",
      mails: 4,
      rate: null,
    });
    expect(w.sent).toHaveLength(8);
    expect(new Set(w.sent.map(({ message_id }) => message_id)).size).toBe(8);
    // Nothing but the day's places was counted.
    const usage = await w.t.client.execute(
      "SELECT scope, sum(used) AS used FROM daily_usage GROUP BY 1 ORDER BY 1",
    );
    expect(usage.rows.map(({ scope, used }) => [scope, used])).toEqual([
      ["mailbox", 8],
      ["placement", 8],
    ]);
    for (const table of ["stats", "events", "messages", "threads", "hits"]) {
      const { rows } = await w.t.client.execute(`SELECT count(*) AS n FROM ${table}`);
      expect([table, rows[0]?.["n"]]).toEqual([table, 0]);
    }
    const [item] = (await w.t.get(`${w.W}/placement-tests`)).json.data;
    expect(item).toMatchObject({
      id: test.id,
      inbox: 4,
      by_provider: [{ provider: "else.test", spam: 2 }],
    });
  });

  it("sends three minutes apart, within the sender's limit", async () => {
    const w = await placementWorld({ dailyLimit: 2 });
    await w.seedAll();
    await w.start();
    await w.tick();
    await w.tick();
    expect(w.sent).toHaveLength(1);
    w.t.advance(3 * MINUTE_MS);
    await w.tick();
    expect(w.sent).toHaveLength(2);
    await w.play(3 * HOUR_MS);
    expect(w.sent).toHaveLength(2);
    await w.play(10 * HOUR_MS);
    expect(w.sent).toHaveLength(4);
  });

  it("calls what is nowhere after an hour missing, and moves its cell when it comes late", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    const test = await w.start();
    w.places.set("seed1@else.test", "nowhere");
    await w.play(50 * MINUTE_MS);
    expect(await w.read(test.id)).toMatchObject({ state: "running", waiting: 1 });
    await w.play(30 * MINUTE_MS);
    expect(await w.read(test.id)).toMatchObject({ state: "done", missing: 1 });
    w.places.set("seed1@else.test", "inbox");
    await w.play(3 * HOUR_MS);
    expect(await w.read(test.id)).toMatchObject({ missing: 0, inbox: 1 });
  });

  it("calls a mail unknown whose seed could not be read, never missing", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    const test = await w.start();
    w.state.look = () => {
      throw new AppError("upstream_failed", "The server refused the log-in.");
    };
    await w.play(90 * MINUTE_MS);
    expect(await w.read(test.id)).toMatchObject({ unknown: 1, missing: 0 });
    w.state.look = null;
    await w.play(3 * HOUR_MS);
    expect(await w.read(test.id)).toMatchObject({ unknown: 0, inbox: 1 });
  });

  it("trusts the authentication results of the seed's own provider alone", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    const test = await w.start();
    w.state.headers = {
      authentication: [
        "mx.else.test; spf=pass smtp.mailfrom=ours.test; dkim=pass (good; key) header.d=ours.test; dmarc=fail",
        "evil.test; dmarc=pass",
      ],
      signatures: ["v=1; d=ours.test; h=From:List-Unsubscribe:List-Unsubscribe-Post; b=x"],
    };
    await w.play(10 * MINUTE_MS);
    const [mail] = (await w.read(test.id)).emails;
    expect(mail.authentication).toEqual({
      spf: "pass",
      dkim: "pass",
      dmarc: "fail",
      dkim_domains: ["ours.test"],
      signs_unsubscribe: true,
    });
  });

  it("counts an email as sent that lies at its seed though nobody answered the sender", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    const test = await w.start();
    w.state.lost = true;
    await w.play(10 * MINUTE_MS);
    const [mail] = (await w.read(test.id)).emails;
    expect([mail.state, mail.place]).toEqual(["sent", "inbox"]);
    expect(w.sent).toHaveLength(1);
  });

  it("that is cancelled sends nothing more and gives back its places", async () => {
    const w = await placementWorld();
    await w.seedAll();
    const test = await w.start();
    await w.tick();
    const cancelled = await w.t.post(`${w.W}/placement-tests/${test.id}/cancel`, {});
    expect(cancelled.json).toMatchObject({ state: "cancelled", failed: 3 });
    await w.play(HOUR_MS);
    expect(w.sent).toHaveLength(1);
    expect(await w.read(test.id)).toMatchObject({ state: "cancelled", inbox: 1, failed: 3 });
  });

  it("tests the step of a campaign with its tracking and footer, under tokens that count nowhere", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    const campaign = await w.campaign();
    const answer = await w.t.post(`${w.W}/placement-tests`, {
      campaign_id: campaign,
      mailbox_ids: [w.ids[0]],
    });
    expect(answer.status).toBe(201);
    await w.tick();
    const [mail] = w.sent;
    expect(mail?.html).toContain("pixel.png");
    expect(mail?.html).toContain("/link/");
    expect(mail?.text).toContain("unsubscribe");
    expect(mail?.list_unsubscribe).not.toBeNull();
    expect(mail?.headers).toEqual({});
  });
});

describe("a placement test is refused", () => {
  it.each([
    ["an empty draft", { subject: "Hello", body_html: " " }, "body_html", "empty_draft"],
    ["a draft without a subject", { subject: "" }, "subject", "empty_draft"],
    ["a seed that is none", { seed_ids: ["install:99"] }, "seed_ids.0", "seed_unknown"],
    ["a sender of another workspace", { mailbox_ids: [999] }, "mailbox_ids.0", "not_found"],
    ["a broken template", { body_html: "{% if %}" }, "body_html", "template_error"],
  ])("with 422 for %s", async (_name, change, path, code) => {
    const w = await placementWorld();
    await w.seedAll();
    const { body_text: _, ...draft } = w.draft();
    const answer = await w.t.post(`${w.W}/placement-tests`, {
      ...draft,
      body_html: "<p>Hi</p>",
      ...change,
    });
    expect([answer.status, answer.json.errors?.[0]]).toMatchObject([422, { path, code }]);
    expect((await w.t.get(`${w.W}/placement-tests`)).json.data).toEqual([]);
  });

  it("with 422 for a seed that is a lead, and leaves it out of all seeds", async () => {
    const w = await placementWorld();
    await w.seedAll();
    await w.t.post(`${w.W}/leads`, { leads: [{ email: "seed1@else.test" }] });
    const named = { ...w.draft(), seed_ids: [`mailbox:${w.ids[2]}`] };
    const answer = await w.t.post(`${w.W}/placement-tests`, named);
    expect([answer.status, answer.json.errors[0]]).toMatchObject([
      422,
      { path: "seed_ids.0", code: "seed_is_lead" },
    ]);
    const plan = await w.t.post(`${w.W}/placement-tests/preview`, w.draft());
    expect(plan.json).toMatchObject({ mails: 3, left_out: [{ reason: "lead" }] });
  });

  it("to partners of the sender's warmup and to the sender itself", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[0]);
    const alone = await w.t.post(`${w.W}/placement-tests`, w.draft());
    expect([alone.status, alone.json.errors[0].code]).toEqual([422, "no_seeds_left"]);
    await w.seed(w.ids[2]);
    await w.seed(w.ids[3]);
    for (const id of [w.ids[0], w.ids[2]]) await w.t.post(`${w.W}/warmup/${id}/start`, {});
    const plan = await w.t.post(`${w.W}/placement-tests/preview`, w.draft());
    expect(plan.json.mails).toBe(1);
    expect(plan.json.left_out.map(({ reason }: { reason: string }) => reason)).toEqual([
      "self",
      "warmup_partner",
    ]);
  });

  it("at the gate for a seed that became a lead meanwhile", async () => {
    const w = await placementWorld();
    await w.seed(w.ids[2]);
    await w.start();
    await w.t.post(`${w.W}/leads`, { leads: [{ email: "seed1@else.test" }] });
    await w.play(HOUR_MS);
    expect(w.sent).toEqual([]);
  });
});

/** Where a provider files a version of the mail. */
type Junks = (mail: {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
}) => boolean;

describe("what junks this mail", () => {
  const run = async (junks: Junks, body: object = {}) => {
    const w = await placementWorld({ dailyLimit: 400 });
    await w.seedAll();
    const test = await w.start({
      subject: "Cheap loans",
      body_html:
        '<p>Hi Ann,</p><p>Buy <a href="https://pills.example/now">cheap</a> now.</p><p>{{ signature }}</p>',
      body_text: undefined,
    });
    w.junks = junks;
    await w.play(20 * MINUTE_MS);
    const started = await w.t.post(`${w.W}/placement-tests/${test.id}/search`, body);
    if (started.status !== 201) return { w, test, started, search: null };
    for (let i = 0; i < 200; i++) {
      await w.play(6 * MINUTE_MS);
      const read = await w.read(test.id);
      if (read.searches[0].state !== "running")
        return { w, test, started, search: read.searches[0] };
    }
    throw new Error("the search does not end");
  };

  it("names the links, and proves it with two emails that arrive without them", async () => {
    const { w, search } = await run(({ html, text }) => (html ?? text).includes("pills.example"));
    const [google] = search.providers;
    expect(google).toMatchObject({ answer: "cause", cause: ["links"] });
    expect(google.confidence).toBeGreaterThanOrEqual(0.9);
    expect(search.mails).toBeLessThanOrEqual(24);
    expect(search.present).toEqual(["links", "words", "signature", "html", "greeting"]);
    expect(w.sent.slice(-2).map(({ html }) => html?.includes("pills.example"))).toEqual([
      false,
      false,
    ]);
    expect(new Set(w.sent.map(({ message_id }) => message_id)).size).toBe(w.sent.length);
  });

  it("says that it is not the content where seeds junk everything", async () => {
    const { search } = await run(() => true);
    expect(search.providers[0]).toMatchObject({ answer: "not_content", cause: [] });
    expect(search.providers[0].message).toContain("reputation");
  });

  it("says that a mail is not junked where it was asked nevertheless", async () => {
    const { search } = await run(() => false, { providers: ["else.test"] });
    expect(search.providers[0]).toMatchObject({ answer: "not_junked" });
  });

  it("is refused with 409 without spam, and 422 for a provider that is not the test's", async () => {
    const none = await run(() => false);
    expect([none.started.status, none.started.json.code]).toEqual([409, "invalid_state"]);
    const other = await run(() => true, { providers: ["google"] });
    expect([other.started.status, other.started.json.errors[0].path]).toEqual([422, "providers.0"]);
  });
});

describe("provider rules", () => {
  it("are checked for a campaign's domains, with source and date, and warn at its start", async () => {
    const w = await placementWorld();
    const id = await w.campaign();
    await w.t.put(`${w.W}/campaigns/${id}`, { unsubscribe_header: false });
    await w.t.post(`${w.W}/campaigns/${id}/mailboxes`, { mailbox_ids: [w.ids[0]] });
    const figure = { domain: "ours.test", day: "2026-11-17", spam_rate: 0.004 };
    const entered = await w.t.put(`${w.W}/postmaster-figures`, figure);
    expect([entered.status, entered.json.band]).toEqual([200, "over"]);
    const late = await w.t.put(`${w.W}/postmaster-figures`, { ...figure, day: "2026-12-01" });
    expect([late.status, late.json.errors[0].code]).toEqual([422, "in_future"]);
    const { data } = (await w.t.get(`${w.W}/campaigns/${id}/provider-checks`)).json;
    const statuses = data.map((one: { rule: string; status: string }) => [one.rule, one.status]);
    expect(statuses).toEqual([
      ["spf", "unknown"],
      ["dkim", "unknown"],
      ["dmarc", "unknown"],
      ["one_click", "fail"],
      ["signed_unsubscribe", "unknown"],
      ["spam_rate", "fail"],
    ]);
    expect(data[0].sources[0]).toMatchObject({ provider: "Google", since: "2024-02-01" });
    const started = await w.t.post(`${w.W}/campaigns/${id}/start`, {});
    const codes = started.json.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["provider_one_click", "provider_spam_rate"]));
  });
});
