import { describe, expect, it } from "vitest";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, cookie: "" });

async function withKey(t: Harness, body: Record<string, unknown> = { name: "crm" }) {
  const { wid } = await t.signUp();
  const made = await t.post(`/api/v1/workspaces/${wid}/api-keys`, body);
  expect(made.status).toBe(201);
  return { wid, made: made.json as { id: number; key: string; last_four: string } };
}

describe("API keys", () => {
  it("201: the key is shown once, kept as a hash, and opens its own workspace only", async () => {
    const t = await harness();
    const { wid, made } = await withKey(t);
    expect(made.key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(JSON.stringify(await t.db.select().from(apiKeys))).not.toContain(made.key);
    const list = await t.get(`/api/v1/workspaces/${wid}/api-keys`);
    expect(list.json.data).toEqual([
      expect.objectContaining({
        name: "crm",
        prefix: "svc_live_",
        last_four: made.key.slice(-4),
        last_used_at: null,
      }),
    ]);
    expect(list.text).not.toContain(made.key);

    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const get = (path: string) => t.get(path, bearer(made.key));
    expect((await get(`/api/v1/workspaces/${wid}`)).status).toBe(200);
    expect((await get(`/api/v1/workspaces/${other.json.id}`)).json.code).toBe(
      "workspace_forbidden",
    );
    expect((await get("/api/v1/workspaces")).json.data.map((w: { id: number }) => w.id)).toEqual([
      wid,
    ]);
    expect((await get("/api/v1/auth/me")).json).toMatchObject({
      user: null,
      api_key: { name: "crm", role: "employee" },
    });
  });

  it("403: a key makes no workspace and no key, and a client's key edits no campaign", async () => {
    const t = await harness();
    const { wid, made } = await withKey(t, { name: "report", role: "client" });
    const post = (path: string, body: unknown) => t.post(path, body, bearer(made.key));
    expect((await post("/api/v1/workspaces", { name: "W", slug: "www" })).json.code).toBe(
      "forbidden",
    );
    expect((await post(`/api/v1/workspaces/${wid}/api-keys`, { name: "k" })).json.code).toBe(
      "forbidden",
    );
    expect((await post(`/api/v1/workspaces/${wid}/campaigns`, { name: "c" })).json.code).toBe(
      "forbidden",
    );
  });

  it("401: a revoked key, a mistyped one and an unknown one, at once", async () => {
    const t = await harness();
    const { wid, made } = await withKey(t);
    expect((await t.delete(`/api/v1/workspaces/${wid}/api-keys/${made.id}`)).status).toBe(204);
    expect((await t.delete(`/api/v1/workspaces/${wid}/api-keys/${made.id}`)).status).toBe(404);
    const mistyped = `${made.key.slice(0, -1)}${made.key.endsWith("a") ? "b" : "a"}`;
    for (const key of [made.key, mistyped, "svc_live_", "svc_live_" + "x".repeat(38)]) {
      expect((await t.get("/api/v1/auth/me", bearer(key))).status).toBe(401);
    }
  });

  it("tells the last use to the minute, and counts a key as one user", async () => {
    const t = await harness({ settings: { API_LIMIT_PER_MINUTE: "3" } });
    const { wid, made } = await withKey(t);
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await t.get("/api/v1/auth/me", bearer(made.key))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    t.advance(MINUTE_MS);
    const list = await t.get(`/api/v1/workspaces/${wid}/api-keys`);
    expect(list.json.data[0].last_used_at).toBe("2026-11-18T12:00:00.000Z");
  });

  it("409: the twenty-first key", async () => {
    const t = await harness();
    const { wid } = await withKey(t);
    for (let i = 2; i <= 20; i++)
      await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: `k${i}` });
    const more = await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: "k21" });
    expect([more.status, more.json.code]).toEqual([409, "limit_reached"]);
  });
});
