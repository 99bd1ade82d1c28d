import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { freshSecrets } from "#server/secrets.ts";
import { Authenticator } from "#test/support/authenticator.ts";
import { codeAt } from "#test/support/factors.ts";

/* What verifies passkeys and codes is a library and node:crypto: here they are those of workerd. */

let server: TestHarness;
beforeAll(async () => {
  const vars = {
    BASE_URL: "http://localhost",
    REGISTRATION: "open",
    LOGIN_LIMIT_PER_MINUTE: "100",
  };
  const configPath = "./wrangler.toml";
  server = createTestHarness({ workers: [{ configPath, vars, secrets: freshSecrets() }] });
  await server.listen();
  await server.getWorker<{ DB: D1Database }>().applyD1Migrations("DB");
});
afterAll(() => server.close());

async function post(path: string, body: unknown = {}, cookie = "") {
  const answer = await server.fetch(`http://localhost/api/v1/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie !== "" && { cookie }) },
    body: JSON.stringify(body),
  });
  // Tests read answers freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  const json: any = await answer.json();
  const set = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { status: answer.status, json, cookie: set };
}

describe("second factors in the Worker", () => {
  it("are added and sign in; a forged one does not", async () => {
    const me = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
    const { status, cookie } = await post("/register", me);
    expect(status).toBe(201);
    const passkey = new Authenticator();
    const asked = (await post("/factors/passkeys/options", {}, cookie)).json;
    const response = passkey.create(asked.options);
    const body = { ticket: asked.ticket, name: "Laptop", response };
    const added = await post("/factors/passkeys", body, cookie);
    expect([added.status, added.json.host]).toEqual([201, "localhost"]);

    for (const forged of [true, false]) {
      const { ticket, options } = (await post("/login/passkey/options")).json;
      const answer = passkey.get(options, { counter: 1, forged });
      const done = await post("/login/passkey", { ticket, response: answer });
      expect([done.status, done.cookie !== ""]).toEqual(forged ? [401, false] : [200, true]);
    }

    const { secret } = (await post("/factors/totp", {}, cookie)).json;
    const code = codeAt(secret, Date.now());
    expect((await post("/factors/totp/confirm", { code }, cookie)).status).toBe(200);
    const login = { username: me.email, password: me.password };
    const { ticket, methods } = (await post("/login", login)).json;
    expect(methods).toEqual(["passkey", "totp", "recovery_code"]);
    const again = await post("/login/factor", { ticket, method: "totp", code });
    expect(again.status).toBe(401);
  });
});
