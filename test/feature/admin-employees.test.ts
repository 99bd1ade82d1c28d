import { describe, expect, it } from "vitest";
import { endpoints } from "#app/endpoints.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { sessions, users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { auditOf, caller, type Caller, everyRole, PASSWORD, signIn } from "#test/support/staff.ts";

const EMPLOYEES = "/api/v1/admin/employees";
const eve = { name: "Eve", email: "eve@example.com", password: PASSWORD };

const hire = async (by: Caller, body: Record<string, unknown> = eve) => {
  const made = await by.post(EMPLOYEES, body);
  expect(made.status, made.text).toBe(201);
  return made.json.id as number;
};

/** A row as it is stored, to see that nothing changed. */
const stored = async (t: Harness, id: number) =>
  (await t.db.select().from(users)).find((user) => user.id === id);

describe("the admin panel's door", () => {
  it("403: employees, clients and API keys at every admin route; 401 without a sign-in", async () => {
    const t = await harness();
    const people = await everyRole(t);
    const made = await people.super_admin.post(`/api/v1/workspaces/${people.rootWid}/api-keys`, {
      name: "k",
    });
    const routes = endpoints.filter((e) => e.path.startsWith("/api/v1/admin/"));
    expect(routes.length).toBeGreaterThanOrEqual(18);
    for (const { method, path } of routes) {
      const at = path.replace(/:\w+/g, "1");
      for (const who of [people.employee, people.client]) {
        const answer = await t.request(method, at, undefined, { cookie: who.cookie });
        expect([answer.status, answer.json.code], `${method} ${at}`).toEqual([403, "forbidden"]);
      }
      const key = { authorization: `Bearer ${made.json.key}` };
      expect((await t.request(method, at, undefined, key)).status, at).toBe(403);
      expect((await t.request(method, at)).status, at).toBe(401);
    }
    expect((await people.super_admin.get(EMPLOYEES)).json.pagination.total).toBe(2);
  });
});

describe("employees", () => {
  it("201, 200: an admin makes, reads, lists and changes an employee, who signs in; each deed is written down", async () => {
    const t = await harness();
    const { admin, super_admin } = await everyRole(t);
    const made = await admin.post(EMPLOYEES, { ...eve, email: "EVE@example.com" });
    expect(made.json).toEqual({
      id: expect.any(Number),
      name: "Eve",
      email: "eve@example.com",
      username: "eve@example.com",
      role: "employee",
      language: null,
      created_at: "2026-11-18T12:00:00.000Z",
      workspaces: 0,
    });
    const at = `${EMPLOYEES}/${made.json.id}`;
    expect(made.headers.get("location")).toBe(at);
    expect((await admin.get(at)).json).toEqual(made.json);
    expect((await signIn(t, "eve@example.com")).id).toBe(made.json.id);

    const changed = await admin.put(at, { name: "Eva", email: "eva@example.com" });
    expect(changed.json).toMatchObject({ name: "Eva", username: "eva@example.com" });
    const list = await admin.get(`${EMPLOYEES}?limit=1&q=EVA`);
    expect(list.json).toMatchObject({ data: [changed.json], pagination: { total: 1 } });
    const back = await admin.put(at, { ...changed.json, workspaces: 99 });
    expect(back.json).toEqual(changed.json);
    expect((await auditOf(admin, "employee.created"))[0]).toMatchObject({
      user: { id: admin.id, name: "admin" },
      target: { type: "user", id: String(made.json.id) },
      details: { name: "Eve", role: "employee" },
    });
    expect(await auditOf(super_admin, "employee.updated")).toHaveLength(2);
    expect((await admin.get(`${EMPLOYEES}/${super_admin.id}`)).status).toBe(404);
  });

  it("pages by cursor through employees and admins, newest first", async () => {
    const t = await harness();
    const { super_admin } = await everyRole(t);
    const first = await super_admin.get(`${EMPLOYEES}?limit=1`);
    const cursor = first.json.pagination.next_cursor;
    const second = await super_admin.get(`${EMPLOYEES}?limit=1&cursor=${cursor}`);
    expect([first, second].map((page) => page.json.data[0].role)).toEqual(["employee", "admin"]);
    expect(second.json.pagination.next_cursor).toBeNull();
    const admins = await super_admin.get(`${EMPLOYEES}?role=admin`);
    expect(admins.json.pagination.total).toBe(1);
    expect((await super_admin.get(`${EMPLOYEES}?cursor=zzz`)).status).toBe(400);
    expect((await super_admin.get(`${EMPLOYEES}?role=client`)).status).toBe(400);
  });

  it("403: an admin makes no admin, raises nobody and touches no admin; a super_admin does", async () => {
    const t = await harness();
    const { admin, super_admin, employee } = await everyRole(t);
    const other = await hire(super_admin, { ...eve, role: "admin" });
    expect((await admin.post(EMPLOYEES, { ...eve, email: "x@y.z", role: "admin" })).status).toBe(
      403,
    );
    const raise = (by: Caller, id: number) => by.put(`${EMPLOYEES}/${id}`, { role: "admin" });
    expect((await raise(admin, employee.id)).json.code).toBe("forbidden");
    for (const id of [other, admin.id, super_admin.id]) {
      const before = await stored(t, id);
      const answers = [
        await admin.put(`${EMPLOYEES}/${id}`, { name: "Taken over" }),
        await admin.put(`${EMPLOYEES}/${id}`, { password: "a new password of mine" }),
        await admin.delete(`${EMPLOYEES}/${id}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
      expect(await stored(t, id)).toEqual(before);
    }
    expect((await raise(super_admin, employee.id)).json.role).toBe("admin");
    expect((await super_admin.delete(`${EMPLOYEES}/${other}`)).status).toBe(200);
    const self = await super_admin.delete(`${EMPLOYEES}/${super_admin.id}`);
    expect([self.status, self.json.code]).toEqual([403, "forbidden"]);
  });

  it("404: an unknown id, and a client's login", async () => {
    const t = await harness();
    const { admin, client } = await everyRole(t);
    for (const id of [client.id, 999_999]) {
      expect((await admin.get(`${EMPLOYEES}/${id}`)).status).toBe(404);
      expect((await admin.put(`${EMPLOYEES}/${id}`, { name: "X" })).status).toBe(404);
      expect((await admin.delete(`${EMPLOYEES}/${id}`)).status).toBe(404);
    }
  });

  it("422: protected columns in bodies, each by name, and the row stays as it was", async () => {
    const t = await harness();
    const { super_admin, employee } = await everyRole(t);
    const at = `${EMPLOYEES}/${employee.id}`;
    const before = await stored(t, employee.id);
    for (const field of ["session_version", "password_hash", "updated_at", "workspace_id", "sv"]) {
      for (const answer of [
        await super_admin.put(at, { [field]: 1 }),
        await super_admin.post(EMPLOYEES, { ...eve, [field]: 1 }),
      ]) {
        expect([answer.status, answer.json.errors]).toEqual([
          422,
          [expect.objectContaining({ path: field, code: "unknown_field" })],
        ]);
      }
    }
    for (const field of ["id", "username"]) {
      const answer = await super_admin.put(at, { [field]: 7 });
      expect(answer.json.errors[0]).toMatchObject({ path: field, code: "read_only_field" });
    }
    for (const role of ["super_admin", "client", "root"]) {
      expect((await super_admin.put(at, { role })).status).toBe(422);
      expect((await super_admin.post(EMPLOYEES, { ...eve, role })).status).toBe(422);
    }
    expect(await stored(t, employee.id)).toEqual(before);
  });

  it("409: a taken email, on making and on changing; 422: a weak password", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const id = await hire(admin);
    const again = await admin.post(EMPLOYEES, eve);
    expect([again.status, again.json.errors[0].path]).toEqual([409, "email"]);
    const taken = await admin.put(`${EMPLOYEES}/${id}`, { email: "employee@example.com" });
    expect([taken.status, taken.json.code]).toEqual([409, "conflict"]);
    expect((await stored(t, employee.id))?.email).toBe("employee@example.com");
    for (const password of ["short", "password1"]) {
      expect((await admin.post(EMPLOYEES, { ...eve, password })).status).toBe(422);
      expect((await admin.put(`${EMPLOYEES}/${id}`, { password })).status).toBe(422);
    }
  });

  it("401: a new password set by an admin ends every session of the employee at once", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const at = `${EMPLOYEES}/${employee.id}`;
    expect((await admin.put(at, { password: "another long one" })).status).toBe(200);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await signIn(t, "employee@example.com", "another long one")).id).toBe(employee.id);
    const old = { username: "employee@example.com", password: PASSWORD };
    expect((await t.post("/api/v1/auth/login", old)).status).toBe(401);
  });

  it("a lowered role acts on the very next request of an open session", async () => {
    const t = await harness();
    const { admin, super_admin, clientWid } = await everyRole(t);
    expect((await admin.get(`/api/v1/workspaces/${clientWid}`)).status).toBe(200);
    await super_admin.put(`${EMPLOYEES}/${admin.id}`, { role: "employee" });
    expect((await admin.get("/api/v1/admin/dashboard")).status).toBe(403);
    expect((await admin.get(`/api/v1/workspaces/${clientWid}`)).json.code).toBe(
      "workspace_forbidden",
    );
    expect((await auditOf(super_admin, "employee.updated"))[0]).toMatchObject({
      details: { fields: ["role"], from: "admin", to: "employee" },
    });
  });
});

describe("deleting an employee", () => {
  /** An employee of the client's workspace who made a key there. */
  async function withKey(t: Harness) {
    const people = await everyRole(t);
    await people.admin.post("/api/v1/admin/assignments", {
      employee_id: people.employee.id,
      workspace_id: people.clientWid,
    });
    const made = await people.employee.post(`/api/v1/workspaces/${people.clientWid}/api-keys`, {
      name: "crm",
    });
    expect(made.status).toBe(201);
    const key = () =>
      t.get("/api/v1/auth/me", { authorization: `Bearer ${made.json.key}`, cookie: "" });
    return { ...people, made: made.json, key };
  }

  it("200: its cookie is 401 at once, its assignments are gone, and its keys are named and stop", async () => {
    const t = await harness();
    const { admin, employee, clientWid, made, key } = await withKey(t);
    const answer = await admin.delete(`${EMPLOYEES}/${employee.id}`);
    expect(answer.json).toEqual({
      id: employee.id,
      api_keys: [
        expect.objectContaining({
          id: made.id,
          workspace_id: clientWid,
          last_four: made.last_four,
          status: "stopped",
          revoked_at: null,
        }),
      ],
      install_keys: [],
    });
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await key()).status).toBe(401);
    const members = await t.db.select().from(workspaceMembers);
    expect(members.some((row) => row.userId === employee.id)).toBe(false);
    const open = await t.db.select().from(sessions);
    expect(open.some((row) => row.userId === employee.id)).toBe(false);
    expect((await admin.delete(`${EMPLOYEES}/${employee.id}`)).status).toBe(404);
    expect(await auditOf(admin, "employee.deleted")).toEqual([
      expect.objectContaining({
        user: { id: admin.id, name: "admin" },
        target: { type: "user", id: String(employee.id) },
        details: { name: "employee", role: "employee", revoke_keys: false },
      }),
    ]);
    const login = { username: "employee@example.com", password: PASSWORD };
    expect((await t.post("/api/v1/auth/login", login)).status).toBe(401);
  });

  it("200: revoke_keys=true ends its keys with it, each written down, and nobody else's", async () => {
    const t = await harness();
    const { admin, super_admin, employee, clientWid, made, key } = await withKey(t);
    const own = await super_admin.post(`/api/v1/workspaces/${clientWid}/api-keys`, { name: "own" });
    const answer = await admin.delete(`${EMPLOYEES}/${employee.id}?revoke_keys=true`);
    expect(answer.json.api_keys).toEqual([
      expect.objectContaining({ id: made.id, revoked_at: "2026-11-18T12:00:00.000Z" }),
    ]);
    expect((await key()).status).toBe(401);
    const rows = await t.db.select().from(apiKeys);
    expect(rows.find((row) => row.id === own.json.id)?.revokedAt).toBeNull();
    expect(await auditOf(admin, "api_key.revoked")).toEqual([
      expect.objectContaining({
        workspace_id: clientWid,
        target: { type: "api_key", id: String(made.id) },
      }),
    ]);
    expect((await admin.delete(`${EMPLOYEES}/${employee.id}?revoke_keys=maybe`)).status).toBe(400);
  });

  it("one of ten deletions at the same time does it, and one line says so", async () => {
    const t = await harness();
    const { admin, super_admin, employee } = await everyRole(t);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? admin : super_admin).delete(`${EMPLOYEES}/${employee.id}`),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    expect(await auditOf(admin, "employee.deleted")).toHaveLength(1);
  });
});

describe("assignments", () => {
  const PATH = "/api/v1/admin/assignments";

  it("201, 200, 204: open a workspace to an employee and close it, from the next request on", async () => {
    const t = await harness();
    const { admin, employee, clientWid } = await everyRole(t);
    const enter = async () => (await employee.get(`/api/v1/workspaces/${clientWid}`)).status;
    expect(await enter()).toBe(403);
    const made = await admin.post(PATH, { employee_id: employee.id, workspace_id: clientWid });
    expect(made.json).toEqual({
      id: expect.any(Number),
      employee_id: employee.id,
      workspace_id: clientWid,
      employee: { id: employee.id, name: "employee", email: "employee@example.com" },
      workspace: { id: clientWid, name: "Acme", slug: "acme" },
      created_at: "2026-11-18T12:00:00.000Z",
    });
    expect(await enter()).toBe(200);
    for (const filter of ["", `?employee_id=${employee.id}`, `?workspace_id=${clientWid}`]) {
      const list = await admin.get(PATH + filter);
      expect(list.json).toMatchObject({ data: [made.json], pagination: { total: 1 } });
    }
    expect((await admin.get(`${PATH}?employee_id=${admin.id}`)).json.data).toEqual([]);
    expect((await admin.get(`${EMPLOYEES}/${employee.id}`)).json.workspaces).toBe(1);
    expect((await admin.delete(`${PATH}/${made.json.id}`)).status).toBe(204);
    expect(await enter()).toBe(403);
    expect((await admin.delete(`${PATH}/${made.json.id}`)).status).toBe(404);
    for (const action of ["assignment.created", "assignment.deleted"]) {
      expect(await auditOf(admin, action)).toEqual([
        expect.objectContaining({
          workspace_id: clientWid,
          target: { type: "assignment", id: String(made.json.id) },
          details: { employee_id: employee.id },
        }),
      ]);
    }
  });

  it("409: the same pair again; 404: unknown ids; 422: who is no employee, and unknown fields", async () => {
    const t = await harness();
    const { admin, super_admin, client, employee, clientWid } = await everyRole(t);
    const assign = (employee_id: unknown, workspace_id: unknown, more = {}) =>
      admin.post(PATH, { employee_id, workspace_id, ...more });
    expect((await assign(employee.id, clientWid)).status).toBe(201);
    expect((await assign(employee.id, clientWid)).json.code).toBe("conflict");
    expect((await assign(999_999, clientWid)).json).toMatchObject({
      status: 404,
      errors: [{ path: "employee_id" }],
    });
    expect((await assign(employee.id, 999_999)).json).toMatchObject({
      status: 404,
      errors: [{ path: "workspace_id" }],
    });
    for (const { id } of [client, admin, super_admin]) {
      expect((await assign(id, clientWid)).json.errors[0].code).toBe("not_an_employee");
    }
    for (const bad of ["1", -1, 1.5, null, 2 ** 53]) {
      expect((await assign(bad, clientWid)).status).toBe(422);
    }
    expect((await assign(employee.id, clientWid, { id: 1 })).json.errors[0].code).toBe(
      "unknown_field",
    );
    expect(await auditOf(admin, "assignment.created")).toHaveLength(1);
  });

  it("404: a client's own membership is no assignment", async () => {
    const t = await harness();
    const { admin, client, clientWid } = await everyRole(t);
    const [membership] = (await t.db.select().from(workspaceMembers)).filter(
      (row) => row.userId === client.id,
    );
    expect((await admin.get(PATH)).json.data).toEqual([]);
    expect((await admin.delete(`${PATH}/${membership?.id}`)).status).toBe(404);
    expect((await client.get(`/api/v1/workspaces/${clientWid}`)).status).toBe(200);
  });

  it("an employee who signed up works in its own workspace, as an assignment", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const own = await t.signUp("Own", "own@example.com");
    t.useCookie("");
    const me = caller(t, own.user.id, own.cookie);
    const list = await admin.get(`${PATH}?employee_id=${me.id}`);
    expect(list.json.data).toEqual([expect.objectContaining({ workspace_id: own.wid })]);
    await admin.delete(`${PATH}/${list.json.data[0].id}`);
    expect((await me.get(`/api/v1/workspaces/${own.wid}`)).status).toBe(403);
  });
});
