import { describe, expect, it } from "vitest";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { CLIENT_ADDRESS, type Harness, harness } from "#test/support/harness.ts";
import {
  auditOf,
  type Caller,
  caller,
  cookieOf,
  everyRole,
  PASSWORD,
} from "#test/support/staff.ts";

const SESSIONS = "/api/v1/auth/sessions";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function from(t: Harness, address: string, agent = ""): Promise<Caller> {
  const body = { username: "employee@example.com", password: PASSWORD };
  const headers = { cookie: "", [CLIENT_ADDRESS]: address, "user-agent": agent };
  const answer = await t.post("/api/v1/auth/login", body, headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return caller(t, answer.json.user.id, cookieOf(answer));
}

async function cast() {
  const t = await harness();
  return { t, ...(await everyRole(t)) };
}

describe("sessions", () => {
  it("200: one's own, by device and network, newest use first, and no exact address is kept", async () => {
    const { t, employee } = await cast();
    t.advance(MINUTE_MS);
    const second = await from(t, "203.0.113.77", FIREFOX);
    t.advance(HOUR_MS);
    const third = await from(t, "2001:db8:1:2:3:4:5:6");
    t.advance(30_000);
    await second.get("/api/v1/auth/me");
    const { data } = (await second.get(SESSIONS)).json;
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: "Firefox on Windows",
      network: "203.0.113.0/24",
      method: "password",
      is_current: true,
      created_at: new Date(t.clock.now - HOUR_MS - 30_000).toISOString(),
      last_used_at: new Date(t.clock.now).toISOString(),
      expires_at: new Date(t.clock.now - HOUR_MS - 30_000 + 7 * DAY_MS).toISOString(),
    });
    expect(data[1]).toMatchObject({ device: "", network: "2001:db8:1::/48", is_current: false });
    const kept = JSON.stringify(await t.db.select().from(sessions));
    expect(kept).not.toContain("203.0.113.77");
    expect(kept).not.toContain("2001:db8:1:2");
    const mine = (await employee.get(SESSIONS)).json.data as { is_current: boolean }[];
    expect(mine.filter((one) => one.is_current)).toHaveLength(1);
    expect((await third.get(SESSIONS)).status).toBe(200);
  });

  it("204: one of them ends at once; another person's is not found", async () => {
    const { t, employee, admin } = await cast();
    const second = await from(t, "203.0.113.77");
    const own = (await second.get(SESSIONS)).json.data as { id: string; is_current: boolean }[];
    const other = own.find((one) => !one.is_current)?.id ?? "";
    const foreign = await admin.delete(`${SESSIONS}/${other}`);
    expect([foreign.status, foreign.json.code]).toEqual([404, "not_found"]);
    expect((await second.delete(`${SESSIONS}/${other}`)).status).toBe(204);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await second.delete(`${SESSIONS}/${other}`)).status).toBe(404);
    const current = own.find((one) => one.is_current)?.id ?? "";
    const left = await second.delete(`${SESSIONS}/${current}`);
    expect(left.headers.get("set-cookie")).toMatch(/^auth_token=; Max-Age=0;/);
    expect((await second.get("/api/v1/auth/me")).status).toBe(401);
  });

  it("200: all others end and are counted, also while several ask at once", async () => {
    const { t, employee, super_admin } = await cast();
    for (let i = 0; i < 4; i++) await from(t, "203.0.113.77");
    const answers = await Promise.all([1, 2, 3].map(() => employee.delete(SESSIONS)));
    expect(answers.map(({ json }) => Number(json.ended)).toSorted((a, b) => a - b)).toEqual([
      0, 0, 4,
    ]);
    expect((await employee.get(SESSIONS)).json.data).toHaveLength(1);
    expect(await auditOf(super_admin, "auth.sessions_ended")).toEqual([
      expect.objectContaining({ details: { ended: 4 } }),
    ]);
  });

  it("403: nobody sees or ends them while acting as the person, and they do not show the admin", async () => {
    const { t, employee, super_admin } = await cast();
    const started = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const acting = caller(t, employee.id, cookieOf(started));
    expect((await acting.get(SESSIONS)).status).toBe(403);
    expect((await acting.delete(SESSIONS)).status).toBe(403);
    expect((await employee.get(SESSIONS)).json.data).toHaveLength(1);
  });

  it("401: a sign-in ends the session that its browser had, and no other", async () => {
    const { t, employee, admin } = await cast();
    const elsewhere = await from(t, "203.0.113.77");
    const body = { username: "employee@example.com", password: PASSWORD };
    for (const had of [employee, admin]) {
      const answer = await t.post("/api/v1/auth/login", body, { cookie: had.cookie });
      expect(answer.status).toBe(200);
      expect((await had.get("/api/v1/auth/me")).status).toBe(401);
      const now = caller(t, employee.id, cookieOf(answer));
      expect((await now.get("/api/v1/auth/me")).status).toBe(200);
    }
    const wrong = { ...body, password: "not the right one" };
    await t.post("/api/v1/auth/login", wrong, { cookie: elsewhere.cookie });
    expect((await elsewhere.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("200: an admin ends all of somebody else at once, and their password goes on", async () => {
    const { t, employee, admin, super_admin } = await cast();
    const second = await from(t, "203.0.113.77");
    const of = ({ id }: Caller) => `/api/v1/admin/users/${id}/sessions`;
    const ended = await admin.delete(of(employee));
    expect([ended.status, ended.json]).toEqual([200, { ended: 2 }]);
    for (const one of [employee, second]) {
      expect((await one.get("/api/v1/auth/me")).status).toBe(401);
    }
    expect((await (await from(t, "203.0.113.77")).get("/api/v1/auth/me")).status).toBe(200);
    expect(await auditOf(super_admin, "auth.sessions_ended")).toEqual([
      expect.objectContaining({ target: { type: "user", id: `${employee.id}` } }),
    ]);
    for (const whose of [admin, super_admin]) {
      expect((await admin.delete(of(whose))).status).toBe(403);
    }
    expect((await super_admin.delete(of(admin))).json).toEqual({ ended: 1 });
    expect((await super_admin.delete("/api/v1/admin/users/999999/sessions")).status).toBe(404);
  });
});

describe("the idle limit", () => {
  it("is off by default: a session lives for seven days", async () => {
    const { t, employee } = await cast();
    t.advance(6.9 * DAY_MS);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("401: a session that nobody used for so long has ended; one in use goes on", async () => {
    const { t, super_admin, employee, admin } = await cast();
    await super_admin.put("/api/v1/admin/settings", { idle_minutes: 30 });
    for (let i = 0; i < 6; i++) {
      t.advance(25 * MINUTE_MS);
      expect((await employee.get("/api/v1/auth/me")).status).toBe(200);
    }
    expect((await admin.get("/api/v1/auth/me")).status).toBe(401);
    t.advance(31 * MINUTE_MS);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await from(t, "203.0.113.77")).id).toBe(employee.id);
  });

  it("counts an admin who acts as somebody as present", async () => {
    const { t, super_admin, employee } = await cast();
    await super_admin.put("/api/v1/admin/settings", { idle_minutes: 30 });
    const started = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const acting = caller(t, employee.id, cookieOf(started));
    for (let i = 0; i < 2; i++) {
      t.advance(20 * MINUTE_MS);
      expect((await acting.get("/api/v1/auth/me")).status).toBe(200);
    }
    expect((await super_admin.get("/api/v1/auth/me")).status).toBe(200);
  });
});
