import { describe, expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

describe("accounts", () => {
  it("201: the first user is super_admin, the next an employee, each with a workspace of its own", async () => {
    const t = await harness();
    const first = await t.signUp("Ann Operator", "Ann@Example.com");
    expect(first.user).toMatchObject({
      role: "super_admin",
      email: "ann@example.com",
      username: "ann@example.com",
    });
    const second = await t.signUp("Ann Operator", "bob@example.com");
    expect(second.user.role).toBe("employee");
    expect(second.workspace.slug).not.toBe(first.workspace.slug);

    const foreign = await t.get(`/api/v1/workspaces/${first.wid}`);
    expect([foreign.status, foreign.json.code]).toEqual([403, "workspace_forbidden"]);
    expect((await t.get(`/api/v1/workspaces/${second.wid}`)).status).toBe(200);
    const mine = await t.get("/api/v1/workspaces");
    expect(mine.json).toMatchObject({
      data: [{ id: second.wid }],
      pagination: { total: 1, next_cursor: null },
    });
  });

  it("409: a taken email; 422: a short password and an unknown field, each named", async () => {
    const t = await harness();
    await t.signUp();
    const again = await t.post("/api/v1/auth/register", {
      name: "X",
      email: "ann@example.com",
      password: "long enough",
    });
    expect([again.status, again.json.code, again.json.errors[0].path]).toEqual([
      409,
      "conflict",
      "email",
    ]);
    const none = await t.post("/api/v1/auth/register", { name: "X", password: "long enough" });
    expect(none.json.errors).toEqual([
      { path: "email", code: "required", message: "This field is required." },
    ]);
    const short = await t.post("/api/v1/auth/register", {
      name: "X",
      email: "x@example.com",
      password: "short",
    });
    expect([short.status, short.json.errors[0].path]).toEqual([422, "password"]);
    const unknown = await t.post("/api/v1/auth/register", {
      name: "X",
      email: "x@example.com",
      password: "long enough",
      role: "super_admin",
    });
    expect(unknown.json.errors).toEqual([
      expect.objectContaining({ path: "role", code: "unknown_field" }),
    ]);
  });

  it("200: login sets a strict cookie, me answers with it, logout ends it at once", async () => {
    const t = await harness();
    const { cookie } = await t.signUp();
    t.useCookie("");
    const wrong = await t.post("/api/v1/auth/login", {
      username: "ann@example.com",
      password: "wrong password",
    });
    expect([wrong.status, wrong.json.code]).toEqual([401, "invalid_credentials"]);
    const right = await t.post("/api/v1/auth/login", {
      username: "ANN@example.com",
      password: "correct horse battery",
    });
    expect(right.status).toBe(200);
    expect(right.headers.get("set-cookie")).toMatch(
      /^auth_token=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(right.text).not.toContain("eyJ");

    t.useCookie(cookie);
    const me = await t.get("/api/v1/auth/me");
    expect(me.json).toMatchObject({
      user: { email: "ann@example.com" },
      workspaces: [{ role: "super_admin" }],
      impersonator: null,
    });
    const { user } = me.json;
    const back = await t.put("/api/v1/auth/me", { ...user, email: "anna@example.com" });
    expect(back.json).toEqual({ ...user, email: "anna@example.com", username: "anna@example.com" });
    const raised = await t.put("/api/v1/auth/me", { ...back.json, role: "admin" });
    expect([raised.status, raised.json.errors[0].code]).toEqual([422, "read_only_field"]);
    expect((await t.post("/api/v1/auth/logout")).status).toBe(204);
    const after = await t.get("/api/v1/auth/me");
    expect([after.status, after.json.code, after.headers.get("www-authenticate")]).toEqual([
      401,
      "unauthenticated",
      'Bearer realm="api"',
    ]);
  });

  it("400, 404, 405, 413, 415: what cannot be read is refused with its code", async () => {
    const t = await harness();
    const bad = await t.request("POST", "/api/v1/auth/login", "{nope", {
      "content-type": "application/json",
    });
    expect([bad.status, bad.json.code]).toEqual([400, "malformed_request"]);
    const text = await t.request("POST", "/api/v1/auth/login", "a=b", {
      "content-type": "text/plain",
    });
    expect([text.status, text.json.code]).toEqual([415, "unsupported_media_type"]);
    expect((await t.request("PUT", "/health")).headers.get("allow")).toBe("GET, HEAD");
    const deep = await t.request("POST", "/api/v1/auth/login", "[".repeat(40) + "]".repeat(40), {
      "content-type": "application/json",
    });
    expect([deep.status, deep.json.code]).toEqual([400, "malformed_request"]);
    const large = await t.request(
      "POST",
      "/api/v1/auth/login",
      JSON.stringify({ username: "x".repeat(300_000) }),
      { "content-type": "application/json" },
    );
    expect([large.status, large.json.code]).toEqual([413, "payload_too_large"]);
    const nowhere = await t.get("/api/v1/nowhere");
    expect([nowhere.status, nowhere.json.code, nowhere.headers.get("content-type")]).toEqual([
      404,
      "not_found",
      "application/problem+json",
    ]);
    const method = await t.request("PUT", "/api/v1/auth/login", {});
    expect([method.status, method.json.code, method.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST",
    ]);
    expect(method.json.request_id).toBe(method.headers.get("x-request-id"));
  });
});
