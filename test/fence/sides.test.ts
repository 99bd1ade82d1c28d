import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { OF_BOTH, OF_INSTALL, OF_WORKSPACE, readSides, sideViolations } from "#house/sides.ts";
import { selectSession } from "#modules/accounts/sign-in/session-store.ts";
import { insertSession } from "#modules/accounts/people/store.ts";
import { mergeSettings } from "#modules/accounts/settings/store.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { openTestInstall } from "#test/support/database.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { tablesIn } from "#test/support/sides.ts";

const files = readSides(".");
const open: { close(): void }[] = [];
afterAll(() => open.splice(0).forEach((t) => t.close()));

const USERS = `import { users } from "#modules/accounts/schema/accounts.ts";`;
const LEADS = `import { leads } from "#modules/leads/schema/leads.ts";`;
const takes = (type: string) => `import type { ${type} } from "#platform/db/db.ts";`;
const table = (name: string) => `export const ${name} = sqliteTable("${name}", {});`;
const told = (text: string, path = "modules/leads/leads/planted-store.ts") =>
  sideViolations([...files, { path, text }]);

describe("the table of tables", () => {
  it("names each table of the schema once, and the sources keep to it", () => {
    expect(sideViolations(files)).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
    const all = [...OF_INSTALL, ...OF_WORKSPACE, ...Object.keys(OF_BOTH)];
    expect(new Set(all).size).toBe(all.length);
  });

  it("must name a new table", () => {
    expect(told(table("novelties"), "modules/leads/schema/novelties.ts")).toEqual([
      expect.stringContaining("must name novelties once"),
    ]);
  });

  it("names none that is gone", () => {
    const without = files.filter(({ path }) => path !== "platform/limits/schema.ts");
    expect(sideViolations(without)).toContainEqual(
      expect.stringContaining("names rate_windows: there is no such table"),
    );
  });
});

describe("a source", () => {
  it.each([
    ["Db", USERS, "reaches tables of the install by the database of a workspace"],
    ["InstallDb", LEADS, "reaches tables of workspaces by the install's database"],
    ["AnyDb", USERS, "reaches tables of one side by any database"],
    ["Statement", `${USERS}\n${LEADS}`, "names tables of the install and of workspaces"],
  ])("that takes %s is told of: %s", (type, tables, words) => {
    expect(told(`${takes(type)}\n${tables}`)).toEqual([
      `src/modules/leads/leads/planted-store.ts ${words}`,
    ]);
  });

  it("that enters a workspace by hand is told of", () => {
    const text = "export const inside = (ctx, id) => verb({ ...ctx, workspaceId: id });";
    expect(told(text)).toEqual([expect.stringContaining("enters a workspace by hand")]);
  });

  it.each([
    ["InstallDb", USERS],
    ["Db", LEADS],
    ["Db", `import { workspaces } from "#modules/accounts/schema/accounts.ts";`],
    ["Db", `import type { users } from "#modules/accounts/schema/accounts.ts";`],
  ])("that takes %s may have: %s", (type, tables) => {
    expect(told(`${takes(type)}\n${tables}`)).toEqual([]);
  });
});

/** Never run: the type checker refuses each line, or tells that its mark is no longer needed. */
export function refused({ db, install }: Deps): void {
  const session = { sessionId: "", userId: 1 as never, sessionVersion: 1 };
  // @ts-expect-error A workspace's database has no sessions.
  void selectSession(db, session, null, 0 as never);
  // @ts-expect-error The install has no settings of workspaces.
  mergeSettings(install, 1 as never, {}, 0 as never);
  // @ts-expect-error A statement of the install in a batch of a workspace.
  void runBatch(db, [insertSession(install, {} as never)]);
  // @ts-expect-error And the other way round.
  void runBatch(install, [mergeSettings(db, 1 as never, {}, 0 as never)]);
}

describe("a statement of the product, in every feature test", () => {
  const opened = async (): Promise<Harness> => {
    const t = await harness();
    open.push(t);
    return t;
  };

  it("is refused where it names a table of the other side", async () => {
    const { deps } = await opened();
    const asked = (words: string) => ({ cause: { message: expect.stringContaining(words) } });
    await expect(deps.install.run(sql`SELECT 1 FROM leads`)).rejects.toMatchObject(
      asked("leads was asked of the side of the install"),
    );
    await expect(deps.db.run(sql`SELECT 1 FROM users`)).rejects.toMatchObject(
      asked("users was asked of the side of the workspace"),
    );
    await expect(
      deps.db.batch([deps.db.run(sql`SELECT 1 FROM hits`), deps.db.run(sql`DELETE FROM sessions`)]),
    ).rejects.toThrow("sessions was asked of the side of the workspace");
    await deps.install.run(sql`SELECT 1 FROM users, workspaces`);
    await deps.db.run(sql`SELECT 1 FROM leads, workspaces, audit_log`);
  });

  it.each([
    ['SELECT 1 FROM "leads" l JOIN `users` u ON u.id = l.id', ["users"], ["leads"]],
    ["SELECT 1 FROM json_each('[]') x, sessions s", ["sessions"], []],
    ["UPDATE jobs SET n = (SELECT count(*) FROM api_keys)", ["api_keys"], ["jobs"]],
    ["INSERT INTO lead_search (lead_search) VALUES ('merge')", [], ["lead_search"]],
    ["SELECT users FROM workspaces w WHERE w.leads = 1", [], []],
  ])("is read for its tables: %s", (text, install, workspace) => {
    expect(tablesIn(text)).toMatchObject({ install, workspace });
  });
});

describe("an install whose workspaces all lie apart", () => {
  it("has none of their rows in the first database", async () => {
    const before = process.env["TEST_DATABASE"];
    process.env["TEST_DATABASE"] = "apart";
    const { apart } = await openTestInstall();
    if (before === undefined) delete process.env["TEST_DATABASE"];
    else process.env["TEST_DATABASE"] = before;
    if (!apart) throw new Error("it is not apart");
    open.push(apart.client);
    const add = (id: number, name: string) =>
      apart.client.execute({
        sql: "INSERT INTO workspaces (id, name, slug, created_at, updated_at) VALUES (?, ?, ?, 0, 0)",
        args: [id, name, name],
      });
    await add(1, "one");
    await add(2, "two");
    for (const id of [1, 2]) {
      await apart.client.execute({
        sql: "INSERT INTO lists (workspace_id, name, created_at) VALUES (?, 'List', 0)",
        args: [id],
      });
    }
    const mine = async (client: typeof apart.first) =>
      (await client.execute("SELECT workspace_id AS w FROM lists")).rows.map((row) => row["w"]);
    expect(await mine(apart.first)).toEqual([]);
    expect(await mine(apart.client)).toEqual([1, 2]);
    for (const id of [1, 2]) {
      const rows = await apart.shards
        .of(id as never)
        .all<{ w: number }>(sql`SELECT workspace_id AS w FROM lists`);
      expect(rows.map(({ w }) => w)).toEqual([id]);
    }
    const ids = (await apart.client.execute("SELECT id FROM lists")).rows.map((row) => row["id"]);
    expect(new Set(ids).size).toBe(2);
  });
});
