import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibsql } from "#platform/db/libsql.ts";
import { freshSecrets } from "#server/secrets.ts";
import { migrateD1 } from "#test/support/d1.ts";
import { freePort, freePorts } from "#test/support/free-port.ts";
import { buildWorker, databaseId, workerOptions } from "#test/support/worker-host.ts";
import { stopIfCaught } from "./early.ts";
import { type Keeper, keep } from "./keeper.ts";
import { removeTree } from "./copy.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A product whose app and companion are processes of their own, each started again when it dies. */
export type World = {
  readonly url: string;
  readonly app: Keeper;
  readonly secrets: Readonly<Record<string, string>>;
  readonly companion: Keeper;
  readonly companionPort: number;
  /** One more companion, with a disk of its own; the app goes on calling the first. */
  addCompanion(): Promise<Helper>;
  /** The database, also while the app is down; the rows of each workspace's where each has one. */
  rows(query: string): Promise<Row[]>;
  /** Changes the database behind the app's back. */
  exec(statement: string): Promise<void>;
  /** The file of the database. */
  database(): string;
  /** Once the app answers. */
  up(): Promise<void>;
  /** Ends both; the data stays to be judged. */
  halt(): Promise<void>;
  close(): Promise<void>;
};

export type Helper = { readonly keeper: Keeper; readonly port: number };

export type Host = "node" | "worker";

/** Starts the copy of the product that lies in `root` (see `copyOf`). */
export async function startWorld(options: {
  readonly host: Host;
  readonly root: string;
  /** Where `app` and `companion` keep their state; a new one when left out. */
  readonly directory?: string;
  /** Shows nothing of what the processes log. */
  readonly isQuiet?: boolean;
  /** The setting DATABASES of an app on Node. */
  readonly databases?: "one" | "per_workspace";
  readonly appEnv?: (start: number) => Readonly<Record<string, string>>;
  /** The companion's disk is lost whenever it ends, as a container's is; a hosted app keeps its journal. */
  readonly wipe?: boolean;
  readonly companionEnv?: (start: number) => Readonly<Record<string, string>>;
}): Promise<World> {
  const { host, root } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "outrider-faults-")));
  const [port = 0, companionPort = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const isApart = options.databases === "per_workspace";
  const dataDir = join(directory, "app");
  const secrets = freshSecrets();
  const env = {
    ...secrets,
    COMPANION_URL: `http://127.0.0.1:${companionPort}`,
    TICK_SECONDS: "0.3",
    API_LIMIT_PER_MINUTE: "100000",
    LOG_LEVEL: "error",
  };
  const app =
    host === "node"
      ? keep(
          "src/server/main.ts",
          root,
          (start) => ({
            ...env,
            PORT: String(port),
            DATA_DIR: dataDir,
            ...(isApart && { DATABASES: "per_workspace", REGISTRATION: "open" }),
            ...options.appEnv?.(start),
          }),
          options.isQuiet,
        )
      : await workerApp(root, dataDir, port, { ...env, BASE_URL: url });
  const companionOn = (ownPort: number, disk: string): Keeper =>
    keep(
      "src/companion/main.ts",
      root,
      (start) => {
        const ownDisk = join(directory, disk);
        if (options.wipe) rmSync(ownDisk, { recursive: true, force: true });
        return {
          COMPANION_SECRET: secrets.COMPANION_SECRET,
          COMPANION_PORT: String(ownPort),
          APP_URL: url,
          DATA_DIR: ownDisk,
          ...(options.wipe && { JOURNAL: "app" }),
          // A hosted app has no clock of its own but cron's.
          TICK_SECONDS: host === "node" ? "off" : env.TICK_SECONDS,
          LOG_LEVEL: "error",
          ...options.companionEnv?.(start),
        };
      },
      options.isQuiet,
    );
  const companion = companionOn(companionPort, "companion");
  const helpers: Helper[] = [];
  const halt = async (): Promise<void> => {
    const all = [app, companion, ...helpers.map(({ keeper }) => keeper)];
    await Promise.all(all.map((keeper) => keeper.stop()));
  };
  const rows = async (query: string): Promise<Row[]> => {
    if (!isApart) return rowsIn(databaseIn(dataDir), query);
    const own = join(dataDir, "workspaces");
    const files = readdirSync(own).filter((name) => name.endsWith(".db"));
    return (await Promise.all(files.map((name) => rowsIn(join(own, name), query)))).flat();
  };
  return {
    url,
    app,
    secrets,
    companion,
    companionPort,
    async addCompanion() {
      const port = await freePort();
      const helper = { port, keeper: companionOn(port, `companion-${helpers.length + 1}`) };
      helpers.push(helper);
      return helper;
    },
    database: () => databaseIn(dataDir),
    up: () => answers(`${url}/health`),
    halt,
    rows,
    async exec(statement) {
      await rows(statement);
    },
    async close() {
      await halt();
      await removeTree(directory);
    },
  };
}

/** What a statement answers of the database in this file, whoever else has it open. */
export async function rowsIn(file: string, query: string): Promise<Row[]> {
  const client = openLibsql(`file:${file}`);
  try {
    await client.execute("PRAGMA busy_timeout = 5000");
    return (await client.execute(query)).rows.map((row) => ({ ...row }));
  } finally {
    client.close();
  }
}

async function workerApp(
  root: string,
  state: string,
  port: number,
  vars: Readonly<Record<string, string>>,
): Promise<Keeper> {
  const worker = workerOptions();
  await migrateD1(state, databaseId(worker));
  const bundle = join(root, "bundle");
  await buildWorker(bundle, root);
  const told = {
    bundle,
    port,
    resourcePersistencePath: state,
    worker: { ...worker, bindings: vars },
  };
  const script = join(process.cwd(), "test/faults/worker-app.ts");
  return keep(script, process.cwd(), { WORKER_OPTIONS: JSON.stringify(told) });
}

/** The app's own file, or the largest of D1's that workerd keeps. */
function databaseIn(directory: string): string {
  const all = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const isHosted = all.some((name) => name.includes("D1DatabaseObject"));
  const files = all
    .filter((name) => /\.(?:db|sqlite)$/.test(name) && !/metadata/.test(name))
    .filter((name) => !isHosted || name.includes("D1DatabaseObject"))
    .map((name) => join(directory, name));
  const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) throw new Error("the app has no database yet");
  return largest;
}

async function answers(url: string): Promise<void> {
  if (!(await until(async () => (await fetch(url)).ok, PATIENCE_MS, 200))) {
    throw new Error(`${url} does not answer`);
  }
}

/** What has stood still for so long has stopped, however slow the machine. */
const PATIENCE_MS = 150_000;

/** How long to wait for progress. What a mutant has broken mostly never comes. */
export const patienceMs = (mutant: string | undefined): number =>
  mutant === undefined ? PATIENCE_MS : PATIENCE_MS / 5;

/** Ends with `CAUGHT` where a mutant's run is over. */
export async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  stopIfCaught();
}

/** Asks until it is so; an error counts as not yet. Answers whether it became so in time. */
export async function until(
  isSo: () => Promise<boolean>,
  withinMs: number,
  everyMs = 500,
): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await isSo().catch(() => false)) return true;
    if (performance.now() > end) return false;
    await sleep(everyMs);
  }
}

/**
 * Waits until it is so, however long that takes, as long as `progress` changes at least once in
 * `stillMs`; an error counts as no news. Answers whether it became so.
 */
export async function whileMoving(
  isSo: () => Promise<boolean>,
  progress: () => Promise<unknown>,
  stillMs: number,
  everyMs = 200,
): Promise<boolean> {
  let last: unknown;
  let since = performance.now();
  for (;;) {
    if (await isSo().catch(() => false)) return true;
    const now = await progress().catch(() => last);
    if (now !== last) [last, since] = [now, performance.now()];
    if (performance.now() - since > stillMs) return false;
    await sleep(everyMs);
  }
}

/** Longer than the mail service waits before it tells an outcome again that could not be stored. */
export const TOLD_MS = 20_000;

/** Waits until nothing is unclear, or until what is unclear stays so. */
export const untilClear = (world: World): Promise<boolean> => {
  const unclear = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM sends WHERE state = 'unknown'")).length;
  return whileMoving(async () => (await unclear()) === 0, unclear, TOLD_MS);
};

/** Waits until a number that grows is what it should be, or has stood still for so long. Answers whether it became so. */
export const untilReached = (
  read: () => Promise<number>,
  goal: number,
  stillMs: number,
  everyMs = 200,
): Promise<boolean> => whileMoving(async () => (await read()) >= goal, read, stillMs, everyMs);
