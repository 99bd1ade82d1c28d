import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Log } from "#platform/ctx/log.ts";
import { SettingsSchema } from "#platform/ctx/settings.ts";
import { StartError } from "./start-error.ts";
import flags from "./process-flags.json" with { type: "json" };

const MAIN = join(import.meta.dirname, "../companion/main.ts");
/** From start to its ready line: it reads its journal first, and a small machine under load is slow. */
const READY_MS = 60_000;
/** How long it may take to end: it finishes messages for eight seconds and reports them for two. */
export const COMPANION_GRACE_MS = 12_000;
/** Pauses before it is started again; the last one repeats. */
const BACKOFF_MS = [100, 500, 1_000, 2_000, 5_000, 10_000];
/** One that lived this long starts again without a pause that grew. */
const STEADY_MS = 30_000;
/** The app's settings, and with them its secrets, stay out of the companion's environment; it gets its own. */
const OF_THE_APP = new Set(Object.keys(SettingsSchema.shape));

const ReadyLine = z.object({ port: z.int().min(1).max(65_535) });

export type Companion = {
  /** Its address; the same one after a restart, as a rule. */
  url(): string;
  /** Lets it finish what it has in hand for `graceMs`, then ends it. */
  stop(graceMs: number): Promise<void>;
};

export type CompanionOptions = {
  /** Its settings; COMPANION_PORT is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Called with each line that it prints. */
  readonly onLine: (line: string) => void;
  /** Called with its process number, and with null when it is gone. */
  readonly onProcess: (pid: number | null) => void;
};

/**
 * Starts the companion beside this process and keeps it running: it is started again whenever it
 * dies. It holds the other end of a pipe and ends by itself when this process is killed. Throws
 * `StartError` when it does not come up.
 */
export async function startCompanionProcess(options: CompanionOptions): Promise<Companion> {
  let stopping = false;
  let port = 0;
  let current = await launch(options, port);
  port = current.port;
  const watched = watch();

  async function watch(): Promise<void> {
    for (let deaths = 0; ; deaths++) {
      const began = performance.now();
      const [code, signal] = await current.ended;
      options.onProcess(null);
      if (stopping) return;
      if (performance.now() - began > STEADY_MS) deaths = 0;
      options.log("companion.died", { code, signal }, "error");
      for (;;) {
        await wait(BACKOFF_MS[Math.min(deaths, BACKOFF_MS.length - 1)]);
        if (stopping) return;
        try {
          // Its former port may have been given away meanwhile; then any other one does.
          current = await launch(options, deaths < 3 ? port : 0);
          break;
        } catch (cause) {
          deaths++;
          options.log("companion.failed", { cause: String(cause) }, "error");
        }
      }
      port = current.port;
      options.log("companion.restarted", { port });
    }
  }

  return {
    url: () => urlOf(port),
    async stop(graceMs) {
      stopping = true;
      current.child.kill("SIGTERM");
      const timer = setTimeout(() => current.child.kill("SIGKILL"), graceMs);
      await watched;
      clearTimeout(timer);
    },
  };
}

/** What lives short is small there; room for more of it costs memory for as long as it runs. */
export const COMPANION_FLAGS: readonly string[] = flags.companion;

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

type Running = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
};

async function launch(options: CompanionOptions, port: number): Promise<Running> {
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THE_APP.has(name));
  const env = {
    ...Object.fromEntries(inherited),
    ...options.env,
    COMPANION_PORT: String(port),
  };
  // A group of its own: Ctrl-C reaches this process alone, which then ends the companion in order.
  const child = spawn(process.execPath, [...COMPANION_FLAGS, MAIN], {
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  options.onProcess(child.pid ?? null);
  const complaints: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    complaints.push(line);
    complaints.splice(0, complaints.length - 20);
    options.onLine(line);
  });
  const ready = new Promise<number>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = portOf(line);
      if (found === null) options.onLine(line);
      else resolve(found);
    });
  });
  const deadline = new AbortController();
  const outcome = await Promise.race([
    ready,
    ended.then(([code, signal]) => `it ended with ${code ?? signal}`),
    wait(READY_MS, "it was not ready in time", { signal: deadline.signal }).catch(() => ""),
  ]);
  deadline.abort();
  if (typeof outcome === "number") return { child, port: outcome, ended };
  child.kill("SIGKILL");
  await ended;
  options.onProcess(null);
  const said = complaints.find((line) => /error/i.test(line)) ?? complaints.at(-1);
  throw new StartError(
    `The companion did not start: ${outcome}${said ? ` (${said.trim()})` : ""}.`,
  );
}

/** The port of its ready line; null for any other line. */
function portOf(line: string): number | null {
  if (!line.startsWith("{")) return null;
  try {
    return ReadyLine.parse(JSON.parse(line)).port;
  } catch {
    return null;
  }
}
