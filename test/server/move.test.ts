import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { askMove, noteMove } from "#server/move/record.ts";
import { splitDatabase } from "#server/workspaces/split-database.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { asAnn, command, inDatabase, program } from "./a-backup.ts";
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

/** Data of a stopped Outrider in which Ann has one lead: made once, and copied for each test. */
const original = temporaryDirectory();
beforeAll(async () => {
  const host = await startNodeHost({ dataDir: join(original.path, "data") });
  await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
  await host.stop();
});
afterAll(() => original.remove());

function stoppedWithBob(): string {
  const dataDir = newDataDir();
  cpSync(join(original.path, "data"), dataDir, { recursive: true });
  return dataDir;
}

const move = (dataDir: string, ...args: string[]) =>
  program("move/main", { DATA_DIR: dataDir }, "1", ...args);

describe("npm run move", () => {
  it("moves a workspace of the running product into a file and back, and every id goes on", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir, env: { TICK_SECONDS: "0.3" } });
    const ann = await asAnn(host, "register");
    await ann.upload("email\nbob@acme.example\n");

    const out = await move(dataDir, "--to", "file");
    expect([out.code, out.error]).toEqual([0, ""]);
    expect(out.out).toMatch(/Workspace 1 lies in a file of its own\. Writes waited [\d.]+ ms\./);
    expect(await inFile(dataDir, LEADS)).toMatchObject([{ email: "bob@acme.example" }]);
    expect(await inDatabase(dataDir, LEFT)).toEqual([]);
    await ann.upload("email\nlate@acme.example\n");
    expect(await ann.emails()).toEqual(["bob@acme.example", "late@acme.example"]);
    const late = await inFile(dataDir, "SELECT max(id) AS id FROM leads");
    expect(late).toEqual([{ id: FIRST_ID + 1 }]);

    const back = await move(dataDir, "--to", "one");
    expect([back.code, back.error]).toEqual([0, ""]);
    expect(existsSync(join(dataDir, "workspaces", "1.db"))).toBe(false);
    await ann.upload("email\nlatest@acme.example\n");
    expect(await ann.emails()).toHaveLength(3);
    await host.stop();
    const last = "SELECT max(id) AS id FROM leads";
    expect(await inDatabase(dataDir, last)).toMatchObject([{ id: FIRST_ID + 2 }]);
    expect(await inDatabase(dataDir, LEFT)).toHaveLength(3);
    const recounted = await program("recount", { DATA_DIR: dataDir });
    expect(recounted).toMatchObject({ code: 0, out: "Every counter is what its rows say.\n" });
  });

  it("moves by itself while Outrider is stopped, and a backup has files and first database", async () => {
    const dataDir = stoppedWithBob();
    const out = await move(dataDir, "--to", "file");
    expect([out.code, out.error]).toEqual([0, ""]);
    expect(await inDatabase(dataDir, LEFT)).toEqual([]);
    await expect(splitDatabase({ DATA_DIR: dataDir })).rejects.toThrow(
      "npm run move -- 1 --to one",
    );
    const backup = join(dataDir, "backup");
    const made = { withSecrets: true, forUpdate: false, usually: "one" } as const;
    const { files } = await makeBackup(dataDir, backup, made);
    expect(files.map(({ name }) => name)).toContain("workspaces/1.db");
    const elsewhere = newDataDir();
    const restored = await command("restore", elsewhere, backup, "--offline");
    expect([restored.code, restored.error]).toEqual([0, ""]);
    const again = await start({ dataDir: elsewhere });
    expect(await (await asAnn(again, "login")).emails()).toEqual(["bob@acme.example"]);
    await again.stop();
    rmSync(join(elsewhere, "workspaces", "1.db"));
    await expect(startNodeHost({ dataDir: elsewhere })).rejects.toThrow(/1\.db is missing/);
  });

  it("ends a move whose process ended before its first or behind its last deletion", async () => {
    const dataDir = stoppedWithBob();
    const id = asId<WorkspaceId>(1);
    const note = async (to: "file" | "one", now: Parameters<typeof noteMove>[2]) => {
      const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
      await askMove(client, id, to);
      await noteMove(client, id, now);
      client.close();
    };
    const ABORTED = "Workspace 1 was not moved: It was aborted.";

    await note("file", { state: "moving", number: FIRST_ID / 1e12 });
    expect((await move(dataDir, "--abort")).error).toContain(ABORTED);
    expect((await move(dataDir, "--to", "file")).code).toBe(0);
    // Everything was deleted, and nothing noted.
    await note("file", { state: "clearing" });
    expect(await move(dataDir, "--to", "file")).toMatchObject({ code: 0, error: "" });
    await note("one", { state: "moving" });
    expect((await move(dataDir, "--abort")).error).toContain(ABORTED);
    await note("one", { state: "abandoning", why: "It was aborted." });
    expect((await move(dataDir, "--abort")).error).toContain(ABORTED);

    expect(await inFile(dataDir, LEADS)).toMatchObject([{ email: "bob@acme.example" }]);
    expect(await inDatabase(dataDir, LEFT)).toEqual([]);
  });

  it("says what cannot be moved", async () => {
    const dataDir = stoppedWithBob();
    expect((await move(dataDir, "--abort")).error).toContain("Workspace 1 is not moving.");
    expect((await move(dataDir, "--to", "one")).error).toContain("It lies there already.");
  });
});
