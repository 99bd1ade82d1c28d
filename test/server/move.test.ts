import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { asAnn, inDatabase, program } from "./a-backup.ts";
import { newDataDir, start } from "./a-host.ts";

const FIRST_ID = 500_000_000_000_000;

async function inFile(dataDir: string, sql: string) {
  const client = openLibsql(`file:${join(dataDir, "workspaces", "1.db")}`);
  const { rows } = await client.execute(sql);
  client.close();
  return rows.map((row) => ({ ...row }));
}

const LEADS = "SELECT email FROM leads WHERE workspace_id = 1 ORDER BY email";
const LEFT =
  "SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*' UNION ALL SELECT email FROM leads";

describe("npm run move", () => {
  it("moves a workspace of the running product into a file and back, and every id goes on", async () => {
    const dataDir = newDataDir();
    const env = { TICK_SECONDS: "0.3" };
    const host = await start({ dataDir, env });
    const ann = await asAnn(host, "register");
    await ann.upload("email\nbob@acme.example\n");
    const move = (...args: string[]) => program("move/main", { DATA_DIR: dataDir }, "1", ...args);

    const out = await move("--to", "file");
    expect([out.code, out.error]).toEqual([0, ""]);
    expect(out.out).toMatch(/Workspace 1 lies in a file of its own\. Writes waited [\d.]+ ms\./);
    expect(await inFile(dataDir, LEADS)).toMatchObject([{ email: "bob@acme.example" }]);
    expect(await inDatabase(dataDir, LEFT)).toEqual([]);
    await ann.upload("email\nlate@acme.example\n");
    await ann.addCampaign("Behind the move");
    expect(await ann.emails()).toEqual(["bob@acme.example", "late@acme.example"]);
    const late = await inFile(dataDir, "SELECT max(id) AS id FROM leads");
    expect(late).toEqual([{ id: FIRST_ID + 1 }]);
    const again = await move("--to", "file");
    expect(again).toMatchObject({ code: 1 });
    expect(again.error).toContain("It lies there already.");
    await host.stop();

    const counted = await program("recount", { DATA_DIR: dataDir });
    expect(counted).toMatchObject({ code: 0, out: "Every counter is what its rows say.\n" });
    const split = await program("workspaces/main", { DATA_DIR: dataDir }, "per_workspace");
    expect(split.error).toContain("npm run move -- 1 --to one");
    // Beside workspaces in the first database, with a backup and without.
    const made = await program("backup/main", { DATA_DIR: dataDir }, "--with-secrets");
    expect([made.code, made.error]).toEqual([0, ""]);
    const [name = ""] = readdirSync(join(dataDir, "backups"));
    const elsewhere = newDataDir();
    const backup = join(dataDir, "backups", name);
    const restored = await program("backup/restore", { DATA_DIR: elsewhere }, backup, "--offline");
    expect([restored.code, restored.error]).toEqual([0, ""]);
    expect(await inFile(elsewhere, LEADS)).toHaveLength(2);

    const second = await start({ dataDir, env });
    const back = await move("--to", "one");
    expect([back.code, back.error]).toEqual([0, ""]);
    expect(existsSync(join(dataDir, "workspaces", "1.db"))).toBe(false);
    const bob = await asAnn(second, "login");
    await bob.upload("email\nlatest@acme.example\n");
    expect(await bob.emails()).toHaveLength(3);
    await second.stop();
    expect(await inDatabase(dataDir, "SELECT max(id) AS id FROM leads")).toMatchObject([
      { id: FIRST_ID + 2 },
    ]);
    expect(await inDatabase(dataDir, LEFT)).toHaveLength(3);
    const recounted = await program("recount", { DATA_DIR: dataDir });
    expect(recounted).toMatchObject({ code: 0, out: "Every counter is what its rows say.\n" });
  });

  it("moves by itself while Outrider is stopped, and the start wants the file", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir, env: { DATABASES: "per_workspace" } });
    await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
    await host.stop();
    const env = { DATA_DIR: dataDir, DATABASES: "per_workspace" };
    const back = await program("move/main", env, "1", "--to", "one");
    expect([back.code, back.error]).toEqual([0, ""]);
    expect(back.out).toContain("Workspace 1 lies in the first database.");
    expect(await inDatabase(dataDir, LEADS)).toHaveLength(1);
    const out = await program("move/main", env, "1", "--to", "file");
    expect([out.code, out.error]).toEqual([0, ""]);
    expect(await inDatabase(dataDir, LEFT)).toEqual([]);
    const again = await start({ dataDir, env });
    expect(await (await asAnn(again, "login")).emails()).toEqual(["bob@acme.example"]);
  });

  it("says how it is used, and what cannot be moved", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    await asAnn(host, "register");
    await host.stop();
    const move = (...args: string[]) => program("move/main", { DATA_DIR: dataDir }, ...args);
    expect((await move("1")).error).toContain("Usage: npm run move");
    expect((await move("1", "--abort")).error).toContain("Workspace 1 is not moving.");
    expect((await move("9", "--to", "file")).error).toContain("There is no such workspace.");
  });
});
