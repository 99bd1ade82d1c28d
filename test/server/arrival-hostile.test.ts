import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { ownTables } from "#server/move/tables.ts";
import { startNodeHost } from "#test/support/node-host.ts";

/** The row of a workspace, as another installation of the same version tells it. */
const ROW = {
  name: "Acme",
  is_client: 1,
  quota_leads: null,
  quota_mailboxes: null,
  quota_mails: null,
  paused_at: null,
  pause_reason: null,
  client_switches: "[]",
  created_at: 1_764_000_000_000,
};
const MADE = { created_at: 1, updated_at: 1 };
const RELEASE = "let go";

const ended: (() => unknown)[] = [];
let o: Awaited<ReturnType<typeof installation>>;
beforeAll(async () => {
  o = await installation();
});
afterAll(async () => {
  for (const end of ended) await end();
});

/** A product with a person, and somebody who has a key for arrivals alone. */
async function installation() {
  const host = await startNodeHost({ env: { API_LIMIT_PER_MINUTE: "10000", LOG_LEVEL: "warn" } });
  const call = async (method: string, path: string, body?: unknown, headers: object = {}) => {
    const answer = await fetch(host.url + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      json: (await answer.json()) as Readonly<Record<string, unknown>>,
    };
  };
  const registered = await call("POST", "/api/v1/auth/register", {
    name: "Ann",
    email: "ann@ours.test",
    password: "correct horse battery",
  });
  const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const body = { name: "Arrivals", scopes: ["arrivals.edit"], workspace_ids: null };
  const made = await call("POST", "/api/v1/admin/api-keys", body, { cookie });
  const database = openLibsql(`file:${join(host.dataDir, "outrider.db")}`);
  ended.push(
    () => database.close(),
    () => host.stop(),
  );
  const tables = Object.fromEntries(
    (await ownTables(database)).map(({ name, columns }) => [name, columns]),
  );

  /** Begins to bring a workspace without rows; answers what calls it. */
  async function arrive() {
    const id = randomUUID();
    const secret = randomBytes(32).toString("base64url");
    const expected = {
      id,
      secret,
      release_hash: createHash("sha256").update(RELEASE).digest("hex"),
      workspace: { id: 3, name: "Acme" },
      tables,
    };
    const authorization = `Bearer ${String(made.json["key"])}`;
    const begun = await call("POST", "/api/v1/admin/arrivals", expected, { authorization });
    expect(begun.status).toBe(201);
    const say = async (said: object): Promise<number> => {
      const body = JSON.stringify(said);
      const path = `/internal/arrivals/${id}`;
      const timestamp = String(Date.now());
      const nonce = randomBytes(16).toString("hex");
      const signed = { method: "POST", path, timestamp, nonce, body };
      const headers = internalHeaders(secret, signed);
      return (await fetch(host.url + path, { method: "POST", headers, body })).status;
    };
    expect(await say({ act: "begin" })).toBe(200);
    return {
      wid: Number(begun.json["workspace_id"]),
      ready: (row: object = ROW, counted: readonly (readonly [string, number])[] = []) =>
        say({ act: "ready", counted, receipts_read: null, leads: 0, workspace: row }),
      open: (beside: readonly object[] = []) =>
        say({ act: "open", release: RELEASE, people: [], hash_key: "k", beside }),
    };
  }
  return { database, arrive, get: (path: string) => call("GET", path, undefined, { cookie }) };
}

it("cannot end the lists of everybody, or the numbers of those who move next, by what it says of itself", async () => {
  const { arrive, get, database } = o;
  const { ready, open } = await arrive();
  for (const row of [
    { ...ROW, client_switches: "{oops" },
    { ...ROW, client_switches: "{}" },
    { ...ROW, created_at: 9e15 },
    { ...ROW, created_at: "soon" },
    { ...ROW, paused_at: -1 },
    { ...ROW, name: { b64: "AAAA" } },
    { ...ROW, name: "x".repeat(201) },
    { ...ROW, quota_leads: "many" },
    { ...ROW, is_client: 7 },
  ]) {
    expect([row, await ready(row)]).toEqual([row, 422]);
  }
  for (const last of [8e18, 900_001 * 1e9, -1, 0.5]) {
    expect([last, await ready(ROW, [["leads", last]])]).toEqual([last, 422]);
  }
  expect([await ready(), await open()]).toEqual([200, 200]);
  for (const path of ["auth/me", "workspaces", "admin/clients", "admin/overview"]) {
    expect([path, (await get(`/api/v1/${path}`)).status]).toEqual([path, 200]);
  }
  const { rows } = await database.execute(
    "SELECT max(CAST(value AS INTEGER)) AS n FROM install_settings WHERE key = 'workspace_numbers'",
  );
  expect(Number(rows[0]?.["n"])).toBeLessThan(500_100);
});

it("leaves out rows beside the workspace that this installation could not show, and the rest comes", async () => {
  const { arrive, get, database } = o;
  const brand = { name: "Acme", accent: "#00697a", sender_name: null, sender_email: null, ...MADE };
  const wrong = [
    { ...brand, accent: "red;}</style><script>alert(1)</script>" },
    { ...brand, name: "Acme\r\nBcc: all@ours.test" },
    { ...brand, sender_email: "a@b.test\r\nBcc: all@ours.test" },
    { ...brand, logo: "data:text/html;base64,PHNjcmlwdD4=", logo_hash: "0".repeat(32) },
    { ...brand, created_at: "soon" },
  ];
  const slack = { provider: "slack", account_label: "#sales", config: "{}", connected_at: 1 };
  const odd = await arrive();
  await odd.ready();
  const beside = [
    ...wrong.map((row) => ({ table: "workspace_brands", row })),
    { table: "integrations", row: { ...slack, provider: "nobody" } },
    { table: "integrations", row: { ...slack, config: "{oops" } },
    { table: "provider_keys", row: { provider: "ses", key: null, created_at: 1 } },
    { table: "users", row: { email: "mallory@evil.test" } },
  ];
  expect(await odd.open(beside)).toBe(200);
  const { rows } = await database.execute(`SELECT (SELECT count(*) FROM integrations)
    + (SELECT count(*) FROM provider_keys) + (SELECT count(*) FROM workspace_brands) AS n`);
  expect(rows[0]?.["n"]).toBe(0);
  const { wid, ready, open } = await arrive();
  await ready();
  const right = [
    { table: "workspace_brands", row: brand },
    { table: "integrations", row: slack },
  ];
  expect(await open(right)).toBe(200);
  const { json } = await get(`/api/v1/admin/clients/${wid}/branding`);
  expect(json).toMatchObject({ name: "Acme", accent: "#00697a" });
});
