import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/time.ts";
import { CLIENT_ADDRESS, harness } from "#test/support/harness.ts";

const from = (address: string) => ({ [CLIENT_ADDRESS]: address });
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
