import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "#platform/ctx/log.ts";
import { parseSettings, type Settings } from "#platform/ctx/settings.ts";
import { trustedProxies, type TrustedProxies } from "./client-address.ts";
import { COMPANION_GRACE_MS, type Companion, startCompanionProcess } from "./companion-process.ts";
import { claimDataDir, DATABASE_FILE, type DataDir } from "./data-dir.ts";
import { readEnvironment } from "./environment.ts";
import { freshSecrets, loadSecrets } from "./secrets.ts";
import { assertSeveral } from "./several-processes.ts";
import { StartError } from "./start-error.ts";
import type { Restart } from "./update/installer.ts";
import { processLog, shown } from "./terminal-log.ts";

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
export async function startProduct(parentPid: number | null, restart: Restart): Promise<Product> {
  const written = readEnvironment();
  // Wrong settings are reported before anything is created; the secrets are read below.
  const checked = parseSettings({ ...freshSecrets(), ...written });
  const isTrusted = readProxies(checked);
  assertSeveral(checked);
  const path = resolve(checked.DATA_DIR);
  const url = localUrl(checked);
  const dataDir = await claimDataDir(path, url, parentPid);
  const ends: (() => unknown)[] = [() => dataDir.release()];
  const stop = async (): Promise<void> => {
    dataDir.stopping();
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    // Each of several processes would make secrets of its own.
    const hasSecrets = checked.PROCESSES === "several" || existsSync(join(path, DATABASE_FILE));
    const secrets = loadSecrets(join(path, "secrets.env"), written, hasSecrets);
    const settings = { ...parseSettings({ ...secrets, ...written }), DATA_DIR: path };
    const log = processLog(settings.LOG_LEVEL);
    const companion = startOwnCompanion(settings, url, dataDir, log);
    companion.catch(() => "reported to the code that waits for it");
    ends.push(async () => (await companion.catch(() => null))?.stop(COMPANION_GRACE_MS));
    // While the companion starts in its own process, this one loads the app.
    const { serve } = await import("./serve.ts");
    const reachesCompanionAt = await serve(settings, {
      isTrusted,
      log,
      companion,
      restart,
      ends,
    });
    return { url, dataDir: path, companionUrl: reachesCompanionAt, settings, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Starts the companion, unless COMPANION_URL names one that somebody else runs. */
async function startOwnCompanion(
  settings: Settings,
  appUrl: string,
  dataDir: DataDir,
  log: Log,
): Promise<Companion> {
  const { COMPANION_URL } = settings;
  if (COMPANION_URL !== undefined) {
    return { url: () => COMPANION_URL, stop: async () => undefined };
  }
  return startCompanionProcess({
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
  });
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
