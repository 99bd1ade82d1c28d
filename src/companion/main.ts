import { fstatSync } from "node:fs";
import { startCompanion } from "./companion.ts";
import { readEnv } from "./env.ts";
import { describeBriefly } from "./log.ts";

/** The process: one JSON line with the port on stdout when ready, log lines on stderr. */
async function main(): Promise<void> {
  // Only this user may read its journal.
  process.umask(0o077);
  const read = readEnv(process.env);
  if (!read.ok) {
    for (const line of read.wrong) process.stderr.write(`The mail service cannot start: ${line}\n`);
    process.exitCode = 1;
    return;
  }
  const companion = await startCompanion(read.env);
  process.stdout.write(`${JSON.stringify({ event: "companion.ready", port: companion.port })}\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    companion.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        process.stderr.write(`${describeBriefly(cause)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  onParentGone(stop);
}

/** If the supervisor at the other end of standard input dies, the companion stops too. */
function onParentGone(then: () => void): void {
  const stdin = fstatSync(0);
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.on("end", then).on("error", then).resume();
}

main().catch((cause: unknown) => {
  process.stderr.write(`The mail service cannot start: ${describeBriefly(cause)}\n`);
  process.exitCode = 1;
});
