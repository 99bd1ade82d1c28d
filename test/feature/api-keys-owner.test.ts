import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { auditOf, everyRole } from "#test/support/staff.ts";

/** An employee with a key in the client's workspace. */
async function keyOfEmployee(t: Harness) {
  const people = await everyRole(t);
  const pair = { employee_id: people.employee.id, workspace_id: people.clientWid };
  const assign = async () => (await people.admin.post("/api/v1/admin/assignments", pair)).json.id;
  const assignment: number = await assign();
  const keys = `/api/v1/workspaces/${people.clientWid}/api-keys`;
  const made = (await people.employee.post(keys, { name: "crm" })).json;
  const leads = `/api/v1/workspaces/${people.clientWid}/leads`;
  const use = async (path = leads) =>
    (await t.get(path, { authorization: `Bearer ${made.key}`, cookie: "" })).status;
  const status = async () => (await people.admin.get(keys)).json.data[0].status as string;
  return { ...people, assign, assignment, keys, made, leads, use, status };
}

describe("a key whose creator left the workspace", () => {
  it("401: on leads, export and MCP from the moment the assignment is removed, and 200 when it is back", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    expect([await w.use(), await w.status()]).toEqual([200, "active"]);
    await w.admin.delete(`/api/v1/admin/assignments/${w.assignment}`);
    expect(await Promise.all([w.use(), w.use(`${w.leads}/export`)])).toEqual([401, 401]);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const bearer = { authorization: `Bearer ${w.made.key}`, cookie: "" };
    expect((await t.post("/api/v1/mcp", ping, bearer)).status).toBe(401);
    expect(await w.status()).toBe("stopped");
    await w.assign();
    expect([await w.use(), await w.status()]).toEqual([200, "active"]);
  });

  it("401: when an admin who made one becomes an employee", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    const own = (await w.admin.post(w.keys, { name: "report" })).json;
    const use = async () =>
      (await t.get(w.leads, { authorization: `Bearer ${own.key}`, cookie: "" })).status;
    expect(await use()).toBe(200);
    const lower = { role: "employee" };
    await w.super_admin.put(`/api/v1/admin/employees/${w.admin.id}`, lower);
    expect(await use()).toBe(401);
  });

  it("200: an admin adopts it, which is written down; then it stops with that admin", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    await w.admin.delete(`/api/v1/admin/employees/${w.employee.id}`);
    expect(await w.use()).toBe(401);
    const adopt = `${w.keys}/${w.made.id}/adopt`;
    const adopted = await w.admin.post(adopt);
    expect([adopted.status, adopted.json]).toEqual([
      200,
      expect.objectContaining({
        status: "active",
        adopted_by: w.admin.id,
        last_four: w.made.last_four,
      }),
    ]);
    expect(await w.use()).toBe(200);
    expect(await auditOf(w.admin, "api_key.adopted")).toEqual([
      expect.objectContaining({
        user: { id: w.admin.id, name: "admin" },
        target: { type: "api_key", id: String(w.made.id) },
      }),
    ]);
    const gone = await w.super_admin.delete(`/api/v1/admin/employees/${w.admin.id}`);
    expect(gone.json.api_keys.map((key: { id: number }) => key.id)).toEqual([w.made.id]);
    expect(await w.use()).toBe(401);
  });

  it("200: admins find it among those of all workspaces, until it is adopted, expired or revoked", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    const orphans = async () => (await w.admin.get("/api/v1/admin/orphaned-api-keys")).json;
    const at = new Date(t.clock.now + DAY_MS).toISOString();
    const brief = (await w.employee.post(w.keys, { name: "brief", expires_at: at })).json;
    expect(await orphans()).toMatchObject({ data: [], pagination: { total: 0 } });
    await w.admin.delete(`/api/v1/admin/assignments/${w.assignment}`);
    const ids = async () => (await orphans()).data.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([brief.id, w.made.id]);
    expect((await orphans()).data[1]).toMatchObject({
      status: "stopped",
      workspace: { id: w.clientWid, name: "Acme" },
    });
    t.advance(DAY_MS);
    expect(await ids()).toEqual([w.made.id]);
    for (const who of [w.employee, w.client]) {
      expect((await who.get("/api/v1/admin/orphaned-api-keys")).status).toBe(403);
    }
    await w.admin.post(`${w.keys}/${w.made.id}/adopt`);
    expect(await ids()).toEqual([]);
  });

  it("403 for employee, client and key, 404 for a key of another workspace and for a revoked one", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    const adopt = `${w.keys}/${w.made.id}/adopt`;
    for (const who of [w.employee, w.client]) expect((await who.post(adopt)).status).toBe(403);
    const bearer = { authorization: `Bearer ${w.made.key}`, cookie: "" };
    expect((await t.post(adopt, undefined, bearer)).status).toBe(403);
    const foreign = `/api/v1/workspaces/${w.rootWid}/api-keys/${w.made.id}/adopt`;
    expect((await w.admin.post(foreign)).status).toBe(404);
    await w.admin.delete(`${w.keys}/${w.made.id}`);
    expect((await w.admin.post(adopt)).status).toBe(404);
  });
});

it("a key from before there were limits keeps working without any", async () => {
  const t = await harness();
  const w = await keyOfEmployee(t);
  const folder = join(import.meta.dirname, "../../drizzle");
  const adding = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint"))
    .filter((statement) =>
      /ALTER TABLE `api_keys` ADD `(scopes|allow_cidrs|expires_at)`/.test(statement),
    );
  expect(adding).toHaveLength(3);
  for (const column of ["scopes", "allow_cidrs", "expires_at"]) {
    await t.client.execute(`ALTER TABLE api_keys DROP COLUMN ${column}`);
  }
  for (const statement of adding) await t.client.execute(statement);
  expect(await w.use()).toBe(200);
  expect((await w.admin.get(w.keys)).json.data).toEqual([
    expect.objectContaining({ scopes: null, preset: "full", expires_at: null, allow_cidrs: [] }),
  ]);
});

describe("keys from before keys stopped with their creators", () => {
  /** The last statement of the migration that brought the rule. */
  const flagging = readFileSync(
    join(import.meta.dirname, "../../drizzle/0009_key-owners.sql"),
    "utf8",
  )
    .split("--> statement-breakpoint")
    .at(-1) as string;

  it("are flagged and go on where the creator is gone already; others stop as any", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    const other = (await w.admin.post(w.keys, { name: "other" })).json;
    const pair = { userId: w.employee.id as UserId, workspaceId: w.clientWid as WorkspaceId };
    await t.db.delete(workspaceMembers).where(eq(workspaceMembers.userId, pair.userId));
    await t.client.execute(flagging);
    const shown = (await w.admin.get(w.keys)).json.data as { id: number; status: string }[];
    expect(Object.fromEntries(shown.map(({ id, status }) => [id, status]))).toEqual({
      [w.made.id]: "flagged",
      [other.id]: "active",
    });
    expect(await w.use()).toBe(200);
    await t.db.delete(users).where(eq(users.id, pair.userId));
    expect(await w.use()).toBe(200);
    await w.admin.post(`${w.keys}/${w.made.id}/adopt`);
    expect([await w.use(), await w.status()]).toEqual([200, "active"]);
    const flags = await t.db.select({ flag: apiKeys.keptWithoutCreator }).from(apiKeys);
    expect(flags.some(({ flag }) => flag)).toBe(false);
  });

  it("a flagged key stops like any other once its creator came back and left again", async () => {
    const t = await harness();
    const w = await keyOfEmployee(t);
    await w.admin.delete(`/api/v1/admin/assignments/${w.assignment}`);
    await t.client.execute(flagging);
    expect(await w.status()).toBe("flagged");
    const again = await w.assign();
    expect(await w.status()).toBe("active");
    await w.admin.delete(`/api/v1/admin/assignments/${again}`);
    expect(await w.use()).toBe(401);
  });
});
