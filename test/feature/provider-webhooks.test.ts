import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { Egress } from "#platform/ctx/ports.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { providerCalls } from "#modules/inbox/schema/providers.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { parseIso } from "#platform/rules/time.ts";
import {
  selectNamedMail,
  selectNewestSendsTo,
  selectSendByProviderId,
} from "#modules/inbox/bounces/noticed-store.ts";
import { runBatch } from "#platform/db/db.ts";
import { forgetKeyStatement, keyStatements } from "#modules/inbox/provider-keys/keys.ts";
import { planOf, statementsOf } from "#test/support/explain.ts";
import { CLIENT_ADDRESS, type Harness } from "#test/support/harness.ts";
import { outreach } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";
import { needs } from "#test/support/needs.ts";
import {
  mailgunCall,
  payload,
  postmarkCall,
  resendCall,
  SENDGRID_KEY,
  sendgridCall,
  type SignedCall,
} from "#test/support/provider-calls.ts";

const KEYS = {
  SENDGRID_PUBLIC_KEY: SENDGRID_KEY,
  MAILGUN_SIGNING_KEY: "key-of-mailgun",
  POSTMARK_WEBHOOK_SECRET: "secret-of-postmark",
  RESEND_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 5).toString("base64")}`,
};

const call = (t: Harness, provider: string, { body, headers }: SignedCall) =>
  t.post(`/api/v1/webhooks/${provider}`, body, headers);

async function sending(settings: Record<string, string> = KEYS, leads = ["ann@acme.test"]) {
  const o = await outreach({ leads });
  Object.assign(o.t.deps.settings, settings);
  const send = async (provider: string, signed: SignedCall) => {
    const answer = await call(o.t, provider, signed);
    await o.t.drain();
    return answer.status;
  };
  const first = o.mails[0] as OutgoingMail;
  return { ...o, send, first };
}
type World = Awaited<ReturnType<typeof sending>>;

const bounced = (mail: OutgoingMail, more: object = {}) => ({
  event: "bounce",
  type: "bounce",
  email: mail.to[0]?.address,
  "smtp-id": `<${mail.message_id}>`,
  status: "5.1.1",
  reason: "550 5.1.1 No such user",
  sg_event_id: "e1",
  ...more,
});
const failed = (mail: OutgoingMail, severity = "permanent") => ({
  event: "failed",
  severity,
  recipient: mail.to[0]?.address,
  message: { headers: { "message-id": mail.message_id } },
  "delivery-status": { code: 550, message: "5.1.1 No such user" },
});
const storedCalls = (o: World) => o.t.db.select().from(providerCalls);

describe("a bounce that a provider tells of", () => {
  it("has the effects of a bounce by mail, once, whoever tells of it and how often", async () => {
    const o = await sending();
    const told = sendgridCall([bounced(o.first)], o.t.clock.now);
    expect(await o.send("sendgrid", told)).toBe(200);
    expect(await o.send("sendgrid", told)).toBe(200);
    expect(await o.send("sendgrid", sendgridCall([bounced(o.first), 7], o.t.clock.now))).toBe(200);
    o.world.put(returned(o.first.message_id, { recipient: "ann@acme.test" }));
    await o.sync();
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({
        bounce_type: "hard",
        block: false,
        code: "5.1.1",
        reason: "550 5.1.1 No such user",
        source: "sendgrid",
        lead_email: "ann@acme.test",
      }),
    ]);
    expect(await o.enrolments()).toEqual(["bounced"]);
    expect(await o.total()).toMatchObject({ bounces: 1, softBounces: 0, sent: 1 });
    const list = await o.t.get(`/api/v1/workspaces/${o.wid}/suppressions`);
    expect(list.json.data).toMatchObject([{ kind: "address", reason: "bounced" }]);
    expect((await storedCalls(o)).map((row) => row.dueAt)).toEqual([null, null]);
  });

  it("is soft, a block or a complaint as the provider says", async () => {
    const o = await sending(KEYS, ["a@acme.test", "b@acme.test", "c@acme.test"]);
    const [a, b, c] = o.mails as [OutgoingMail, OutgoingMail, OutgoingMail];
    expect(
      await o.send(
        "mailgun",
        mailgunCall(KEYS.MAILGUN_SIGNING_KEY, failed(a, "temporary"), o.t.clock.now, "t1"),
      ),
    ).toBe(200);
    const complained = { ...failed(c), event: "complained" };
    await o.send("mailgun", mailgunCall(KEYS.MAILGUN_SIGNING_KEY, complained, o.t.clock.now, "t2"));
    const blocked = bounced(b, { type: "blocked", status: "5.7.1", reason: "spam" });
    await o.send("sendgrid", sendgridCall([blocked], o.t.clock.now));
    expect(await o.total()).toMatchObject({ bounces: 0, softBounces: 2, complaints: 1 });
    expect(
      (await o.eventsOf("lead.bounced")).map((e) => [
        e.lead_email,
        e.bounce_type,
        e.block,
        e.source,
      ]),
    ).toEqual([
      ["a@acme.test", "soft", false, "mailgun"],
      ["b@acme.test", "soft", true, "sendgrid"],
    ]);
    expect(await o.enrolments()).toEqual(["in_progress", "in_progress", "unsubscribed"]);
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox?.status).toBe("active");
    const list = await o.t.get(`/api/v1/workspaces/${o.wid}/suppressions`);
    expect(list.json.data).toMatchObject([{ kind: "address", reason: "complained" }]);
    // The complaint that comes by mail as well is the same one.
    o.world.put(
      returned(c.message_id, { kind: "arf", action: null, status: null, feedback_type: "abuse" }),
    );
    await o.sync();
    expect(await o.total()).toMatchObject({ complaints: 1 });
  });

  it("of a full mailbox or a rate limit leaves the sender at work, whatever the provider calls it", async () => {
    const o = await sending(KEYS, ["a@acme.test", "b@acme.test"]);
    const [a, b] = o.mails as [OutgoingMail, OutgoingMail];
    const full = { type: "blocked", bounce_classification: "Mailbox Unavailable" };
    const told = [
      bounced(a, { ...full, status: "4.2.2", reason: "452 4.2.2 over quota" }),
      bounced(b, { type: "blocked", status: "4.7.28", reason: "421 4.7.28 unusual rate of mail" }),
    ];
    expect(await o.send("sendgrid", sendgridCall(told, o.t.clock.now))).toBe(200);
    expect(await o.total()).toMatchObject({ bounces: 0, softBounces: 2 });
    expect((await o.eventsOf("lead.bounced")).map((e) => e.block)).toEqual([false, false]);
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox?.status).toBe("active");
  });

  it("as an opt-out suppresses the address, ends every sequence and is told, once", async () => {
    const o = await sending();
    const left = { event: "unsubscribed", recipient: "ann@acme.test" };
    const told = (token: string) =>
      mailgunCall(KEYS.MAILGUN_SIGNING_KEY, left, o.t.clock.now, token);
    expect(await o.send("mailgun", told("t1"))).toBe(200);
    expect(await o.send("mailgun", told("t2"))).toBe(200);
    expect(await o.enrolments()).toEqual(["unsubscribed"]);
    expect(await o.eventsOf("lead.unsubscribed")).toMatchObject([
      { source: "mailgun", lead_email: "ann@acme.test" },
    ]);
    const list = await o.t.get(`/api/v1/workspaces/${o.wid}/suppressions`);
    expect(list.json.data).toMatchObject([{ kind: "address", reason: "unsubscribed" }]);
  });

  it("that its own list held back suppresses for what the list says, and counts as no bounce", async () => {
    const o = await sending(KEYS, ["a@acme.test", "b@acme.test", "c@acme.test"]);
    const [a, b, c] = o.mails as [OutgoingMail, OutgoingMail, OutgoingMail];
    const dropped = (mail: OutgoingMail, reason: string) =>
      bounced(mail, { event: "dropped", type: undefined, status: undefined, reason });
    const told = [
      dropped(a, "Bounced Address"),
      dropped(b, "Spam Reporting Address"),
      dropped(c, "Unsubscribed Address"),
    ];
    expect(await o.send("sendgrid", sendgridCall(told, o.t.clock.now))).toBe(200);
    expect(await o.enrolments()).toEqual(["bounced", "unsubscribed", "unsubscribed"]);
    const list = await o.t.get(`/api/v1/workspaces/${o.wid}/suppressions`);
    expect(
      list.json.data.map((row: { value: string; reason: string }) => [row.value, row.reason]),
    ).toEqual([
      ["c@acme.test", "unsubscribed"],
      ["b@acme.test", "complained"],
      ["a@acme.test", "bounced"],
    ]);
    expect(await o.total()).toMatchObject({ bounces: 0, softBounces: 0, complaints: 0 });
    expect(await o.eventsOf("lead.bounced")).toEqual([]);
  });

  it("finds its mail by the provider's own name for it, where ours is not told", async () => {
    const o = await sending();
    const id = "2706ee8a-737c-4285-b032-ccd317af53ed";
    const event = {
      RecordType: "Bounce",
      Type: "HardBounce",
      MessageID: id,
      Email: "Ann@acme.test",
      Description: "Unknown user",
    };
    // It comes before the answer of the provider's server is written down.
    expect(await o.send("postmark", postmarkCall(KEYS.POSTMARK_WEBHOOK_SECRET, event))).toBe(200);
    expect(await o.eventsOf("lead.bounced")).toEqual([]);
    await o.t.db.update(sends).set({ smtpResponse: `250 2.0.0 Ok: queued as ${id}` });
    o.t.advance(6_000);
    await o.t.tick();
    await o.t.drain();
    expect(await o.eventsOf("lead.bounced")).toMatchObject([{ source: "postmark" }]);
    expect((await storedCalls(o)).map((row) => row.dueAt)).toEqual([null]);
  });

  it("of a stranger's mail is kept for three days, and of a copy changes nothing", async () => {
    const o = await sending();
    const stranger = { ...o.first, message_id: "someone@else.example" };
    await o.send("sendgrid", sendgridCall([bounced(stranger)], o.t.clock.now));
    await o.send(
      "sendgrid",
      sendgridCall([bounced(o.first, { email: "cc@acme.test" })], o.t.clock.now),
    );
    expect((await storedCalls(o)).map((row) => row.dueAt === null)).toEqual([false, true]);
    for (let i = 0; i < 8; i++) {
      o.t.advance(61 * 3_600_000);
      await o.t.tick();
      await o.t.drain();
    }
    expect((await storedCalls(o)).every((row) => row.dueAt === null)).toBe(true);
    o.t.advance(31 * 86_400_000);
    await o.t.tick();
    expect(await storedCalls(o)).toEqual([]);
    expect(await o.total()).toMatchObject({ bounces: 0, softBounces: 0 });
  });

  it("reaches sends of every workspace by the install's key, and its own by a workspace's", async () => {
    const o = await sending({});
    const other = await o.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const foreign = inWorkspace(o.t.deps, other.json.id as WorkspaceId);
    await runBatch(o.t.db, await keyStatements(foreign, "mailgun", "key-of-the-other"));
    const byOther = mailgunCall("key-of-the-other", failed(o.first), o.t.clock.now, "t1");
    expect(await o.send("mailgun", byOther)).toBe(200);
    expect(await o.total()).toMatchObject({ bounces: 0 });
    await runBatch(o.t.db, await keyStatements(o.ctx, "mailgun", "own-key"));
    expect(
      await o.send("mailgun", mailgunCall("own-key", failed(o.first), o.t.clock.now, "t1")),
    ).toBe(200);
    expect(await o.total()).toMatchObject({ bounces: 1 });
    await runBatch(o.t.db, [forgetKeyStatement(o.ctx, "mailgun")]);
    expect(
      await o.send("mailgun", mailgunCall("own-key", failed(o.first), o.t.clock.now, "t3")),
    ).toBe(403);
    for (const scope of [0, o.workspaceId] as const) {
      expect(await selectNamedMail(o.t.db, scope, [o.first.message_id])).toMatchObject({
        workspaceId: o.workspaceId,
      });
      expect(await selectSendByProviderId(o.t.db, scope, "nobody@acme.test", ["x"])).toBeNull();
    }
    expect(await selectNamedMail(o.t.db, foreign.workspaceId, [o.first.message_id])).toBeNull();
    // A lead's mails, and not all that ever left: whichever index the planner would like better.
    if (o.t.database !== "libsql") return;
    const seen = await statementsOf(o.t.client, async () => {
      for (const scope of [0, o.workspaceId] as const) {
        await selectNewestSendsTo(o.t.db, scope, "nobody@acme.test");
        await selectSendByProviderId(o.t.db, scope, "nobody@acme.test", ["x"]);
      }
    });
    for (const text of seen) {
      const plan = (await planOf(o.t.client, text)).filter((line) => / [ls] USING/.test(line));
      expect(plan).toEqual([
        expect.stringContaining("leads_workspace_email (workspace_id=? AND email=?)"),
        expect.stringContaining("sends_lead (workspace_id=? AND lead_id=?)"),
      ]);
    }
  });
});

describe("a provider's call", () => {
  it("403 provider_not_configured where nobody has a key, 403 signature_invalid for a wrong one, never 401", async () => {
    const o = await sending({});
    const now = o.t.clock.now;
    const good: Record<string, SignedCall> = {
      ses: { body: "{}", headers: {} },
      sendgrid: sendgridCall([bounced(o.first)], now),
      mailgun: mailgunCall(KEYS.MAILGUN_SIGNING_KEY, failed(o.first), now, "t1"),
      postmark: postmarkCall(KEYS.POSTMARK_WEBHOOK_SECRET, {}),
      resend: resendCall(KEYS.RESEND_WEBHOOK_SECRET, {}, now, "m1"),
    };
    for (const [provider, signed] of Object.entries(good)) {
      const answer = await call(o.t, provider, signed);
      expect([answer.status, answer.json.code]).toEqual([403, "provider_not_configured"]);
    }
    Object.assign(o.t.deps.settings, KEYS, { SES_TOPIC_ARNS: ["arn:aws:sns:eu-west-1:1:ours"] });
    const old = now - 301_000;
    const older = now - 9 * 3_600_000;
    const bad: readonly [string, SignedCall][] = [
      ...Object.keys(good).flatMap((provider): [string, SignedCall][] => [
        [provider, { body: "", headers: {} }],
        [provider, { body: "not json", headers: {} }],
        [provider, { body: "[]", headers: { authorization: "Basic Og==" } }],
      ]),
      ["sendgrid", sendgridCall([bounced(o.first)], old)],
      ["sendgrid", { ...sendgridCall([bounced(o.first)], now), body: "[]" }],
      ["mailgun", mailgunCall("other", failed(o.first), now, "t1")],
      ["mailgun", mailgunCall(KEYS.MAILGUN_SIGNING_KEY, failed(o.first), older, "t1")],
      ["postmark", postmarkCall("another", {})],
      ["resend", resendCall(KEYS.RESEND_WEBHOOK_SECRET, {}, old, "m1")],
      ["resend", { ...resendCall(KEYS.RESEND_WEBHOOK_SECRET, {}, now, "m1"), body: "[]" }],
    ];
    for (const [provider, signed] of bad) {
      const answer = await call(o.t, provider, signed);
      expect([provider, answer.status, answer.json.code]).toEqual([
        provider,
        403,
        "signature_invalid",
      ]);
    }
    expect(await storedCalls(o)).toEqual([]);
    const huge = await call(o.t, "mailgun", { body: "x".repeat(1024 * 1024 + 1), headers: {} });
    expect(huge.status).toBe(413);
  });

  it("429 from an address that was refused 60 times in a minute; what is signed rightly always passes", async () => {
    const o = await sending({});
    await runBatch(o.t.db, await keyStatements(o.ctx, "mailgun", "own-key"));
    let token = 0;
    const ask = async (key: string, from: string) => {
      const signed = mailgunCall(key, failed(o.first), o.t.clock.now, `t${token++}`);
      const headers = { ...signed.headers, [CLIENT_ADDRESS]: from };
      return call(o.t, "mailgun", { body: signed.body, headers });
    };
    const [stranger, other] = ["203.0.113.66", "203.0.113.77"];
    const refused = await Promise.all(Array.from({ length: 59 }, () => ask("wrong", stranger)));
    expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([403]));
    for (let i = 0; i < 3; i++) expect((await ask("own-key", stranger)).status).toBe(200);
    expect((await ask("wrong", stranger)).status).toBe(403);
    const answer = await ask("wrong", stranger);
    expect([answer.status, answer.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("own-key", stranger)).status).toBe(200);
    expect((await ask("own-key", other)).status).toBe(200);
    Object.assign(o.t.deps.settings, { MAILGUN_SIGNING_KEY: "key-of-the-install" });
    expect((await ask("key-of-the-install", stranger)).status).toBe(200);
    o.t.advance(60_000);
    expect((await ask("own-key", stranger)).status).toBe(200);
  });

  it("200 for Mailgun's last retry, eight hours after the first under the same signature; 403 for one from ahead", async () => {
    const o = await sending();
    const key = KEYS.MAILGUN_SIGNING_KEY;
    const eight = o.t.clock.now - 8 * 3_600_000;
    expect(await o.send("mailgun", mailgunCall(key, failed(o.first), eight, "t1"))).toBe(200);
    expect(await o.total()).toMatchObject({ bounces: 1 });
    const ahead = mailgunCall(key, failed(o.first), o.t.clock.now + 301_000, "t2");
    expect(await o.send("mailgun", ahead)).toBe(403);
  });

  it("200 under a workspace's changed key, and for a day under the one before", async () => {
    const o = await sending({});
    const change = async (key: string) =>
      runBatch(o.t.db, await keyStatements(o.ctx, "mailgun", key));
    const tell = (key: string, token: string) =>
      o.send("mailgun", mailgunCall(key, failed(o.first), o.t.clock.now, token));
    await change("old-key");
    await change("new-key");
    expect([await tell("old-key", "t1"), await tell("new-key", "t2")]).toEqual([200, 200]);
    o.t.advance(86_400_000);
    expect([await tell("old-key", "t3"), await tell("new-key", "t4")]).toEqual([403, 200]);
  });

  it("403 for a used Mailgun token under another event, since its signature leaves the event out", async () => {
    const o = await sending();
    const now = o.t.clock.now;
    const key = KEYS.MAILGUN_SIGNING_KEY;
    const harmless = { event: "opened", recipient: "ann@acme.test" };
    expect(await o.send("mailgun", mailgunCall(key, harmless, now, "t1"))).toBe(200);
    expect(await o.send("mailgun", mailgunCall(key, failed(o.first), now, "t1"))).toBe(403);
    expect(await o.send("mailgun", mailgunCall(key, harmless, now, "t1"))).toBe(200);
    expect(await o.total()).toMatchObject({ bounces: 0 });
  });

  it("200 for Resend's bounce, once per id", async () => {
    const o = await sending();
    const event = {
      type: "email.bounced",
      data: {
        to: ["Ann <ann@acme.test>"],
        headers: [{ name: "Message-ID", value: `<${o.first.message_id}>` }],
        bounce: { type: "Permanent", subType: "General", message: "no such user" },
      },
    };
    const told = resendCall(KEYS.RESEND_WEBHOOK_SECRET, event, o.t.clock.now, "msg_1");
    expect(await o.send("resend", told)).toBe(200);
    expect(await o.send("resend", told)).toBe(200);
    expect(await storedCalls(o)).toHaveLength(1);
    expect(await o.eventsOf("lead.bounced")).toMatchObject([{ source: "resend" }]);
  });
});

describe("Amazon's notifications", needs("corpora"), () => {
  const vectors = () =>
    payload("ses-sns/signed-vectors.json") as {
      cert: string;
      messages: Record<string, string>[];
    };

  /** An install that listens to the vectors' topic, and what it asked of Amazon. */
  async function listening(topics = ["arn:aws:sns:us-east-1:123456789012:SES_Events"]) {
    const asked: string[] = [];
    const o = await sending({});
    o.t.clock.now = parseIso("2026-11-20T00:01:00.000Z") ?? o.t.clock.now;
    const get: Egress["get"] = async ({ url }) => {
      asked.push(url);
      return { ok: true, reply: { status: 200, body: vectors().cert, retryAfter: null } };
    };
    Object.assign(o.t.deps.settings, { SES_TOPIC_ARNS: topics });
    Object.assign(o.t.deps.egress, { get });
    const tell = (message: object) =>
      o.send("ses", { body: JSON.stringify(message), headers: { "content-type": "text/plain" } });
    return { ...o, asked, tell };
  }

  it("200 for every signed vector; a subscription is confirmed at Amazon, once", async () => {
    const o = await listening();
    await o.t.db.update(sends).set({ messageId: "custom-message-ID", toEmail: "jane@example.com" });
    for (const message of vectors().messages) expect(await o.tell(message)).toBe(200);
    expect(o.asked.filter((url) => url.includes("ConfirmSubscription"))).toHaveLength(1);
    expect(await o.eventsOf("lead.bounced")).toMatchObject([
      { bounce_type: "hard", code: "5.1.1", source: "ses" },
    ]);
  });

  it("403 for another topic, a changed field, an old one and a certificate from elsewhere, which is never asked for", async () => {
    const o = await listening();
    const [first = {}, , confirmation = {}] = vectors().messages;
    const foreign = await listening(["arn:aws:sns:us-east-1:123456789012:Other"]);
    expect(await foreign.tell(first)).toBe(403);
    expect(foreign.asked).toEqual([]);
    for (const SigningCertURL of [
      "https://evil.example/x.pem",
      "https://bucket.s3.amazonaws.com/x.pem",
      "http://sns.us-east-1.amazonaws.com/x.pem",
    ]) {
      expect(await o.tell({ ...first, SigningCertURL })).toBe(403);
    }
    expect(o.asked).toEqual([]);
    expect(await o.tell({ ...first, Message: "{}" })).toBe(403);
    expect(await o.tell({ ...first, SignatureVersion: "3" })).toBe(403);
    expect(await o.tell({ ...confirmation, SubscribeURL: "https://evil.example/" })).toBe(403);
    o.t.clock.now = parseIso("2027-01-20T00:00:00.000Z") ?? o.t.clock.now;
    expect(await o.tell(first)).toBe(403);
    expect(await storedCalls(o)).toEqual([]);
  });

  it("503 while Amazon's certificate cannot be had, so that it comes again; a repeat then counts", async () => {
    const o = await listening();
    const [first = {}] = vectors().messages;
    const message = {
      ...first,
      SigningCertURL: "https://sns.eu-west-9.amazonaws.com/never-seen.pem",
    };
    Object.assign(o.t.deps.egress, { get: async () => ({ ok: false, error: "timeout" }) });
    expect(await o.tell(message)).toBe(503);
    expect(
      await o.t.db.select().from(providerCalls).where(eq(providerCalls.provider, "ses")),
    ).toEqual([]);
  });
});
