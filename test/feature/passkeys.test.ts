import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { Authenticator } from "#test/support/authenticator.ts";
import { addPasskey, finish, password } from "#test/support/factors.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { auditOf, caller, cookieOf, everyRole } from "#test/support/staff.ts";

const FACTORS = "/api/v1/auth/factors";
const OPTIONS = "/api/v1/auth/login/passkey/options";
const SIGN_IN = "/api/v1/auth/login/passkey";

async function signInWith(t: Harness, authenticator: Authenticator, counter: number) {
  const { ticket, options } = (await t.post(OPTIONS)).json;
  authenticator.counter = counter;
  return t.post(SIGN_IN, { ticket, response: authenticator.get(options) });
}

describe("passkeys", () => {
  it("201: the first brings recovery codes; it signs in without a name, and shows its last use", async () => {
    const t = await harness();
    const me = await t.signUp();
    const ann = caller(t, me.user.id, me.cookie);
    t.useCookie("");
    const { authenticator, id, answer } = await addPasskey(ann);
    expect(answer).toMatchObject({ name: "Laptop", host: "localhost", works_here: true });
    expect(answer.recovery_codes).toHaveLength(10);
    const second = await addPasskey(ann);
    expect(second.answer.recovery_codes).toBeNull();

    t.advance(MINUTE_MS);
    const done = await signInWith(t, authenticator, 1);
    expect([done.status, done.json.user?.id]).toEqual([200, ann.id]);
    const again = caller(t, ann.id, cookieOf(done));
    const { passkeys } = (await again.get(FACTORS)).json;
    expect(passkeys.map((one: { id: number }) => one.id)).toEqual([second.id, id]);
    expect(passkeys[1].last_used_at).toBe(new Date(t.clock.now).toISOString());
    const [line] = await auditOf(ann, "auth.signed_in");
    expect(line).toMatchObject({ user: { id: ann.id }, details: { method: "passkey" } });

    const renamed = await ann.put(`${FACTORS}/passkeys/${id}`, { name: "Work laptop" });
    expect(renamed.json).toMatchObject({ id, name: "Work laptop" });
    expect((await ann.delete(`${FACTORS}/passkeys/${id}`)).status).toBe(204);
    expect((await signInWith(t, authenticator, 2)).status).toBe(401);
    expect((await ann.delete(`${FACTORS}/passkeys/${id}`)).status).toBe(404);
    expect((await ann.put(`${FACTORS}/passkeys/${id}`, { name: "x" })).status).toBe(404);
  });

  it("200: after a password, one of the person's own is asked for by name", async () => {
    const t = await harness();
    const me = await t.signUp();
    t.useCookie("");
    const { authenticator } = await addPasskey(caller(t, me.user.id, me.cookie));
    const { json } = await password(t, "ann@example.com");
    expect(json.methods).toEqual(["passkey", "recovery_code"]);
    expect(json.passkey_options).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [{ id: authenticator.credentialId.toString("base64url") }],
    });
    const response = authenticator.get(json.passkey_options);
    const done = await finish(t, { ticket: json.ticket, method: "passkey", response });
    expect(done.status).toBe(200);
  });

  it("200: an authenticator that never counts signs in again and again", async () => {
    const t = await harness();
    const me = await t.signUp();
    t.useCookie("");
    const { authenticator } = await addPasskey(caller(t, me.user.id, me.cookie));
    for (let i = 0; i < 3; i++) expect((await signInWith(t, authenticator, 0)).status).toBe(200);
  });

  it("409: the same passkey twice, and the twenty-first", async () => {
    const t = await harness();
    const me = await t.signUp();
    const ann = caller(t, me.user.id, me.cookie);
    const { authenticator } = await addPasskey(ann);
    await expect(addPasskey(ann, authenticator)).rejects.toThrow(/"conflict"/);
    for (let i = 1; i < 20; i++) await addPasskey(ann);
    await expect(addPasskey(ann)).rejects.toThrow(/"limit_reached"/);
    expect((await ann.get(FACTORS)).json.passkeys).toHaveLength(20);
    expect(await auditOf(ann, "factor.added")).toHaveLength(20);
  });

  it("409: at an IP address, at another host and without https it says why there are none", async () => {
    const places = [
      ["http://127.0.0.1:8787", "http://127.0.0.1:8787", /IP address/],
      ["https://outreach.test", "http://192.0.2.1", /Open the dashboard there/],
      ["https://outreach.test", "http://localhost", /Open the dashboard there/],
      ["http://outreach.test", "http://outreach.test", /https/],
      ["https://outreach.test", "http://outreach.test", null],
      ["http://127.0.0.1:8787", "http://localhost:8787", null],
    ] as const;
    for (const [base, at, problem] of places) {
      const t = await harness({ settings: { BASE_URL: base } });
      const me = await t.signUp();
      const asked = await t.post(`${at}${OPTIONS}`);
      const shown = (await t.get(`${at}${FACTORS}`, { cookie: me.cookie })).json.passkey_problem;
      if (problem === null) {
        expect([asked.status, shown]).toEqual([200, null]);
        expect(asked.json.options.rpId).toBe(new URL(at).hostname);
      } else {
        expect([asked.status, asked.json.code]).toEqual([409, "invalid_state"]);
        expect(asked.json.detail).toMatch(problem);
        expect(shown).toMatch(problem);
      }
    }
  });

  it("is asked for no more at a host that it was not made for, and a recovery code is left", async () => {
    const t = await harness({ settings: { BASE_URL: "http://127.0.0.1" } });
    const me = await t.signUp();
    t.useCookie("");
    const ann = caller(t, me.user.id, me.cookie);
    const asked = await t.post(`http://localhost${FACTORS}/passkeys/options`, undefined, {
      cookie: ann.cookie,
    });
    const added = await t.post(
      `http://localhost${FACTORS}/passkeys`,
      {
        ticket: asked.json.ticket,
        name: "Here",
        response: new Authenticator().create(asked.json.options),
      },
      { cookie: ann.cookie },
    );
    expect(added.status).toBe(201);
    const body = { username: "ann@example.com", password: "correct horse battery" };
    const elsewhere = await t.post("http://127.0.0.1/api/v1/auth/login", body);
    expect(elsewhere.json).toMatchObject({ methods: ["recovery_code"], passkey_options: null });
    const here = await t.post("http://localhost/api/v1/auth/login", body);
    expect(here.json.methods).toEqual(["passkey", "recovery_code"]);
  });

  it("401: a client's passkey opens nothing once its workspace is deleted", async () => {
    const t = await harness();
    const { client, super_admin, clientWid } = await everyRole(t);
    const { authenticator } = await addPasskey(client);
    expect((await signInWith(t, authenticator, 1)).status).toBe(200);
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    expect((await signInWith(t, authenticator, 2)).status).toBe(401);
  });
});
