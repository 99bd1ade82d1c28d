import { systemNow } from "#platform/adapters/clock.ts";
import { describe } from "#platform/ctx/log.ts";
import { SettingsError } from "#platform/ctx/settings.ts";
import { iso } from "#platform/rules/time.ts";
import { StartError } from "./start-error.ts";
import { type Product, startProduct } from "./supervise.ts";
import { endsInOrder } from "./update/probation.ts";
import { RESTART_CODE } from "./update/state.ts";

/** A second Ctrl-C this long after the first one ends the process at once; one press may arrive twice. */
const IMPATIENT_MS = 1_000;

/** The process that started this one and must outlive it: the toolchain, when it says so. */
const parent = Number(process.env["OUTRIDER_PARENT"]) === process.ppid ? process.ppid : null;

/** Whether the toolchain starts this program again when it ends with `RESTART_CODE`. */
const isStartedAgain = process.env["OUTRIDER_RESTARTS"] === String(RESTART_CODE);

// Database, journal and secrets are for this user alone, whatever the shell says; the companion inherits it.
process.umask(0o077);

// A terminal that is closed takes no more lines; that is no reason to end out of order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

let product: Product | null = null;
let askedAt: number | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end());
if (isStartedAgain) process.on("SIGUSR2", () => restart());
if (parent !== null) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 500).unref();
}

try {
  product = await startProduct(parent, isStartedAgain ? restart : null);
  if (askedAt === null) announce(product);
  else await stop(product);
} catch (cause) {
  if (!(cause instanceof StartError || cause instanceof SettingsError)) throw cause;
  for (const line of cause.lines) console.error(`outrider: ${line}`);
  process.exit(1);
}

/** Stops everything in order; if asked during the start, as soon as it has started. */
function end(): void {
  const now = performance.now();
  if (askedAt !== null) {
    if (now - askedAt > IMPATIENT_MS && product) process.exit(1);
    return;
  }
  askedAt = now;
  endsInOrder();
  if (process.stdout.isTTY) console.log("\nStopping ...");
  if (product) void stop(product);
}

/** Ends everything in order, to be started again: an update waits. */
function restart(): void {
  if (askedAt !== null) return;
  askedAt = performance.now();
  endsInOrder();
  if (product) void stop(product, RESTART_CODE);
}

async function stop(running: Product, code = 0): Promise<void> {
  try {
    await running.stop();
    process.exit(code);
  } catch (cause) {
    console.error(`outrider: did not end in order: ${describe(cause)}`);
    process.exit(1);
  }
}

function announce({ url, settings, dataDir, companionUrl }: Product): void {
  if (!process.stdout.isTTY) {
    const line = { at: iso(systemNow()), level: "info", event: "server.ready", url };
    console.log(JSON.stringify({ ...line, companion: companionUrl }));
    return;
  }
  const known = settings.BASE_URL === url ? "" : `  public     ${settings.BASE_URL}\n`;
  console.log(
    `\nOutrider is ready at ${url}\n${known}  data       ${dataDir}\n  companion  ${companionUrl}\nCtrl-C stops it.\n`,
  );
}
