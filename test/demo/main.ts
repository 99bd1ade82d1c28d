import { parseArgs } from "node:util";
import { RIVALS } from "#modules/moving/rules/found.ts";
import { runAgencyDemo } from "./agency/run.ts";
import { runMailboxesDemo } from "./mailboxes/run.ts";
import { runMovingDemo } from "./moving/run.ts";
import { createProgress } from "./progress.ts";
import { differs, formatReport } from "./report.ts";
import { runDemo } from "./run.ts";

const USAGE =
  "npm run demo -- [--host node|worker] [--leads 500] [--mail sandbox|dovecot] [--seed 1] | --mailboxes oauth [--host node|worker] | --agency [--host node|worker] | --move instantly|smartlead|lemlist [--host node|worker]";

/** Reads the command line; throws with the usage when it is wrong. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "node" },
      mail: { type: "string", default: "sandbox" },
      leads: { type: "string", default: "500" },
      seed: { type: "string", default: "1" },
      mailboxes: { type: "string" },
      agency: { type: "boolean", default: false },
      move: { type: "string" },
    },
  });
  const { host, mail, mailboxes, agency } = values;
  const move = RIVALS.find((rival) => rival === values.move);
  if (values.move !== undefined && move === undefined)
    throw new Error(`--move is ${RIVALS.join(", ")}. ${USAGE}`);
  const leads = Number(values.leads);
  const seed = Number(values.seed);
  if (host !== "node" && host !== "worker") throw new Error(`--host is node or worker. ${USAGE}`);
  if (mailboxes !== undefined && mailboxes !== "oauth")
    throw new Error(`--mailboxes is oauth. ${USAGE}`);
  if (mail !== "sandbox" && mail !== "dovecot")
    throw new Error(`--mail is sandbox or dovecot. ${USAGE}`);
  if (!Number.isInteger(leads) || leads < 20 || leads > 5_000)
    throw new Error(`--leads is 20 to 5000. ${USAGE}`);
  if (!Number.isInteger(seed)) throw new Error(`--seed is a whole number. ${USAGE}`);
  return { host, mail, leads, seed, mailboxes, agency, move } as const;
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());

try {
  const progress = createProgress(process.stdout);
  const { signal } = ending;
  const { mailboxes, agency, move, ...options } = readArguments();
  const { host, seed } = options;
  const { rows, problems, log } = await (agency
    ? runAgencyDemo({ host, progress, signal })
    : mailboxes === "oauth"
      ? runMailboxesDemo({ host, progress, signal })
      : move !== undefined
        ? runMovingDemo({ rival: move, host, seed, progress, signal })
        : runDemo({ ...options, progress, signal }));
  const wrong = rows.filter(differs).length;
  console.log(`\n${formatReport(rows)}\n`);
  for (const problem of problems.slice(0, 20)) console.log(`! ${problem}`);
  if (wrong > 0) for (const line of log.slice(-20)) console.log(line);
  console.log(wrong === 0 ? "All counts are equal." : `${wrong} of ${rows.length} counts differ.`);
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (cause) {
  if (ending.signal.aborted) console.error("Ended early; everything is stopped.");
  else console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 2;
}
