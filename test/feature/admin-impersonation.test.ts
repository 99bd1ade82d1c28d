import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { reauthenticated } from "#test/support/factors.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import {
  auditOf,
  caller,
  type Caller,
  cookieOf,
  everyRole,
  PASSWORD,
  signIn,
} from "#test/support/staff.ts";

const STOP = "/api/v1/auth/stop-impersonation";
const become = (by: Caller, id: number) => by.post(`/api/v1/admin/impersonate/${id}`);

/** `by` acts as the user `id` from the answer on. */
async function actAs(t: Harness, by: Caller, id: number): Promise<Caller> {
  const answer = await become(by, id);
  expect(answer.status, answer.text).toBe(200);
  return caller(t, id, cookieOf(answer));
}

/** Everybody, and a second one of each role that can be made. */
async function cast(t: Harness) {
  const people = await everyRole(t);
  for (const role of ["admin", "employee"]) {
    const body = { name: role, email: `${role}2@example.com`, password: PASSWORD, role };
    await people.super_admin.post("/api/v1/admin/employees", body);
  }
  // No route makes a second super_admin; a restored backup or a hand may.
  await t.db.insert(users).values({
    name: "Second root",
    email: "root2@example.com",
    username: "root2@example.com",
    passwordHash: "x",
    role: "super_admin",
    createdAt: t.clock.now,
    updatedAt: t.clock.now,
  });
  const ids = Object.fromEntries(
    (await t.db.select().from(users)).map((user) => [user.email.split("@")[0], user.id]),
  );
  return { ...people, idOf: (name: string): number => ids[name] ?? 0 };
}

describe("impersonation", () => {
  it("200: one hour as the user, with `act` in the token and the admin in /auth/me", async () => {
    const t = await harness();
    const { admin, client, clientWid } = await everyRole(t);
    const answer = await become(admin, client.id);
    expect(answer.json).toEqual({
      user: expect.objectContaining({ id: client.id, role: "client" }),
      impersonator: { id: admin.id, name: "admin" },
      expires_at: "2026-11-18T13:00:00.000Z",
    });
    expect(answer.headers.get("set-cookie")).toMatch(
      /^auth_token=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.text).not.toContain("eyJ");
    const token = decodeJwt(cookieOf(answer).split("=")[1] ?? "");
    expect(token).toMatchObject({ sub: String(client.id), act: { sub: String(admin.id) } });
    expect((token.exp ?? 0) - (token.iat ?? 0)).toBe(3_600);

    const as = caller(t, client.id, cookieOf(answer));
    expect((await as.get("/api/v1/auth/me")).json).toMatchObject({
      user: { id: client.id },
      impersonator: { id: admin.id, name: "admin" },
      workspaces: [{ id: clientWid, role: "client" }],
    });
    expect((await as.get("/api/v1/admin/dashboard")).json.code).toBe("forbidden");
    expect((await as.get(`/api/v1/workspaces/${clientWid}/api-keys`)).json.code).toBe("forbidden");
  });

  it("allows exactly: super_admin any but super_admins, admin employees and clients, others nobody, none itself", async () => {
    const t = await harness();
    const people = await cast(t);
    const outcome: Record<string, number[]> = {};
    for (const role of ["super_admin", "admin", "employee", "client"] as const) {
      outcome[role] = [];
      for (const target of ["root2", "admin2", "employee2", "client"]) {
        outcome[role].push((await become(people[role], people.idOf(target))).status);
      }
      outcome[role].push((await become(people[role], people[role].id)).status);
    }
    expect(outcome).toEqual({
      super_admin: [403, 200, 200, 200, 403],
      admin: [403, 403, 200, 200, 403],
      employee: [403, 403, 403, 403, 403],
      client: [403, 403, 403, 403, 403],
    });
    expect((await become(people.super_admin, 999_999)).status).toBe(404);
    expect(await auditOf(people.super_admin, "impersonation.started")).toHaveLength(5);
  });

  it("403: no chains, though the user could impersonate", async () => {
    const t = await harness();
    const { super_admin, admin, employee } = await everyRole(t);
    const as = await actAs(t, super_admin, admin.id);
    expect((await as.get("/api/v1/admin/employees")).status).toBe(200);
    const chained = await become(as, employee.id);
    expect([chained.status, chained.json.code]).toEqual([403, "forbidden"]);
    expect(chained.headers.get("set-cookie")).toBeNull();
    expect((await become(admin, employee.id)).status).toBe(200);
  });

  it("403: no password, no profile and no API key is changed while impersonating", async () => {
    const t = await harness();
    const { super_admin, employee, clientWid } = await everyRole(t);
    const pair = { employee_id: employee.id, workspace_id: clientWid };
    await super_admin.post("/api/v1/admin/assignments", pair);
    const keys = `/api/v1/workspaces/${clientWid}/api-keys`;
    const key = await employee.post(keys, { name: "own" });
    const as = await actAs(t, super_admin, employee.id);
    expect((await as.get(keys)).status).toBe(200);
    const answers = [
      await as.post("/api/v1/auth/password", {
        current_password: PASSWORD,
        new_password: "quite another one",
      }),
      await as.put("/api/v1/auth/me", { email: "mine@example.com" }),
      await as.post(keys, { name: "k" }),
      await as.delete(`${keys}/${key.json.id}`),
    ];
    expect(answers.map((a) => [a.status, a.json.code])).toEqual(
      Array<unknown>(4).fill([403, "forbidden"]),
    );
    expect((await employee.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("401 after an hour, to the second", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const as = await actAs(t, admin, employee.id);
    t.advance(HOUR_MS - 1_000);
    expect((await as.get("/api/v1/auth/me")).status).toBe(200);
    t.advance(1_000);
    expect((await as.get("/api/v1/auth/me")).status).toBe(401);
    expect((await as.post(STOP)).status).toBe(401);
    expect((await admin.get("/api/v1/auth/me")).status).toBe(200);
    await t.tick();
    expect(await t.db.select().from(sessions)).toHaveLength(4);
  });

  it("200: stopping goes back to the admin's own session with its time, and ends the other at once", async () => {
    const t = await harness();
    const { admin: signedIn, super_admin, employee } = await everyRole(t);
    t.advance(30 * MINUTE_MS);
    const admin = await reauthenticated(t, signedIn);
    const as = await actAs(t, admin, employee.id);
    const stopped = await as.post(STOP);
    expect(stopped.json).toMatchObject({
      user: { id: admin.id, role: "admin" },
      expires_at: "2026-11-25T12:00:00.000Z",
    });
    expect(stopped.headers.get("set-cookie")).toMatch(/; Max-Age=603000;/);
    const back = caller(t, admin.id, cookieOf(stopped));
    expect((await back.get("/api/v1/auth/me")).json).toMatchObject({
      user: { id: admin.id },
      impersonator: null,
    });
    expect((await as.get("/api/v1/auth/me")).status).toBe(401);
    expect((await as.post(STOP)).status).toBe(401);
    expect((await back.post(STOP)).json.code).toBe("invalid_state");
    expect((await t.post(STOP)).status).toBe(401);

    expect(await auditOf(super_admin, "impersonation.started")).toEqual([
      expect.objectContaining({
        user: { id: admin.id, name: "admin" },
        target: { type: "user", id: String(employee.id) },
      }),
    ]);
    expect(await auditOf(super_admin, "impersonation.stopped")).toEqual([
      expect.objectContaining({
        user: { id: employee.id, name: "employee" },
        impersonator: { id: admin.id, name: "admin" },
      }),
    ]);
  });

  it("401 at once when the admin signs out, changes the password, is lowered or deleted", async () => {
    const ends: ((admin: Caller, root: Caller) => Promise<unknown>)[] = [
      (admin) => admin.post("/api/v1/auth/logout"),
      (admin) =>
        admin.post("/api/v1/auth/password", {
          current_password: PASSWORD,
          new_password: "quite another one",
        }),
      (admin, root) => root.put(`/api/v1/admin/employees/${admin.id}`, { role: "employee" }),
      (admin, root) =>
        root.put(`/api/v1/admin/employees/${admin.id}`, { password: "a new one ok" }),
      (admin, root) => root.delete(`/api/v1/admin/employees/${admin.id}`),
    ];
    for (const end of ends) {
      const t = await harness();
      const { admin, super_admin, employee } = await everyRole(t);
      const as = await actAs(t, admin, employee.id);
      expect((await as.get("/api/v1/auth/me")).status).toBe(200);
      await end(admin, super_admin);
      expect((await as.get("/api/v1/auth/me")).status, String(end)).toBe(401);
      expect((await as.post(STOP)).status).toBe(401);
      expect((await employee.get("/api/v1/auth/me")).status).toBe(200);
    }
  });

  it("401 at once when the user is raised above whom the admin may act as", async () => {
    const t = await harness();
    const { admin, super_admin, employee } = await everyRole(t);
    const as = await actAs(t, admin, employee.id);
    const asByRoot = await actAs(t, super_admin, employee.id);
    await super_admin.put(`/api/v1/admin/employees/${employee.id}`, { role: "admin" });
    expect((await as.get("/api/v1/auth/me")).status).toBe(401);
    expect((await asByRoot.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("204: signing out while impersonating ends the admin's own session too", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const as = await actAs(t, admin, employee.id);
    expect((await as.post("/api/v1/auth/logout")).status).toBe(204);
    expect((await as.get("/api/v1/auth/me")).status).toBe(401);
    expect((await admin.get("/api/v1/auth/me")).status).toBe(401);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("writes down what is done under both names, and uses up the admin's limit alone", async () => {
    const t = await harness({ settings: { API_LIMIT_PER_MINUTE: "30" } });
    const { admin, super_admin, employee } = await everyRole(t);
    const as = await actAs(t, super_admin, admin.id);
    const before = Number(
      (await admin.get("/api/v1/auth/me")).headers.get("x-ratelimit-remaining"),
    );
    await as.delete(`/api/v1/admin/employees/${employee.id}`);
    const after = await admin.get("/api/v1/auth/me");
    expect(Number(after.headers.get("x-ratelimit-remaining"))).toBe(before - 1);
    expect((await auditOf(super_admin, "employee.deleted"))[0]).toMatchObject({
      user: { id: admin.id },
      impersonator: { id: super_admin.id, name: "Root" },
    });
    const mine = await super_admin.get(`/api/v1/admin/audit?impersonator_id=${super_admin.id}`);
    expect(mine.json.data.map((line: { action: string }) => line.action)).toEqual([
      "employee.deleted",
    ]);
  });

  it("403: a page of another site cannot start or stop it", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const as = await actAs(t, admin, employee.id);
    for (const [who, path] of [
      [admin, `/api/v1/admin/impersonate/${employee.id}`],
      [as, STOP],
    ] as const) {
      const answer = await t.request("POST", path, undefined, {
        cookie: who.cookie,
        "sec-fetch-site": "cross-site",
      });
      expect([answer.status, answer.json.code]).toEqual([403, "cross_site"]);
    }
    expect((await signIn(t, "admin@example.com")).id).toBe(admin.id);
  });
});
