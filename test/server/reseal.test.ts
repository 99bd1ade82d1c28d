import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { Client } from "@libsql/client";
import { createVault } from "#platform/ctx/vault.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { openDatabase } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { resealValues } from "#server/reseal/reseal-values.ts";
import { boundTo, SEALED_PLACES } from "#server/reseal/sealed-places.ts";
import { freshSecrets, loadSecrets } from "#server/secrets.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A database with one value at every place that seals; answers how each is opened. */
async function install() {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  const secrets = loadSecrets(join(directory.path, "secrets.env"), {}, false);
  const settings = parseSettings({ ...freshSecrets(), DATA_DIR: directory.path });
  const { client } = await openDatabase(settings);
  await migrate(client, "drizzle");
  await client.execute("PRAGMA foreign_keys = OFF");
  const vault = createVault(secrets["VAULT_KEYS"] ?? "");
  for (const place of SEALED_PLACES) {
    const { table, read, write } = place;
    const owner = place.owner ?? "email";
    const id = owner === "id" ? "a-hash" : "7";
    await insert(client, table, owner, id);
    const set = `UPDATE ${table} SET ${write} WHERE ${owner} = ?`;
    const sealed = await vault.seal(`secret of ${table} ${read}`, boundTo(place, id));
    await client.execute({ sql: set, args: [sealed, id] });
  }
  return { dataDir: directory.path, client };
}

/** A row of its table with something in every column that needs it. */
async function insert(client: Client, table: string, owner: string, id: string): Promise<void> {
  const there = await client.execute({
    sql: `SELECT 1 FROM ${table} WHERE ${owner} = ?`,
    args: [id],
  });
  if (there.rows.length > 0) return;
  const { rows } = await client.execute(`PRAGMA table_info(${table})`);
  const needed = rows.filter(
    (c) => c["notnull"] === 1 && c["dflt_value"] === null && c["name"] !== owner,
  );
  const names = [owner, ...needed.map((c) => textOf(c["name"]))];
  const values = [
    id,
    ...needed.map((c) => (c["type"] === "TEXT" ? '{"ai":{},"notifications":{}}' : 1)),
  ];
  await client.execute({
    sql: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    args: values,
  });
}

/** Every text of the database that begins as sealed values do, by its key. */
async function keysInUse(client: Client): Promise<string[]> {
  const tables = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.execute(`SELECT * FROM "${textOf(name)}"`);
    const texts = rows.flatMap((row) => Object.values(row).filter((v) => typeof v === "string"));
    found.push(
      ...texts.flatMap((text) => [...text.matchAll(/\bv1\.(k\d+)\./g)].map(([, k]) => k ?? "")),
    );
  }
  return found.sort();
}

const keysOf = (dataDir: string) =>
  (loadSecrets(join(dataDir, "secrets.env"), {}, true)["VAULT_KEYS"] ?? "").split(",");

const command = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ["src/server/reseal/main.ts", ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
  });

describe("npm run reseal", () => {
  it("brings every stored secret under a new key, and retires the old one", async () => {
    const { dataDir, client } = await install();
    const count = SEALED_PLACES.length;
    expect(await keysInUse(client)).toEqual(Array.from({ length: count }, () => "k1"));
    const before = readFileSync(join(dataDir, "secrets.env"), "utf8");
    const { stdout } = await command(dataDir, "--new-key", "--retire");
    expect(stdout).toMatch(
      new RegExp(`^${count} secrets were resealed; .* key k2 now\\.\n1 old keys are retired`),
    );
    expect(await keysInUse(client)).toEqual(Array.from({ length: count }, () => "k2"));
    const [key, ...others] = keysOf(dataDir);
    expect([key?.startsWith("k2:"), others]).toEqual([true, []]);
    // The other secrets stay.
    const rest = (text: string) =>
      text
        .split("\n")
        .filter((line) => !/^(#|VAULT_KEYS)/.test(line))
        .sort();
    expect(rest(readFileSync(join(dataDir, "secrets.env"), "utf8"))).toEqual(rest(before));
    const vault = createVault(key ?? "");
    for (const place of SEALED_PLACES) {
      const { table, owner, read } = place;
      const { rows } = await client.execute(
        `SELECT ${owner ?? "rowid"} AS owner, ${read} AS sealed FROM ${table}`,
      );
      const [row] = rows;
      const plain = await vault.open(
        textOf(row?.["sealed"]),
        boundTo(place, textOf(row?.["owner"])),
      );
      expect(plain).toBe(`secret of ${table} ${read}`);
    }
    expect((await command(dataDir)).stdout).toMatch(/^0 secrets were resealed/);
    client.close();
  });

  it("goes on where it was killed, and keeps the key of what it cannot open", async () => {
    const { dataDir, client } = await install();
    await client.execute("UPDATE webhooks SET secret = secret || 'x'");
    const [old = ""] = keysOf(dataDir);
    const ring = `k2:${"A".repeat(43)},${old}`;
    let left = 3;
    const dying: Client = Object.assign(Object.create(client) as Client, {
      execute: (statement: { sql: string; args: [] }) => {
        const isWrite = statement.sql.startsWith("UPDATE");
        if (isWrite && left-- === 0) throw new Error("killed");
        return client.execute(statement);
      },
    });
    await expect(resealValues(dying, createVault(ring), "k2")).rejects.toThrow("killed");
    const again = await resealValues(client, createVault(ring), "k2");
    expect(again).toMatchObject({
      changed: SEALED_PLACES.length - 1 - 3,
      unreadable: ["webhooks 1"],
    });
    expect([...again.named]).toEqual(["k1"]);
    client.close();
  });

  it("signs links with a new secret, and keeps the former ones and the key of hashes", async () => {
    const { dataDir, client } = await install();
    client.close();
    const read = () => loadSecrets(join(dataDir, "secrets.env"), {}, true);
    const first = read();
    for (let i = 0; i < 2; i++) await command(dataDir, "--new-tracking-secret");
    const last = parseSettings({ ...read() });
    expect(last.TRACKING_SECRET).not.toBe(first["TRACKING_SECRET"]);
    expect(last.TRACKING_SECRET_FORMER).toHaveLength(2);
    expect(last.TRACKING_SECRET_FORMER.at(-1)).toBe(first["TRACKING_SECRET"]);
    expect(last.HASH_SECRET).toBe(first["TRACKING_SECRET"]);
    expect(last.VAULT_KEYS).toBe(first["VAULT_KEYS"]);
  });

  it("knows every place that seals", () => {
    const sealing = globSync("src/**/*.ts").filter((file) =>
      /vault\.seal\(|_PLACE = "/.test(readFileSync(file, "utf8")),
    );
    const places = sealing
      .filter((file) => !file.includes("server/reseal"))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(
          /(?:_PLACE = "|`)([a-z_]+)(?::[a-z_]+";|(?::[^`"]*)?:\$\{)/g,
        ),
      ])
      .map(([, table = ""]) => table)
      // A consent or a sign-in that is under way ends within ten minutes.
      .filter((table) => !["oauth_flows", "sso_flows"].includes(table));
    expect([...new Set(places)].sort()).toEqual(
      [...new Set(SEALED_PLACES.map(({ place }) => place.split(":")[0] ?? ""))].sort(),
    );
  });
});
