import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { passwordResets } from "#modules/accounts/schema/access.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { harness } from "#test/support/harness.ts";
import { reportOf } from "#test/support/outreach.ts";
import { auditOf, everyRole, PASSWORD, signIn } from "#test/support/staff.ts";

const FORGOT = "/api/v1/auth/forgot";
const RESET = "/api/v1/auth/reset";
const SYSTEM_MAIL_URL = "smtp://notices%40ours.test:p%40ss@mail.ours.test:2525";

/** An install that mails notices; the test plays the companion. */
async function mailing(settings: Record<string, string> = { SYSTEM_MAIL_URL }) {
  const mails: OutgoingMail[] = [];
  const state = { away: false };
  const t = await harness({
    settings,
    mail: {
      transmit: async (taken) => {
        if (state.away) throw new Error("the companion is away");
        mails.push(...taken);
      },
    },
  });
  const people = await everyRole(t);
  const ask = async (email: string) => {
    const answer = await t.post(FORGOT, { email });
    const settled = await t.drain();
    return { answer, settled, mail: mails.splice(0) };
  };
  const tokenIn = (mail: OutgoingMail | undefined): string =>
    /#token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const reset = (token: string, new_password = "a quite new password") =>
    t.post(RESET, { token, new_password });
  return { t, state, mails, ask, tokenIn, reset, ...people };
}

describe("a forgotten password", () => {
  it("is chosen anew by the token of a mail, once, and every session ends", async () => {
    const { t, ask, tokenIn, reset, employee, super_admin } = await mailing();
    const { answer, mail } = await ask("Employee@example.com");
    expect([answer.status, answer.json]).toEqual([202, {}]);
    expect(mail).toHaveLength(1);
    expect(mail[0]).toMatchObject({
      smtp: {
        host: "mail.ours.test",
        port: 2525,
        security: "auto",
        username: "notices@ours.test",
        password: "p@ss",
      },
      from: { address: "notices@ours.test" },
      to: [{ address: "employee@example.com", name: "employee" }],
      headers: { "Auto-Submitted": "auto-generated" },
    });
    const token = tokenIn(mail[0]);
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await t.db.select().from(passwordResets))).not.toContain(token);
    expect(JSON.stringify(t.lines)).not.toContain(token);

    expect((await reset(token, "short")).json.errors[0].path).toBe("new_password");
    expect((await reset(token)).status).toBe(204);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await signIn(t, "employee@example.com", "a quite new password")).id).toBe(employee.id);
    const again = await reset(token, "yet another password");
    expect([again.status, again.json.errors[0]]).toMatchObject([
      422,
      { path: "token", code: "overdue" },
    ]);
    expect(await auditOf(super_admin, "auth.password_reset")).toEqual([
      expect.objectContaining({ user: { id: employee.id, name: "employee" } }),
    ]);
  });

  it("is handed over as a mail of the install: granted, and nothing to settle", async () => {
    const { t, ask } = await mailing();
    const { mail } = await ask("employee@example.com");
    const intents = mail.map(({ ticket, lease }) => ({ ticket, lease }));
    const tickets = mail.map(({ ticket }) => ticket);
    expect(await grantIntents(t.deps, { intents })).toEqual({ granted: tickets });
    const results = mail.map((one) => reportOf(one));
    expect(await settleResults(t.deps, { results })).toEqual({ settled: tickets });
  });

  it("answers alike for an unknown address, a username and a deleted client's login, and mails nothing", async () => {
    const { ask, employee, super_admin, clientWid } = await mailing();
    await employee.put("/api/v1/auth/me", { username: "emp" });
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    for (const email of ["nobody@example.com", "client@example.com"]) {
      const { answer, settled, mail } = await ask(email);
      expect([answer.status, answer.json, mail]).toEqual([202, {}, []]);
      expect(settled).toEqual(["password_reset.mail.v1 ack"]);
    }
    expect((await ask("emp")).answer.status).toBe(422);
  });

  it("works for an hour, and one mail in five minutes is enough", async () => {
    const { t, ask, tokenIn, reset } = await mailing();
    const first = tokenIn((await ask("employee@example.com")).mail[0]);
    expect((await ask("employee@example.com")).mail).toEqual([]);
    t.advance(5 * MINUTE_MS);
    const second = tokenIn((await ask("employee@example.com")).mail[0]);
    expect(second).not.toBe(first);
    t.advance(HOUR_MS - 5 * MINUTE_MS);
    expect((await reset(first)).status).toBe(422);
    expect((await reset(second)).status).toBe(204);
    t.advance(HOUR_MS);
    await t.tick();
    expect(await t.db.select().from(passwordResets)).toEqual([]);
  });

  it("422 after the account changed: a new password or address ends what was asked for before", async () => {
    const { t, ask, tokenIn, reset, employee, mails } = await mailing();
    const token = tokenIn((await ask("employee@example.com")).mail[0]);
    t.advance(MINUTE_MS);
    await employee.put("/api/v1/auth/me", { email: "moved@example.com" });
    await t.drain();
    const link = tokenIn(mails.find(({ to }) => to[0]?.address === "moved@example.com"));
    const confirmed = await t.post("/api/v1/auth/email-change/confirm", { token: link });
    expect(confirmed.status).toBe(200);
    expect((await reset(token)).status).toBe(422);
    expect((await signIn(t, "moved@example.com", PASSWORD)).id).toBe(employee.id);
  });

  it("of ten uses of one token at the same time one counts", async () => {
    const { t, ask, tokenIn, reset, employee } = await mailing();
    const token = tokenIn((await ask("employee@example.com")).mail[0]);
    const passwords = Array.from({ length: 10 }, (_, i) => `a new password ${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const won = answers.findIndex((answer) => answer.status === 204);
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect((await signIn(t, "employee@example.com", passwords[won])).id).toBe(employee.id);
  });

  it("tries the mail again when the companion was away", async () => {
    const { state, ask, tokenIn, reset, t } = await mailing();
    state.away = true;
    const error = console.error;
    console.error = () => undefined;
    const { answer, settled } = await ask("employee@example.com");
    console.error = error;
    expect([answer.status, settled]).toEqual([202, ["password_reset.mail.v1 retry"]]);
    expect(await t.db.select().from(passwordResets)).toEqual([]);
    state.away = false;
    const { mail } = await ask("employee@example.com");
    expect((await reset(tokenIn(mail[0]))).status).toBe(204);
  });

  it("404 where the install sends no mail; 422 for a token that is none; the login limit counts", async () => {
    const none = await mailing({});
    expect((await none.ask("employee@example.com")).answer.status).toBe(404);
    expect((await none.reset("x")).status).toBe(404);
    const { reset } = await mailing();
    for (const token of ["x", "' OR 1=1 --", "a".repeat(43)]) {
      expect((await reset(token)).json.errors[0].path, token).toBe("token");
    }
    const limited = await harness({ settings: { SYSTEM_MAIL_URL, LOGIN_LIMIT_PER_MINUTE: "2" } });
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await limited.post(FORGOT, { email: "a@b.test" })).status);
    }
    expect(statuses).toEqual([202, 202, 429]);
  });

  it("takes the sender from the setting, and TLS from smtps", async () => {
    const { ask } = await mailing({
      SYSTEM_MAIL_URL: "smtps://mail.ours.test?from=no-reply@ours.test",
    });
    const { mail } = await ask("employee@example.com");
    expect(mail[0]).toMatchObject({
      smtp: { port: 465, security: "tls", username: "", password: "" },
      envelope: { from: "no-reply@ours.test", to: ["employee@example.com"] },
    });
  });
});
