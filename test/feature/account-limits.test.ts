import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { tablesOfProcess } from "#server/tables.ts";
import { CLIENT_ADDRESS, harness } from "#test/support/harness.ts";

const from = (address: string) => ({ [CLIENT_ADDRESS]: address });
const ANN = { name: "Ann", email: "ann@example.com" };
const wrong = { username: "ann@example.com", password: "not the password" };

describe("limits on accounts", () => {
  it("429: the sixth login of an address in a minute, with Retry-After; another address goes on", async () => {
    const t = await harness({ settings: { LOGIN_LIMIT_PER_MINUTE: "5" } });
    const login = (address: string) => t.post("/api/v1/auth/login", wrong, from(address));
    for (let i = 0; i < 5; i++) expect((await login("192.0.2.1")).status).toBe(401);
    const sixth = await login("192.0.2.1");
    expect([sixth.status, sixth.json.code]).toEqual([429, "rate_limited"]);
    expect(sixth.headers.get("retry-after")).toBe("60");
    expect(sixth.headers.get("ratelimit-policy")).toBe('"login";q=5;w=60');
    expect(sixth.headers.get("ratelimit")).toBe('"login";r=0;t=60');
    expect((await login("192.0.2.2")).status).toBe(401);
    t.advance(MINUTE_MS);
    expect((await login("192.0.2.1")).status).toBe(401);
  });

  it("429: the addresses of one IPv6 /64 share a bucket; register has its own", async () => {
    const t = await harness({ settings: { LOGIN_LIMIT_PER_MINUTE: "2" } });
    const statuses = [];
    for (const host of ["1", "2", "3"]) {
      statuses.push((await t.post("/api/v1/auth/login", wrong, from(`2001:db8::${host}`))).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
    expect((await t.post("/api/v1/auth/login", wrong, from("2001:db8:0:1::1"))).status).toBe(401);
    const register = await t.post("/api/v1/auth/register", {}, from("2001:db8::1"));
    expect(register.status).toBe(422);
  });

  it("429: an account that is guessed at from many addresses slows down, and its owner comes in after the wait", async () => {
    const t = await harness();
    await t.signUp();
    t.useCookie("");
    const tryFrom = (i: number) => t.post("/api/v1/auth/login", wrong, from(`198.51.100.${i}`));
    for (let i = 0; i < 10; i++) expect((await tryFrom(i)).status).toBe(401);
    const braked = await tryFrom(200);
    expect([braked.status, braked.json.code, braked.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "1",
    ]);
    t.advance(SECOND_MS);
    expect((await tryFrom(201)).status).toBe(401);
    expect((await tryFrom(202)).headers.get("retry-after")).toBe("2");
    t.advance(2 * SECOND_MS);
    const owner = await t.post("/api/v1/auth/login", {
      username: "ann@example.com",
      password: "correct horse battery",
    });
    expect(owner.status).toBe(200);
    expect((await tryFrom(203)).status).toBe(401);
  });

  it("429: of 120 guesses at once from 120 addresses ten are looked at, though one is right; the owner's own address goes on", async () => {
    const t = await harness();
    await t.signUp();
    t.useCookie("");
    const right = { username: "ann@example.com", password: "correct horse battery" };
    const guesses = Array.from({ length: 120 }, (_, i) =>
      t.post("/api/v1/auth/login", i === 119 ? right : wrong, from(`198.51.100.${i}`)),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    expect((await t.post("/api/v1/auth/login", right)).status).toBe(200);
  });

  it("429: of 60 guesses at once from one address five are looked at; somewhere else the owner comes in", async () => {
    const t = await harness();
    await t.signUp();
    t.useCookie("");
    const guess = () => t.post("/api/v1/auth/login", wrong, from("198.51.100.1"));
    const answers = await Promise.all(Array.from({ length: 60 }, guess));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("60");
    const right = { username: "ann@example.com", password: "correct horse battery" };
    expect((await t.post("/api/v1/auth/login", right, from("203.0.113.9"))).status).toBe(200);
  });

  it("a stranger who guesses for hours from one address never keeps the owner out of a new one", async () => {
    const t = await harness();
    await t.signUp();
    t.useCookie("");
    const right = { username: "ann@example.com", password: "correct horse battery" };
    let looked = 0;
    for (let second = 0; second < 3_600; second += 60) {
      const guess = await t.post("/api/v1/auth/login", wrong, from("198.51.100.1"));
      if (guess.status === 401) looked++;
      if (second % 600 === 0) {
        const owner = await t.post("/api/v1/auth/login", right, from(`203.0.113.${second / 600}`));
        expect(owner.status).toBe(200);
      }
      t.advance(MINUTE_MS);
    }
    expect(looked).toBeLessThan(45);
  });

  it("username and email of an account share its tries, and a name without account is braked alike", async () => {
    const t = await harness();
    await t.signUp();
    await t.put("/api/v1/auth/me", { username: "ann" });
    t.useCookie("");
    const looked = async (names: readonly string[]) => {
      const answers = [];
      for (let i = 0; i < 30; i++) {
        const body = { username: names[i % names.length], password: "not the password" };
        answers.push(await t.post("/api/v1/auth/login", body, from(`198.51.100.${i}`)));
      }
      return answers.filter(({ status }) => status === 401).length;
    };
    expect(await looked(["ann", "ann@example.com"])).toBe(10);
    expect(await looked(["nobody@example.com"])).toBe(10);
  });

  it("429: the sixth wrong current_password; the right one has to wait as well, and the sign-in does not", async () => {
    const t = await harness();
    await t.signUp();
    const change = (current: string) =>
      t.post("/api/v1/auth/password", {
        current_password: current,
        new_password: "a better one entirely",
      });
    for (let i = 0; i < 5; i++) expect((await change("wrong")).status).toBe(422);
    const sixth = await change("correct horse battery");
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "60"]);
    const right = { username: "ann@example.com", password: "correct horse battery" };
    expect((await t.post("/api/v1/auth/login", right)).status).toBe(200);
    t.advance(MINUTE_MS);
    expect((await change("correct horse battery")).status).toBe(204);
  });

  it("refused sign-ins stand in the audit log, without what was typed", async () => {
    const t = await harness();
    const { user } = await t.signUp();
    for (let i = 0; i < 7; i++) await t.post("/api/v1/auth/login", wrong, from("198.51.100.1"));
    const lines = await t.get("/api/v1/admin/audit?action=auth.sign_in_refused");
    expect(lines.json.data).toHaveLength(2);
    expect(lines.json.data[0]).toMatchObject({ user: { id: user.id }, address: "198.51.100.1" });
    expect(lines.text).not.toContain("not the password");
  });

  it("429: the 61st request of a user in a minute, whatever the session; headers tell what is left", async () => {
    const t = await harness({ settings: { API_LIMIT_PER_MINUTE: "60" } });
    await t.signUp();
    let last = await t.get("/api/v1/auth/me");
    expect(last.headers.get("x-ratelimit-remaining")).toBe("59");
    for (let i = 1; i < 60; i++) last = await t.get("/api/v1/auth/me");
    expect([last.status, last.headers.get("x-ratelimit-remaining")]).toEqual([200, "0"]);
    expect((await t.get("/api/v1/auth/me")).status).toBe(429);
    t.advance(MINUTE_MS);
    expect((await t.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("422: a password that everybody tries first", async () => {
    const t = await harness();
    const answer = await t.post("/api/v1/auth/register", {
      name: "X",
      email: "x@example.com",
      password: "Password1",
    });
    expect([answer.status, answer.json.errors[0].code]).toEqual([422, "too_common"]);
  });

  it("422: passwords of known breaches, as the registration, an invitation and a change take them", async () => {
    const t = await harness();
    await t.signUp();
    for (const password of ["abstract", "Zachary1", "moonlight", "manchester"]) {
      const body = { current_password: "correct horse battery", new_password: password };
      const changed = await t.post("/api/v1/auth/password", body);
      expect([password, changed.status, changed.json.errors?.[0].code]).toEqual([
        password,
        422,
        "too_common",
      ]);
      const made = await t.post("/api/v1/auth/register", {
        ...ANN,
        email: "b@example.com",
        password,
      });
      expect([made.status, made.json.errors[0].code]).toEqual([422, "too_common"]);
    }
    expect((await tablesOfProcess.passwords()).size).toBeGreaterThan(17_000);
  });

  it("200: a password is good for years, and nobody is asked for another", async () => {
    const t = await harness();
    await t.signUp();
    t.advance(1_000 * DAY_MS);
    const body = { username: "ann@example.com", password: "correct horse battery" };
    const answer = await t.post("/api/v1/auth/login", body);
    expect([answer.status, answer.json.user.email]).toEqual([200, "ann@example.com"]);
  });

  it("422: one character repeated, or the owner's own address or name, however written", async () => {
    const t = await harness();
    for (const [password, code] of [
      ["aaaaaaaa", "too_simple"],
      ["ada.lovelace@example.com", "too_personal"],
      ["Ada.Lovelace", "too_personal"],
      ["ada-lovelace!", "too_personal"],
    ]) {
      const body = { name: "Ada Lovelace", email: "ada.lovelace@example.com", password };
      const answer = await t.post("/api/v1/auth/register", body);
      const [error] = answer.json.errors;
      expect([answer.status, error.path, error.code]).toEqual([422, "password", code]);
    }
  });

  it("422: a name of the product, a role or the host, whatever digits and signs stand beside it", async () => {
    const t = await harness({ settings: { BASE_URL: "https://mail.harbour.example" } });
    const answers = [];
    for (const password of [
      "Outrider-2026!",
      "admin!!1234",
      "harbour.2026",
      "mail.harbour.example",
    ])
      answers.push(await t.post("/api/v1/auth/register", { ...ANN, password }));
    expect(answers.map(({ json }) => json.errors[0].code)).toEqual(Array(4).fill("too_common"));
    const more = { ...ANN, password: "harbour and something else" };
    expect((await t.post("/api/v1/auth/register", more)).status).toBe(201);
  });

  it("201: any signs and 64 characters or more make a password, which counts as it was typed", async () => {
    const t = await harness();
    const password = `Ärger im Büro ${"x ".repeat(50)}<>'"\\ 🚢`;
    expect((await t.post("/api/v1/auth/register", { ...ANN, password })).status).toBe(201);
    const signIn = async (typed: string) =>
      (await t.post("/api/v1/auth/login", { username: ANN.email, password: typed })).status;
    expect(await signIn(password)).toBe(200);
    for (const other of [password.slice(0, 72), password.toLowerCase(), password.trim().slice(1)])
      expect(await signIn(other)).toBe(401);
  });

  it("ends every other session when the password changes, and keeps this one", async () => {
    const t = await harness();
    const { cookie } = await t.signUp();
    const other = await t.post("/api/v1/auth/login", {
      username: "ann@example.com",
      password: "correct horse battery",
    });
    const otherCookie = (other.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const change = (current: string) =>
      t.post("/api/v1/auth/password", {
        current_password: current,
        new_password: "a better one entirely",
      });
    expect((await change("wrong")).json.errors[0].path).toBe("current_password");
    const changed = await change("correct horse battery");
    expect(changed.status).toBe(204);
    for (const old of [cookie, otherCookie]) {
      t.useCookie(old);
      expect((await t.get("/api/v1/auth/me")).status).toBe(401);
    }
    t.useCookie((changed.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
    expect((await t.get("/api/v1/auth/me")).status).toBe(200);
  });
});
