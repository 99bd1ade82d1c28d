import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { emailChanges } from "#modules/accounts/schema/invitations.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { reauthenticated } from "#test/support/factors.ts";
import { harness } from "#test/support/harness.ts";
import {
  auditOf,
  caller,
  type Caller,
  cookieOf,
  everyRole,
  PASSWORD,
  signIn,
} from "#test/support/staff.ts";

const ME = "/api/v1/auth/me";
const CHANGE = "/api/v1/auth/email-change";
const SYSTEM_MAIL_URL = "smtp://notices%40ours.test:p%40ss@mail.ours.test:2525";

async function mailing(settings: Record<string, string> = { SYSTEM_MAIL_URL }) {
  const mails: OutgoingMail[] = [];
  const t = await harness({
    settings,
    mail: {
      transmit: async (taken) => {
        mails.push(...taken);
      },
    },
  });
  const people = await everyRole(t);
  /** Each new mail: to whom, and its token. */
  const read = async () => {
    await t.drain();
    return mails.splice(0).map(({ to, text }) => ({
      to: to[0]?.address,
      kind: /\/([\w-]+)#token=/.exec(text)?.[1] ?? "notice",
      token: /#token=([\w-]+)/.exec(text)?.[1] ?? "",
      text,
    }));
  };
  const ask = async (person: Caller, email: string) => {
    const answer = await person.put(ME, { email });
    const sent = await read();
    return { answer, sent, token: sent.find(({ kind }) => kind === "confirm-email")?.token ?? "" };
  };
  const confirm = (token: string) => t.post(`${CHANGE}/confirm`, { token }, { cookie: "" });
  const undo = (token: string) => t.post(`${CHANGE}/undo`, { token }, { cookie: "" });
  const emailOf = async (person: Caller) => (await person.get(ME)).json.user?.email;
  return { t, read, ask, confirm, undo, emailOf, ...people };
}

describe("a change of the email", () => {
  it("waits for the new address, tells the old one, and ends the other sessions; the user name follows", async () => {
    const { t, read, ask, confirm, emailOf, employee, super_admin } = await mailing();
    const elsewhere = await signIn(t, "employee@example.com");
    const { answer, sent, token } = await ask(employee, "moved@example.com");
    expect([answer.status, answer.json.email]).toEqual([200, "employee@example.com"]);
    expect(sent.map(({ to, kind }) => `${to} ${kind}`).toSorted()).toEqual([
      "employee@example.com notice",
      "moved@example.com confirm-email",
    ]);
    expect(JSON.stringify(await t.db.select().from(emailChanges))).not.toContain(token);
    expect(JSON.stringify(t.lines)).not.toContain(token);
    expect((await employee.get(CHANGE)).json).toMatchObject({
      email: "employee@example.com",
      pending: { email: "moved@example.com" },
      needs_confirmation: true,
    });

    expect((await confirm(token)).json).toEqual({ email: "moved@example.com" });
    expect((await employee.get(ME)).json.user).toMatchObject({
      email: "moved@example.com",
      username: "moved@example.com",
    });
    expect((await elsewhere.get(ME)).status).toBe(401);
    expect((await read()).map(({ to, kind }) => [to, kind])).toEqual([
      ["employee@example.com", "undo-email"],
    ]);
    expect((await confirm(token)).json.errors[0]).toMatchObject({ path: "token", code: "overdue" });
    expect(await emailOf(employee)).toBe("moved@example.com");
    expect(await auditOf(super_admin, "auth.email_changed")).toHaveLength(1);
  });

  it("goes on in the session that confirmed its identity since", async () => {
    const { ask, confirm, emailOf, t, employee } = await mailing();
    const { token } = await ask(employee, "moved@example.com");
    const renewed = await reauthenticated(t, employee);
    expect((await confirm(token)).status).toBe(200);
    expect(await emailOf(renewed)).toBe("moved@example.com");
  });

  it("403 without a confirmed identity, by a key, and while impersonating", async () => {
    const { t, ask, employee, super_admin, clientWid } = await mailing();
    const key = await super_admin.post(`/api/v1/workspaces/${clientWid}/api-keys`, { name: "k" });
    const byKey = await t.request("GET", CHANGE, undefined, {
      cookie: "",
      authorization: `Bearer ${key.json.key}`,
    });
    expect([key.status, byKey.status]).toEqual([201, 403]);
    const acting = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const as = caller(t, employee.id, cookieOf(acting));
    expect((await as.get(CHANGE)).status).toBe(403);
    expect((await as.delete(CHANGE)).status).toBe(403);
    expect((await ask(as, "mine@example.com")).answer.status).toBe(403);
    t.advance(11 * MINUTE_MS);
    const { answer, sent } = await ask(employee, "moved@example.com");
    expect([answer.status, answer.json.code, sent]).toEqual([403, "reauthentication_required", []]);
    expect(await t.db.select().from(emailChanges)).toEqual([]);
  });

  it("of ten confirmations at the same time one counts, and of two people who want one address the first gets it", async () => {
    const { ask, confirm, emailOf, employee, client, super_admin } = await mailing();
    const one = await ask(employee, "wanted@example.com");
    const two = await ask(client, "wanted@example.com");
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => confirm(one.token)),
      confirm(two.token),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const emails = [await emailOf(employee), await emailOf(client)];
    expect(emails.filter((email) => email === "wanted@example.com")).toHaveLength(1);
    expect(await auditOf(super_admin, "auth.email_changed")).toHaveLength(1);
    expect((await ask(super_admin, "wanted@example.com")).answer.status).toBe(409);
  });

  it("422 after a day, after a new password, after another change, and when it was given up", async () => {
    const { t, ask, confirm, employee, super_admin } = await mailing();
    const late = await ask(employee, "late@example.com");
    t.advance(DAY_MS);
    expect((await confirm(late.token)).status).toBe(422);

    let person = await signIn(t, "employee@example.com");
    const first = await ask(person, "first@example.com");
    expect((await ask(person, "soon@example.com")).answer.status).toBe(429);
    t.advance(MINUTE_MS);
    const second = await ask(person, "second@example.com");
    expect((await confirm(first.token)).status).toBe(422);
    expect((await person.delete(CHANGE)).status).toBe(204);
    expect((await person.delete(CHANGE)).status).toBe(404);
    expect((await confirm(second.token)).status).toBe(422);

    t.advance(MINUTE_MS);
    const third = await ask(person, "third@example.com");
    const changed = { current_password: PASSWORD, new_password: "a quite new password" };
    expect((await person.post("/api/v1/auth/password", changed)).status).toBe(204);
    expect((await confirm(third.token)).status).toBe(422);

    person = await signIn(t, "employee@example.com", "a quite new password");
    t.advance(MINUTE_MS);
    const fourth = await ask(person, "fourth@example.com");
    const root = await signIn(t, "root@example.com");
    expect(root.id).toBe(super_admin.id);
    const path = `/api/v1/admin/employees/${person.id}`;
    expect((await root.put(path, { email: "byadmin@example.com" })).status).toBe(200);
    expect((await confirm(fourth.token)).status).toBe(422);
  });

  it("is undone by the old address: a thief with the password is out, also after a second change", async () => {
    const { t, read, ask, confirm, undo, employee, super_admin } = await mailing();
    const one = await ask(employee, "thief@evil.test");
    await confirm(one.token);
    const undoOfOwner = (await read())[0]?.token ?? "";
    t.advance(MINUTE_MS);
    const two = await ask(employee, "thief2@evil.test");
    await confirm(two.token);
    const undoOfThief = (await read())[0]?.token ?? "";

    expect((await undo(one.token)).status).toBe(422);
    expect((await undo(undoOfOwner)).json).toEqual({ email: "employee@example.com" });
    expect((await employee.get(ME)).status).toBe(401);
    await expect(signIn(t, "employee@example.com")).rejects.toThrow("invalid_credentials");
    expect((await undo(undoOfThief)).status).toBe(422);
    expect((await undo(undoOfOwner)).status).toBe(422);
    const mails = await read();
    expect(mails.map(({ to, kind }) => `${to} ${kind}`).toSorted()).toEqual([
      "employee@example.com notice",
      "employee@example.com reset-password",
    ]);
    const token = mails.find(({ kind }) => kind === "reset-password")?.token;
    const reset = await t.post("/api/v1/auth/reset", { token, new_password: "owner is back" });
    expect(reset.status).toBe(204);
    expect((await signIn(t, "employee@example.com", "owner is back")).id).toBe(employee.id);
    expect(await auditOf(super_admin, "auth.email_change_undone")).toHaveLength(1);
  });

  it("cannot be undone after 72 hours, nor by a guess; ended changes are forgotten", async () => {
    const { t, read, ask, confirm, undo, employee } = await mailing();
    const { token } = await ask(employee, "moved@example.com");
    await confirm(token);
    const late = (await read())[0]?.token ?? "";
    for (const guess of ["x", "a".repeat(43), token]) expect((await undo(guess)).status).toBe(422);
    t.advance(72 * HOUR_MS);
    expect((await undo(late)).status).toBe(422);
    await t.tick();
    expect(await t.db.select().from(emailChanges)).toEqual([]);
  });

  it("never mails the name of an account to an unconfirmed address", async () => {
    const { ask, employee } = await mailing();
    await employee.put(ME, { name: "WIN A PRIZE https://evil.test" });
    const { sent } = await ask(employee, "stranger@example.com");
    const mail = sent.find(({ to }) => to === "stranger@example.com");
    expect(mail?.text).not.toContain("PRIZE");
  });

  it("422 for the wanted address as a user name before it is confirmed", async () => {
    const { employee } = await mailing();
    await employee.put(ME, { username: "emp" });
    const answer = await employee.put(ME, {
      email: "moved@example.com",
      username: "moved@example.com",
    });
    expect([answer.status, answer.json.errors[0].path]).toEqual([422, "username"]);
  });

  it("is immediate where the install sends no mail, and ends the other sessions", async () => {
    const { t, ask, emailOf, employee } = await mailing({});
    const elsewhere = await signIn(t, "employee@example.com");
    const { answer } = await ask(employee, "moved@example.com");
    expect([answer.status, answer.json.email]).toEqual([200, "moved@example.com"]);
    expect(await emailOf(employee)).toBe("moved@example.com");
    expect((await elsewhere.get(ME)).status).toBe(401);
    expect((await employee.get(CHANGE)).json).toMatchObject({
      pending: null,
      needs_confirmation: false,
    });
  });
});
