import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { expect, it, onTestFinished } from "vitest";
import { ExpectArrivalBody } from "#modules/operations/contract/arrivals.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { AppError } from "#platform/rules/errors.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { ArrivalCall } from "#platform/wire/arrivals.ts";
import { openDatabaseFile } from "#server/database.ts";
import { arrivalsAt } from "#server/move/arrivals.ts";
import { keepMoveKey } from "#server/move/departure.ts";
import { departuresOf } from "#server/move/departures.ts";
import { askMove, hasEnded, readMoveOf } from "#server/move/record.ts";
import { runMove } from "#server/move/run-move.ts";
import { ownTables } from "#server/move/tables.ts";
import { columnText, openWorkspaces } from "#server/workspaces/open-workspaces.ts";
import { workspaceFileName } from "#server/workspaces/workspace-files.ts";
import { harness, type Harness } from "#test/support/harness.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { seedSent } from "#test/support/sent.ts";

const ID = asId<WorkspaceId>(1);
const TARGET = "https://there.example";
const other = (letter: string) => `k9:${letter.repeat(43)}`;

/** An install over files of its own; `again` closes and opens its workspaces, as a new process does. */
async function installOver(t: Harness, dataDir: string, DATABASES: "one" | "per_workspace") {
  mkdirSync(dataDir, { recursive: true });
  await t.client.execute(`VACUUM INTO '${join(dataDir, "outrider.db")}'`);
  const client = await openDatabaseFile(`file:${join(dataDir, "outrider.db")}`);
  const settings = { ...t.deps.settings, DATABASES, DATA_DIR: dataDir, DATABASE_URL: undefined };
  const db = overLibsql(client);
  const open = async () => {
    const shards = await openWorkspaces(settings, { client, db }, () => undefined);
    if (!shards) throw new Error("no files");
    return shards;
  };
  let shards = await open();
  onTestFinished(async () => {
    await shards.close();
    client.close();
  });
  return {
    client,
    dataDir,
    settings,
    deps: (): Deps => ({ ...t.deps, settings, db, install: db, shards }),
    shards: () => shards,
    async again() {
      await shards.close();
      shards = await open();
    },
  };
}

/** What the workspace's tables have, by name; its number is left out. */
async function rowsOf(client: Client, id: number): Promise<Record<string, unknown[]>> {
  const tables = await ownTables(client);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.execute(
      `SELECT * FROM ${name} WHERE workspace_id = ${id} ORDER BY 1, 2, 3`,
    );
    const own = rows.map((row) => ({ ...row, workspace_id: null }));
    if (own.length > 0) all[name] = own;
  }
  return all;
}

const CHANGED = new Set(["mailboxes", "suppressions", "workspace_settings", "campaigns", "events"]);
const unchanged = (rows: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !CHANGED.has(name)));

it.each(["one", "per_workspace"] as const)(
  "every call to the other installation may be lost, before it or behind it, and both may start anew (%s)",
  async (place) => {
    const directory = temporaryDirectory();
    onTestFinished(() => directory.remove());
    const t = await harness();
    const u = await harness();
    onTestFinished(t.close);
    onTestFinished(u.close);
    await t.signUp();
    await u.signUp("Zoe", "zoe@there.test");
    await seedSent(t, ID, ["ann@acme.test", "bob@acme.test"]);
    await t.post(`/api/v1/workspaces/${ID}/suppressions`, { email: "never@acme.test" });
    if (place === "per_workspace") await t.client.execute("UPDATE leads SET company = 'Acme'");
    const here = await installOver(t, join(directory.path, "here"), "one");
    const there = await installOver(u, join(directory.path, "there"), "one");
    const vault = createVault(other("B"));
    const thereDeps = (): Deps => ({ ...there.deps(), vault });
    if (place === "per_workspace") await intoFile(here);

    const seen = new Map<string, number>();
    let lost = 0;
    const egress: Deps["egress"] = {
      ...t.deps.egress,
      async post({ url, body }) {
        const name = nameOf(body);
        const times = (seen.get(name) ?? 0) + 1;
        seen.set(name, times);
        if (times === 1) {
          lost++;
          return { ok: false, error: "reset" };
        }
        const answer = await answered(url, body);
        if (times > 2) return answer;
        lost++;
        return { ok: false, error: "timeout" };
      },
    };
    /** The other installation, a new process with each call that was lost. */
    let arrivals = arrivalsAt({ client: there.client, shards: there.shards(), deps: thereDeps });
    async function answered(url: string, body: string) {
      const reply = (status: number, value: unknown) => ({
        ok: true as const,
        reply: { status, body: JSON.stringify(value), retryAfter: null },
      });
      try {
        if (url === `${TARGET}/api/v1/admin/arrivals`) {
          const { release_hash: releaseHash, ...asked } = ExpectArrivalBody.parse(JSON.parse(body));
          return reply(201, await arrivals.expect({ ...asked, releaseHash }));
        }
        const id = url.slice(`${TARGET}/internal/arrivals/`.length);
        return reply(200, (await arrivals.take(id, ArrivalCall.parse(JSON.parse(body)))) ?? {});
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause;
        return reply(409, { detail: cause.message });
      }
    }

    await here.client.execute("UPDATE users SET email = 'ann@here.test' WHERE id = 1");
    await askMove(here.client, ID, "install", TARGET);
    await keepMoveKey(here.client, t.deps, ID, "svc_live_key");
    let before: Record<string, unknown[]> = {};
    let runs = 0;
    for (;;) {
      const record = await readMoveOf(here.client, ID);
      if (!record || hasEnded(record)) break;
      if (++runs > 300) throw new Error(`still ${record.state}: ${record.why}`);
      const file = place === "one" ? here.client : here.shards().movable;
      if (record.state !== "clearing" && !(await isDecided(here.client))) {
        // Somebody works meanwhile.
        const own = "execute" in file ? file : await reached(here);
        await own.execute(
          `UPDATE leads SET company = 'Acme ${runs}' WHERE email = 'bob@acme.test'`,
        );
        before = await rowsOf(own, ID);
      }
      await runMove(
        {
          client: here.client,
          shards: here.shards(),
          deps: { ...here.deps(), egress },
          pause: async () => undefined,
          settled: async () => undefined,
          alone: (work) => work(),
        },
        record,
      ).catch((cause: unknown) => {
        if (!/cannot be reached/.test(String(cause))) throw cause;
      });
      if (!(await isDecided(here.client))) {
        // Nobody waits for the other installation.
        const paused = "SELECT 1 FROM workspaces WHERE paused_at IS NOT NULL";
        expect((await here.client.execute(paused)).rows).toEqual([]);
      }
      await here.again();
      await there.again();
      arrivals = arrivalsAt({ client: there.client, shards: there.shards(), deps: thereDeps });
    }
    expect((await readMoveOf(here.client, ID))?.why).toBe("");
    expect(lost).toBeGreaterThan(25);
    expect(runs).toBe(lost + 1);

    // Once there, as it was, and nothing here.
    const [arrival, ...more] = await arrivals.list();
    expect([arrival?.state, more]).toEqual(["open", []]);
    const id = arrival?.workspaceId ?? asId<WorkspaceId>(0);
    const own = there.shards().movable.file(id);
    const after = await rowsOf(own, id);
    expect(unchanged(after)).toEqual(unchanged(before));
    expect(after["suppressions"]).toHaveLength(before["suppressions"]?.length ?? -1);
    expect(after["campaigns"]).toEqual([
      { ...(before["campaigns"]?.[0] as object), ...CHANGED_CAMPAIGN },
    ]);
    const sealed = (await own.execute("SELECT smtp_password AS sealed FROM mailboxes")).rows[0];
    expect(await vault.open(columnText(sealed?.["sealed"]), `mailboxes:smtp_password:${id}`)).toBe(
      "pw",
    );
    const cursor = "SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*'";
    expect((await own.execute(cursor)).rows).toEqual([]);
    expect(await rowsOf(here.client, ID)).toEqual({});
    expect(existsSync(join(here.dataDir, "workspaces", workspaceFileName(ID)))).toBe(false);
    const left = await here.client.execute(
      "SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*' UNION ALL SELECT key FROM install_settings WHERE key GLOB 'workspace_move_*'",
    );
    expect(left.rows).toEqual([]);
    const departures = await departuresOf({ client: here.client, deps: t.deps });
    expect(departures.has(ID)).toBe(true);
  },
);

const CHANGED_CAMPAIGN = {
  status: "paused",
  paused_reason: "manual",
  epoch: expect.anything(),
  updated_at: expect.anything(),
};

const isDecided = async (client: Client): Promise<boolean> =>
  (await client.execute("SELECT 1 FROM install_settings WHERE key = 'workspace_departed:1'")).rows
    .length > 0;

async function reached(here: Awaited<ReturnType<typeof installOver>>): Promise<Client> {
  const { movable } = here.shards();
  return movable.file(ID);
}

async function intoFile(here: Awaited<ReturnType<typeof installOver>>): Promise<void> {
  await askMove(here.client, ID, "file");
  const record = await readMoveOf(here.client, ID);
  if (!record) throw new Error("not asked");
  await runMove(
    {
      client: here.client,
      shards: here.shards(),
      deps: here.deps(),
      pause: async () => undefined,
      settled: async () => undefined,
      alone: (work) => work(),
    },
    record,
  );
  expect((await readMoveOf(here.client, ID))?.state).toBe("done");
  await here.again();
}

/** Two counts and two comparisons stand for the many. */
function nameOf(body: string): string {
  const call = JSON.parse(body) as { act?: string; table?: string };
  if (call.act === "count" || call.act === "holds") return call.act;
  return `${call.act ?? "expect"} ${call.table ?? ""}`;
}

it("what is on its way to a server is waited for, and nothing leaves meanwhile", async () => {
  const directory = temporaryDirectory();
  onTestFinished(() => directory.remove());
  const t = await harness();
  onTestFinished(t.close);
  await t.signUp();
  await seedSent(t, ID, ["ann@acme.test"]);
  await t.client.execute("UPDATE sends SET state = 'sending', lease = 'l', lease_until = 1");
  const here = await installOver(t, join(directory.path, "here"), "one");
  const { becomeQuiet, isAtRest, resume } = await import("#server/move/departure.ts");
  const side = {
    client: here.client,
    workspaceId: ID,
    isFirst: true,
    tables: await ownTables(here.client),
  };
  expect(await isAtRest(side)).toBe(false);
  const paused = "SELECT paused_at IS NOT NULL AS is_paused, pause_reason FROM workspaces";
  let pauses = 0;
  await becomeQuiet(here.client, side, {
    now: t.deps.now,
    async pause() {
      if (++pauses === 2) await here.client.execute("UPDATE sends SET state = 'sent'");
    },
  });
  expect(pauses).toBe(2);
  const row = (await here.client.execute(paused)).rows[0];
  expect({ ...row }).toEqual({
    is_paused: 1,
    pause_reason: "This workspace is moving to another installation.",
  });
  await resume(here.client, side);
  expect({ ...(await here.client.execute(paused)).rows[0] }).toEqual({
    is_paused: 0,
    pause_reason: null,
  });
});
