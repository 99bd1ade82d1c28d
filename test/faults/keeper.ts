import { type ChildProcess, spawn } from "node:child_process";
import { megabytesOf } from "#test/support/resident-memory.ts";

/** A process that is started again whenever it ends. */
export type Keeper = {
  /** SIGKILL to it and to what it started. */
  kill(): void;
  /** SIGSTOP to them all: they keep what they hold, and do nothing. */
  freeze(): void;
  /** SIGCONT: they go on where they were. */
  thaw(): void;
  /** SIGUSR2 to it alone. */
  ask(): void;
  /** Ends it for good, once it is gone. */
  stop(): Promise<void>;
  /** Starts it again after `stop`. */
  start(): void;
  /** How often it was started. */
  starts(): number;
  /** Its memory in megabytes (RSS), its children's included; 0 while it is away. */
  megabytes(): number;
};

const AGAIN_MS = 100;

/** Runs a TypeScript program in a process group of its own, so that a kill takes its children along. */
export function keep(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>> | ((start: number) => Readonly<Record<string, string>>),
  isQuiet = false,
): Keeper {
  let child: ChildProcess | null = null;
  let stopped = false;
  let starts = 0;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    stopped = false;
    const settings = typeof env === "function" ? env(starts) : env;
    starts++;
    child = spawn(process.execPath, [script], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", ...settings },
      stdio: ["ignore", "ignore", isQuiet ? "ignore" : "inherit"],
      detached: true,
    });
    child.once("exit", () => {
      child = null;
      if (!stopped) timer = setTimeout(start, AGAIN_MS);
    });
  }

  function signal(name: NodeJS.Signals): void {
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // It ended meanwhile.
    }
  }

  const kill = (): void => signal("SIGKILL");
  start();
  return {
    kill,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    ask: () => void child?.kill("SIGUSR2"),
    start,
    starts: () => starts,
    megabytes: () => (child?.pid === undefined ? 0 : megabytesOf(child.pid)),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const gone = new Promise((resolve) => running.once("exit", resolve));
      kill();
      await gone;
    },
  };
}
