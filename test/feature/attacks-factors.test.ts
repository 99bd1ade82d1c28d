import { afterAll, describe, expect, it } from "vitest";
import { passkeys } from "#modules/accounts/schema/factors.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { Authenticator, type Twist } from "#test/support/authenticator.ts";
import {
  addPasskey,
  codeAt,
  finish,
  password,
  reauthenticated,
  setTotp,
} from "#test/support/factors.ts";
import { CLIENT_ADDRESS, type Harness, harness } from "#test/support/harness.ts";
import { auditOf, type Caller, caller, cookieOf, everyRole, signIn } from "#test/support/staff.ts";

const FACTORS = "/api/v1/auth/factors";
const OPTIONS = "/api/v1/auth/login/passkey/options";
const SIGN_IN = "/api/v1/auth/login/passkey";
const from = (i: number) => ({ [CLIENT_ADDRESS]: `198.51.100.${i}` });

let tried = 0;
afterAll(() => console.log(`${tried} attacks on second factors`));

type Answer = Awaited<ReturnType<Harness["request"]>>;
/** Nobody got in by this answer. */
function refused(answer: Answer, ...statuses: number[]): void {
  tried++;
  expect(statuses).toContain(answer.status);
  expect(answer.headers.get("set-cookie")).toBeNull();
}

async function cast() {
  const t = await harness();
  const people = await everyRole(t);
  return { t, ...people };
}

describe("attacks on tickets", () => {
  it("400: a ticket that was used, is too old, unknown, or is of another step", async () => {
    const { t, employee, admin } = await cast();
    const app = await setTotp(t, employee);
    const { authenticator } = await addPasskey(admin);
    const first = (await password(t, "employee@example.com")).json.ticket;
    expect((await finish(t, { ticket: first, method: "totp", code: app.code() })).status).toBe(200);
    t.advance(30_000);
    refused(await finish(t, { ticket: first, method: "totp", code: app.code() }), 400);
    const old = (await password(t, "employee@example.com")).json.ticket;
    t.advance(5 * MINUTE_MS);
    refused(await finish(t, { ticket: old, method: "totp", code: app.code() }), 400);
    refused(await finish(t, { ticket: "x".repeat(43), method: "totp", code: app.code() }), 400);

    const passkey = (await t.post(OPTIONS)).json;
    const code = { ticket: passkey.ticket, method: "totp", code: app.code() };
    refused(await finish(t, code), 400);
    const response = authenticator.get(passkey.options);
    refused(await finish(t, { ticket: passkey.ticket, method: "passkey", response }), 400);
    const asked = (await password(t, "employee@example.com")).json.ticket;
    refused(await t.post(SIGN_IN, { ticket: asked, response }), 400);
    const registration = (await employee.post(`${FACTORS}/passkeys/options`)).json;
    expect(registration.ticket).toHaveLength(43);
    refused(await finish(t, { ...code, ticket: registration.ticket }), 400);
  });

  it("401: the ticket of one account with the code or the passkey of another", async () => {
    const { t, employee, admin } = await cast();
    const own = await setTotp(t, employee);
    const others = await setTotp(t, admin);
    const { authenticator } = await addPasskey(await reauthenticated(t, employee));
    const { authenticator: theirs } = await addPasskey(await reauthenticated(t, admin));
    const { json } = await password(t, "admin@example.com");
    refused(await finish(t, { ticket: json.ticket, method: "totp", code: own.code() }), 401);
    const code = own.recoveryCodes[0];
    refused(await finish(t, { ticket: json.ticket, method: "recovery_code", code }), 401);
    const options = { ...json.passkey_options };
    const response = authenticator.get(options);
    refused(await finish(t, { ticket: json.ticket, method: "passkey", response }), 401);
    // Its own passkey, named as the other.
    const mixed = { ...theirs.get(options), id: response.id, rawId: response.rawId };
    refused(await finish(t, { ticket: json.ticket, method: "passkey", response: mixed }), 401);
    const right = { ticket: json.ticket, method: "totp", code: others.code() };
    expect((await finish(t, right)).status).toBe(200);
  });

  it("400: a ticket ends with a change of the password, a reset of the factors and a deletion", async () => {
    const { t, super_admin, employee } = await cast();
    const app = await setTotp(t, employee);
    const before = (await password(t, "employee@example.com")).json.ticket;
    const body = { current_password: "correct horse battery", new_password: "another good phrase" };
    const changed = await employee.post("/api/v1/auth/password", body);
    expect(changed.status).toBe(204);
    refused(await finish(t, { ticket: before, method: "totp", code: app.code() }), 400);
    const second = (await password(t, "employee@example.com", "another good phrase")).json.ticket;
    await super_admin.delete(`/api/v1/admin/users/${employee.id}/factors`);
    refused(await finish(t, { ticket: second, method: "totp", code: app.code() }), 400);
    const person = await signIn(t, "employee@example.com", "another good phrase");
    const next = await setTotp(t, person);
    const third = (await password(t, "employee@example.com", "another good phrase")).json.ticket;
    await super_admin.delete(`/api/v1/admin/employees/${employee.id}`);
    refused(await finish(t, { ticket: third, method: "totp", code: next.code() }), 400);
  });

  it("429: wrong codes end a ticket after five, and the account's codes after ten from anywhere", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    const code = app.code();
    const wrong = code === "000000" ? "000001" : "000000";
    const login = (i: number) =>
      t.post(
        "/api/v1/auth/login",
        { username: "employee@example.com", password: "correct horse battery" },
        { cookie: "", ...from(i) },
      );
    const { ticket } = (await login(1)).json;
    for (let i = 0; i < 5; i++) {
      refused(await finish(t, { ticket, method: "totp", code: wrong }, from(10 + i)), 401);
    }
    refused(await finish(t, { ticket, method: "totp", code }, from(20)), 400);
    const statuses = [];
    for (let i = 0; i < 30; i++) {
      const next = (await login(30 + i)).json.ticket;
      statuses.push(
        (await finish(t, { ticket: next, method: "totp", code: wrong }, from(60 + i))).status,
      );
      tried++;
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
    // Whom nobody keeps out: the owner, where they have signed in before.
    const own = (await password(t, "employee@example.com")).json.ticket;
    expect((await finish(t, { ticket: own, method: "totp", code })).status).toBe(200);
  });
});

describe("attacks on codes", () => {
  it("401: a code that was used, in a step that is still open, and the one before it", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    t.advance(10 * MINUTE_MS);
    const code = app.code();
    const ticket = async () => (await password(t, "employee@example.com")).json.ticket;
    expect((await finish(t, { ticket: await ticket(), method: "totp", code })).status).toBe(200);
    refused(await finish(t, { ticket: await ticket(), method: "totp", code }), 401);
    const before = app.code(-1);
    refused(await finish(t, { ticket: await ticket(), method: "totp", code: before }), 401);
    const again = await employee.post("/api/v1/auth/reauthenticate", { method: "totp", code });
    refused(again, 422);
  });

  it("a code and a recovery code in twenty places at once open one session each", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    const bodies = [
      { method: "totp", code: app.code() },
      { method: "recovery_code", code: app.recoveryCodes[0] },
    ];
    for (const body of bodies) {
      const tickets = [];
      for (let i = 0; i < 20; i++) {
        tickets.push((await password(t, "employee@example.com")).json.ticket);
      }
      const answers = await Promise.all(
        tickets.map((ticket, i) => finish(t, { ticket, ...body }, from(i))),
      );
      tried += 20;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // The brake turns some away before they are looked at.
      expect(answers.filter(({ status }) => [401, 429].includes(status))).toHaveLength(19);
      t.advance(20 * MINUTE_MS);
    }
  });

  it("one ticket with two right answers at once opens one session", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    const { ticket } = (await password(t, "employee@example.com")).json;
    const answers = await Promise.all([
      finish(t, { ticket, method: "totp", code: app.code() }),
      ...app.recoveryCodes
        .slice(0, 3)
        .map((code) => finish(t, { ticket, method: "recovery_code", code })),
    ]);
    tried += 4;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("two confirmations at once of one app make one set of recovery codes", async () => {
    const { t, employee } = await cast();
    const { secret } = (await employee.post(`${FACTORS}/totp`)).json;
    const code = codeAt(secret, t.clock.now);
    const answers = await Promise.all(
      [1, 2, 3].map(() => employee.post(`${FACTORS}/totp/confirm`, { code })),
    );
    tried += 3;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await employee.get(FACTORS)).json.recovery_codes_left).toBe(10);
  });
});

describe("attacks on passkeys", () => {
  const TWISTS: readonly (readonly [string, Twist])[] = [
    ["another origin", { origin: "https://evil.test" }],
    ["our name below another", { origin: "http://localhost.evil.test" }],
    ["another port", { origin: "http://localhost:9999" }],
    ["another scheme", { origin: "https://localhost" }],
    ["the relying party of another host", { rpId: "evil.test" }],
    ["a challenge of its own", { challenge: Buffer.alloc(32, 1).toString("base64url") }],
    ["an empty challenge", { challenge: "" }],
    ["no verified person", { verified: false }],
    ["another key", { forged: true }],
    ["another person's handle", { userHandle: Buffer.alloc(32, 2).toString("base64url") }],
    ["an answer to a registration", { type: "webauthn.create" }],
  ];

  it.each(TWISTS)("401: %s, alone and after a password", async (_name, twist) => {
    const { t, employee } = await cast();
    const { authenticator } = await addPasskey(employee);
    const alone = (await t.post(OPTIONS)).json;
    const response = authenticator.get(alone.options, twist);
    refused(await t.post(SIGN_IN, { ticket: alone.ticket, response }), 401);
    const { json } = await password(t, "employee@example.com");
    const second = authenticator.get(json.passkey_options, twist);
    refused(await finish(t, { ticket: json.ticket, method: "passkey", response: second }), 401);
    // The road itself is open.
    const right = authenticator.get(json.passkey_options);
    const done = await finish(t, { ticket: json.ticket, method: "passkey", response: right });
    expect(done.status).toBe(200);
  });

  const NEW = TWISTS.filter(([, { forged, userHandle }]) => !forged && userHandle === undefined);
  it.each(NEW)("422: a new passkey with %s", async (_name, twist) => {
    const { t, employee } = await cast();
    const { ticket, options } = (await employee.post(`${FACTORS}/passkeys/options`)).json;
    const type = twist.type === undefined ? {} : { type: "webauthn.get" };
    const response = new Authenticator().create(options, { ...twist, ...type });
    refused(await employee.post(`${FACTORS}/passkeys`, { ticket, name: "x", response }), 422);
    expect(await t.db.select().from(passkeys)).toEqual([]);
  });

  it("422: a new passkey with a manufacturer's certificate, which nobody asked for and nothing fetches", async () => {
    const { t, employee } = await cast();
    const { ticket, options } = (await employee.post(`${FACTORS}/passkeys/options`)).json;
    const statement = new Map<string, unknown>([
      ["alg", -7],
      ["sig", Buffer.alloc(70)],
      ["x5c", [Buffer.alloc(300)]],
    ]);
    const response = new Authenticator().create(options, {}, statement);
    refused(await employee.post(`${FACTORS}/passkeys`, { ticket, name: "x", response }), 422);
    for (const attestationObject of ["", "AA", "_____w", "gICAgICA".repeat(2_000)]) {
      const broken = { ...response, response: { ...response.response, attestationObject } };
      const next = (await employee.post(`${FACTORS}/passkeys/options`)).json.ticket;
      const body = { ticket: next, name: "x", response: broken };
      refused(await employee.post(`${FACTORS}/passkeys`, body), 422);
    }
    expect(await t.db.select().from(passkeys)).toEqual([]);
  });

  it("401: a clone whose counter stands still or goes back, which is written down", async () => {
    const { t, super_admin, employee } = await cast();
    const { authenticator } = await addPasskey(employee);
    const at = async (counter: number) => {
      const { ticket, options } = (await t.post(OPTIONS)).json;
      return t.post(SIGN_IN, { ticket, response: authenticator.get(options, { counter }) });
    };
    expect((await at(7)).status).toBe(200);
    for (const counter of [7, 6, 1, 0]) refused(await at(counter), 401);
    expect((await at(8)).status).toBe(200);
    const lines = await auditOf(super_admin, "auth.passkey_refused");
    expect(lines.map(({ details }) => details)).toEqual(
      [0, 1, 6, 7].map((counter) => ({ counter, stored: 7 })),
    );
    const both = await Promise.all([at(9), at(9)]);
    tried++;
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it("401: an answer that is sent again, with its ticket and with another", async () => {
    const { t, employee } = await cast();
    const { authenticator } = await addPasskey(employee);
    const { ticket, options } = (await t.post(OPTIONS)).json;
    const response = authenticator.get(options, { counter: 1 });
    expect((await t.post(SIGN_IN, { ticket, response })).status).toBe(200);
    refused(await t.post(SIGN_IN, { ticket, response }), 400);
    const other = (await t.post(OPTIONS)).json.ticket;
    refused(await t.post(SIGN_IN, { ticket: other, response }), 401);
  });

  it("400: the challenge of one session with the passkey of another, new or known", async () => {
    const { t, employee, admin } = await cast();
    const { ticket, options } = (await employee.post(`${FACTORS}/passkeys/options`)).json;
    const response = new Authenticator().create(options);
    refused(await admin.post(`${FACTORS}/passkeys`, { ticket, name: "x", response }), 400);
    const { authenticator } = await addPasskey(employee);
    const asked = (await employee.post("/api/v1/auth/reauthenticate/options")).json.passkey;
    const body = {
      method: "passkey",
      ticket: asked.ticket,
      response: authenticator.get(asked.options),
    };
    refused(await admin.post("/api/v1/auth/reauthenticate", body), 400);
    const elsewhere = await signInByPasskey(t, authenticator);
    refused(await elsewhere.post("/api/v1/auth/reauthenticate", body), 400);
    expect((await employee.post("/api/v1/auth/reauthenticate", body)).status).toBe(200);
  });
});

async function signInByPasskey(t: Harness, authenticator: Authenticator): Promise<Caller> {
  const { ticket, options } = (await t.post(OPTIONS)).json;
  const answer = await t.post(SIGN_IN, { ticket, response: authenticator.get(options) });
  expect(answer.status).toBe(200);
  return caller(t, answer.json.user.id, cookieOf(answer));
}

describe("attacks on sessions", () => {
  it("every sign-in opens a session of its own, whatever cookie came with it", async () => {
    const { t, employee, admin } = await cast();
    const app = await setTotp(t, employee);
    const planted = { cookie: admin.cookie };
    const body = { username: "employee@example.com", password: "correct horse battery" };
    const asked = await t.post("/api/v1/auth/login", body, planted);
    expect(asked.headers.get("set-cookie")).toBeNull();
    const finishing = { ticket: asked.json.ticket, method: "totp", code: app.code() };
    const done = await t.post("/api/v1/auth/login/factor", finishing, planted);
    tried += 2;
    const cookies = [employee.cookie, admin.cookie];
    expect(cookies).not.toContain(cookieOf(done));
    // The planted one is worth nothing any more.
    expect((await admin.get("/api/v1/auth/me")).status).toBe(401);
    expect((await employee.get("/api/v1/auth/me")).json.user.id).toBe(employee.id);
    const confirmed = await reauthenticated(t, caller(t, employee.id, cookieOf(done)));
    expect(confirmed.cookie).not.toBe(cookieOf(done));
    refused(await t.get("/api/v1/auth/me", { cookie: cookieOf(done) }), 401);
    expect((await confirmed.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("no other road leads around the factor: not a new password by mail, not registration, not a forged body", async () => {
    const { t, employee } = await cast();
    const app = await setTotp(t, employee);
    const { ticket } = (await password(t, "employee@example.com")).json;
    const bodies = [
      { ticket },
      { ticket, method: "password", code: "correct horse battery" },
      { ticket, method: "totp" },
      { ticket, method: "totp", code: "" },
      { ticket, method: "totp", code: [app.code()] },
      { ticket, method: "passkey", code: app.code() },
      { ticket, method: "totp", code: app.code(), user_id: 1 },
      { ticket, method: "recovery_code", code: app.code() },
      { method: "totp", code: app.code() },
    ];
    for (const body of bodies) refused(await finish(t, body), 401, 422);
    const twice = { name: "E", email: "employee@example.com", password: "correct horse battery" };
    refused(await t.post("/api/v1/auth/register", twice, { cookie: "" }), 409);
    const again = await password(t, "employee@example.com");
    expect(again.json.factor_required).toBe(true);
  });

  it("an API key never proves who somebody is: the routes of people stay closed to it", async () => {
    const { t, super_admin, rootWid } = await cast();
    const made = await super_admin.post(`/api/v1/workspaces/${rootWid}/api-keys`, { name: "k" });
    const key = { authorization: `Bearer ${made.json.key}` };
    const password = { method: "password", password: "correct horse battery" };
    refused(await t.post("/api/v1/auth/reauthenticate", password, key), 403);
    refused(await t.get("/api/v1/auth/sessions", key), 403);
    refused(await t.get(FACTORS, key), 403);
    refused(await t.post(`${FACTORS}/totp`, undefined, key), 403);
    expect((await t.get("/api/v1/auth/me", key)).json.factor_required).toBe(false);
  });
});
