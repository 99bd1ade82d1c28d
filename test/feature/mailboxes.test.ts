import { troubleText } from "#modules/delivery/rules/outcome.ts";
import { EXCHANGE } from "#test/support/oauth/faces.ts";
import { describe, expect, it } from "vitest";
import type { TestRequest, TestResponse } from "#platform/wire/companion.ts";
import { Mailbox, TestMailboxAnswer } from "#modules/mailboxes/contract/mailboxes.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { asId, type MailboxId } from "#platform/rules/ids.ts";
import { recheckMailboxes } from "#modules/mailboxes/connections/recheck-mailboxes.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import {
  noteMailboxFailure,
  noteMailboxSuccess,
} from "#modules/mailboxes/connections/note-sending-failure.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";

const CANARY = "c4n4ry-pässwörd-Zq9";
const EIGHT = {
  smtp_host: "smtp.example.com",
  smtp_port: 587,
  smtp_username: "Ann@Example.com",
  smtp_password: CANARY,
  imap_host: "imap.example.com",
  imap_port: 993,
  imap_username: "Ann@Example.com",
  imap_password: `${CANARY}-imap`,
};

const fine = {
  ok: true,
  latency_ms: 5,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
} as const;
const folders = { inbox: "INBOX", sent: "Sent", junk: "Junk" };
const accepts: TestResponse = { smtp: fine, imap: { ...fine, folders } };
const refuses: TestResponse = {
  smtp: {
    ok: false,
    latency_ms: 7,
    step: "auth",
    error_code: "auth_failed",
    message: `535 5.7.8 no such log-in: ${CANARY}`,
    hint: "Use an app password.",
  },
  imap: { ...fine, folders },
};

/** The outside mail service: answers as told and keeps what it was asked. */
function mailService(answer: () => TestResponse | Promise<TestResponse>) {
  const asked: TestRequest[] = [];
  return {
    asked,
    test: async (request: TestRequest) => {
      asked.push(request);
      return answer();
    },
  };
}

async function start(options: HarnessOptions = {}) {
  const t = await harness({ mail: mailService(() => accepts), ...options });
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/mailboxes`;
  const ctx = inWorkspace(t.deps, asId(wid));
  const add = async (body: object = EIGHT): Promise<MailboxId> =>
    asId((await t.post(path, body)).json.id);
  return { ...t, wid, path, ctx, add };
}

describe("mailboxes", () => {
  it("201: eight fields suffice; the rest has its defaults, and no password comes back", async () => {
    const t = await start();
    const made = await t.post(t.path, EIGHT);
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`${t.path}/${made.json.id}`);
    expect(Mailbox.parse(made.json)).toMatchObject({
      email: "ann@example.com",
      from_name: "Ann Operator's workspace",
      daily_limit: 30,
      min_gap_seconds: 600,
      gap_jitter_seconds: 300,
      ramp_enabled: true,
      ramp_increment: 2,
      status: "active",
      has_smtp_password: true,
      has_imap_password: true,
      sent_today: 0,
      remaining_today: 2,
      smtp_security: "auto",
    });
    const listed = await t.get(t.path);
    expect(listed.json).toMatchObject({ data: [{ id: made.json.id }], pagination: { total: 1 } });
    expect((await t.get(`${t.path}/${made.json.id}`)).json).toEqual(made.json);
  });

  it("no answer, log line or row holds a password", async () => {
    const t = await start({ mail: mailService(() => refuses) });
    const answers = [await t.post(t.path, EIGHT), await t.post(`${t.path}/test`, EIGHT)];
    const id = answers[0]?.json.id;
    await t.drain();
    answers.push(
      await t.post(`${t.path}/${id}/test`),
      await t.put(`${t.path}/${id}`, { smtp_password: `${CANARY}2` }),
      await t.get(t.path),
      await t.get(`${t.path}/${id}`),
      await t.post(t.path, EIGHT),
      await t.post(t.path, { ...EIGHT, smtp_port: "x" }),
    );
    for (const answer of answers) expect(answer.text).not.toContain(CANARY);
    expect(JSON.stringify(t.lines)).not.toContain(CANARY);
    const rows = await t.client.execute("SELECT * FROM mailboxes");
    expect(JSON.stringify(rows.rows)).not.toContain(CANARY);
    expect(rows.rows[0]?.["smtp_password"]).toMatch(/^v1\.k1\./);
  });

  it("422: what cannot be is refused by field, before anything is stored or dialled", async () => {
    const t = await start({
      settings: { ALLOW_PRIVATE_NETWORKS: "false" },
      mail: {},
    });
    const refused: [object, string, string][] = [
      [{ ...EIGHT, smtp_port: 22 }, "smtp_port", "port_not_allowed"],
      [{ ...EIGHT, imap_port: 3306 }, "imap_port", "port_not_allowed"],
      ...[
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "localhost",
        "mail.localhost",
        "10.1.2.3",
        "169.254.169.254",
        "[::1]",
        "::ffff:127.0.0.1",
        "fd00::1",
        "intranet",
        "mail.internal",
        "metadata.google.internal.",
      ].map((host): [object, string, string] => [
        { ...EIGHT, smtp_host: host },
        "smtp_host",
        "address_not_allowed",
      ]),
    ];
    for (const [body, field, code] of refused) {
      for (const path of [t.path, `${t.path}/test`]) {
        const answer = await t.post(path, body);
        expect({
          body,
          got: [answer.status, answer.json.errors?.[0]?.path, answer.json.errors?.[0]?.code],
        }).toEqual({ body, got: [422, field, code] });
      }
    }
    const bodies: [object, string][] = [
      [{ ...EIGHT, smtp_hots: "x" }, "smtp_hots"],
      [{ ...EIGHT, smtp_host: "http://smtp.example.com" }, "smtp_host"],
      [{ ...EIGHT, smtp_host: "a b" }, "smtp_host"],
      [{ ...EIGHT, from_name: "Ann\r\nBcc: x@example.com" }, "from_name"],
      [{ ...EIGHT, smtp_username: "ann", imap_username: "ann" }, "email"],
      [{ ...EIGHT, imap_password: undefined }, "imap_password"],
      [{ ...EIGHT, daily_limit: 5001 }, "daily_limit"],
      [{ ...EIGHT, timezone: "Mars/Olympus" }, "timezone"],
      [{}, "smtp_host"],
    ];
    for (const [body, field] of bodies) {
      const answer = await t.post(t.path, body);
      expect({
        body,
        got: [answer.status, answer.json.errors?.map((e: { path: string }) => e.path)],
      }).toEqual({ body, got: [422, expect.arrayContaining([field])] });
    }
    expect((await t.get(t.path)).json.data).toEqual([]);
  });

  it("201: a mailbox without IMAP only sends, and is not read", async () => {
    const t = await start();
    const made = await t.post(t.path, {
      smtp_host: "smtp.example.com",
      smtp_port: 25,
      smtp_username: "u",
      smtp_password: CANARY,
      email: "bob@example.com",
    });
    expect([made.status, made.json.imap_host, made.json.has_imap_password]).toEqual([
      201,
      null,
      false,
    ]);
    const rows = await t.client.execute("SELECT sync_due_at FROM mailboxes");
    expect(rows.rows[0]?.["sync_due_at"]).toBeNull();
  });

  it("409: the same address twice in a workspace; another workspace may have it", async () => {
    const t = await start();
    await t.add();
    const again = await t.post(t.path, { ...EIGHT, smtp_username: "ANN@example.com" });
    expect([again.status, again.json.code, again.json.errors[0].path]).toEqual([
      409,
      "conflict",
      "email",
    ]);
    const other = await t.signUp("Bob", "bob@example.com");
    expect((await t.post(`/api/v1/workspaces/${other.wid}/mailboxes`, EIGHT)).status).toBe(201);
  });

  it("404, 403: another workspace's mailbox cannot be read, changed, tested or deleted", async () => {
    const t = await start();
    const id = await t.add();
    const other = await t.signUp("Bob", "bob@example.com");
    const foreign = `/api/v1/workspaces/${other.wid}/mailboxes/${id}`;
    const answers = [
      await t.get(foreign),
      await t.put(foreign, { from_name: "x" }),
      await t.delete(foreign),
      await t.post(`${foreign}/test`),
    ];
    expect(answers.map((a) => [a.status, a.json.code])).toEqual(
      answers.map(() => [404, "not_found"]),
    );
    expect((await t.get(t.path)).status).toBe(403);
  });

  it("200: a failed log-in is a result that names its step; a dead companion is 503", async () => {
    let answer: () => TestResponse = () => refuses;
    const service = mailService(() => answer());
    const t = await start({ mail: service });
    const failed = await t.post(`${t.path}/test`, EIGHT);
    expect(failed.status).toBe(200);
    expect(TestMailboxAnswer.parse(failed.json)).toMatchObject({
      ok: false,
      smtp: { ok: false, step: "auth", error_code: "auth_failed", hint: "Use an app password." },
      imap: { ok: true, folders: { inbox: "INBOX" } },
    });
    expect(service.asked[0]).toMatchObject({
      smtp: { password: CANARY, security: "auto" },
      allow_private: true,
    });

    answer = () => accepts;
    expect((await t.post(`${t.path}/test`, EIGHT)).json.ok).toBe(true);

    answer = () => {
      throw new AppError(
        "upstream_unavailable",
        "The mail service is away; try again in a minute.",
      );
    };
    const away = await t.post(`${t.path}/test`, EIGHT);
    expect([away.status, away.json.code]).toEqual([503, "upstream_unavailable"]);

    answer = () => ({
      ...refuses,
      smtp: { ...fine, ok: false, step: "dial", error_code: "address_refused" },
    });
    const inner = await t.post(`${t.path}/test`, EIGHT);
    expect([inner.status, inner.json.errors[0].path]).toEqual([422, "smtp_host"]);
  });

  it("the background check shows a failure in the status; a later test that succeeds ends it", async () => {
    let answer = refuses;
    const t = await start({ mail: mailService(() => answer) });
    const id = await t.add();
    expect((await t.get(`${t.path}/${id}`)).json.status).toBe("active");
    await t.drain();
    const failed = (await t.get(`${t.path}/${id}`)).json;
    expect(failed).toMatchObject({ status: "connection_error", last_error_at: expect.any(String) });
    expect(failed.status_message).toMatch(/^SMTP failed at auth: .*app password/);

    answer = accepts;
    expect((await t.post(`${t.path}/${id}/test`)).json.ok).toBe(true);
    expect((await t.get(`${t.path}/${id}`)).json).toMatchObject({
      status: "active",
      status_message: null,
    });
  });

  it("a check that gets no access token keeps nothing: no server was asked", async () => {
    const smtp = { ...refuses.smtp, error_code: "provider_unavailable", message: "later" };
    const t = await start({ mail: mailService(() => ({ ...accepts, smtp }) as TestResponse) });
    const id = await t.add();
    await t.drain();
    expect((await t.get(`${t.path}/${id}`)).json).toMatchObject({
      status: "active",
      status_message: null,
    });
    const told = await t.post(`${t.path}/${id}/test`);
    expect(told.json).toMatchObject({ ok: false, smtp: { error_code: "provider_unavailable" } });
  });

  it("a first log-in that is refused is tried again by itself, ever later, until it succeeds", async () => {
    let answer = refuses;
    const t = await start({ mail: mailService(() => answer) });
    const id = await t.add();
    const pass = async (minutes: number) => {
      t.advance(minutes * 60_000);
      await t.sweep(recheckMailboxes);
      await t.drain();
      return (await t.get(`${t.path}/${id}`)).json.status;
    };
    expect(await pass(0)).toBe("connection_error");
    expect(await pass(6)).toBe("connection_error");
    answer = accepts;
    expect(await pass(3)).toBe("connection_error");
    expect(await pass(8)).toBe("active");
  });

  it("says where IMAP fails that replies can't be read, in the mailbox and its campaign", async () => {
    const imap = {
      ...refuses.smtp,
      step: "dial",
      message: "refused",
      folders,
    } as TestResponse["imap"];
    const t = await start({ mail: mailService(() => ({ ...accepts, imap })) });
    const id = await t.add();
    await t.drain();
    const mailbox = (await t.get(`${t.path}/${id}`)).json;
    expect(mailbox.status).toBe("connection_error");
    expect(mailbox.status_message).toMatch(
      /^Its replies can't be read: IMAP failed at dial: refused/,
    );
  });

  it("a check waits while the companion is away, and ends with a deleted mailbox", async () => {
    const t = await start({
      mail: mailService(() => {
        throw new AppError("upstream_unavailable", "away");
      }),
    });
    const id = await t.add();
    expect(await t.drain()).toEqual(["mailbox.check.v1 retry"]);
    expect((await t.get(`${t.path}/${id}`)).json.status).toBe("active");
    await t.deps.queue.send({ type: "mailbox.check.v1", workspaceId: asId(t.wid), mailboxId: id });
    expect((await t.delete(`${t.path}/${id}`)).status).toBe(204);
    expect(await t.drain()).toEqual(["mailbox.check.v1 ack"]);
  });

  it("PUT keeps what is left out; a changed host needs the password again", async () => {
    const t = await start();
    const id = await t.add();
    const renamed = await t.put(`${t.path}/${id}`, {
      from_name: "Ann",
      daily_limit: 50,
      ramp_enabled: false,
    });
    expect(renamed.json).toMatchObject({
      from_name: "Ann",
      daily_limit: 50,
      remaining_today: 50,
      smtp_host: "smtp.example.com",
      has_smtp_password: true,
    });
    const sender = (await loadSenders(t.ctx, [id])).get(id);
    expect(sender).toMatchObject({
      fromName: "Ann",
      smtp: { password: CANARY, username: "Ann@Example.com" },
    });

    for (const [body, field] of [
      [{ smtp_host: "smtp.evil.example" }, "smtp_password"],
      [{ imap_host: "imap.evil.example" }, "imap_password"],
    ] as const) {
      const answer = await t.put(`${t.path}/${id}`, body);
      expect([answer.status, answer.json.errors[0].path, answer.json.errors[0].code]).toEqual([
        422,
        field,
        "password_required",
      ]);
    }
    const moved = await t.put(`${t.path}/${id}`, {
      smtp_host: "smtp2.example.com",
      smtp_password: "other",
    });
    expect([moved.status, moved.json.smtp_host]).toEqual([200, "smtp2.example.com"]);
    expect((await loadSenders(t.ctx, [id])).get(id)?.smtp.password).toBe("other");

    const whole = (await t.get(`${t.path}/${id}`)).json;
    expect(
      (await t.put(`${t.path}/${id}`, { ...whole, from_name: "Put back" })).json.from_name,
    ).toBe("Put back");
    for (const field of ["id", "workspace_id"]) {
      const answer = await t.put(`${t.path}/${id}`, { [field]: 999 });
      expect([answer.status, answer.json.errors[0].code]).toEqual([422, "read_only_field"]);
    }
    const gone = await t.put(`${t.path}/${id}`, { imap_host: null });
    expect(gone.json).toMatchObject({
      imap_host: null,
      imap_username: null,
      has_imap_password: false,
    });
  });

  it("a person pauses and resumes; an error does not end by wishing", async () => {
    const t = await start();
    const id = await t.add();
    expect((await t.put(`${t.path}/${id}`, { status: "paused" })).json.status).toBe("paused");
    await noteMailboxFailure(t.ctx, id, { kind: "sending", message: "550 blocked" });
    expect((await t.get(`${t.path}/${id}`)).json.status).toBe("paused");
    expect((await t.put(`${t.path}/${id}`, { status: "active" })).json.status).toBe("active");
    expect((await t.put(`${t.path}/${id}`, { status: "sending_error" })).status).toBe(422);
    await noteMailboxFailure(t.ctx, id, {
      kind: "sending",
      message: "554 5.7.1 blocked\r\nby policy",
    });
    expect((await t.get(`${t.path}/${id}`)).json).toMatchObject({
      status: "sending_error",
      status_message: "554 5.7.1 blocked by policy",
    });
    const wish = await t.put(`${t.path}/${id}`, { status: "active" });
    expect([wish.status, wish.json.code]).toEqual([409, "invalid_state"]);
  });

  it("three failed log-ins in a row stop a mailbox; a success between starts the count anew", async () => {
    const t = await start();
    const id = await t.add();
    const fail = () => noteMailboxFailure(t.ctx, id, { kind: "auth", message: "535 no" });
    const status = async () => (await t.get(`${t.path}/${id}`)).json.status;
    await fail();
    await fail();
    await noteMailboxSuccess(t.ctx, id);
    await fail();
    await fail();
    expect(await status()).toBe("active");
    await fail();
    expect(await status()).toBe("connection_error");
  });

  it("a log-in that is switched off stops a mailbox at once, with words for the admin and a notice", async () => {
    const t = await start();
    const id = await t.add();
    await t.put(`${t.path}/${id}`, { status: "paused" });
    const fail = () =>
      noteMailboxFailure(t.ctx, id, {
        kind: "auth_disabled",
        message: troubleText({
          ending: "reply",
          phase: "auth",
          code: 535,
          enhanced: "5.7.139",
          response: EXCHANGE.tenantOff,
        }),
      });
    await fail();
    expect((await t.get(`${t.path}/${id}`)).json.status).toBe("paused");
    await t.put(`${t.path}/${id}`, { status: "active" });
    await fail();
    const { status, status_message } = (await t.get(`${t.path}/${id}`)).json;
    expect(status).toBe("connection_error");
    expect(status_message).toMatch(/^SMTP AUTH is switched off for this mailbox .* An admin can/);
  });

  it("a password that VAULT_KEYS no longer opens stops its own mailbox only", async () => {
    const t = await start();
    const [lost, kept] = [await t.add(), await t.add({ ...EIGHT, email: "kept@example.com" })];
    await t.client.execute({
      sql: "UPDATE mailboxes SET smtp_password = 'v1.gone.AAAA.BBBB' WHERE id = ?",
      args: [lost],
    });
    expect([...(await loadSenders(t.ctx, [lost, kept])).keys()]).toEqual([kept]);
    expect((await t.get(`${t.path}/${lost}`)).json.status).toBe("connection_error");
    expect((await t.post(`${t.path}/${lost}/test`)).status).toBe(422);
    expect((await t.post(`${t.path}/${kept}/test`)).json.ok).toBe(true);
  });

  it("204: deleting leaves no secret; an active campaign without another mailbox pauses, once", async () => {
    const t = await start();
    const [first, second] = [await t.add(), await t.add({ ...EIGHT, email: "two@example.com" })];
    const now = t.clock.now;
    for (const statement of `
      INSERT INTO campaigns (id, workspace_id, name, status, schedule, created_at, updated_at)
        VALUES (1, ${t.wid}, 'Solo', 'active', '{}', ${now}, ${now}), (2, ${t.wid}, 'Pair', 'active', '{}', ${now}, ${now});
      INSERT INTO campaign_mailboxes (workspace_id, campaign_id, mailbox_id)
        VALUES (${t.wid}, 1, ${first}), (${t.wid}, 2, ${first}), (${t.wid}, 2, ${second});
      INSERT INTO campaign_leads (workspace_id, campaign_id, lead_id, status, mailbox_id, entered_at)
        VALUES (${t.wid}, 2, 7, 'in_progress', ${first}, ${now}), (${t.wid}, 2, 8, 'completed', ${first}, ${now})`.split(
      ";",
    )) {
      await t.client.execute(statement);
    }
    const preview = await t.get(`${t.path}/${first}/deletion`);
    expect([preview.status, preview.json]).toEqual([
      200,
      {
        email: "ann@example.com",
        campaigns: [
          { id: 2, name: "Pair", status: "active", leads: 1, pauses: false },
          { id: 1, name: "Solo", status: "active", leads: 0, pauses: true },
        ],
        leads: 1,
        leads_handed_over: 1,
        scheduled_mails: 0,
        threads: 0,
      },
    ]);
    expect((await t.delete(`${t.path}/${first}`)).status).toBe(204);
    expect((await t.get(`${t.path}/${first}/deletion`)).status).toBe(404);
    expect((await t.delete(`${t.path}/${first}`)).status).toBe(404);
    expect((await t.get(`${t.path}/${first}`)).status).toBe(404);

    const campaigns = await t.client.execute(
      "SELECT id, status, paused_reason FROM campaigns ORDER BY id",
    );
    expect(campaigns.rows.map((r) => [r["status"], r["paused_reason"]])).toEqual([
      ["paused", "no_mailboxes"],
      ["active", null],
    ]);
    const events = await t.client.execute("SELECT body FROM events WHERE type = 'campaign.paused'");
    expect(
      events.rows.map((r) => (JSON.parse(r["body"] as string) as { data: unknown }).data),
    ).toEqual([
      expect.objectContaining({
        campaign_id: 1,
        reason: "no_mailboxes",
        status: "paused",
        previous_status: "active",
      }),
    ]);
    const leads = await t.client.execute("SELECT mailbox_id FROM campaign_leads ORDER BY lead_id");
    expect(leads.rows.map((r) => r["mailbox_id"])).toEqual([second, first]);
    const row = await t.client.execute({
      sql: "SELECT smtp_password, imap_password, deleted_at FROM mailboxes WHERE id = ?",
      args: [first],
    });
    expect(row.rows[0]).toMatchObject({ smtp_password: "", imap_password: null, deleted_at: now });
    expect((await t.post(t.path, EIGHT)).status).toBe(201);
  });

  it("429: five connection tests a minute where an install can be reached from outside", async () => {
    const t = await start({ settings: { ALLOW_PRIVATE_NETWORKS: "false" } });
    const id = await t.add();
    const tests = () => [t.post(`${t.path}/test`, EIGHT), t.post(`${t.path}/${id}/test`)];
    const first = await Promise.all([...tests(), ...tests()]);
    expect(first.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const [fifth, sixth] = [
      await t.post(`${t.path}/test`, EIGHT),
      await t.post(`${t.path}/${id}/test`),
    ];
    expect([fifth.status, sixth.status, sixth.json.code]).toEqual([200, 429, "rate_limited"]);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
    t.advance(60_000);
    expect((await t.post(`${t.path}/test`, EIGHT)).status).toBe(200);
  });
});
