import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLibsql } from "#db/libsql.ts";
import { freshSecrets } from "#server/secrets.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type Fault, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { freePort } from "#test/support/node-host.ts";
import { copyOf } from "./copy.ts";

/*
 * `npm run faults -- sends [--sends N] [--kills N] [--seed N] [--retries]`: a campaign through a
 * server that misbehaves, while app and companion are killed (kill -9) at random, each on its own.
 * Afterwards the server's own ledger is held against the rows: nothing twice, nothing lost, nothing
 * called sent that no server took, nothing called failed that one did. `--retries` adds faults whose
 * second try comes after five minutes. `--mutant naive` runs a product that tries again whatever
 * broke off, and succeeds only when the plan catches it.
 */
const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "2000" },
    kills: { type: "string", default: "12" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    retries: { type: "boolean", default: false },
    mailboxes: { type: "string", default: "20" },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const KILLS = Number(values.kills);
const MAILBOXES = Number(values.mailboxes);
const root = await copyOf(values.mutant);
const random = randomFrom(Number(values.seed));
const DEADLINE_MS = values.retries ? 20 * 60_000 : 8 * 60_000;

/** What the server does the first time it meets a recipient, by the recipient's number. */
function faultOf(recipient: number): Fault | undefined {
  const kind = recipient % 100;
  if (kind === 1) return { at: "dot", act: "drop" };
  if (kind === 2) return { at: "dot", act: "accept-then-drop" };
  if (kind === 3) return { at: "rcpt", reply: "550 5.1.1 User unknown" };
  if (kind === 4) return { at: "body", act: "drop" };
  if (!values.retries) return undefined;
  if (kind === 5 || kind === 6) return { at: "data", act: "drop" };
  if (kind === 7 || kind === 8) return { at: "dot", reply: "451 4.3.0 Try later" };
  if (kind === 9) return { at: "rcpt", reply: "450 4.2.0 Greylisted" };
  return undefined;
}
const AMBIGUOUS = new Set([1, 2, 4]);

const met = new Set<string>();
const smtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  pipelining: true,
  script: ({ to, at }) => {
    const recipient = Number(/^lead(\d+)@/.exec(to)?.[1] ?? 0);
    const fault = faultOf(recipient);
    if (fault?.at !== at) return undefined;
    // Refusals of an address stand; the rest happens once.
    if ("reply" in fault && fault.reply.startsWith("550")) return fault;
    if (met.has(to)) return undefined;
    met.add(to);
    return fault;
  },
});

const directory = await mkdtemp(join(tmpdir(), "outrider-faults-"));
const [appPort, companionPort] = [await freePort(), await freePort()];
const appUrl = `http://127.0.0.1:${appPort}`;
const secrets = freshSecrets();
let inFlightAtKills = 0;

const app = keeper("app", "src/server/main.ts", {
  ...secrets,
  PORT: String(appPort),
  DATA_DIR: join(directory, "app"),
  COMPANION_URL: `http://127.0.0.1:${companionPort}`,
  TICK_SECONDS: "0.3",
  API_LIMIT_PER_MINUTE: "100000",
  LOG_LEVEL: "error",
});
const companion = keeper("companion", "src/companion/main.ts", {
  COMPANION_SECRET: secrets.COMPANION_SECRET,
  COMPANION_PORT: String(companionPort),
  APP_URL: appUrl,
  DATA_DIR: join(directory, "companion"),
  TICK_SECONDS: "off",
  LOG_LEVEL: "error",
});

try {
  console.log(`seed ${values.seed}: ${SENDS} sends over ${MAILBOXES} mailboxes, ${KILLS} kills`);
  await answers(`${appUrl}/health`);
  const campaignId = await prepare();
  const began = performance.now();
  const kills = killAtRandom();
  await finished(campaignId);
  await kills;
  await finished(campaignId);
  const seconds = Math.round((performance.now() - began) / 1_000);
  app.stop();
  companion.stop();
  const verdict = await judge();
  console.table([{ ...verdict.counts, "in flight at kills": inFlightAtKills, seconds }]);
  for (const line of verdict.broken) console.error(`BROKEN: ${line}`);
  const held = verdict.broken.length === 0;
  // A mutant that is not caught is the harness's own failure.
  process.exitCode = held === (values.mutant === undefined) ? 0 : 1;
  console.log(held ? "Every promise held." : `Broken with seed ${values.seed}.`);
} finally {
  app.stop();
  companion.stop();
  await smtp.close();
  for (const path of [directory, root]) await rm(path, { recursive: true, force: true });
}

/** A process that is started again whenever it ends. */
function keeper(name: string, script: string, env: Record<string, string>) {
  let child: ChildProcess;
  let stopped = false;
  const start = (): void => {
    child = spawn(process.execPath, [script], {
      cwd: root,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("exit", () => {
      if (!stopped) setTimeout(start, 100);
    });
  };
  start();
  return {
    name,
    kill: () => child.kill("SIGKILL"),
    stop: () => {
      stopped = true;
      child.kill("SIGKILL");
    },
  };
}

async function killAtRandom(): Promise<void> {
  for (let i = 0; i < KILLS; i++) {
    await sleep(150 + random() * 2_550);
    if (random() < 0.6) {
      inFlightAtKills += MAILBOXES;
      companion.kill();
    } else app.kill();
  }
}

function prepare(): Promise<number> {
  const rows = Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 97}.test`);
  return startBulkCampaign(createApi(appUrl), {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...rows].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
}

/** Waits until no send can move any more by itself. */
async function finished(campaignId: number): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    await sleep(1_000);
    const open = await count(
      `SELECT count(*) FROM campaign_leads WHERE campaign_id = ${campaignId} AND status IN ('pending', 'in_progress')`,
    ).catch(() => 1);
    if (open === 0 || performance.now() > end) return;
  }
}

async function rowsOf(query: string) {
  const client = openLibsql(`file:${join(directory, "app", "outrider.db")}`);
  try {
    return (await client.execute(query)).rows;
  } finally {
    client.close();
  }
}

async function count(query: string): Promise<number> {
  return Number(Object.values((await rowsOf(query))[0] ?? {})[0]);
}

/** The server's ledger against the rows (invariants I1, I2, I3, I8). */
async function judge() {
  const taken = new Map<string, number>();
  for (const mail of smtp.accepted) {
    const id = /^message-id:\s*<([^>]+)>/im.exec(mail.raw)?.[1] ?? "";
    taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  const rows = await rowsOf("SELECT state, message_id, to_email FROM sends");
  const state = (name: string) => rows.filter((row) => row["state"] === name);
  const isTaken = (row: (typeof rows)[number]) => taken.has(row["message_id"] as string);
  const counts = {
    sent: state("sent").length,
    failed: state("failed").length,
    unknown: state("unknown").length,
    "unknown but delivered": state("unknown").filter(isTaken).length,
  };
  const injected = Array.from({ length: SENDS }, (_, i) => i).filter((i) =>
    AMBIGUOUS.has(i % 100),
  ).length;
  const twice = [...taken.values()].filter((times) => times > 1).length;
  const stuck = rows.length - counts.sent - counts.failed - counts.unknown;
  const checks: [string, boolean][] = [
    [`${twice} messages were delivered twice`, twice === 0],
    [`${SENDS - rows.length} leads were never written to`, rows.length === SENDS],
    [`${stuck} sends are stuck`, stuck === 0],
    [
      `${state("sent").filter((row) => !isTaken(row)).length} are called sent that no server took`,
      state("sent").every(isTaken),
    ],
    [
      `${state("failed").filter(isTaken).length} are called failed that a server took`,
      !state("failed").some(isTaken),
    ],
    [
      `${counts.unknown} unknown, more than ${injected} injected and ${inFlightAtKills} in flight`,
      counts.unknown <= injected + inFlightAtKills,
    ],
    [
      "the counters differ from the rows",
      (await count(
        "SELECT coalesce(sum(sent), 0) FROM stats WHERE campaign_id = 0 AND dimension = 'total'",
      )) ===
        counts.sent + counts.failed,
    ],
  ];
  return { counts, broken: checks.filter(([, holds]) => !holds).map(([line]) => line) };
}

async function answers(url: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error(`${url} does not answer`);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
