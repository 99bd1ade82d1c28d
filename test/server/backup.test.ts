import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** `npm run backup` or `npm run restore` on a data directory, and what it printed. */
async function command(name: "main" | "restore", dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [`src/server/backup/${name}.ts`, ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.error += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: code as number, ...printed };
}

function newDataDir(): string {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  return join(directory.path, "data");
}

async function start(dataDir: string): Promise<NodeHost> {
  const host = await startNodeHost({ dataDir });
  ends.push(() => host.stop());
  return host;
}

/** Signs Ann up, or in, and answers how to call as her. */
async function asAnn(host: NodeHost, path: "register" | "login") {
  const ann = { email: "ann@example.com", password: "correct horse battery" };
  const body = path === "register" ? { name: "Ann", ...ann } : { ...ann, username: ann.email };
  const { email: _, ...login } = body;
  const answer = await fetch(`${host.url}/api/v1/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(path === "register" ? body : login),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    async upload(csv: string) {
      const form = new FormData();
      form.set("file", new Blob([csv]), "leads.csv");
      const url = `${host.url}/api/v1/workspaces/1/leads/upload`;
      const made = await fetch(url, { method: "POST", headers: { cookie }, body: form });
      expect(made.status).toBe(201);
    },
    async addCampaign(campaign: string) {
      const made = await fetch(`${host.url}/api/v1/workspaces/1/campaigns`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ name: campaign }),
      });
      expect(made.status).toBe(201);
    },
    async emails(): Promise<string[]> {
      const url = `${host.url}/api/v1/workspaces/1/leads`;
      const page = await (await fetch(url, { headers: { cookie } })).json();
      // The shape of a list.
      return (page as { data: { email: string }[] }).data.map(({ email }) => email).sort();
    },
  };
}

/** Runs SQL on a stopped install. */
async function inDatabase(dataDir: string, sql: string) {
  const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
  const { rows } = await client.execute(sql);
  client.close();
  return rows;
}

describe("npm run backup and npm run restore", () => {
  it("bring a damaged install back to the backup, paused, with the journal that knows more", async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const ann = await asAnn(first, "register");
    await ann.upload("email\nbob@acme.example\n");
    await ann.addCampaign("Spring");
    await inDatabase(dataDir, "UPDATE campaigns SET status = 'active'");
    const made = await command("main", dataDir);
    expect([made.code, made.error]).toEqual([0, ""]);
    const directory = /checked: (.*)/.exec(made.out)?.[1] ?? "";
    expect(readdirSync(directory).sort()).toEqual([
      "backup.json",
      "companion-journal.ndjson",
      "outrider.db",
    ]);
    expect(statSync(join(directory, "outrider.db")).mode & 0o777).toBe(0o600);

    await ann.upload("email\nlater@acme.example\n");
    expect(await ann.emails()).toEqual(["bob@acme.example", "later@acme.example"]);
    const refused = await command("restore", dataDir, directory);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("already runs")]);
    await first.stop();
    const journal = join(dataDir, "companion-journal.ndjson");
    appendFileSync(journal, '{"t":"probe"}\n');
    const known = readFileSync(journal, "utf8");
    appendFileSync(join(dataDir, "outrider.db"), "noise");

    const restored = await command("restore", dataDir, directory);
    expect([restored.code, restored.error]).toEqual([0, ""]);
    expect(restored.out).toMatch(/1 running campaigns are paused/);
    expect(readFileSync(journal, "utf8")).toBe(known);
    const [campaign] = await inDatabase(dataDir, "SELECT status, paused_reason FROM campaigns");
    expect([campaign?.["status"], campaign?.["paused_reason"]]).toEqual(["paused", "restored"]);
    const aside = /What was there: (.*)/.exec(restored.out)?.[1] ?? "";
    expect(existsSync(join(aside, "outrider.db"))).toBe(true);

    const second = await start(dataDir);
    expect(await (await asAnn(second, "login")).emails()).toEqual(["bob@acme.example"]);
  });

  it("move an install with its secrets to an empty machine, and keep the newest only", async () => {
    const dataDir = newDataDir();
    const host = await start(dataDir);
    await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
    await command("main", dataDir);
    const made = await command("main", dataDir, "--with-secrets", "--keep", "1");
    expect(made.out).toContain("Removed 1 older backups.");
    await host.stop();
    const [name = ""] = readdirSync(join(dataDir, "backups"));

    const elsewhere = newDataDir();
    const restored = await command("restore", elsewhere, join(dataDir, "backups", name));
    expect([restored.code, restored.error]).toEqual([0, ""]);
    const moved = await start(elsewhere);
    expect(await (await asAnn(moved, "login")).emails()).toEqual(["bob@acme.example"]);
  });

  it("refuse a backup that was changed, and one that is not whole, and change nothing", async () => {
    const dataDir = newDataDir();
    const host = await start(dataDir);
    await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
    await command("main", dataDir);
    await host.stop();
    const directory = join(dataDir, "backups", readdirSync(join(dataDir, "backups"))[0] ?? "");
    const before = readFileSync(join(dataDir, "outrider.db"));
    appendFileSync(join(directory, "outrider.db"), "x");
    const changed = await command("restore", dataDir, directory);
    expect([changed.code, changed.error]).toEqual([1, expect.stringContaining("backed up")]);
    const empty = await command("restore", dataDir, dataDir);
    expect([empty.code, empty.error]).toEqual([1, expect.stringContaining("no whole backup")]);
    expect(readFileSync(join(dataDir, "outrider.db")).equals(before)).toBe(true);
  });
});
