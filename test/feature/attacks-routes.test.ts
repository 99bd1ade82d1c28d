import { describe, expect, it } from "vitest";
import { API } from "#test/support/conform.ts";
import { castOf } from "#test/support/cast.ts";
import { CLIENT_ADDRESS, type Harness, harness } from "#test/support/harness.ts";
import {
  ANSWERING,
  bodyOf,
  pathOf,
  recordBehind,
  peopleOf,
  recordsIn,
} from "#test/support/records.ts";

const operations = Object.entries(API.paths)
  .filter(([path]) => path.startsWith("/api/"))
  .flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      method: verb.toUpperCase(),
      path,
      operation,
    })),
  );

const MALFORMED = [
  "text",
  "-1",
  "0",
  "1.5",
  "1e3",
  "0x1",
  "+1",
  "1,2",
  "9007199254740992",
  "9007199254740993",
  "999999999999999",
  "1".repeat(1_000),
  "%00",
  "%20",
  "1%00",
  "1%20OR%201=1",
  "1;DROP%20TABLE%20users",
  "..%2f..%2fetc%2fpasswd",
  "%252e%252e",
  "١",
  "%F0%9F%92%A9",
  "%ff",
  "%zz",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "[object%20Object]",
];

/** Every table but those that every request writes to. */
async function snapshot(t: Harness, where = ""): Promise<string> {
  const { rows: tables } = await t.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%workspace_id%' AND name <> 'audit_log' ORDER BY name",
  );
  const parts: string[] = [];
  for (const table of tables) {
    // sqlite_master's names are text.
    const name = table["name"] as string;
    const { rows } = await t.client.execute(`SELECT * FROM ${name} ${where} ORDER BY 1`);
    parts.push(`${name} ${JSON.stringify(rows.map((row) => ({ ...row })))}`);
  }
  return parts.join("\n");
}

describe("attacks on ids", () => {
  it("404 for malformed ids at every place of every route, for the most powerful caller", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    let asked = 0;
    for (const { method, path } of operations) {
      for (const [whole, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
        for (const id of MALFORMED) {
          const filled = path
            .replace(whole, id)
            .replace(/\{(\w+)\}/g, (_, other) => (other === "wid" ? String(wid) : "1"));
          const body = method === "GET" ? undefined : {};
          // What is limited by address is asked from many.
          const from = { [CLIENT_ADDRESS]: `198.51.100.${asked % 250}` };
          const answer = await t.request(method, filled, body, from);
          asked++;
          // The bodies are empty, so a record that is only unknown may be refused for its fields first.
          const isUnknown = id === "999999999999999" || (id === "0" && name === "wid");
          const told = [method, filled, answer.status];
          // Clients alone decide: staff learns no more than that.
          const others = path.endsWith("/decision") ? [403] : [];
          expect(told).toEqual([
            method,
            filled,
            expect.toBeOneOf(isUnknown ? [404, 415, 422, ...others] : [404, ...others]),
          ]);
        }
      }
    }
    expect(asked).toBeGreaterThan(2_000);
  });

  it("404 for another workspace's record under one's own, on every route; nothing of it changes", async () => {
    const t = await harness(ANSWERING);
    const cast = await castOf(t);
    const foreignWid = cast.employee.places.foreign ?? 0;
    const ownWid = cast.employee.places.own ?? 0;
    const foreign = await recordsIn(t, foreignWid, cast.superAdmin.headers);
    const own = await recordsIn(t, ownWid, cast.employee.headers);
    const before = await snapshot(t, `WHERE workspace_id = ${foreignWid}`);
    let asked = 0;
    for (const { method, path, operation } of operations) {
      if (!path.startsWith("/api/v1/workspaces/{wid}/")) continue;
      // A CRM is asked for its choices, and none is connected here.
      if (method === "GET" && !path.endsWith("/integrations/{provider}/choices")) {
        const there = await t.get(pathOf(path, foreign), cast.superAdmin.headers);
        expect([path, there.status]).toEqual([path, 200]);
      }
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      // Each parameter in turn is the foreign one, its neighbours are one's own.
      for (const name of names.filter((each) => each !== "wid")) {
        const behind = path.slice(0, path.indexOf(`/{${name}}`)).split("/");
        const filled = pathOf(path, own, { [name]: String(recordBehind(behind, foreign)) });
        const answer = await t.request(
          method,
          filled,
          bodyOf(operation, own),
          cast.employee.headers,
        );
        asked++;
        // Who may not do it at all learns no more than that.
        const refusal = /\/(?:adopt|decision)$/.test(path)
          ? [403, "forbidden"]
          : [404, "not_found"];
        expect([method, filled, answer.status, answer.json?.code]).toEqual([
          method,
          filled,
          ...refusal,
        ]);
      }
    }
    expect(asked).toBeGreaterThan(25);
    expect(await snapshot(t, `WHERE workspace_id = ${foreignWid}`)).toBe(before);
  });

  it("403 for every route of a foreign workspace with ids that exist there; nothing of it changes", async () => {
    const t = await harness(ANSWERING);
    const cast = await castOf(t);
    const foreignWid = cast.employee.places.foreign ?? 0;
    const foreign = await recordsIn(t, foreignWid, cast.superAdmin.headers);
    const before = await snapshot(t, `WHERE workspace_id = ${foreignWid}`);
    const outsiders = [cast.employee, cast.client, cast.employeeKey, cast.clientKey];
    for (const { method, path, operation } of operations) {
      if (!path.startsWith("/api/v1/workspaces/{wid}")) continue;
      const filled = pathOf(path, foreign);
      for (const who of outsiders) {
        const answer = await t.request(method, filled, bodyOf(operation, foreign), who.headers);
        expect([who.name, method, filled, answer.json?.code]).toEqual([
          who.name,
          method,
          filled,
          "workspace_forbidden",
        ]);
      }
    }
    expect(await snapshot(t, `WHERE workspace_id = ${foreignWid}`)).toBe(before);
  });

  it("refuses bodies that name another workspace's records, and writes nothing", async () => {
    const t = await harness(ANSWERING);
    const cast = await castOf(t);
    const foreign = await recordsIn(t, cast.employee.places.foreign ?? 0, cast.superAdmin.headers);
    const ownWid = cast.employee.places.own ?? 0;
    const own = await recordsIn(t, ownWid, cast.employee.headers);
    const W = `/api/v1/workspaces/${ownWid}`;
    const before = await snapshot(t);
    const rows: readonly (readonly [string, string, unknown])[] = [
      ["POST", `${W}/campaigns`, { name: "X", mailbox_ids: [foreign["mailboxes"]] }],
      ["PUT", `${W}/campaigns/${own["campaigns"]}`, { mailbox_ids: [foreign["mailboxes"]] }],
      [
        "POST",
        `${W}/campaigns/${own["campaigns"]}/mailboxes`,
        { mailbox_ids: [own["mailboxes"], foreign["mailboxes"]] },
      ],
      [
        "POST",
        `${W}/campaigns/${own["campaigns"]}/steps/reorder`,
        { step_ids: [foreign["steps"]] },
      ],
      [
        "POST",
        `${W}/campaigns/${own["campaigns"]}/steps/reorder`,
        { step_ids: [own["steps"], foreign["steps"]] },
      ],
      [
        "POST",
        `${W}/leads/add-to-campaign`,
        { campaign_id: foreign["campaigns"], lead_ids: [own["leads"]] },
      ],
      [
        "POST",
        `${W}/leads/add-to-campaign`,
        { campaign_id: own["campaigns"], lead_ids: [own["leads"], foreign["leads"]] },
      ],
      [
        "POST",
        `${W}/leads/add-to-campaign`,
        { campaign_id: own["campaigns"], list_id: foreign["lists"] },
      ],
      [
        "POST",
        `${W}/leads/add-to-campaign`,
        { campaign_id: own["campaigns"], filter: { list_id: foreign["lists"] } },
      ],
    ];
    for (const [method, path, body] of rows) {
      const answer = await t.request(method, path, body, cast.employee.headers);
      expect([method, path, body, answer.status]).toEqual([
        method,
        path,
        body,
        expect.toBeOneOf([404, 422]),
      ]);
    }
    expect(await snapshot(t)).toBe(before);
  });
});

/** Columns that no caller sets, whatever they are called in the table or on the wire. */
const PROTECTED: Readonly<Record<string, unknown>> = {
  id: 424_242,
  workspace_id: 424_242,
  workspaceId: 424_242,
  role: "super_admin",
  session_version: 424_242,
  password_hash: "424242",
  created_by: 424_242,
  created_at: "2001-01-01T00:00:00.000Z",
  updated_at: "2001-01-01T00:00:00.000Z",
  deleted_at: null,
  is_client: false,
  score: 99,
  validation_status: "valid",
  is_suppressed: false,
  sent_today: -424_242,
  consecutive_failures: -424_242,
  stats: { sent: 424_242 },
  epoch: 424_242,
  lead_count: 424_242,
  smtpPassword: "424242",
  hash: "424242",
  key: "424242",
  impersonator_id: 1,
};

/** Where a field of that name is the route's own business: what it may set is tested with its feature. */
const OWN_BUSINESS = new Set([
  "postApiKeys role",
  "postAdminEmployees role",
  "putAdminEmployeesById role",
  "postAdminAssignments workspace_id",
  "postMoves workspace_id",
  "postAdminOrganisationsByIdAddresses workspace_id",
  "postAdminOrganisationsByIdAddressesWithdraw workspace_id",
  // The value is the caller's own role, which GET shows; another is refused (auth.test.ts).
  "putAuthMe role",
]);

describe("attacks on protected columns", () => {
  it("422, or no effect, for each protected column in the body of every route that writes", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    const records = { ...(await recordsIn(t, wid)), ...(await peopleOf(t)) };
    let asked = 0;
    for (const { method, path, operation } of operations) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      // A JSON-RPC message has an id of its own; tools refuse these columns in their own tests.
      if (!schema || path === "/api/v1/auth/password" || path === "/api/v1/mcp") continue;
      // Clients alone decide (approvals.test.ts).
      if (path.endsWith("}/decision")) continue;
      const filled = pathOf(path, records);
      const body = bodyOf(operation, records) as object;
      for (const [name, value] of Object.entries(PROTECTED)) {
        if (OWN_BUSINESS.has(`${operation.operationId} ${name}`)) continue;
        // What is limited by address is asked from many.
        const from = { [CLIENT_ADDRESS]: `198.51.100.${asked % 250}` };
        const answer = await t.request(method, filled, { ...body, [name]: value }, from);
        asked++;
        const told = `${method} ${filled} ${name}: ${answer.status} ${answer.text.slice(0, 200)}`;
        if (answer.status === 422) {
          const paths = answer.json.errors.map((e: { path: string }) => e.path);
          expect(paths, told).toContain(name);
        } else {
          // Accepted since GET shows it, and then without effect; never these four.
          expect([200, 201, 202], told).toContain(answer.status);
          expect(["id", "workspace_id", "role", "score"], told).not.toContain(name);
        }
      }
    }
    expect(asked).toBeGreaterThan(300);
    for (const part of (await snapshot(t)).split("\n")) {
      expect(part).not.toContain("424242");
      expect(part).not.toContain(String(Date.UTC(2001, 0, 1)));
    }
    const { rows } = await t.client.execute("SELECT role, count(*) AS n FROM users GROUP BY role");
    expect(rows.map((row) => [row["role"], row["n"]])).toEqual([
      ["client", 1],
      ["employee", 1],
      ["super_admin", 1],
    ]);
    const scored = await t.client.execute(
      "SELECT count(*) AS n FROM leads WHERE score IS NOT NULL",
    );
    expect(scored.rows[0]?.["n"]).toBe(0);
  });
});
