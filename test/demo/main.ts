import { parseArgs } from "node:util";
import { RIVALS } from "#modules/moving/rules/found.ts";
import { runAgencyDemo } from "./agency/run.ts";
import { runCockpitDemo } from "./cockpit/run.ts";
import { runMailboxesDemo } from "./mailboxes/run.ts";
import { runMovingDemo } from "./moving/run.ts";
import { createProgress } from "./progress.ts";
import { differs, formatReport } from "./report.ts";
import { runDemo } from "./run.ts";

const USAGE =
  "npm run demo -- [--host node|worker] [--leads 500] [--mail sandbox|dovecot] [--databases one|per_workspace] [--seed 1] | --mailboxes oauth [--host node|worker] | --agency [--clients 50] [--databases one|per_workspace] [--speed 100] [--keep] | --cockpit | --move instantly|smartlead|lemlist [--host node|worker]";

/** Leads of a client of the agency. */
const LEADS_EACH = 200;

/** Reads the command line; throws with the usage when it is wrong. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "node" },
      mail: { type: "string" },
      leads: { type: "string", default: "500" },
      seed: { type: "string", default: "1" },
      mailboxes: { type: "string" },
      agency: { type: "boolean", default: false },
      clients: { type: "string", default: "50" },
      databases: { type: "string", default: "one" },
      keep: { type: "boolean", default: false },
      speed: { type: "string", default: "100" },
      cockpit: { type: "boolean", default: false },
      move: { type: "string" },
    },
  });
  const { host, mail, mailboxes, agency, databases, keep, cockpit } = values;
  const move = RIVALS.find((rival) => rival === values.move);
  if (values.move !== undefined && move === undefined)
    throw new Error(`--move is ${RIVALS.join(", ")}. ${USAGE}`);
  const leads = Number(values.leads);
  const seed = Number(values.seed);
  if (host !== "node" && host !== "worker") throw new Error(`--host is node or worker. ${USAGE}`);
  if (mailboxes !== undefined && mailboxes !== "oauth")
    throw new Error(`--mailboxes is oauth. ${USAGE}`);
  if (mail !== undefined && mail !== "sandbox" && mail !== "dovecot")
    throw new Error(`--mail is sandbox or dovecot. ${USAGE}`);
  if (!Number.isInteger(leads) || leads < 20 || leads > 5_000)
    throw new Error(`--leads is 20 to 5000. ${USAGE}`);
  if (!Number.isInteger(seed)) throw new Error(`--seed is a whole number. ${USAGE}`);
  const clients = Number(values.clients);
  if (!Number.isInteger(clients) || clients < 3 || clients > 100)
    throw new Error(`--clients is 3 to 100. ${USAGE}`);
  if (databases !== "one" && databases !== "per_workspace")
    throw new Error(`--databases is one or per_workspace. ${USAGE}`);
  const speed = Number(values.speed);
  if (!Number.isInteger(speed) || speed < 1) throw new Error(`--speed is 1 or more. ${USAGE}`);
  const several = { clients, databases, keep, speed } as const;
  return { host, mail, leads, seed, mailboxes, agency, cockpit, move, several } as const;
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());

try {
  const progress = createProgress(process.stdout);
  const { signal } = ending;
  const { mailboxes, agency, cockpit, move, several, ...options } = readArguments();
  const { host, seed, mail } = options;
  const { rows, problems, log } = await (agency
    ? runAgencyDemo({
        ...several,
        host,
        seed,
        mail: mail ?? null,
        leadsEach: LEADS_EACH,
        progress,
        signal,
      })
    : cockpit
      ? runCockpitDemo({ host, progress, signal })
      : mailboxes === "oauth"
        ? runMailboxesDemo({ host, progress, signal })
        : move !== undefined
          ? runMovingDemo({ rival: move, host, seed, progress, signal })
          : runDemo({
              ...options,
              mail: mail ?? "sandbox",
              databases: several.databases,
              progress,
              signal,
            }));
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
