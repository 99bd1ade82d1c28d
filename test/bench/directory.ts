import { parseArgs } from "node:util";
import type { Client } from "@libsql/client";
import { createApp } from "#app/app.ts";
import { MODULES } from "#app/modules.ts";
import { tick } from "#app/jobs/tick.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { openDatabase } from "#server/database.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { freshSecrets } from "#server/secrets.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { fillDirectory } from "./directory-fill.ts";
import { type Measurement, report } from "./report.ts";
import { OPERATOR } from "./seeded-install.ts";

/*
 * `npm run bench:directory [-- --workspaces 10000]`: what admins, a scraper of /metrics and a minute of
 * cron with nothing to do cost over 200 workspaces and over so many, side by side: CPU time and
 * statements, and the ratio. Every workspace is a client with ten mailboxes and 30 days of figures.
 */
const { values } = parseArgs({
  options: {
    workspaces: { type: "string", default: "10000" },
    rounds: { type: "string", default: "15" },
  },
});
const FEW = 200;
const MANY = Number(values.workspaces);
const ROUNDS = Number(values.rounds);
const MOST_RATIO = 1.2;
const TOKEN = "bench-metrics-token";

const PATHS: readonly string[] = [
  "/api/v1/admin/dashboard",
  "/api/v1/admin/clients",
  "/api/v1/admin/clients?page=2",
  "/api/v1/admin/overview",
  "/api/v1/admin/overview?sort=sent",
  "/api/v1/admin/overview?sort=name&days=7",
  "/metrics",
];
/** The sweeps of the install alone: what cron does where every workspace ticks by itself. */
const OWN = "a minute of cron, the install's own sweeps";
const WHOLE = "a minute of cron, all workspaces in one database";
/**
 * These go through all workspaces: told in src/docs/scaling.md, and held to so many milliseconds.
 */
const LINEAR: Readonly<Record<string, number>> = {
  "/api/v1/admin/overview": 100,
  "/api/v1/admin/overview?sort=sent": 100,
  "/api/v1/admin/overview?sort=name&days=7": 100,
  [WHOLE]: 500,
};

type Asked = { cpuMs: number; statements: number };

/** An install with so many workspaces, and what each act asks of it. */
async function install(workspaces: number) {
  const state = temporaryDirectory();
  const settings = parseSettings({
    ...freshSecrets(),
    DATA_DIR: state.path,
    API_LIMIT_PER_MINUTE: "1000000",
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: "warn",
  });
  const { client, db } = await openDatabase(settings);
  await migrate(client, "drizzle");
  const counted = countOf(client);
  const queue = { send: async () => undefined };
  const parts = nodeParts({ settings, db, queue, log: () => undefined });
  let minutes = 0;
  const began = parts.now();
  const base = withCompanion(parts, "http://127.0.0.1:9");
  const deps = {
    ...base,
    now: () => later(began, minutes * MINUTE_MS),
    mail: { ...base.mail, healthy: async () => true },
  };
  const app = createApp(() => ({ deps, clientAddress: "127.0.0.1" }));
  const made = await app.request("/api/v1/auth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ann Operator", ...OPERATOR }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  await fillDirectory(client, workspaces, deps.now());
  const cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const oneTick = async (): Promise<void> => {
    minutes++;
    await tick(deps);
  };
  const own = MODULES.flatMap(({ sweeps }) => sweeps).filter(({ of }) => of !== "database");
  const ownSweeps = async (): Promise<void> => {
    minutes++;
    for (const { run } of own) await run(deps);
  };
  // Some hundred are counted in each; then nothing is left to do.
  for (let i = 0; i < workspaces / 500 + 40; i++) await oneTick();
  const get = async (path: string): Promise<void> => {
    const headers = path === "/metrics" ? { authorization: `Bearer ${TOKEN}` } : { cookie };
    const answer = await app.request(path, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
  };
  const asked = async (act: () => Promise<void>): Promise<Asked> => {
    const statements = counted();
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1_000, statements: counted() - statements };
  };
  return {
    asked: (what: string): Promise<Asked> =>
      asked(() => (what === WHOLE ? oneTick() : what === OWN ? ownSweeps() : get(what))),
    close() {
      client.close();
      state.remove();
    },
  };
}

/** Counts the statements that a database is asked from now on. */
function countOf(client: Client): () => number {
  let statements = 0;
  const execute = Reflect.get(client, "execute") as (...args: unknown[]) => unknown;
  const batch = Reflect.get(client, "batch") as (...args: unknown[]) => unknown;
  Object.assign(client, {
    execute(...args: unknown[]) {
      statements++;
      return Reflect.apply(execute, client, args);
    },
    batch(...args: [readonly unknown[], ...unknown[]]) {
      statements += args[0].length;
      return Reflect.apply(batch, client, args);
    },
  });
  return () => statements;
}

const few = await install(FEW);
const many = await install(MANY);
const measured: Measurement[] = [];
for (const what of [...PATHS, OWN, WHOLE]) {
  const pairs: [Asked, Asked][] = [];
  // In turn, so that what the machine does besides falls on both alike.
  for (let i = 0; i < ROUNDS + 3; i++) pairs.push([await few.asked(what), await many.asked(what)]);
  const kept = pairs.slice(3);
  const least = (i: 0 | 1, of: keyof Asked): number => Math.min(...kept.map((pair) => pair[i][of]));
  const name = what.startsWith("/") ? `GET ${what}` : what;
  for (const [of, unit] of [
    ["cpuMs", "CPU ms"],
    ["statements", "statements"],
  ] as const) {
    const rival = { name: `over ${FEW}`, rounds: [least(0, of)] };
    const rounds = [least(1, of)];
    const most = of === "cpuMs" ? LINEAR[what] : undefined;
    measured.push(
      most === undefined
        ? { what: name, unit, rounds, rival, aim: { most: MOST_RATIO } }
        : { what: `${name} (${least(0, of).toFixed(1)} over ${FEW})`, unit, rounds, aim: { most } },
    );
  }
}
few.close();
many.close();
const missed = report(measured).filter(({ met }) => met === false);
process.exit(missed.length > 0 ? 1 : 0);
