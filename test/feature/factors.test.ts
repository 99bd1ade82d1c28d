import { describe, expect, it } from "vitest";
import {
  authTickets,
  passkeys,
  recoveryCodes,
  totpFactors,
} from "#modules/accounts/schema/factors.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import {
  addPasskey,
  codeAt,
  finish,
  password,
  reauthenticated,
  setTotp,
} from "#test/support/factors.ts";
import { harness } from "#test/support/harness.ts";
import { auditOf, caller, cookieOf, everyRole } from "#test/support/staff.ts";

const ME = "/api/v1/auth/me";
const FACTORS = "/api/v1/auth/factors";
const SETTINGS = "/api/v1/admin/settings";

async function mailing() {
  const mails: OutgoingMail[] = [];
  const t = await harness({
    settings: { SYSTEM_MAIL_URL: "smtp://notices%40ours.test:p@mail.ours.test:2525" },
    mail: { transmit: async (taken) => void mails.push(...taken) },
  });
  const told = async (): Promise<string[]> => {
    await t.drain();
    return mails.splice(0).map(({ to, subject }) => `${to[0]?.address}: ${subject}`);
  };
  return { t, told, ...(await everyRole(t)) };
}

describe("an authenticator app", () => {
  it("201: counts once its first code is confirmed, and then a password alone opens nothing", async () => {
    const { t, employee, super_admin, told } = await mailing();
    const started = await employee.post(`${FACTORS}/totp`);
    expect(started.status).toBe(201);
    expect(started.json.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.json.otpauth_url).toBe(
      `otpauth://totp/Outrider:employee%40example.com?secret=${started.json.secret}&issuer=Outrider&algorithm=SHA1&digits=6&period=30`,
    );
    expect(JSON.stringify(await t.db.select().from(totpFactors))).not.toContain(
      started.json.secret,
    );
    expect((await password(t, "employee@example.com")).json.user.id).toBe(employee.id);

    const wrong = await employee.post(`${FACTORS}/totp/confirm`, { code: "000000" });
    expect([wrong.status, wrong.json.errors[0]]).toMatchObject([
      422,
      { path: "code", code: "wrong" },
    ]);
    const code = codeAt(started.json.secret, t.clock.now);
    const confirmed = await employee.post(`${FACTORS}/totp/confirm`, { code });
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.json.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(JSON.stringify(await t.db.select().from(recoveryCodes))).not.toContain(codes[0]);
    expect((await employee.post(`${FACTORS}/totp/confirm`, { code })).json.code).toBe(
      "invalid_state",
    );
    expect((await employee.post(`${FACTORS}/totp`)).json.code).toBe("conflict");
    expect(await told()).toEqual(["employee@example.com: A second factor was added"]);

    const asked = await password(t, "employee@example.com");
    expect(asked.headers.get("set-cookie")).toBeNull();
    expect(asked.json).toEqual({
      factor_required: true,
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      methods: ["totp", "recovery_code"],
      passkey_options: null,
      expires_at: new Date(t.clock.now + 5 * MINUTE_MS).toISOString(),
    });
    t.advance(30_000);
    const next = codeAt(started.json.secret, t.clock.now);
    const done = await finish(t, { ticket: asked.json.ticket, method: "totp", code: next });
    expect(done.status).toBe(200);
    expect(done.json.user.id).toBe(employee.id);
    const again = caller(t, employee.id, cookieOf(done));
    expect((await again.get(ME)).status).toBe(200);
    expect((await again.get(FACTORS)).json).toMatchObject({
      totp: { id: started.json.id, last_used_at: new Date(t.clock.now).toISOString() },
      passkeys: [],
      recovery_codes_left: 10,
      required: false,
    });
    for (const action of ["factor.added", "auth.factor_asked"]) {
      expect(await auditOf(super_admin, action)).toHaveLength(1);
    }
    expect(JSON.stringify(t.lines)).not.toContain(started.json.secret);
  });

  it("200: the codes of the steps beside the present one are taken, those further away are not", async () => {
    const t = await harness();
    const me = await t.signUp();
    const app = await setTotp(t, caller(t, me.user.id, me.cookie));
    t.advance(10 * MINUTE_MS);
    const tries = [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const;
    for (const [steps, status] of tries) {
      const { ticket } = (await password(t, "ann@example.com")).json;
      expect((await finish(t, { ticket, method: "totp", code: app.code(steps) })).status).toBe(
        status,
      );
    }
  });

  it("200: a recovery code signs in once, however it is typed, and its person is told", async () => {
    const { t, employee, told } = await mailing();
    const { recoveryCodes: codes } = await setTotp(t, employee);
    const use = async (code = "") => {
      const { ticket } = (await password(t, "employee@example.com")).json;
      return finish(t, { ticket, method: "recovery_code", code });
    };
    await told();
    expect((await use(codes[0]?.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect(await told()).toEqual(["employee@example.com: A recovery code was used"]);
    const again = await use(codes[0]);
    expect([again.status, again.json.code]).toEqual([401, "invalid_credentials"]);
    expect((await employee.get(FACTORS)).json.recovery_codes_left).toBe(9);
    const renewed = await employee.post(`${FACTORS}/recovery-codes`);
    expect((await use(codes[1])).status).toBe(401);
    expect((await use(renewed.json.recovery_codes[1])).status).toBe(200);
  });

  it("204: removed, the password is enough again and its recovery codes end", async () => {
    const { t, employee, told } = await mailing();
    const app = await setTotp(t, employee);
    await told();
    expect((await employee.delete(`${FACTORS}/totp/${app.id}`)).status).toBe(204);
    expect(await told()).toEqual(["employee@example.com: A second factor was removed"]);
    expect((await employee.delete(`${FACTORS}/totp/${app.id}`)).status).toBe(404);
    expect((await password(t, "employee@example.com")).json.user.id).toBe(employee.id);
    expect(await t.db.select().from(recoveryCodes)).toEqual([]);
    expect((await employee.post(`${FACTORS}/recovery-codes`)).json.code).toBe("invalid_state");
  });
});

describe("a factor that a role needs", () => {
  it("403: until it is set, a person of the role can do nothing else, from the next request on", async () => {
    const { t, super_admin, admin, employee, client } = await mailing();
    const set = await super_admin.put(SETTINGS, { required_factor_roles: ["employee"] });
    expect(set.json).toEqual({
      registration: "open",
      required_factor_roles: ["employee"],
      idle_minutes: null,
      opt_outs_for_all: false,
      first_contact_days: 0,
      prices: expect.any(Object),
    });
    const refused = await employee.get("/api/v1/workspaces");
    expect([refused.status, refused.json.code]).toEqual([403, "factor_required"]);
    expect((await employee.get(ME)).json.factor_required).toBe(true);
    expect((await employee.get(FACTORS)).json.required).toBe(true);
    for (const other of [super_admin, admin, client]) {
      expect((await other.get("/api/v1/workspaces")).status).toBe(200);
    }
    const app = await setTotp(t, employee);
    expect((await employee.get("/api/v1/workspaces")).status).toBe(200);
    await employee.delete(`${FACTORS}/totp/${app.id}`);
    expect((await employee.get("/api/v1/workspaces")).json.code).toBe("factor_required");
    await addPasskey(employee);
    expect((await employee.get("/api/v1/workspaces")).status).toBe(200);
  });

  it("403: an admin says it of employees and clients; of admins only a super admin does", async () => {
    const { super_admin, admin } = await mailing();
    const roles = (required_factor_roles: string[]) => ({ required_factor_roles });
    expect((await admin.put(SETTINGS, roles(["employee", "client"]))).status).toBe(200);
    expect((await admin.put(SETTINGS, roles(["admin"]))).json.code).toBe("forbidden");
    expect((await super_admin.put(SETTINGS, roles(["admin", "employee"]))).status).toBe(200);
    expect((await admin.put(SETTINGS, roles(["employee"]))).json.code).toBe("factor_required");
    expect(await auditOf(super_admin, "sign_in_rules.changed")).toHaveLength(2);
  });

  it("403: an admin without the factor of their role can't get around it as somebody else", async () => {
    const { t, super_admin, admin, client } = await mailing();
    const acting = await admin.post(`/api/v1/admin/impersonate/${client.id}`);
    const as = caller(t, client.id, cookieOf(acting));
    expect((await as.get("/api/v1/workspaces")).status).toBe(200);
    await super_admin.put(SETTINGS, { required_factor_roles: ["admin"] });
    expect((await as.get("/api/v1/workspaces")).json.code).toBe("factor_required");
  });
});

describe("a lost phone", () => {
  it("204: an admin resets the factors of an employee, who is told and signed out", async () => {
    const { t, super_admin, admin, employee, told } = await mailing();
    await setTotp(t, employee);
    const { authenticator } = await addPasskey(employee);
    await told();
    const reset = await admin.delete(`/api/v1/admin/users/${employee.id}/factors`);
    expect(reset.status).toBe(204);
    expect(await told()).toEqual(["employee@example.com: Your second factors were reset"]);
    expect((await employee.get(ME)).status).toBe(401);
    expect((await password(t, "employee@example.com")).json.user.id).toBe(employee.id);
    const options = (await t.post("/api/v1/auth/login/passkey/options")).json;
    const response = authenticator.get(options.options);
    const passkey = await t.post("/api/v1/auth/login/passkey", {
      ticket: options.ticket,
      response,
    });
    expect(passkey.status).toBe(401);
    expect(await auditOf(super_admin, "factor.reset")).toEqual([
      expect.objectContaining({
        user: { id: admin.id, name: "admin" },
        target: { type: "user", id: String(employee.id) },
      }),
    ]);
    const none = await admin.delete(`/api/v1/admin/users/${employee.id}/factors`);
    expect([none.status, none.json.code]).toEqual([409, "invalid_state"]);
  });

  it("204: with a person everything goes that they could prove themselves with", async () => {
    const { t, super_admin, employee } = await mailing();
    await setTotp(t, employee);
    await addPasskey(employee);
    await password(t, "employee@example.com");
    await super_admin.delete(`/api/v1/admin/employees/${employee.id}`);
    for (const table of [totpFactors, passkeys, recoveryCodes, authTickets]) {
      expect(await t.db.select().from(table)).toEqual([]);
    }
  });

  it("403: those of admins only a super admin, one's own and a super admin's nobody", async () => {
    const { t, super_admin, admin, employee, client } = await mailing();
    for (const person of [super_admin, admin, client]) await setTotp(t, person);
    const reset = (by: typeof admin, id: number) => by.delete(`/api/v1/admin/users/${id}/factors`);
    const fresh = await reauthenticated(t, admin);
    expect((await reset(fresh, admin.id)).status).toBe(403);
    expect((await reset(fresh, super_admin.id)).status).toBe(403);
    expect((await reset(super_admin, super_admin.id)).status).toBe(403);
    expect((await reset(employee, client.id)).status).toBe(403);
    expect((await reset(fresh, 999_999)).status).toBe(404);
    expect((await reset(fresh, client.id)).status).toBe(204);
    expect((await reset(super_admin, admin.id)).status).toBe(204);
  });
});
