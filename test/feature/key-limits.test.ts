import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "#platform/access/permissions.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { CLIENT_ADDRESS, type Harness, harness } from "#test/support/harness.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { ANSWERING, recordsIn } from "#test/support/records.ts";
import { auditOf, everyRole } from "#test/support/staff.ts";

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, cookie: "" });

/** An operator and a way to make keys in their workspace. */
async function operator() {
  const t = await harness();
  const { wid } = await t.signUp();
  const keys = `/api/v1/workspaces/${wid}/api-keys`;
  const make = (body: Record<string, unknown>) => t.post(keys, { name: "crm", ...body });
  const use = (key: string, path = `/api/v1/workspaces/${wid}/leads`, from?: string) =>
    t.get(path, { ...bearer(key), ...(from !== undefined && { [CLIENT_ADDRESS]: from }) });
  return { t, wid, keys, make, use };
}

/** The wrong fields of a 422. */
const wrong = async (answer: ReturnType<Harness["post"]>): Promise<unknown> => {
  const { status, json } = await answer;
  return [status, ...(json.errors ?? []).map((e: { path: string }) => e.path)];
};

describe("scopes", () => {
  it("201: a key keeps its actions, does them and nothing else, and says what it lacks", async () => {
    const { t, wid, keys, make, use } = await operator();
    const made = await make({ scopes: ["leads.read"] });
    expect([made.status, made.json.scopes, made.json.preset]).toEqual([201, ["leads.read"], null]);
    expect((await use(made.json.key)).status).toBe(200);
    const refused = await use(made.json.key, `/api/v1/workspaces/${wid}/campaigns`);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    expect(refused.json.detail).toContain("campaigns.read");
    const listed = (await t.get(keys)).json.data[0];
    expect(listed).toMatchObject({ scopes: ["leads.read"], expires_at: null, allow_cidrs: [] });
  });

  it("201: presets become their actions; full, null and nothing mean all, in later versions too", async () => {
    const { make } = await operator();
    const read = (await make({ scopes: ["read"] })).json;
    expect(read.preset).toBe("read");
    expect(read.scopes).toContain("threads.read");
    for (const scope of read.scopes as string[]) {
      expect(scope).toMatch(/\.read$|^workspaces\.list$|^mcp\.use$/);
    }
    const both = (await make({ scopes: ["leads", "webhooks.read"] })).json;
    expect([both.preset, both.scopes]).toEqual([null, expect.arrayContaining(["webhooks.read"])]);
    expect(both.scopes).toContain("leads.import");
    expect(both.scopes).not.toContain("campaigns.run");
    for (const body of [{}, { scopes: null }, { scopes: ["full"] }, { scopes: ["full", "read"] }]) {
      const made = (await make(body)).json;
      expect([made.scopes, made.preset]).toEqual([null, "full"]);
    }
  });

  it("a preset gives a client's key only what clients may", async () => {
    const { make } = await operator();
    const made = (await make({ scopes: ["send"], role: "client" })).json;
    expect([made.status, made.preset]).toEqual(["active", "send"]);
    for (const scope of made.scopes as (keyof typeof PERMISSIONS)[]) {
      expect(PERMISSIONS[scope]).toMatch(/[Cc].*K/);
    }
  });

  it("422: unknown scopes, none at all, and those that the key's role lacks, each by its place", async () => {
    const { t, make } = await operator();
    expect(await wrong(make({ scopes: ["leads.read", "leads.fly"] }))).toEqual([422, "scopes.1"]);
    expect(await wrong(make({ scopes: [] }))).toEqual([422, "scopes"]);
    expect(await wrong(make({ scopes: ["leads.read", "leads.delete"], role: "client" }))).toEqual([
      422,
      "scopes.1",
    ]);
    // No key of a workspace may, whoever makes it.
    for (const scope of ["api_keys.edit", "admin.read", "system.update", "account.edit"]) {
      expect(await wrong(make({ scopes: [scope] }))).toEqual([422, "scopes.0"]);
    }
    expect((await t.get("/api/v1/api-key-scopes")).status).toBe(200);
  });

  it("200: the list of scopes is the permission table as far as it lets keys, with words", async () => {
    const { t, make } = await operator();
    const { json } = await t.get("/api/v1/api-key-scopes");
    const names = json.scopes.map(({ name }: { name: string }) => name);
    const table = Object.entries(PERMISSIONS).filter(([, rule]) => /[KI]/.test(rule));
    expect(names).toEqual(table.map(([name]) => name));
    for (const { name, keys, description } of json.scopes) {
      expect(description, name).toMatch(/^[A-Z].{5,}/);
      for (const [kind, letters] of Object.entries({
        employee: /E.*K/,
        client: /[Cc].*K/,
        install: /A.*I/,
      })) {
        const rule = PERMISSIONS[name as keyof typeof PERMISSIONS];
        expect([name, kind, keys.includes(kind)]).toEqual([name, kind, letters.test(rule)]);
      }
    }
    const preset = (of: string) => json.presets.find((p: { name: string }) => p.name === of).scopes;
    const made = (await make({ scopes: ["send"] })).json.scopes as string[];
    expect(preset("send")).toEqual(expect.arrayContaining(made));
    expect(preset("full")).toEqual(names);
  });

  it("MCP shows a key the tools that its scopes allow, and refuses the others as their routes do", async () => {
    const { t, make } = await operator();
    const key = (await make({ scopes: ["mcp.use", "campaigns.read"] })).json.key;
    const { client, call } = await mcpClient(t, bearer(key));
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    expect(tools).toContain("list_campaigns");
    expect(tools.filter((name) => /lead|start|thread|mailbox|warmup/.test(name))).toEqual([]);
    expect((await call("list_campaigns")).failed).toBe(false);
    expect(await call("list_leads")).toMatchObject({
      failed: true,
      json: { code: "forbidden", detail: expect.stringContaining("leads.read") },
    });
    const without = (await make({ scopes: ["campaigns.read"] })).json.key;
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await t.post("/api/v1/mcp", message, bearer(without))).status).toBe(403);
  });

  it("a handler that asks for more than its route's action finds it in the scopes as well", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    const { threads } = await recordsIn(t, wid);
    const base = `/api/v1/workspaces/${wid}`;
    await t.post(`${base}/suppressions`, { email: "ann@acme.example" });
    const reply = async (scopes: string[]) => {
      const { key } = (await t.post(`${base}/api-keys`, { name: "k", scopes })).json;
      const body = { body_text: "Hi", force: true };
      return t.post(`${base}/threads/${threads}/reply`, body, bearer(key));
    };
    const refused = await reply(["threads.answer"]);
    expect([refused.status, refused.json.errors?.[0]?.path]).toEqual([403, "force"]);
    expect((await reply(["threads.answer", "threads.force"])).status).toBe(202);
  });

  it("200: GET /auth/me says what the key is", async () => {
    const { t, make } = await operator();
    const { key } = (await make({ scopes: ["account.read", "leads.read"] })).json;
    expect((await t.get("/api/v1/auth/me", bearer(key))).json.api_key).toMatchObject({
      kind: "workspace",
      role: "employee",
      scopes: ["account.read", "leads.read"],
    });
  });
});

describe("expiry", () => {
  it("401 with its own words from that moment on, shown as expired, and no use is noted", async () => {
    const { t, keys, make, use } = await operator();
    const at = new Date(t.clock.now + DAY_MS).toISOString();
    const made = (await make({ expires_at: at })).json;
    expect([made.expires_at, made.status]).toEqual([at, "active"]);
    t.advance(DAY_MS - 1);
    expect((await use(made.key)).status).toBe(200);
    t.advance(1);
    const refused = await use(made.key);
    expect([refused.status, refused.json.code]).toEqual([401, "unauthenticated"]);
    expect(refused.json.detail).toMatch(/expired/);
    t.advance(HOUR_MS);
    await use(made.key);
    const [shown] = (await t.get(keys)).json.data;
    expect(shown.status).toBe("expired");
    expect(Date.parse(shown.last_used_at)).toBeLessThan(Date.parse(at));
  });

  it("422: a time that is over, or is none; any offset is taken", async () => {
    const { t, make } = await operator();
    const now = new Date(t.clock.now).toISOString();
    for (const at of [now, "2020-01-01T00:00:00Z", "tomorrow", "2030-01-01", 1]) {
      expect(await wrong(make({ expires_at: at }))).toEqual([422, "expires_at"]);
    }
    const made = await make({ expires_at: "2030-01-01T02:00:00+02:00" });
    expect(made.json.expires_at).toBe("2030-01-01T00:00:00.000Z");
  });
});

describe("address ranges", () => {
  it("403 address_not_allowed from elsewhere, IPv4 and IPv6, mapped ones as IPv4", async () => {
    const { make, use } = await operator();
    const ranges = ["203.0.113.77/24", "2001:db8::/32", "198.51.100.7"];
    const made = (await make({ allow_cidrs: ranges })).json;
    expect(made.allow_cidrs).toEqual(["203.0.113.0/24", "2001:db8::/32", "198.51.100.7/32"]);
    const met = async (from: string) => (await use(made.key, undefined, from)).status;
    for (const from of ["203.0.113.1", "::ffff:203.0.113.9", "2001:db8:9::1", "198.51.100.7"]) {
      expect([from, await met(from)]).toEqual([from, 200]);
    }
    for (const from of ["203.0.114.1", "2001:db9::1", "198.51.100.8", "::1", "", "0", "nobody"]) {
      expect([from, await met(from)]).toEqual([from, 403]);
    }
    const refused = await use(made.key, undefined, "192.0.2.1");
    expect(refused.json.code).toBe("address_not_allowed");
    expect(refused.json.detail).toContain("192.0.2.1");
    // Before anything else is told, whatever the route.
    expect((await use(made.key, "/api/v1/workspaces/999/leads", "192.0.2.1")).json.code).toBe(
      "address_not_allowed",
    );
  });

  it("422: what is no range, and more than 50, each by its place", async () => {
    const { make } = await operator();
    const NONE = [
      "",
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "10.0.0.0/08x",
      "10.0.0/8",
      "0x0a.0.0.0/8",
      "10.0.0.0/8/8",
      "2001:db8::/129",
      "fe80::1%eth0",
      "::ffff:10.0.0.0/104",
      "example.com",
    ];
    for (const range of NONE) {
      expect([range, await wrong(make({ allow_cidrs: ["10.0.0.0/8", range] }))]).toEqual([
        range,
        [422, "allow_cidrs.1"],
      ]);
    }
    const many = Array.from({ length: 51 }, (_, i) => `10.0.${i}.0/24`);
    expect(await wrong(make({ allow_cidrs: many }))).toEqual([422, "allow_cidrs"]);
    expect((await make({ allow_cidrs: many.slice(1) })).status).toBe(201);
  });

  it("a key that is refused still uses up its limit", async () => {
    const t = await harness({ settings: { API_LIMIT_PER_MINUTE: "3" } });
    const { wid } = await t.signUp();
    const body = { name: "crm", allow_cidrs: ["203.0.113.0/24"] };
    const { key } = (await t.post(`/api/v1/workspaces/${wid}/api-keys`, body)).json;
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await t.get("/api/v1/auth/me", bearer(key))).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429]);
  });
});

it("the audit log keeps what limits a key", async () => {
  const t = await harness();
  const people = await everyRole(t);
  const body = { name: "crm", scopes: ["leads.read"], allow_cidrs: ["203.0.113.0/24"] };
  await people.admin.post(`/api/v1/workspaces/${people.clientWid}/api-keys`, body);
  expect(await auditOf(people.admin, "api_key.created")).toEqual([
    expect.objectContaining({ details: { ...body, role: "employee" } }),
  ]);
});
