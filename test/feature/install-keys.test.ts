import { describe, expect, it } from "vitest";
import { installKeys, installKeyWorkspaces } from "#modules/accounts/schema/access.ts";
import { CLIENT_KEPT_DAYS } from "#platform/rules/choices.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { purgeClients } from "#modules/operations/clients/purge-clients.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { auditOf, caller, cookieOf, everyRole, PASSWORD } from "#test/support/staff.ts";

const KEYS = "/api/v1/admin/api-keys";
const bearer = (key: string) => ({ authorization: `Bearer ${key}`, cookie: "" });

/** Everybody, and a key that the admin makes. */
async function withKey(t: Harness, body: Record<string, unknown> = {}) {
  const people = await everyRole(t);
  const made = await people.admin.post(KEYS, { name: "sync", ...body });
  expect(made.status).toBe(201);
  const { key, id } = made.json as { key: string; id: number };
  const by = (method: string, path: string, sent?: unknown) =>
    t.request(method, path, sent, bearer(key));
  return { ...people, made, key, id, by };
}

describe("keys of the installation", () => {
  it("201: shown once, kept as a hash; opens every workspace, those to come too, and lists them", async () => {
    const t = await harness();
    const w = await withKey(t);
    expect(w.key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(w.made.headers.get("location")).toBe(`${KEYS}/${w.id}`);
    expect(JSON.stringify(await t.db.select().from(installKeys))).not.toContain(w.key);
    const list = await w.admin.get(KEYS);
    expect(list.text).not.toContain(w.key);
    expect(list.json.data).toEqual([
      expect.objectContaining({
        name: "sync",
        workspaces: null,
        created_by: { id: w.admin.id, name: "admin" },
        adopted_by: null,
        status: "active",
        scopes: null,
        preset: "full",
        last_four: w.key.slice(-4),
        last_used_at: null,
      }),
    ]);
    const made = await w.super_admin.post("/api/v1/workspaces", { name: "New", slug: "new" });
    const all = (await w.by("GET", "/api/v1/workspaces")).json.data;
    expect(all.map(({ id }: { id: number }) => id)).toContain(made.json.id);
    for (const wid of [w.clientWid, w.rootWid, made.json.id]) {
      expect((await w.by("GET", `/api/v1/workspaces/${wid}/leads`)).status).toBe(200);
    }
    expect((await w.by("GET", "/api/v1/workspaces/99999/leads")).status).toBe(404);
    expect((await w.by("GET", "/api/v1/auth/me")).json).toMatchObject({
      user: null,
      api_key: { id: w.id, kind: "install", role: "admin", scopes: null },
    });
    t.advance(MINUTE_MS);
    expect((await w.admin.get(KEYS)).json.data[0].last_used_at).toBe("2026-11-18T12:00:00.000Z");
  });

  it("a key of named workspaces opens these alone, and reaches the installation only where a scope says so", async () => {
    const t = await harness();
    const people = await everyRole(t);
    const named = { name: "named", workspace_ids: [people.clientWid] };
    const made = (await people.admin.post(KEYS, named)).json;
    expect(made.workspaces).toEqual([{ id: people.clientWid, name: "Acme" }]);
    const get = (path: string, key = made.key as string) => t.get(path, bearer(key));
    expect((await get(`/api/v1/workspaces/${people.clientWid}/leads`)).status).toBe(200);
    expect((await get(`/api/v1/workspaces/${people.rootWid}/leads`)).json.code).toBe(
      "workspace_forbidden",
    );
    const list = (await get("/api/v1/workspaces")).json;
    expect(list.data.map(({ id }: { id: number }) => id)).toEqual([people.clientWid]);
    expect(list.pagination.total).toBe(1);
    expect((await get("/api/v1/workspaces?q=acme")).json.data).toHaveLength(1);
    expect((await get("/api/v1/admin/clients")).json.code).toBe("forbidden");
    const read = (await people.admin.post(KEYS, { ...named, scopes: ["read"] })).json;
    expect([read.preset, read.scopes.includes("admin.read")]).toEqual(["read", false]);
    const said = (await people.admin.post(KEYS, { ...named, scopes: ["admin.read"] })).json;
    expect((await get("/api/v1/admin/clients", said.key)).status).toBe(200);
  });

  it("422: workspaces that are not there, none at all, and scopes that no such key has", async () => {
    const t = await harness();
    const w = await everyRole(t);
    const met = async (body: object) => {
      const answer = await w.admin.post(KEYS, { name: "k", ...body });
      return [answer.status, answer.json.errors?.[0]?.path];
    };
    expect(await met({ workspace_ids: [w.clientWid, 4_711] })).toEqual([422, "workspace_ids.1"]);
    expect(await met({ workspace_ids: [] })).toEqual([422, "workspace_ids"]);
    for (const scope of [
      "system.update",
      "admin.impersonate",
      "install_keys.edit",
      "api_keys.read",
    ]) {
      expect(await met({ scopes: ["read", scope] })).toEqual([422, "scopes.1"]);
    }
    expect(await met({ name: " " })).toEqual([422, "name"]);
    expect((await w.admin.get(KEYS)).json.data).toEqual([]);
  });

  it("403 for employee, client, keys and while impersonating; 404 for an unknown or revoked one", async () => {
    const t = await harness();
    const w = await withKey(t);
    for (const who of [w.employee, w.client]) {
      expect((await who.get(KEYS)).status).toBe(403);
      expect((await who.post(KEYS, { name: "k" })).status).toBe(403);
      expect((await who.delete(`${KEYS}/${w.id}`)).status).toBe(403);
    }
    expect((await w.by("GET", KEYS)).status).toBe(403);
    expect((await w.by("POST", KEYS, { name: "k" })).status).toBe(403);
    expect((await w.by("DELETE", `${KEYS}/${w.id}`)).status).toBe(403);
    expect((await w.by("POST", `/api/v1/admin/impersonate/${w.employee.id}`)).status).toBe(403);
    expect((await w.by("POST", "/api/v1/admin/system/update", {})).status).toBe(403);
    const keysOf = `/api/v1/workspaces/${w.clientWid}/api-keys`;
    expect((await w.by("POST", keysOf, { name: "k" })).status).toBe(403);
    expect((await w.by("GET", keysOf)).status).toBe(403);
    // The super_admin as the admin.
    const acting = await w.super_admin.post(`/api/v1/admin/impersonate/${w.admin.id}`);
    const asAdmin = caller(t, w.admin.id, cookieOf(acting));
    expect((await asAdmin.get(KEYS)).status).toBe(200);
    for (const answer of [
      await asAdmin.post(KEYS, { name: "k" }),
      await asAdmin.post(`${KEYS}/${w.id}/adopt`),
      await asAdmin.delete(`${KEYS}/${w.id}`),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
    }
    expect((await w.admin.delete(`${KEYS}/${w.id}`)).status).toBe(204);
    for (const path of [`${KEYS}/${w.id}`, `${KEYS}/999`]) {
      expect((await w.admin.delete(path)).status).toBe(404);
      expect((await w.admin.post(`${path}/adopt`)).status).toBe(404);
    }
    expect((await w.by("GET", "/api/v1/auth/me")).status).toBe(401);
  });

  it("does an admin's work by the admin routes, written down as the key's own", async () => {
    const t = await harness();
    const w = await withKey(t);
    const own = await w.admin.post(`/api/v1/workspaces/${w.clientWid}/api-keys`, { name: "own" });
    expect(own.json.id).toBe(w.id);
    const made = await w.by("POST", "/api/v1/admin/clients", {
      name: "Bo",
      email: "bo@example.com",
      password: PASSWORD,
      workspace: { name: "Bo", slug: "bo-inc" },
    });
    expect(made.status).toBe(201);
    expect((await w.by("GET", `/api/v1/workspaces/${made.json.id}`)).status).toBe(200);
    const [, line] = (await auditOf(w.admin, "client.created")).toReversed();
    expect(line).toMatchObject({ user: null, api_key_id: null, install_key_id: w.id });
    const employee = `/api/v1/admin/employees/${w.employee.id}`;
    expect((await w.by("PUT", employee, { name: "Emil" })).status).toBe(200);
    for (const takeover of [{ password: "another good password" }, { email: "x@example.com" }]) {
      expect((await w.by("PUT", employee, takeover)).json.code).toBe("forbidden");
    }
  });

  it("keys of both kinds with one id share neither answers of an Idempotency-Key nor names", async () => {
    const t = await harness();
    const w = await withKey(t);
    const base = `/api/v1/workspaces/${w.clientWid}`;
    const own = (await w.admin.post(`${base}/api-keys`, { name: "own" })).json;
    expect(own.id).toBe(w.id);
    const post = (key: string) =>
      t.post(`${base}/campaigns`, { name: "Same" }, { ...bearer(key), "idempotency-key": "once" });
    const [first, again, other] = [await post(w.key), await post(w.key), await post(own.key)];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(other.headers.get("idempotency-replayed")).toBeNull();
    expect(other.json.id).not.toBe(first.json.id);
  });
});

describe("a key whose admin is none any more", () => {
  it("401 until an admin adopts it, which is written down; then it hangs on them", async () => {
    const t = await harness();
    const w = await withKey(t);
    const use = async () => (await w.by("GET", "/api/v1/auth/me")).status;
    expect(await use()).toBe(200);
    await w.super_admin.put(`/api/v1/admin/employees/${w.admin.id}`, { role: "employee" });
    const refused = await w.by("GET", "/api/v1/auth/me");
    expect([refused.status, refused.json.code]).toEqual([401, "unauthenticated"]);
    expect(refused.json.detail).toMatch(/adopt/);
    expect((await w.super_admin.get(KEYS)).json.data[0].status).toBe("stopped");
    const adopted = await w.super_admin.post(`${KEYS}/${w.id}/adopt`);
    expect(adopted.json).toMatchObject({
      status: "active",
      adopted_by: { id: w.super_admin.id, name: "Root" },
    });
    expect(await use()).toBe(200);
    expect(await auditOf(w.super_admin, "install_key.adopted")).toHaveLength(1);
  });

  it("200: deleting an admin names the keys that stop, or ends them with revoke_keys", async () => {
    const t = await harness();
    const w = await withKey(t);
    const gone = await w.super_admin.delete(`/api/v1/admin/employees/${w.admin.id}`);
    expect(gone.json.install_keys).toEqual([
      expect.objectContaining({ id: w.id, status: "stopped" }),
    ]);
    expect((await w.by("GET", "/api/v1/auth/me")).status).toBe(401);

    const t2 = await harness();
    const v = await withKey(t2);
    const both = `/api/v1/admin/employees/${v.admin.id}?revoke_keys=true`;
    const ended = await v.super_admin.delete(both);
    expect(ended.json.install_keys).toHaveLength(1);
    expect((await t2.db.select().from(installKeys))[0]?.revokedAt).toBe(t2.clock.now);
    expect((await v.super_admin.get(KEYS)).json.data).toEqual([]);
    expect(await auditOf(v.super_admin, "install_key.revoked")).toHaveLength(1);
  });
});

it("a deleted client is closed to keys that name it, and purged from them", async () => {
  const t = await harness();
  const w = await withKey(t);
  const body = { name: "n", workspace_ids: [w.clientWid, w.rootWid] };
  const named = (await w.admin.post(KEYS, body)).json;
  await w.admin.delete(`/api/v1/admin/clients/${w.clientWid}`);
  const leads = `/api/v1/workspaces/${w.clientWid}/leads`;
  expect((await t.get(leads, bearer(named.key))).json.code).toBe("workspace_forbidden");
  expect((await w.by("GET", leads)).status).toBe(404);
  const shown = (await w.admin.get(KEYS)).json.data[0].workspaces;
  expect(shown.map(({ id }: { id: number }) => id)).toEqual([w.rootWid]);
  t.advance((CLIENT_KEPT_DAYS + 1) * DAY_MS);
  for (let i = 0; i < 40; i++) await purgeClients(t.deps);
  const left = await t.db.select().from(installKeyWorkspaces);
  expect(left.map(({ workspaceId }) => workspaceId)).toEqual([w.rootWid]);
});

it("MCP with a key of several workspaces: each call names one, and tools follow the scopes", async () => {
  const t = await harness();
  const w = await withKey(t, { scopes: ["read"] });
  const { client, call } = await mcpClient(t, bearer(w.key));
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  expect(tools).toContain("list_leads");
  expect(tools).not.toContain("start_campaign");
  expect((await call("list_leads")).json.errors).toMatchObject([{ path: "workspace_id" }]);
  expect((await call("list_leads", { workspace_id: w.clientWid })).failed).toBe(false);
  expect((await call("list_leads", { workspace_id: 4_711 })).json.code).toBe("not_found");
  const one = await w.admin.post(KEYS, { name: "one", workspace_ids: [w.clientWid] });
  const ofOne = await mcpClient(t, bearer(one.json.key));
  expect((await ofOne.call("list_leads")).failed).toBe(false);
  expect((await ofOne.call("list_leads", { workspace_id: w.rootWid })).json.code).toBe(
    "workspace_forbidden",
  );
});
