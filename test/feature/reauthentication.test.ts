import { describe, expect, it } from "vitest";
import { endpoints } from "#app/endpoints.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { addPasskey, reauthenticated, setTotp } from "#test/support/factors.ts";
import { harness } from "#test/support/harness.ts";
import {
  auditOf,
  type Caller,
  caller,
  cookieOf,
  everyRole,
  PASSWORD,
} from "#test/support/staff.ts";

const CONFIRM = "/api/v1/auth/reauthenticate";
const FACTORS = "/api/v1/auth/factors";

async function cast() {
  const t = await harness();
  return { t, ...(await everyRole(t)) };
}

/** What is asked for, as the declarations say it. */
const DECLARED = endpoints
  .filter(({ reauthentication }) => reauthentication !== null)
  .map(({ method, path }) => `${method} ${path}`)
  .sort();

describe("a confirmed identity", () => {
  it("is needed for factors, email, keys, exports, impersonation, OAuth clients, hosts, single sign-on, deletion of clients, rules", () => {
    expect(DECLARED).toEqual(
      [
        `POST ${FACTORS}/totp`,
        `POST ${FACTORS}/totp/confirm`,
        `DELETE ${FACTORS}/totp/:id`,
        `POST ${FACTORS}/recovery-codes`,
        `POST ${FACTORS}/passkeys/options`,
        `POST ${FACTORS}/passkeys`,
        `DELETE ${FACTORS}/passkeys/:id`,
        "DELETE /api/v1/admin/users/:uid/factors",
        "PUT /api/v1/auth/me",
        "PUT /api/v1/admin/settings",
        "POST /api/v1/workspaces/:wid/api-keys",
        "POST /api/v1/admin/api-keys",
        "POST /api/v1/admin/api-keys/:id/adopt",
        "GET /api/v1/workspaces/:wid/leads/export",
        "POST /api/v1/workspaces/:wid/leads/export",
        "POST /api/v1/admin/impersonate/:uid",
        "PUT /api/v1/admin/clients/:wid/host",
        "POST /api/v1/auth/sso/link",
        "DELETE /api/v1/auth/sso/link",
        "PUT /api/v1/admin/sso",
        "DELETE /api/v1/admin/sso",
        "PUT /api/v1/admin/sso/only",
        "DELETE /api/v1/admin/sso/people/:uid",
        "PUT /api/v1/admin/oauth-clients/:provider",
        "DELETE /api/v1/admin/oauth-clients/:provider",
        "PUT /api/v1/admin/organisation-apps/google",
        "PUT /api/v1/admin/organisation-apps/microsoft",
        "DELETE /api/v1/admin/organisation-apps/:provider",
        "DELETE /api/v1/admin/clients/:wid",
      ].sort(),
    );
  });

  it("403: ten minutes after the sign-in each of them is refused, and nothing else is", async () => {
    const { t, super_admin, client, rootWid, clientWid } = await cast();
    const bodies: Record<string, unknown> = {
      [`POST ${FACTORS}/totp/confirm`]: { code: "123456" },
      [`POST ${FACTORS}/passkeys`]: {
        ticket: "x",
        name: "x",
        response: {
          id: "x",
          rawId: "x",
          type: "public-key",
          response: { attestationObject: "AA", clientDataJSON: "AA" },
        },
      },
      "PUT /api/v1/auth/me": { email: "other@example.com" },
      "PUT /api/v1/admin/settings": { idle_minutes: 30 },
      "POST /api/v1/workspaces/:wid/api-keys": { name: "key" },
      "POST /api/v1/admin/api-keys": { name: "key" },
      "POST /api/v1/workspaces/:wid/leads/export": { lead_ids: [1] },
      "PUT /api/v1/admin/organisation-apps/google": { key_file: "{}" },
      "PUT /api/v1/admin/organisation-apps/microsoft": {
        client_id: crypto.randomUUID(),
        certificate: "x",
        private_key: "y",
      },
      "PUT /api/v1/admin/sso": { issuer: "https://id.test", client_id: "x", client_secret: "y" },
      "PUT /api/v1/admin/sso/only": { only: true },
      "PUT /api/v1/admin/clients/:wid/host": { host: "reach.acme.test" },
      "PUT /api/v1/admin/oauth-clients/:provider": { client_id: "x", client_secret: "y" },
    };
    const call = (route: string) => {
      const [method = "", path = ""] = route.split(" ");
      const at = path
        .replace(":uid", String(client.id))
        .replace("clients/:wid", `clients/${clientWid}`)
        .replace(":wid", String(rootWid))
        .replace(":provider", "google")
        .replace(":id", "1");
      return t.request(method, at, bodies[route], { cookie: super_admin.cookie });
    };
    t.advance(10 * MINUTE_MS);
    const codes = new Map<string, string>();
    for (const route of DECLARED) {
      const answer = await call(route);
      codes.set(route, `${answer.status} ${answer.json?.code ?? ""}`);
    }
    expect(Object.fromEntries(codes)).toEqual(
      Object.fromEntries(DECLARED.map((route) => [route, "403 reauthentication_required"])),
    );
    expect((await super_admin.put("/api/v1/auth/me", { name: "Root Root" })).status).toBe(200);
    const same = await super_admin.put("/api/v1/auth/me", { email: "root@example.com" });
    expect(same.status).toBe(200);
    const open = await super_admin.put("/api/v1/admin/settings", { registration: "closed" });
    expect(open.status).toBe(200);
    expect((await super_admin.get(`/api/v1/workspaces/${rootWid}/leads`)).status).toBe(200);
  });

  it("200: with the password, and the session goes on under another id for ten minutes", async () => {
    const { t, super_admin, rootWid } = await cast();
    const keys = `/api/v1/workspaces/${rootWid}/api-keys`;
    const make = (person: Caller) => person.post(keys, { name: "key" });
    t.advance(9 * MINUTE_MS);
    expect((await make(super_admin)).status).toBe(201);
    t.advance(MINUTE_MS);
    expect((await make(super_admin)).json.code).toBe("reauthentication_required");
    const wrong = await super_admin.post(CONFIRM, { method: "password", password: "no" });
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, "password"]);
    const answer = await super_admin.post(CONFIRM, { method: "password", password: PASSWORD });
    expect(answer.json.authenticated_until).toBe(
      new Date(t.clock.now + 10 * MINUTE_MS).toISOString(),
    );
    expect(answer.headers.get("set-cookie")).toMatch(/; Max-Age=604200;/);
    const confirmed = caller(t, super_admin.id, cookieOf(answer));
    expect((await make(confirmed)).status).toBe(201);
    expect((await super_admin.get("/api/v1/auth/me")).status).toBe(401);
    t.advance(10 * MINUTE_MS);
    expect((await make(confirmed)).json.code).toBe("reauthentication_required");
    expect(await auditOf(confirmed, "auth.reauthenticated")).toHaveLength(1);
    expect(await auditOf(confirmed, "auth.reauthentication_failed")).toHaveLength(1);
  });

  it("200: with a code of the app, or with a passkey", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    const { authenticator } = await addPasskey(employee);
    t.advance(HOUR_MS);
    expect((await employee.post(`${FACTORS}/recovery-codes`)).status).toBe(403);
    const byCode = await employee.post(CONFIRM, { method: "totp", code: app.code() });
    expect(byCode.status).toBe(200);
    const first = caller(t, employee.id, cookieOf(byCode));
    t.advance(HOUR_MS);
    const { methods, passkey } = (await first.post(`${CONFIRM}/options`)).json;
    expect(methods).toEqual(["password", "totp", "passkey"]);
    const response = authenticator.get(passkey.options);
    const byPasskey = await first.post(CONFIRM, {
      method: "passkey",
      ticket: passkey.ticket,
      response,
    });
    expect(byPasskey.status).toBe(200);
    const second = caller(t, employee.id, cookieOf(byPasskey));
    expect((await second.post(`${FACTORS}/recovery-codes`)).status).toBe(200);
    const bare = await cast();
    expect((await bare.admin.post(`${CONFIRM}/options`)).json).toEqual({
      methods: ["password"],
      passkey: null,
      sso_url: null,
    });
  });

  it("429: wrong passwords are counted as for a change of the password", async () => {
    const { employee } = await cast();
    const tries = [];
    for (let i = 0; i < 7; i++) {
      tries.push((await employee.post(CONFIRM, { method: "password", password: "no" })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  it("200: whoever acts as somebody confirms as themselves, and goes back to their own session", async () => {
    const { t, super_admin, employee, rootWid } = await cast();
    await super_admin.post("/api/v1/admin/assignments", {
      employee_id: employee.id,
      workspace_id: rootWid,
    });
    const started = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const acting = caller(t, employee.id, cookieOf(started));
    const path = `/api/v1/workspaces/${rootWid}/leads/export`;
    expect((await acting.get(path)).status).toBe(200);
    t.advance(10 * MINUTE_MS);
    expect((await acting.get(path)).status).toBe(403);
    const confirmed = await reauthenticated(t, acting);
    expect((await confirmed.get(path)).status).toBe(200);
    const me = (await confirmed.get("/api/v1/auth/me")).json;
    expect([me.user.id, me.impersonator.id]).toEqual([employee.id, super_admin.id]);
    expect((await confirmed.post(`${FACTORS}/totp`)).status).toBe(403);
    const back = await confirmed.post("/api/v1/auth/stop-impersonation");
    expect(back.json.user.id).toBe(super_admin.id);
  });

  it("200: an admin whose session is confirmed keeps those that stand on it", async () => {
    const { t, super_admin, employee } = await cast();
    const started = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const acting = caller(t, employee.id, cookieOf(started));
    const own = await reauthenticated(t, super_admin);
    expect((await acting.get("/api/v1/auth/me")).status).toBe(200);
    await own.post("/api/v1/auth/logout");
    expect((await acting.get("/api/v1/auth/me")).status).toBe(401);
  });

  it("201: API keys have no such moment: they export without it", async () => {
    const { t, super_admin, rootWid } = await cast();
    const path = `/api/v1/workspaces/${rootWid}`;
    const { key } = (await super_admin.post(`${path}/api-keys`, { name: "k" })).json;
    t.advance(5 * HOUR_MS);
    const bearer = { authorization: `Bearer ${key}` };
    expect((await t.get(`${path}/leads/export`, bearer)).status).toBe(200);
  });
});
