import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tablesOfWorkspace } from "#modules/operations/clients/purge-clients.ts";
import { OF_BOTH, OF_WORKSPACE } from "#house/sides.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { splitDatabase } from "#server/workspaces/split-database.ts";
import { harness } from "#test/support/harness.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";

const TABLES_OF_WORKSPACE = tablesOfWorkspace();

/** What each database makes of its own. */
const OF_EACH = ["hit_batches", "message_index", "suppression_copies"];

it("every table of workspaces goes along, or is made anew by each database", () => {
  const both = Object.keys(OF_BOTH);
  expect([...TABLES_OF_WORKSPACE, ...OF_EACH].toSorted()).toEqual([...OF_WORKSPACE].toSorted());
  expect(both.toSorted()).toEqual(["audit_log", "idempotency_keys", "workspaces"]);
});

it("an install is divided without a lost or changed row, killed before it is in place or not", async () => {
  const taken: OutgoingMail[] = [];
  const t = await harness({ mail: { transmit: async (mails) => void taken.push(...mails) } });
  onTestFinished(t.close);
  const { wid } = await t.signUp();
  const { json: other } = await t.post("/api/v1/workspaces", { name: "Globex", slug: "globex" });
  await seedOutreach(t, wid, { leads: ["ann@acme.test", "bob@acme.test"] });
  await seedOutreach(t, other.id, { leads: ["ann@acme.test"] });
  await t.tick();
  await t.drain();
  const intents = taken.map(({ ticket, lease }) => ({ ticket, lease }));
  await grantIntents(t.deps, { intents, run: "run" });
  await settleResults(t.deps, { results: taken.map((mail) => reportOf(mail)) });
  await t.drain();

  const data = temporaryDirectory();
  onTestFinished(() => data.remove());
  const file = join(data.path, "outrider.db");
  await t.client.execute(`VACUUM INTO '${file}'`);
  // As a kill left it, before anything was put in place.
  mkdirSync(join(data.path, "splitting/workspaces"), { recursive: true });
  writeFileSync(join(data.path, "splitting/workspaces/1.db"), "half a file");
  const { workspaces, aside } = await splitDatabase({ DATA_DIR: data.path });
  expect(workspaces).toBe(2);
  expect(readdirSync(aside ?? "")).toEqual(["outrider.db"]);

  const former = openLibsql(`file:${join(aside ?? "", "outrider.db")}`);
  const first = openLibsql(`file:${file}`);
  const own = [wid, other.id].map((id) =>
    openLibsql(`file:${join(data.path, "workspaces", `${id}.db`)}`),
  );
  onTestFinished(() => [former, first, ...own].forEach((client) => client.close()));
  const rowsOf = async (client: typeof first, name: string, where = "") => {
    const { rows } = await client.execute(`SELECT * FROM ${name} ${where} ORDER BY 1, 2, 3`);
    return rows.map((row) => ({ ...row }));
  };
  for (const name of TABLES_OF_WORKSPACE) {
    expect(await rowsOf(first, name), name).toEqual([]);
    for (const [i, id] of [wid, other.id].entries()) {
      const there = await rowsOf(former, name, `WHERE workspace_id = ${id}`);
      expect(await rowsOf(own[i] ?? first, name), `${name} of ${id}`).toEqual(there);
    }
  }
  expect(await rowsOf(own[0] ?? first, "sends")).toHaveLength(2);
  expect(await rowsOf(own[0] ?? first, "workspaces")).toMatchObject([{ id: wid, lead_count: 2 }]);
  expect(await rowsOf(first, "workspaces")).toMatchObject([{ lead_count: 0 }, { lead_count: 0 }]);
  for (const name of ["users", "sessions", "audit_log", "install_settings"]) {
    expect(await rowsOf(first, name)).toEqual(await rowsOf(former, name));
  }
  const found = await (own[0] ?? first).execute(
    "SELECT count(*) AS n FROM lead_search WHERE lead_search MATCH 'acme'",
  );
  expect(found.rows[0]?.["n"]).toBe(2);
  const next = await (own[1] ?? first).execute(
    "SELECT seq FROM sqlite_sequence WHERE name IN ('leads', 'mailboxes', 'tasks')",
  );
  expect(next.rows.map((row) => row["seq"])).toEqual(Array(3).fill(other.id * 1_000_000_000));
  const triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
  expect((await (own[1] ?? first).execute(triggers)).rows).toEqual(
    (await former.execute(triggers)).rows,
  );

  // As a kill left it, amid putting it in place.
  mkdirSync(join(data.path, "splitting"));
  expect(await splitDatabase({ DATA_DIR: data.path })).toEqual({ workspaces: 2, aside: null });
  await expect(splitDatabase({ DATA_DIR: data.path })).rejects.toThrow("is there already");
});
