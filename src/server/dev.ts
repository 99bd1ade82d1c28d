import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { COMPANION_GRACE_MS, startCompanionProcess } from "./companion-process.ts";
import { claimDataDir } from "./data-dir.ts";
import { readEnvironment } from "./environment.ts";
import { loadSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import { processLog, shown } from "./terminal-log.ts";

/**
 * `npm run dev`: the Worker in workerd by wrangler, on loopback only (its entry socket lets anyone
 * who reaches it run SQL), with D1, queues and cron, and the companion beside it for sub-minute
 * ticks.
 */
const WRANGLER = "node_modules/wrangler/bin/wrangler.js";
const STATE = ".wrangler/outrider";
const GRACE_MS = 5_000;

try {
  await develop();
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause;
  for (const line of cause.lines) console.error(`outrider: ${line}`);
  process.exit(1);
}

async function develop(): Promise<void> {
  const written = readEnvironment();
  const port = Number(written["PORT"] ?? 8787);
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(STATE, { recursive: true });
  const dataDir = await claimDataDir(STATE, url, parentOf(written));
  await assertFree(port);
  const secrets = loadSecrets(".dev.vars", {}, false);
  await migrateLocally();
  const companion = await startCompanionProcess({
    env: {
      COMPANION_SECRET: secrets["COMPANION_SECRET"] ?? "",
      APP_URL: url,
      DATA_DIR: STATE,
      HOST: "127.0.0.1",
      TICK_SECONDS: written["TICK_SECONDS"] ?? "5",
    },
    log: processLog("info"),
    onLine: (line) => void process.stdout.write(`${shown(line)}\n`),
    onProcess: (pid) => dataDir.note("companion", pid),
  });
  const wrangler = startWrangler(port, { BASE_URL: url, COMPANION_URL: companion.url() });
  dataDir.note("wrangler", wrangler.pid ?? null);

  let asked = false;
  const end = (): void => {
    if (asked) return;
    asked = true;
    endGroup(wrangler, "SIGTERM");
    setTimeout(() => endGroup(wrangler, "SIGKILL"), GRACE_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const [code] = await once(wrangler, "exit");
  await companion.stop(COMPANION_GRACE_MS);
  dataDir.release();
  process.exit(asked ? 0 : Number(code ?? 1));
}

/** The process that must outlive this one; null when nothing watches. */
function parentOf(written: Readonly<Record<string, string>>): number | null {
  return Number(written["OUTRIDER_PARENT"]) === process.ppid ? process.ppid : null;
}

/** Applies the new files of `drizzle/` to the local D1, as `--remote` does on the platform. */
async function migrateLocally(): Promise<void> {
  const args = [WRANGLER, "d1", "migrations", "apply", "DB", "--local"];
  try {
    await promisify(execFile)(process.execPath, args);
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    throw new StartError(`The local D1 cannot be migrated: ${said.split("\n")[0] ?? ""}`);
  }
}

/** A process group of its own, so that Ctrl-C reaches this process alone and workerd ends with it. */
function startWrangler(port: number, vars: Readonly<Record<string, string>>): ChildProcess {
  const settings = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const where = [
    "--ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--show-interactive-dev-session=false",
  ];
  return spawn(process.execPath, [WRANGLER, "dev", ...where, ...settings], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function endGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

/** Wrangler would take another port without a word, and every link would be wrong. */
async function assertFree(port: number): Promise<void> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    throw new StartError(`Port ${port} is in use: stop the program that has it, or set PORT.`);
  }
  probe.close();
  await once(probe, "close");
}
