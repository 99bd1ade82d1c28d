import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A server program that runs in the foreground. */
export type Daemon = { stop(): Promise<void> };

const START_MS = 180_000;
const STOP_MS = 5_000;

/**
 * Starts a program and answers once each port takes connections. Throws with the end of its log
 * when it does not come so far.
 */
export async function startDaemon(
  command: string,
  args: readonly string[],
  ports: readonly number[],
  logFile: string,
): Promise<Daemon> {
  const child = spawn(command, args, { stdio: "ignore" });
  const deadline = Date.now() + START_MS;
  for (const port of ports) {
    while (!(await accepts(port))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await end(child);
        throw new Error(`${command} does not listen on port ${port}: ${await endOf(logFile)}`);
      }
      await wait(20);
    }
  }
  return { stop: () => end(child) };
}

const endOf = (logFile: string): Promise<string> =>
  readFile(logFile, "utf8").then(
    (log) => log.slice(-1_000),
    () => "it wrote no log",
  );

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const forced = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(forced);
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
