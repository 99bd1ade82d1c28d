import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { OF_WORKSPACE } from "#house/sides.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { type Api, createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type SmtpServer, startSmtpServer } from "#test/support/mail/smtp-server.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { startWorkerHost, type WorkerHost } from "#test/support/worker-host.ts";

const WORKSPACES = 3;
const LEADS = 4;

const open: (() => unknown)[] = [];
const state = temporaryDirectory();
const accepted: string[] = [];
const clients: { readonly api: Api; readonly wid: number; readonly campaign: number }[] = [];
let host: WorkerHost;
let smtp: SmtpServer;
beforeAll(async () => {
  open.push(() => state.remove());
  smtp = await startSmtpServer({
    authenticate: () => true,
    refuses: () => false,
    onAccepted: ({ to }) => void accepted.push(...to),
    onRefused: () => undefined,
  });
  open.push(() => smtp.close());
  host = await startWorkerHost({
    dataDir: state.path,
    env: { DATABASES: "per_workspace", API_LIMIT_PER_MINUTE: "100000", LOG_LEVEL: "warn" },
  });
  open.push(() => host.stop());
});
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

/** Where a database also notes something about itself. */
const OF_DATABASE: readonly string[] = ["workspace_settings", "message_index"];

const Me = z.object({ workspaces: z.array(z.object({ id: z.int() })) });
const Stats = z.object({ sent: z.int(), contacted: z.int(), completed: z.int() });

/** Files of a kind of object, beside those of what miniflare notes of them. */
const filesOf = (kind: string): string[] =>
  readdirSync(state.path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes(kind) && name.endsWith(".sqlite") && !/metadata/.test(name))
    .map((name) => join(state.path, name));

async function ask(file: string, query: string) {
  const client = openLibsql(`file:${file}`, { timeoutMs: 5_000 });
  try {
    return (await client.execute(query)).rows.map((row) => ({ ...row }));
  } finally {
    client.close();
  }
}

/** Names of the tables of a file. */
const tablesOf = async (file: string): Promise<unknown[]> =>
  (await ask(file, "SELECT name FROM sqlite_master WHERE type = 'table'")).map(
    (row) => row["name"],
  );

/** The install's database. */
async function firstFile(): Promise<string> {
  for (const file of filesOf("D1DatabaseObject"))
    if ((await tablesOf(file)).includes("leads")) return file;
  throw new Error("D1 has no file");
}

it("sends the campaign of each workspace once, by its object's alarm alone, and counts it", async () => {
  for (let i = 0; i < WORKSPACES; i++) {
    const api = createApi(host.url, host.from(`203.0.113.${i}`));
    const emails = Array.from({ length: LEADS }, (_, k) => `p${k}@lead${i}.test`);
    const campaign = await startBulkCampaign(api, {
      mailboxes: 1,
      owner: `owner${i}`,
      smtpPort: smtp.port,
      csv: ["email", ...emails].join("\n"),
      step: { subject: "Hello", body_text: "A question." },
    });
    const { workspaces } = await api.call("GET", "/auth/me", Me);
    clients.push({ api, wid: workspaces[0]?.id ?? 0, campaign });
  }
  const expected = clients.flatMap((_, i) =>
    Array.from({ length: LEADS }, (__, k) => `p${k}@lead${i}.test`),
  );
  await expect.poll(() => accepted.length, { timeout: 240_000 }).toBe(expected.length);
  expect(accepted.toSorted()).toEqual(expected.toSorted());
  for (const { api, wid, campaign } of clients) {
    const stats = () => api.call("GET", `/workspaces/${wid}/campaigns/${campaign}/stats`, Stats);
    await expect
      .poll(stats, { timeout: 120_000 })
      .toEqual({ sent: LEADS, contacted: LEADS, completed: LEADS });
  }
  expect(accepted).toHaveLength(expected.length);
  expect(host.lines.filter((line) => /"level":"error"/.test(line))).toEqual([]);
});

it("keeps each workspace's rows in its object under ids of its own, and none of them in D1", async () => {
  const first = await firstFile();
  for (const table of OF_WORKSPACE.filter((name) => !OF_DATABASE.includes(name))) {
    const counted = await ask(first, `SELECT count(*) AS n FROM ${table}`);
    expect([table, counted]).toEqual([table, [{ n: 0 }]]);
  }
  expect(await ask(first, "SELECT 1 FROM workspace_settings WHERE workspace_id > 0")).toEqual([]);
  const objects = filesOf("WorkspaceObject");
  expect(objects).toHaveLength(WORKSPACES);
  const owners = await Promise.all(
    objects.map((file) =>
      ask(file, "SELECT workspace_id AS w, count(*) AS n, min(id) AS id FROM leads GROUP BY 1"),
    ),
  );
  expect(owners.flat().toSorted((a, b) => Number(a["w"]) - Number(b["w"]))).toEqual(
    clients.map(({ wid }) => ({ w: wid, n: LEADS, id: wid * 1_000_000_000 + 1 })),
  );
});

it("5xx: takes no workspace for empty whose rows nobody began in an object", async () => {
  await ask(
    await firstFile(),
    `INSERT INTO workspaces (id, name, slug, created_at, updated_at)
     VALUES (900, 'Old', 'old', 1, 1)`,
  );
  const leads = clients[0]?.api.call("GET", "/workspaces/900/leads", z.unknown());
  await expect(leads).rejects.toThrow(/answers 5\d\d/);
});

it("counts what each workspace used, rows of its object with it", async () => {
  const used = async () => {
    const rows = await ask(
      await firstFile(),
      "SELECT workspace_id AS w FROM usage_months WHERE workspace_id > 0 AND rows_written > 0",
    );
    return new Set(rows.map((row) => row["w"])).size;
  };
  await expect.poll(used, { timeout: 60_000 }).toBe(WORKSPACES);
});

it("deletes the object of a purged workspace, and lets nobody find rows there", async () => {
  const [, , gone] = clients;
  const at = Date.now() - 40 * DAY_MS;
  const first = await firstFile();
  await ask(
    first,
    `UPDATE workspaces SET deleted_at = ${at}, is_client = 1 WHERE id = ${gone?.wid}`,
  );
  const left = async () => {
    await host.scheduled();
    return ask(first, `SELECT 1 FROM workspaces WHERE id = ${gone?.wid}`);
  };
  await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toEqual([]);
  const holding = async () => {
    const all = await Promise.all(filesOf("WorkspaceObject").map((file) => tablesOf(file)));
    return all.filter((tables) => tables.includes("leads")).length;
  };
  await expect.poll(holding, { timeout: 60_000 }).toBe(WORKSPACES - 1);
});
