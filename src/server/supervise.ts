import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Health } from "#contract/health.ts";
import type { Deps } from "#core/ctx.ts";
import { parseSettings, type Settings } from "#core/settings.ts";
import { consume } from "#jobs/consume.ts";
import { tick } from "#jobs/tick.ts";
import { trustedProxies, type TrustedProxies } from "./client-address.ts";
import { type Companion, startCompanion } from "./companion-process.ts";
import { claimDataDir, type DataDir } from "./data-dir.ts";
import { DATABASE_FILE, openDatabase } from "./database.ts";
import { nodeParts, withCompanion } from "./deps.ts";
import { readEnvironment } from "./environment.ts";
import { localQueue } from "./local-queue.ts";
import { migrate } from "./migrate.ts";
import { freshSecrets, loadSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import { processLog, shown } from "./terminal-log.ts";
import { startTicker } from "./ticker.ts";
import { listenAt } from "./web-server.ts";

const MIGRATIONS = join(import.meta.dirname, "../../drizzle");
/** How long each part may take to end in order. */
const GRACE = { queueMs: 3_000, companionMs: 12_000, requestsMs: 3_000 } as const;

/** The product on one machine, running. */
export type Product = {
  readonly url: string;
  readonly dataDir: string;
  readonly companionUrl: string;
  readonly settings: Settings;
  /** Ends everything in order: clock, queue, companion, requests, database. */
  stop(): Promise<void>;
};

/**
 * Starts the product: claims DATA_DIR, migrates, serves, starts the companion, and answers once
 * both are healthy. Throws `StartError` or `SettingsError`, having ended what it began.
 */
export async function startProduct(parentPid: number | null): Promise<Product> {
  const written = readEnvironment();
  // Wrong settings are told before anything is made; the secrets are read below.
  const checked = parseSettings({ ...freshSecrets(), ...written });
  const isTrusted = readProxies(checked);
  const path = resolve(checked.DATA_DIR);
  const url = localUrl(checked);
  const dataDir = await claimDataDir(path, url, parentPid);
  const ends: (() => unknown)[] = [() => dataDir.release()];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const hasData = existsSync(join(path, DATABASE_FILE));
    const secrets = loadSecrets(join(path, "secrets.env"), written, hasData);
    const settings = { ...parseSettings({ ...secrets, ...written }), DATA_DIR: path };
    const companionUrl = await run(settings, { url, dataDir, isTrusted, ends });
    return { url, dataDir: path, companionUrl, settings, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Starts the parts in order and notes in `ends` how each is ended, last one first. Answers the companion's address. */
async function run(
  settings: Settings,
  at: { url: string; dataDir: DataDir; isTrusted: TrustedProxies; ends: (() => unknown)[] },
): Promise<string> {
  const log = processLog(settings.LOG_LEVEL);
  const { client, db } = await openDatabase(settings);
  at.ends.push(() => client.close());
  const applied = await migrate(client, MIGRATIONS);
  if (applied.length > 0) log("database.migrated", { applied });

  const server = await listenAt({ host: settings.HOST, port: settings.PORT }, at.isTrusted);
  at.ends.push(() => server.close(GRACE.requestsMs));
  const queue = localQueue(log);
  const parts = nodeParts({ settings, db, queue, log });
  let deps: Deps;
  let companionUrl = settings.COMPANION_URL;
  if (companionUrl === undefined) {
    const onMove = (url: string): void => void (deps = withCompanion(parts, url));
    const companion = await startOwnCompanion(settings, at.url, at.dataDir, log, onMove);
    at.ends.push(() => companion.stop(GRACE.companionMs));
    companionUrl = companion.url();
  }
  deps = withCompanion(parts, companionUrl);
  // The companion may move; whoever asks takes the newest.
  server.open(() => deps);

  queue.start((message) => consume([message], deps));
  at.ends.push(() => queue.drain(GRACE.queueMs));
  const ticker = startTicker(settings.TICK_SECONDS * 1_000, () => tick(deps));
  at.ends.push(() => ticker.stop());
  await healthy(at.url, settings.COMPANION_URL === undefined);
  return companionUrl;
}

function startOwnCompanion(
  settings: Settings,
  appUrl: string,
  dataDir: DataDir,
  log: Deps["log"],
  onMove: (url: string) => void,
): Promise<Companion> {
  return startCompanion({
    env: {
      COMPANION_SECRET: settings.COMPANION_SECRET,
      APP_URL: appUrl,
      DATA_DIR: settings.DATA_DIR,
      LOG_LEVEL: settings.LOG_LEVEL,
      // Whatever HOST the app has: it is for this machine alone, and its clock is the app's.
      HOST: "127.0.0.1",
      TICK_SECONDS: "off",
    },
    log,
    onLine: (line) => void process.stdout.write(`${shown(line)}\n`),
    onProcess: (pid) => dataDir.note("companion", pid),
    onMove,
  });
}

/**
 * Waits until the app answers, and finds the companion well where that one is ours. Throws
 * `StartError` when that takes longer than ten seconds.
 */
async function healthy(url: string, ownCompanion: boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      const answer = await fetch(`${url}/health`);
      const { checks } = Health.parse(await answer.json());
      if (answer.ok && (checks.companion === "ok" || !ownCompanion)) return;
    } catch {
      // Not yet.
    }
    await wait(100);
  }
  throw new StartError(`${url}/health does not tell that all is well; the log says more.`);
}

function readProxies(settings: Settings): TrustedProxies {
  try {
    return trustedProxies(settings.TRUSTED_PROXIES);
  } catch {
    throw new StartError("TRUSTED_PROXIES: write addresses or CIDR blocks, comma-separated.");
  }
}

/** Where this machine reaches the app; a wildcard HOST is reached by loopback. */
function localUrl({ HOST, PORT }: Settings): string {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
