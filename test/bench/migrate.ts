import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Client, InStatement } from "@libsql/client";
import { systemNow } from "#platform/adapters/clock.ts";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { assertWhole, openDatabaseFile } from "#server/database.ts";
import { applyMigrations, readMigrations } from "#server/migrate.ts";
import { loadSecrets } from "#server/secrets.ts";
import { copyBefore, keepCopy } from "#server/update/kept-copy.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { fillInstall, sizesFor } from "./large-install.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:migrate [-- --leads 1000000 --sends 5000000]`: an install of 0.1.0 with so many leads
 * and emails becomes one of today, as an update does it while nothing can be sent: its database is
 * copied, every migration runs, and the product starts. Prints how long each takes, which statement
 * takes longest, and how much disk it needs.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "20000" },
    sends: { type: "string", default: "100000" },
  },
});
const LEADS = Number(values.leads);
const SENDS = Number(values.sends);
/** The last migration of 0.1.0. */
const LAST_OF_EARLIER = "0005_more.sql";
/** A release that does not serve by then is given up. */
const TRIAL_SECONDS = 600;
/** Seconds that an update of 1,000,000 leads and 5,000,000 emails may take nothing out: src/docs/operation.md. */
const PROMISED = { leads: 1_000_000, sends: 5_000_000, seconds: 300 };

const state = temporaryDirectory();
const file = join(state.path, DATABASE_FILE);
const opened = (): Promise<Client> => openDatabaseFile(`file:${file}`);
const seconds = (): number => performance.now() / 1_000;
const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
const megabytes = (path: string): number => (sizeOf(path) + sizeOf(`${path}-wal`)) / 1e6;
let peak = 0;

try {
  await makeEarlier();
  const before = megabytes(file);

  const stopped = seconds();
  const copy = copyBefore(state.path, "9.9.9");
  mkdirSync(join(state.path, "backups"), { recursive: true });
  keepCopy(state.path, copy);
  const copied = seconds();
  const longest = await migrateTimed();
  const migrated = seconds();
  const watch = setInterval(notePeak, 250);
  const host = await startNodeHost({
    dataDir: state.path,
    env: { REGISTRATION: "", TICK_SECONDS: "60" },
  });
  const served = seconds();
  clearInterval(watch);
  await host.stop();
  const after = megabytes(file);

  const client = await opened();
  await assertWhole(client);
  const { rows } = await client.execute(
    "SELECT (SELECT count(*) FROM leads) AS leads, (SELECT count(*) FROM sends) AS sends",
  );
  client.close();
  if (rows[0]?.["leads"] !== LEADS || rows[0]?.["sends"] !== SENDS) {
    throw new Error(`rows were lost: ${JSON.stringify(rows[0])}`);
  }

  const isWhole = LEADS >= PROMISED.leads && SENDS >= PROMISED.sends;
  const of = `${LEADS} leads, ${SENDS} emails`;
  const one = (what: string, unit: string, value: number, most?: number) => ({
    what: `${of}: ${what}`,
    unit,
    rounds: [value],
    ...(most !== undefined && { aim: { most } }),
  });
  report([
    one("nothing is sent", "s", served - stopped, isWhole ? PROMISED.seconds : TRIAL_SECONDS),
    one("copy of the database", "s", copied - stopped),
    one("all migrations", "s", migrated - copied),
    one(`longest statement, ${longest.migration}`, "s", longest.seconds),
    one("first start after it", "s", served - migrated),
    one("database before", "MB", before),
    one("database after", "MB", after),
    one("most on disk: database, log and copy", "MB", peak),
  ]);
  console.log(`The longest statement: ${longest.sql}`);
} finally {
  state.remove();
}

/** What 0.1.0 had after months, in its own schema: released migrations never change. */
async function makeEarlier(): Promise<void> {
  loadSecrets(join(state.path, "secrets.env"), {}, false);
  const client = await opened();
  const all = await readMigrations("drizzle");
  await applyMigrations(
    client,
    all.filter(({ name }) => name <= LAST_OF_EARLIER),
  );
  const now = systemNow();
  // A big fill needs no log, and nobody else reads it.
  await client.execute("PRAGMA cache_size = -1000000");
  await client.execute({
    sql: "INSERT INTO workspaces (id, name, slug, created_at, updated_at) VALUES (1, 'First', 'first', ?, ?)",
    args: [now, now],
  });
  const began = seconds();
  await fillInstall(client, { ...sizesFor(LEADS), sends: SENDS }, now, (line) =>
    console.log(`${(seconds() - began).toFixed(1).padStart(7)} s  ${line}`),
  );
  // What migrations read and move: custom fields, refused addresses, ends of mails.
  await client.execute(
    `UPDATE leads SET custom = '{"linkedin_url":"https://www.linkedin.com/in/person' || id || '"}' WHERE id % 10 = 0`,
  );
  await client.execute(
    `UPDATE sends SET state = 'failed', bounce_type = 'hard', bounced_at = sent_at, sent_at = NULL WHERE id % 50 = 0`,
  );
  await client.execute("UPDATE sends SET finished_at = coalesce(sent_at, bounced_at)");
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}

/** Applies the migrations of today, each in its transaction as ever, and answers the slowest statement. */
async function migrateTimed() {
  const client = await opened();
  let longest = { migration: "", sql: "", seconds: 0 };
  const batch = async (statements: readonly InStatement[]) => {
    const [first] = statements;
    // The first one notes its name.
    const [name] = typeof first === "object" && Array.isArray(first.args) ? first.args : [];
    const migration = typeof name === "string" ? name : "";
    await client.execute("BEGIN IMMEDIATE");
    for (const statement of statements) {
      const began = seconds();
      await client.execute(statement);
      const took = seconds() - began;
      const sql = typeof statement === "string" ? statement : statement.sql;
      if (took > longest.seconds) longest = { migration, sql, seconds: took };
    }
    await client.execute("COMMIT");
    notePeak();
    return [];
  };
  const timed = { ...client, batch } as unknown as Client;
  await applyMigrations(timed, await readMigrations("drizzle"));
  client.close();
  return longest;
}

/** What lies on the disk at the moment. */
function notePeak(): void {
  peak = Math.max(peak, megabytes(file) + megabytes(copyBefore(state.path, "9.9.9")));
}
