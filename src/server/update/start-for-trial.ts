import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "#server/own-build.ts";

/** Starts the product as npm start does, until `isSettled`, and ends it. For an update of a stopped install. */
export async function startForTrial(isSettled: () => boolean): Promise<void> {
  const { OUTRIDER_RELEASE: _, ...env } = process.env;
  const child = spawn(process.execPath, ["src/toolchain.mjs", "src/server/main.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let hasEnded = false;
  const ended = once(child, "exit").then(() => (hasEnded = true));
  while (!isSettled() && !hasEnded) await wait(200);
  child.kill("SIGTERM");
  await ended;
}
