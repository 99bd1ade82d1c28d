import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { type NodeHost, startNodeHost } from "#test/support/node-host.ts";
import { asAnn, command, inDatabase, program } from "./a-backup.ts";
import { newDataDir, start } from "./a-host.ts";

const env = { DATABASES: "per_workspace" };

/** A second workspace of Ann's with one lead. */
async function addWorkspace(host: NodeHost, cookie: string): Promise<void> {
  const made = await fetch(`${host.url}/api/v1/workspaces`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ name: "Globex", slug: "globex" }),
  });
  expect(made.status).toBe(201);
  const form = new FormData();
  form.set("file", new Blob(["email\neve@globex.example\n"]), "leads.csv");
  const url = `${host.url}/api/v1/workspaces/2/leads/upload`;
  const uploaded = await fetch(url, { method: "POST", headers: { cookie }, body: form });
  expect(uploaded.status).toBe(201);
}

async function rowsOf(dataDir: string, id: number, sql: string) {
  const client = openLibsql(`file:${join(dataDir, "workspaces", `${id}.db`)}`);
  const { rows } = await client.execute(sql);
  client.close();
  return rows.map((row) => ({ ...row }));
}

describe("DATABASES=per_workspace", () => {
  it("keeps the rows of each workspace in a file of its own, through restarts, recounts, backup and restore", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir, env });
    const ann = await asAnn(host, "register");
    await ann.upload("email\nbob@acme.example\n");
    await addWorkspace(host, ann.cookie);
    const made = await program("backup/main", { ...env, DATA_DIR: dataDir }, "--with-secrets");
    expect([made.code, made.error]).toEqual([0, ""]);
    await ann.upload("email\nlate@acme.example\n");
    await host.stop();

    const leads = "SELECT id, email FROM leads ORDER BY id";
    expect(await rowsOf(dataDir, 2, leads)).toEqual([
      { id: 2_000_000_001, email: "eve@globex.example" },
    ]);
    expect((await rowsOf(dataDir, 1, leads)).map(({ id }) => id)).toEqual([
      1_000_000_001, 1_000_000_002,
    ]);
    expect(await inDatabase(dataDir, "SELECT 1 FROM leads")).toEqual([]);

    const counted = await program("recount", { ...env, DATA_DIR: dataDir });
    expect(counted).toMatchObject({ code: 0, out: "Every counter is what its rows say.\n" });
    const again = await start({ dataDir, env });
    expect(await (await asAnn(again, "login")).emails()).toEqual([
      "bob@acme.example",
      "late@acme.example",
    ]);
    await again.stop();

    const [name = ""] = readdirSync(join(dataDir, "backups"));
    const backup = join(dataDir, "backups", name);
    const elsewhere = newDataDir();
    const refused = await command("restore", elsewhere, backup, "--offline");
    expect(refused.error).toContain("set DATABASES=per_workspace");
    expect(existsSync(join(elsewhere, "outrider.db"))).toBe(false);
    const back = { ...env, DATA_DIR: elsewhere };
    const restored = await program("backup/restore", back, backup, "--offline");
    expect([restored.code, restored.error]).toEqual([0, ""]);
    const moved = await start({ dataDir: elsewhere, env });
    expect(await (await asAnn(moved, "login")).emails()).toEqual(["bob@acme.example"]);
  });

  it("is not changed over data by a start, which says what to do, but by npm run databases", async () => {
    const apart = newDataDir();
    const host = await start({ dataDir: apart, env });
    await asAnn(host, "register");
    await host.stop();
    await expect(startNodeHost({ dataDir: apart })).rejects.toThrow(
      /DATABASES=one, but the workspaces lie in a file each in .*: set DATABASES=per_workspace\./,
    );
    const together = newDataDir();
    const one = await start({ dataDir: together });
    await (await asAnn(one, "register")).upload("email\nbob@acme.example\n");
    await one.stop();
    await expect(startNodeHost({ dataDir: together, env })).rejects.toThrow(
      /the 1 workspaces lie in one database: run npm run databases -- per_workspace, or set/,
    );
    expect(existsSync(join(together, "workspaces"))).toBe(false);

    const divided = await program("workspaces/main", { DATA_DIR: together }, "per_workspace");
    expect([divided.code, divided.error]).toEqual([0, ""]);
    const again = await start({ dataDir: together, env });
    expect(await (await asAnn(again, "login")).emails()).toEqual(["bob@acme.example"]);
    expect(await inDatabase(together, "SELECT 1 FROM leads")).toEqual([]);
  });
});
