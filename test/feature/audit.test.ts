import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { forgetOwnAudit } from "#modules/accounts/audit/forget-audit.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { planOf, statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { auditOf, everyRole, signIn } from "#test/support/staff.ts";
import { rowsOf } from "#test/support/upload.ts";
import { twoDatabases } from "#test/support/two-databases.ts";

const PATH = "/api/v1/admin/audit";

const insertLines = (t: Harness, lines: readonly object[]) =>
  t.client.execute({
    sql: `INSERT INTO audit_log (at, action, workspace_id, target_type, target_id, address)
      SELECT value->>'at', value->>'action', value->>'workspaceId', value->>'targetType', value->>'targetId', value->>'address'
      FROM json_each(?)`,
    args: [JSON.stringify(lines)],
  });

describe("the audit log", () => {
  it("200: who, what, where, newest first, by page and cursor, with filters that agree", async () => {
    const t = await harness();
    const { admin, super_admin, clientWid } = await everyRole(t);
    const read = async (query: string) => {
      const answer = await admin.get(`/api/v1/admin/audit?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.json;
    };
    const all = await read("");
    expect(all.data[0]).toMatchObject({
      action: "auth.signed_in",
      details: { method: "password" },
      user: { name: "Client" },
      impersonator: null,
      api_key_id: null,
      address: "192.0.2.10",
      at: "2026-11-18T12:00:00.000Z",
    });
    expect(all.pagination.total).toBe(all.data.length);
    const walked = [];
    let cursor = "";
    do {
      const page = await read(`limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      walked.push(...page.data);
      cursor = page.pagination.next_cursor ?? "";
    } while (cursor !== "");
    expect(walked).toEqual(all.data);
    expect((await read("page=2&limit=3")).data).toEqual(all.data.slice(3, 6));

    const ofRoot = await read(`user_id=${super_admin.id}`);
    const by = all.data.filter((l: { user: { id: number } }) => l.user.id === super_admin.id);
    expect(ofRoot).toMatchObject({ data: by, pagination: { total: by.length } });
    const inClient = await read(`workspace_id=${clientWid}`);
    expect(inClient.data.map((l: { action: string }) => l.action)).toEqual(["client.created"]);
    expect((await read("action=employee.created")).data).toHaveLength(2);
    expect((await read(`action=employee.created&user_id=${admin.id}`)).data).toEqual([]);
    for (const wrong of ["action=nonsense", "user_id=x", "cursor=x", "page=0"]) {
      expect((await admin.get(`/api/v1/admin/audit?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it("names the workspace that somebody made", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const made = await employee.post("/api/v1/workspaces", { name: "Own", slug: "own-one" });
    expect((await employee.post("/api/v1/workspaces", { name: "X", slug: "own-one" })).status).toBe(
      409,
    );
    expect(await auditOf(admin, "workspace.created")).toEqual([
      expect.objectContaining({
        user: { id: employee.id, name: "employee" },
        workspace_id: made.json.id,
        target: { type: "workspace", id: String(made.json.id) },
      }),
    ]);
  });

  it("names a deleted account by its id, and holds no secret", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    await admin.delete(`/api/v1/admin/employees/${employee.id}`);
    const lines = await admin.get(`/api/v1/admin/audit?user_id=${employee.id}`);
    expect(lines.json.data[0].user).toEqual({ id: employee.id, name: null });
    expect((await admin.get("/api/v1/admin/audit")).text).not.toMatch(/correct horse|scrypt|eyJ/);
  });

  it("200: filters by key, record and time, and by all of them together", async () => {
    const t = await harness();
    const { admin, super_admin, rootWid } = await everyRole(t);
    const W = `/api/v1/workspaces/${rootWid}`;
    const key = (await super_admin.post(`${W}/api-keys`, { name: "crm" })).json;
    const install = (await super_admin.post("/api/v1/admin/api-keys", { name: "sync" })).json;
    const by = (secret: string) => ({ authorization: `Bearer ${secret}`, cookie: "" });
    const make = async (headers: Record<string, string>) =>
      (await t.post(`${W}/campaigns`, { name: "Spring" }, headers)).json.id as number;
    const first = await make(by(key.key));
    t.advance(HOUR_MS);
    const second = await make(by(install.key));
    await t.request("DELETE", `${W}/campaigns/${first}`, undefined, by(key.key));
    t.advance(HOUR_MS);
    await t.request("DELETE", `${W}/campaigns/${second}`, undefined, by(install.key));
    const found = async (query: string): Promise<string[]> => {
      const answer = await admin.get(`${PATH}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.pagination.total).toBe(answer.json.data.length);
      return answer.json.data.map(
        (line: { action: string; target: { id: string } | null }) =>
          `${line.action} ${line.target?.id}`,
      );
    };
    const both = [`record.deleted ${second}`, `record.deleted ${first}`];
    expect(await found(`api_key_id=${key.id}`)).toEqual(both.slice(1));
    expect(await found(`install_key_id=${install.id}`)).toEqual(both.slice(0, 1));
    expect(await found(`target_type=campaign&target_id=${first}`)).toEqual(both.slice(1));
    const from = (hours: number) => encodeURIComponent(`2026-11-18T${12 + hours}:00:00.000Z`);
    expect(await found(`action=record.deleted&from=${from(1)}`)).toEqual(both);
    expect(await found(`action=record.deleted&from=${from(1)}&to=${from(2)}`)).toEqual(
      both.slice(1),
    );
    // The same moment, as somebody east of Greenwich writes it.
    const east = encodeURIComponent("2026-11-18T16:00:00+02:00");
    expect(await found(`from=${east}`)).toEqual(both.slice(0, 1));
    expect(
      await found(
        `workspace_id=${rootWid}&api_key_id=${key.id}&action=record.deleted&target_type=campaign&target_id=${first}&to=${from(2)}`,
      ),
    ).toEqual(both.slice(1));
    for (const wrong of ["target_type=campaign", "target_id=1", "from=yesterday", "to=1"]) {
      expect((await admin.get(`${PATH}?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it("goes on where a page ended, although lines of that moment or from another database came since", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const late = (at: number, action: string) =>
      t.deps.install.insert(auditLog).values({ at: unixMs(at), action, address: "system" });
    for (let i = 0; i < 4; i++) await late(t.clock.now, `same.moment_${i}`);
    const page = async (cursor = "") =>
      (await admin.get(`${PATH}?limit=2&cursor=${cursor}`.replace(/&cursor=$/, ""))).json;
    const one = await page();
    // Written now, done before and after what was shown.
    await late(t.clock.now - MINUTE_MS, "came.late");
    await late(t.clock.now + 1, "came.new");
    const two = await page(one.pagination.next_cursor);
    const actions = [...one.data, ...two.data].map(({ action }: { action: string }) => action);
    expect(actions).toEqual([3, 2, 1, 0].map((i) => `same.moment_${i}`));
    const rest: string[] = [];
    for (let cursor = two.pagination.next_cursor; cursor;) {
      const next = await page(cursor);
      rest.push(...next.data.map(({ action }: { action: string }) => action));
      cursor = next.pagination.next_cursor;
    }
    expect(rest).toContain("came.late");
    expect(rest).not.toContain("came.new");
  });

  it("every filter finds a range of an index, already in order", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const time = "from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z";
    for (const filter of [
      "",
      "user_id=1",
      "workspace_id=1",
      "action=client.created",
      "impersonator_id=1",
      "api_key_id=1",
      "install_key_id=1",
      "target_type=campaign&target_id=1",
    ]) {
      for (const query of [filter, `${filter}&${time}`]) {
        const path = `${PATH}?${query}`;
        const first = await admin.get(`${path}&limit=1`);
        expect(first.status, first.text).toBe(200);
        const cursor = first.json.pagination.next_cursor ?? "YXVkaXQ6MTox";
        for (const asked of [path, `${path}&cursor=${cursor}`]) {
          const statements = await statementsOf(t.client, () => admin.get(asked));
          const own = statements.filter((one) => /from "?audit_log/i.test(one));
          expect(own.length).toBeGreaterThan(0);
          for (const statement of own) {
            const plan = (await planOf(t.client, statement)).join("\n");
            // The whole log is walked by its index of time, no further than a page.
            if (/order by/i.test(statement) && !query.includes("=")) continue;
            expect(plan, statement).not.toMatch(/SCAN audit_log|TEMP B-TREE/);
          }
        }
      }
    }
  });
});

describe("the export of the audit log", () => {
  it("200: the lines of the filter as CSV, newest first, however many pages; no formula, no secret", async () => {
    const t = await harness();
    const { admin, super_admin, rootWid } = await everyRole(t);
    await super_admin.post("/api/v1/admin/employees", {
      name: '=HYPERLINK("x")',
      email: "formula@example.com",
      password: "a long enough password",
    });
    const rows = Array.from({ length: 4_500 }, (_, i) => ({
      at: t.clock.now - i,
      action: "campaign.paused",
      workspaceId: rootWid,
      targetType: "campaign",
      targetId: String(i),
      address: "192.0.2.10",
    }));
    await insertLines(t, rows);
    const answer = await admin.get(`${PATH}/export?action=campaign.paused`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
    const lines = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(lines).toHaveLength(4_500);
    expect(lines.map((line) => line["target_id"])).toEqual(rows.map(({ targetId }) => targetId));
    expect(lines[0]).toMatchObject({
      at: "2026-11-18T12:00:00.000Z",
      workspace: "Root's workspace",
      workspace_id: String(rootWid),
      address: "192.0.2.10",
    });
    const made = await admin.get(`${PATH}/export?action=employee.created`);
    expect(made.text).not.toContain("a long enough");
    await signIn(t, "formula@example.com", "a long enough password");
    const signedIn = await admin.get(`${PATH}/export?action=auth.signed_in`);
    expect(parse(signedIn.text, { bom: true, columns: true })).toContainEqual(
      expect.objectContaining({ user: `'=HYPERLINK("x")` }),
    );
    expect(await auditOf(admin, "audit.exported")).toMatchObject([
      { user: { id: admin.id }, details: { action: "auth.signed_in" } },
      { user: { id: admin.id }, details: { action: "employee.created" } },
      { user: { id: admin.id }, details: { action: "campaign.paused" } },
    ]);
    expect((await admin.get(`${PATH}/export?target_id=1`)).status).toBe(400);
  });
});

describe("how long the audit log is kept", () => {
  const write = (t: Harness, daysAgo: readonly number[]) =>
    insertLines(
      t,
      daysAgo.map((days) => ({
        at: t.clock.now - days * DAY_MS,
        action: "auth.signed_in",
        address: `${days}`,
      })),
    );
  const ages = async (t: Harness): Promise<string[]> =>
    (await rowsOf(t, "SELECT address FROM audit_log ORDER BY id")).map(
      ({ address }) => address as string,
    );

  it("as long as AUDIT_DAYS says, 730 by default; the number of entries stays right", async () => {
    const t = await harness({ settings: { AUDIT_DAYS: "30" } });
    await write(t, [400, 31, 30, 5, 40, 1]);
    await t.tick();
    // What came late waits for what was written before it.
    expect(await ages(t)).toEqual(["30", "5", "40", "1"]);
    t.advance(26 * DAY_MS);
    await t.tick();
    expect(await ages(t)).toEqual(["1"]);
    const { admin } = await everyRole(t);
    const { pagination, data } = (await admin.get(`${PATH}?limit=200`)).json;
    expect(pagination.total).toBe(data.length);
    expect((await admin.get(PATH)).json.kept_days).toBe(30);
    const default_ = await harness();
    await write(default_, [731, 729]);
    await default_.tick();
    expect(await ages(default_)).toEqual(["729"]);
  });

  it("for ever with 0, and some thousand at a time", async () => {
    const for_ever = await harness({ settings: { AUDIT_DAYS: "0" } });
    await write(for_ever, [9_000]);
    await for_ever.tick();
    expect(await ages(for_ever)).toEqual(["9000"]);
    const t = await harness({ settings: { AUDIT_DAYS: "30" } });
    await write(t, Array<number>(1_500).fill(60));
    await t.tick();
    expect(await ages(t)).toHaveLength(500);
    await t.tick();
    expect(await ages(t)).toEqual([]);
  });

  it("goes from the database of a workspace as well, once it is in the log of the installation", async () => {
    const { t, super_admin, inside, second } = await twoDatabases({
      settings: { AUDIT_DAYS: "30" },
    });
    const there = async () =>
      Number((await second.client.execute("SELECT count(*) AS n FROM audit_log")).rows[0]?.["n"]);
    await super_admin.put(`${inside}/settings`, { general: { from_company: "Acme" } });
    t.advance(31 * DAY_MS);
    // Nobody has collected it yet.
    await t.sweep(forgetOwnAudit);
    expect(await there()).toBe(1);
    await t.tick();
    await t.tick();
    expect(await there()).toBe(0);
    expect(await ages(t)).toEqual([]);
  });
});
