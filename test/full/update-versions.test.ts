import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { assertWhole, openDatabaseFile } from "#server/database.ts";
import { applyMigrations, type Migration, readMigrations } from "#server/migrate.ts";
import { createApi } from "#test/demo/api.ts";
import { apiLosses } from "#test/support/api-losses.ts";
import { needs } from "#test/support/needs.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { fileOf, migrationsOf, RELEASES } from "#test/support/releases.ts";

/** In short, rows are made by the schema alone; the whole also lets each release fill its database itself. */
const isWhole = process.env["UPDATE_VERSIONS"] === "whole";

/** What a migration writes into rows of before, by table: it is compared without these columns. */
const REWRITTEN: Readonly<Record<string, readonly string[]>> = {
  // 0007: an address that was refused at once was counted as sent.
  stats: ["sent", "refused"],
  // 0006 and 0026: that reports and pacing are from before.
  workspace_settings: ["value"],
};

const withoutInner = (name: string): boolean =>
  !/^(?:sqlite_|d1_migrations|migration_hashes)/.test(name) && !/_search(?:_|$)/.test(name);

const Named = z.array(z.object({ name: z.string() }));
const Column = z.object({
  name: z.string(),
  type: z.string(),
  notnull: z.int(),
  dflt_value: z.unknown(),
  pk: z.int(),
});

async function tablesIn(client: Client): Promise<readonly string[]> {
  const { rows } = await client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
  );
  return Named.parse(rows)
    .map(({ name }) => name)
    .filter(withoutInner);
}

async function columnsOf(client: Client, table: string) {
  const { rows } = await client.execute(`PRAGMA table_info("${table}")`);
  return z.array(Column).parse(rows);
}

/** Three rows in each table but those that migrations fill: what has a default keeps it, everything else tells rows apart. */
async function fillEveryTable(client: Client): Promise<void> {
  for (const table of await tablesIn(client)) {
    if ((await client.execute(`SELECT 1 FROM "${table}"`)).rows.length > 0) continue;
    const columns = (await columnsOf(client, table)).filter(
      ({ dflt_value: given, pk }) => given === null || pk > 0,
    );
    for (const i of [1, 2, 3]) {
      const values = columns.map(({ name, type }) => {
        if (/int|real/i.test(type)) return i;
        // Settings and lists are JSON.
        if (name === "value") return `{"row":"${table} ${i}"}`;
        return `${table} ${name} ${i}`;
      });
      const marks = columns.map(() => "?").join(", ");
      await client.execute({
        sql: `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")}) VALUES (${marks})`,
        args: values,
      });
    }
  }
}

/** Each table's columns, and a digest of its rows over those. */
async function contentOf(
  client: Client,
  columns?: ReadonlyMap<string, readonly string[]>,
): Promise<{
  columns: ReadonlyMap<string, readonly string[]>;
  rows: ReadonlyMap<string, readonly string[]>;
}> {
  const names = new Map<string, readonly string[]>();
  const content = new Map<string, readonly string[]>();
  for (const table of columns ? columns.keys() : await tablesIn(client)) {
    const all = columns?.get(table) ?? (await columnsOf(client, table)).map(({ name }) => name);
    const compared = all.filter((name) => !REWRITTEN[table]?.includes(name));
    names.set(table, all);
    const { rows } = await client.execute(
      `SELECT ${compared.map((name) => `"${name}"`).join(", ")} FROM "${table}"`,
    );
    content.set(
      table,
      rows.map((row) =>
        createHash("sha256")
          .update(JSON.stringify(compared.map((name) => row[name])))
          .digest("hex"),
      ),
    );
  }
  return { columns: names, rows: content };
}

/** Tables, columns, indexes and triggers, as SQLite keeps them. */
async function schemaOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.execute(
    "SELECT type || ' ' || name || ' ' || tbl_name || ': ' || sql AS name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' ORDER BY type, name",
  );
  return Named.parse(rows).map(({ name }) => name);
}

async function freshSchema(migrations: readonly Migration[]): Promise<readonly string[]> {
  const client = openLibsql(":memory:");
  try {
    await applyMigrations(client, migrations);
    return await schemaOf(client);
  } finally {
    client.close();
  }
}

/** What was there is there, nothing refers to nothing, and the schema is that of an install of today. */
async function expectUpdated(
  client: Client,
  before: Awaited<ReturnType<typeof contentOf>>,
  migrations: readonly Migration[],
): Promise<void> {
  const after = await contentOf(client, before.columns);
  for (const [table, rows] of before.rows) {
    const left = new Set(after.rows.get(table));
    expect([table, rows.filter((row) => !left.has(row)).length]).toEqual([table, 0]);
  }
  await assertWhole(client);
  expect((await client.execute("PRAGMA foreign_key_check")).rows).toEqual([]);
  expect(await schemaOf(client)).toEqual(await freshSchema(migrations));
}

describe.each(RELEASES)("an install of %s", needs("history"), (version, commit) => {
  it("is updated to now: every row is kept, and the schema is a new install's", async () => {
    const today = await readMigrations("drizzle");
    const own = migrationsOf(commit);
    expect(
      z.object({ version: z.string() }).parse(JSON.parse(fileOf(commit, "package.json"))),
    ).toEqual({ version });
    // A released migration is never changed, and none is taken away.
    for (const name of own) {
      const migration = today.find((each) => each.name === name);
      expect([name, migration?.sql]).toEqual([name, fileOf(commit, `drizzle/${name}`)]);
    }
    const directory = temporaryDirectory();
    onTestFinished(() => directory.remove());
    const client = await openDatabaseFile(`file:${join(directory.path, "outrider.db")}`);
    onTestFinished(() => client.close());
    await applyMigrations(
      client,
      today.filter(({ name }) => own.includes(name)),
    );
    await fillEveryTable(client);
    const before = await contentOf(client);
    expect(before.rows.size).toBeGreaterThan(40);
    expect(await applyMigrations(client, today)).toEqual(
      today.map(({ name }) => name).filter((name) => !own.includes(name)),
    );
    await expectUpdated(client, before, today);
  });
});

/** Makes what an install has by the API of any release. */
async function use(url: string): Promise<readonly string[]> {
  const api = createApi(url);
  const Made = z.object({ id: z.int() });
  await api.call("POST", "/auth/register", z.unknown(), {
    name: "Ann",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  const at = "/workspaces/1";
  const mailbox = await api.call("POST", `${at}/mailboxes`, Made, {
    email: "ann@ours.test",
    smtp_host: "127.0.0.1",
    smtp_port: 9,
    smtp_security: "none",
    smtp_username: "ann@ours.test",
    smtp_password: "p",
  });
  const campaign = await api.call("POST", `${at}/campaigns`, Made, { name: "First" });
  await api.call("POST", `${at}/campaigns/${campaign.id}/steps`, Made, {
    subject: "Hello {{ first_name }}",
    body_text: "Hello from us",
  });
  await api.call("POST", `${at}/suppressions`, z.unknown(), { domain: "rival.example" });
  await api.call("POST", `${at}/webhooks`, Made, {
    url: "https://hooks.example.com/",
    secret: "a secret of at least some length",
    events: ["lead.replied"],
  });
  await api.call("POST", `${at}/api-keys`, z.unknown(), { name: "crm", role: "employee" });
  const form = new FormData();
  form.append(
    "file",
    new Blob(["email,first_name\nbob@acme.example,Bob\neve@acme.example,Eve\n"]),
    "leads.csv",
  );
  await api.call("POST", `${at}/leads/upload`, z.unknown(), form);
  return [
    "/auth/me",
    `${at}/settings`,
    `${at}/mailboxes/${mailbox.id}`,
    `${at}/campaigns/${campaign.id}`,
    `${at}/suppressions`,
    `${at}/webhooks`,
    `${at}/api-keys`,
    `${at}/leads`,
    `${at}/lists`,
    "/admin/employees",
  ];
}

/** Moves on by itself, or is words for people, which any release may write otherwise. */
const CHANGES: ReadonlySet<string> = new Set([
  "last_used_at",
  "last_seen_at",
  "updated_at",
  "health",
  "message",
  "denominators",
]);

/** Where an answer lacks, or says otherwise, what an earlier one had: by path. */
function differences(before: unknown, after: unknown, path = ""): readonly string[] {
  if (typeof before !== "object" || before === null) return before === after ? [] : [path];
  if (typeof after !== "object" || after === null) return [path];
  return Object.entries(before).flatMap(([key, value]) =>
    CHANGES.has(key)
      ? []
      : key in after
        ? differences(value, (after as Record<string, unknown>)[key], `${path}.${key}`)
        : [`${path}.${key}`],
  );
}

describe.runIf(isWhole).each(RELEASES)("the program of %s", needs("history"), (_, commit) => {
  it("has filled a database that the one of now serves: every answer has what it had", async () => {
    const directory = temporaryDirectory();
    onTestFinished(() => directory.remove());
    const [root, dataDir] = [join(directory.path, "root"), join(directory.path, "data")];
    mkdirSync(root);
    const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1e9 });
    execFileSync("tar", ["-x", "-C", root], { input: archive });
    // Links: with the packages of today, as far as it runs with them.
    execFileSync("cp", ["-al", "node_modules", root]);
    const env = { REGISTRATION: "open", TICK_SECONDS: "60", API_LIMIT_PER_MINUTE: "100000" };
    const earlier = await startNodeHost({ dataDir, env, root });
    onTestFinished(() => earlier.kill());
    const paths = await use(earlier.url);
    const signIn = async (url: string) => {
      const api = createApi(url);
      const name = { username: "ann@example.com", password: "correct horse battery" };
      await api.call("POST", "/auth/login", z.unknown(), name);
      return api;
    };
    const read = async (url: string) => {
      const api = await signIn(url);
      const answers = paths.map(async (path) => [path, await api.call("GET", path, z.unknown())]);
      return Object.fromEntries(await Promise.all(answers)) as Record<string, unknown>;
    };
    const described = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/api/v1/openapi.json`)).json();
    const [known, api] = [await read(earlier.url), await described(earlier.url)];
    await earlier.kill();

    const host = await startNodeHost({ dataDir, env });
    onTestFinished(() => host.stop());
    const now = await read(host.url);
    expect(
      Object.fromEntries(paths.map((path) => [path, differences(known[path], now[path])])),
    ).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
    expect(apiLosses(api, await described(host.url))).toEqual([]);
    await host.stop();
    const client = await openDatabaseFile(`file:${join(dataDir, "outrider.db")}`);
    onTestFinished(() => client.close());
    const today = await readMigrations("drizzle");
    expect(await schemaOf(client)).toEqual(await freshSchema(today));
    expect(readFileSync(join(dataDir, "secrets.env"), "utf8")).toContain("AUTH_SECRET=");
  }, 120_000);
});
