import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { workspaceMembers, users } from "#modules/accounts/schema/accounts.ts";
import { invitations, invitationWorkspaces } from "#modules/accounts/schema/invitations.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { mailToken } from "#modules/accounts/rules/mail-token.ts";
import { harness } from "#test/support/harness.ts";
import { auditOf, caller, cookieOf, everyRole, PASSWORD, signIn } from "#test/support/staff.ts";

const ADMIN = "/api/v1/admin/invitations";
const SHOW = "/api/v1/auth/invitation";
const ACCEPT = "/api/v1/auth/invitation/accept";
const SYSTEM_MAIL_URL = "smtp://notices%40ours.test:p%40ss@mail.ours.test:2525";
const NEW = "amber field seventeen";

/** An install that mails invitations; the test plays the companion. */
async function inviting(settings: Record<string, string> = { SYSTEM_MAIL_URL }) {
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
  const tokens = async () => {
    await t.drain();
    return mails.splice(0).map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? "");
  };
  const invite = async (body: object, by = people.super_admin) => {
    const answer = await by.post(ADMIN, { email: "new@example.com", role: "employee", ...body });
    const [token = ""] = await tokens();
    return { answer, token, id: answer.json.id as number };
  };
  const accept = (token: string, more: object = {}) =>
    t.post(ACCEPT, { token, name: "New Person", password: NEW, ...more }, { cookie: "" });
  return { t, state, mails, tokens, invite, accept, ...people };
}

describe("an invitation", () => {
  it("201, is mailed, shown and accepted once: the person chooses name and password and enters its workspaces", async () => {
    const { t, invite, accept, super_admin, rootWid, clientWid } = await inviting();
    const { answer, token } = await invite({
      email: "New@Example.com",
      workspaces: [rootWid, clientWid],
    });
    expect([answer.status, answer.json]).toMatchObject([
      201,
      { email: "new@example.com", role: "employee", status: "open", link: null },
    ]);
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await t.db.select().from(invitations))).not.toContain(token);
    expect(JSON.stringify(t.lines)).not.toContain(token);
    expect(answer.text).not.toContain(token);

    const shown = await t.post(SHOW, { token }, { cookie: "" });
    expect([shown.status, shown.json]).toMatchObject([
      200,
      { email: "new@example.com", role: "employee", invited_by: "Root" },
    ]);
    expect((await super_admin.get(ADMIN)).json.data[0].mailed_at).not.toBeNull();

    const weak = await accept(token, { password: "short" });
    expect([weak.status, weak.json.errors[0].path]).toEqual([422, "password"]);
    const made = await accept(token);
    expect(made.status).toBe(201);
    const me = await caller(t, made.json.user.id, cookieOf(made)).get("/api/v1/auth/me");
    expect(me.json.user).toMatchObject({ name: "New Person", email: "new@example.com" });
    expect(me.json.workspaces.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([rootWid, clientWid]),
    );
    expect(me.json.workspaces).toHaveLength(2);
    expect((await signIn(t, "new@example.com", NEW)).id).toBe(made.json.user.id);

    const again = await accept(token, { name: "Another" });
    expect([again.status, again.json.errors[0]]).toMatchObject([422, { path: "token" }]);
    expect((await super_admin.get(ADMIN)).json.data).toEqual([]);
    expect(await t.db.select().from(invitationWorkspaces)).toEqual([]);
    for (const action of ["invitation.created", "invitation.accepted"]) {
      expect(await auditOf(super_admin, action), action).toHaveLength(1);
    }
  });

  it("of ten uses at the same time one makes an account", async () => {
    const { t, invite, accept, rootWid } = await inviting();
    const { token } = await invite({ workspaces: [rootWid] });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => accept(token, { name: `Person ${i}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
    const made = (await t.db.select().from(users)).filter(
      ({ email }) => email === "new@example.com",
    );
    expect(made).toHaveLength(1);
    const members = await t.db.select().from(workspaceMembers);
    expect(members.filter(({ userId }) => userId === made[0]?.id)).toHaveLength(1);
  });

  it("403 for roles that the caller may not give, 422 for workspaces that do not fit", async () => {
    const { invite, admin, employee, client, rootWid, clientWid } = await inviting();
    expect((await invite({ role: "admin" }, admin)).answer.status).toBe(403);
    expect((await invite({}, employee)).answer.status).toBe(403);
    expect((await invite({}, client)).answer.status).toBe(403);
    expect((await invite({ role: "super_admin" })).answer.status).toBe(422);
    expect((await invite({ role: "admin", workspaces: [rootWid] })).answer.status).toBe(422);
    expect((await invite({ workspaces: [999] })).answer.json.errors[0].path).toBe("workspaces.0");
    expect((await invite({ role: "client" })).answer.status).toBe(422);
    expect((await invite({ role: "client", workspaces: [rootWid] })).answer.status).toBe(422);
    expect((await invite({ role: "client", workspaces: [rootWid, clientWid] })).answer.status).toBe(
      422,
    );
    expect((await invite({ role: "admin" })).answer.status).toBe(201);
  });

  it("409 for an address with an account, a user name, or an open invitation; an expired one is replaced", async () => {
    const { t, invite, accept, super_admin } = await inviting();
    expect((await invite({ email: "employee@example.com" })).answer.status).toBe(409);
    const first = await invite({});
    expect(first.answer.status).toBe(201);
    expect((await invite({})).answer.status).toBe(409);
    t.advance(7 * DAY_MS);
    const root = await signIn(t, "root@example.com");
    expect((await root.get(ADMIN)).json.data[0].status).toBe("expired");
    expect((await accept(first.token)).status).toBe(422);
    const second = await invite({}, root);
    expect(second.answer.status).toBe(201);
    expect((await accept(first.token)).status).toBe(422);
    expect((await accept(second.token)).status).toBe(201);
    expect(super_admin.id).toBe(root.id);
  });

  it("resent it has another link and the old one is dead; withdrawn it has none; an admin touches no invitation of an admin", async () => {
    const { t, invite, accept, tokens, admin, super_admin } = await inviting();
    const { id, token } = await invite({ role: "admin" });
    expect((await admin.post(`${ADMIN}/${id}/resend`)).status).toBe(403);
    expect((await admin.delete(`${ADMIN}/${id}`)).status).toBe(403);
    const soon = await super_admin.post(`${ADMIN}/${id}/resend`);
    expect([soon.status, soon.headers.get("retry-after")]).toEqual([429, "60"]);
    t.advance(MINUTE_MS);
    expect((await super_admin.post(`${ADMIN}/${id}/resend`)).status).toBe(200);
    const [second = ""] = await tokens();
    expect(second).not.toBe(token);
    expect((await accept(token)).status).toBe(422);
    expect((await super_admin.delete(`${ADMIN}/${id}`)).status).toBe(204);
    expect((await accept(second)).status).toBe(422);
    expect((await super_admin.delete(`${ADMIN}/${id}`)).status).toBe(404);
    expect((await super_admin.post(`${ADMIN}/${id}/resend`)).status).toBe(404);
  });

  it("ends with who sent it: a dismissed or demoted admin leaves no door, and another admin can send it again", async () => {
    for (const end of ["delete", "demote"] as const) {
      const { t, invite, accept, tokens, admin, super_admin } = await inviting();
      const { id, token } = await invite({ email: "mole@example.com" }, admin);
      const path = `/api/v1/admin/employees/${admin.id}`;
      const ended =
        end === "delete"
          ? await super_admin.delete(path)
          : await super_admin.put(path, { role: "employee" });
      expect(ended.status).toBe(200);
      expect((await accept(token)).status).toBe(422);
      expect((await super_admin.get(ADMIN)).json.data[0].status).toBe("stopped");
      t.advance(MINUTE_MS);
      expect((await super_admin.post(`${ADMIN}/${id}/resend`)).status).toBe(200);
      const [second = ""] = await tokens();
      expect((await accept(second)).status).toBe(201);
    }
  });

  it("for a client ends with its workspace, and a client made without a password is invited", async () => {
    const { t, accept, invite, tokens, super_admin, clientWid } = await inviting();
    const gone = await invite({ role: "client", workspaces: [clientWid] });
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    expect((await accept(gone.token)).status).toBe(422);

    const body = {
      name: "Globex",
      email: "boss@globex.test",
      workspace: { name: "Globex", slug: "globex" },
    };
    const made = await super_admin.post("/api/v1/admin/clients", body);
    expect([made.status, made.json.users, made.json.invitation.link]).toEqual([201, [], null]);
    const [token = ""] = await tokens();
    const accepted = await accept(token);
    expect([accepted.status, accepted.json.user.role]).toEqual([201, "client"]);
    const me = await caller(t, accepted.json.user.id, cookieOf(accepted)).get("/api/v1/auth/me");
    expect(me.json.workspaces).toEqual([expect.objectContaining({ id: made.json.id })]);
    const other = { ...body, workspace: { name: "Other", slug: "other" } };
    const taken = await super_admin.post("/api/v1/admin/clients", other);
    expect([taken.status, taken.json.errors[0].path]).toEqual([409, "email"]);
    const sameSlug = await super_admin.post("/api/v1/admin/clients", {
      ...body,
      email: "second@globex.test",
    });
    expect([sameSlug.status, sameSlug.json.errors[0].path]).toEqual([409, "workspace.slug"]);
    expect((await super_admin.get("/api/v1/admin/clients")).json.data).toHaveLength(1);
    expect((await super_admin.get(`${ADMIN}?q=second`)).json.data).toEqual([]);
  });

  it("422 for guessed tokens and those of other purposes, alike; the login limit counts", async () => {
    const { t, invite, accept } = await inviting();
    await invite({});
    const [row] = await t.db.select().from(invitations);
    const other = mailToken(t.deps.settings.AUTH_SECRET, "email-confirm", row?.seed ?? "");
    const answers = [];
    for (const token of [
      "x",
      "' OR 1=1 --",
      "a".repeat(43),
      row?.hash ?? "",
      row?.seed ?? "",
      other,
    ]) {
      answers.push(await accept(token), await t.post(SHOW, { token }, { cookie: "" }));
    }
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.errors[0].code}`))).toEqual(
      new Set(["422 overdue"]),
    );
    const limited = await harness({ settings: { SYSTEM_MAIL_URL, LOGIN_LIMIT_PER_MINUTE: "2" } });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await limited.post(SHOW, { token: "x" })).status);
    expect(statuses).toEqual([422, 422, 429]);
  });

  it("409 where the address signed up meanwhile; the invitation makes nobody into more", async () => {
    const { t, invite, accept, super_admin } = await inviting();
    const { token } = await invite({ role: "admin" });
    await super_admin.put("/api/v1/admin/settings", { registration: "open" });
    await t.post(
      "/api/v1/auth/register",
      { name: "Early", email: "new@example.com", password: PASSWORD },
      { cookie: "" },
    );
    expect((await accept(token)).status).toBe(409);
    const rows = await t.db.select().from(users);
    expect(rows.find(({ email }) => email === "new@example.com")?.role).toBe("employee");
  });

  it("is mailed when the companion is back, once, with the same link; a lost wake-up is found by the tick", async () => {
    const { t, state, mails, super_admin, accept } = await inviting();
    state.away = true;
    const error = console.error;
    console.error = () => undefined;
    const made = await super_admin.post(ADMIN, { email: "new@example.com", role: "employee" });
    expect([made.status, await t.drain()]).toEqual([201, ["invitation.mail.v1 retry"]]);
    console.error = error;
    state.away = false;
    t.advance(11 * MINUTE_MS);
    await t.tick();
    await t.drain();
    expect(mails.filter(({ to }) => to[0]?.address === "new@example.com")).toHaveLength(1);
    t.advance(11 * MINUTE_MS);
    await t.tick();
    await t.drain();
    expect(mails).toHaveLength(1);
    const token = /#token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    expect((await accept(token)).status).toBe(201);
  });

  it("has a link to hand over where the install sends no mail", async () => {
    const { t, accept, super_admin } = await inviting({});
    const made = await super_admin.post(ADMIN, { email: "new@example.com", role: "employee" });
    expect(made.json.link).toMatch(/\/invitation#token=[\w-]{43}$/);
    expect((await super_admin.get(ADMIN)).text).not.toContain("token=");
    expect((await accept(made.json.link.split("=")[1])).status).toBe(201);
    expect(await t.drain()).toEqual([]);
  });

  it("keeps names in one line of the mail, and is forgotten 30 days after its end", async () => {
    const { t, invite, mails, super_admin, rootWid } = await inviting();
    await super_admin.put("/api/v1/auth/me", { name: "Root\n\nhttps://evil.test" });
    const sent: string[] = [];
    const push = mails.push.bind(mails);
    mails.push = (...more) => (sent.push(...more.map(({ text }) => text)), push(...more));
    await invite({ workspaces: [rootWid] });
    expect(sent[0]).toContain("Root https://evil.test invites you");
    t.advance(38 * DAY_MS);
    await t.tick();
    expect(await t.db.select().from(invitations)).toEqual([]);
    expect(await t.db.select().from(invitationWorkspaces)).toEqual([]);
  });
});
