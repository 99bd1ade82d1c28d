import { parseArgs } from "node:util";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type Fault, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { type Change, copyOf, mutant, PATIENT_LEASES, removeTree, TWICE } from "./copy.ts";
import { againChecks, sendAgain, SOON_AGAIN } from "./again.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger, takenBy, twiceAmong } from "./ledger.ts";
import { type Host, patienceMs, sleep, startWorld, untilReached, whileMoving } from "./world.ts";

/*
 * `npm run faults -- sends [--host node|worker [--wipe]] [--sends N] [--kills N] [--seed N] [--retries] [--databases per_workspace]`: a
 * campaign through a server that misbehaves, every queue message delivered twice, while app and
 * companion are killed (kill -9; workerd and its parent alike) at random, each on its own.
 * Afterwards the server's own ledger is held against the rows: nothing twice, nothing lost, nothing
 * called sent that no server took, nothing called failed that one did. `--retries` adds faults whose
 * second try comes after five minutes. `--wipe` empties the companion's disk at each of its deaths, as
 * a container's is. `--earlier` runs a companion from before runs had names beside today's app, as
 * amid an update. `--again` then presses "Send again" for every mail whose outcome is unclear and that
 * no server took, three times at once and while app and companion go on being killed, until each has arrived:
 * once, also where that try breaks off as well. `--databases per_workspace` has two workspaces send, each
 * with a database of its own. `--mutant naive` runs a product that tries again whatever
 * broke off, and succeeds only when the plan catches it.
 */
const { values } = parseArgs({
  options: {
    host: { type: "string", default: "node" },
    sends: { type: "string", default: "2000" },
    kills: { type: "string", default: "12" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    retries: { type: "boolean", default: false },
    wipe: { type: "boolean", default: false },
    earlier: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    mailboxes: { type: "string", default: "20" },
    databases: { type: "string", default: "one" },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const KILLS = Number(values.kills);
const MAILBOXES = Number(values.mailboxes);
const databases = values.databases === "per_workspace" ? "per_workspace" : "one";
const WORKSPACES = databases === "one" ? 1 : 2;
const host: Host = values.host === "worker" ? "worker" : "node";
const random = randomFrom(Number(values.seed));
/** A second try comes after five minutes. */
const STILL_MS = patienceMs(values.mutant) + (values.retries ? 6 * MINUTE_MS : 0);

/** Which of a hundred fates a recipient has. They move on by one every hundred: no mailbox gets all of a kind. */
const kindOf = (recipient: number): number => (recipient + Math.floor(recipient / 100)) % 100;

/** Of what is to be sent again there are more. */
const isLost = (kind: number): boolean => kind >= 10 && kind < 25;

/** What the server does the first time it meets a recipient, by the recipient's number. */
function faultOf(recipient: number): Fault | undefined {
  const kind = kindOf(recipient);
  if (kind === 1) return { at: "dot", act: "drop" };
  if (kind === 2) return { at: "dot", act: "accept-then-drop" };
  // Three of them in one mailbox's first thirty mails, and it would rightly be quarantined.
  if (kind === 3 && recipient % 4 === 0) return { at: "rcpt", reply: "550 5.1.1 User unknown" };
  if (kind === 4) return { at: "body", act: "drop" };
  if (values.again && isLost(kind)) return { at: kind % 2 === 0 ? "dot" : "body", act: "drop" };
  if (!values.retries) return undefined;
  if (kind === 5 || kind === 6) return { at: "data", act: "drop" };
  if (kind === 7 || kind === 8) return { at: "dot", reply: "451 4.3.0 Try later" };
  if (kind === 9) return { at: "rcpt", reply: "450 4.2.0 Greylisted" };
  return undefined;
}
/** What a companion did not tell yet. */
const EARLIER: readonly Change[] = [
  { file: "src/companion/channel.ts", from: "{ intents, run },", to: "{ intents }," },
  {
    file: "src/companion/channel.ts",
    from: '"/internal/companion/started", { run }',
    to: '"/internal/companion/started", {}',
  },
];
const AMBIGUOUS = new Set([1, 2, 4]);

/** What it does the second time to some of those that it dropped: what was sent again is unclear once more. */
function secondFaultOf(recipient: number): Fault | undefined {
  const kind = kindOf(recipient);
  if (!isLost(kind)) return undefined;
  if (kind % 5 === 0) return { at: "dot", act: "accept-then-drop" };
  return kind % 5 === 1 ? { at: "dot", act: "drop" } : undefined;
}

/** How often the server broke off on each recipient. */
const met = new Map<string, number>();
const smtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  pipelining: true,
  // So slow that each kill has mail to come amid: two thousand would leave within seconds.
  replyMs: 100,
  script: ({ to, at }) => {
    const recipient = Number(/^lead(\d+)@/.exec(to)?.[1] ?? 0);
    const times = met.get(to) ?? 0;
    const second = values.again && times === 1 ? secondFaultOf(recipient) : undefined;
    const fault = times === 0 ? faultOf(recipient) : second;
    if (fault?.at !== at) return undefined;
    // Refusals of an address stand; the rest happens once.
    if ("reply" in fault && fault.reply.startsWith("550")) return fault;
    met.set(to, times + 1);
    return fault;
  },
});
const root = await copyOf([
  ...mutant(values.mutant),
  ...(values.again ? [...SOON_AGAIN, ...PATIENT_LEASES] : []),
  ...(values.earlier ? [...EARLIER, ...PATIENT_LEASES] : []),
  TWICE,
]);
const world = await startWorld({ host, root, databases, wipe: values.wipe });
let inFlightAtKills = 0;
/** Kills that came while there was mail to send. */
let killsAmid = 0;

endEarly(`sends on ${host}`, values, twiceAmong(smtp.accepted));
try {
  console.log(
    `${host}${values.wipe ? ", companion's disk wiped" : ""}, seed ${values.seed}: ${SENDS} sends over ${MAILBOXES} mailboxes, ${KILLS} kills`,
  );
  await world.up();
  const rows = Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 97}.test`);
  const campaigns = [];
  for (let one = 0; one < WORKSPACES; one++) {
    const api = createApi(world.url);
    const campaignId = await startBulkCampaign(api, {
      owner: `bulk${one || ""}`,
      mailboxes: MAILBOXES / WORKSPACES,
      smtpPort: smtp.port,
      csv: ["email", ...rows.filter((_, i) => i % WORKSPACES === one)].join("\n"),
      step: { subject: "Hello", body_text: "Hello from us" },
    });
    campaigns.push({ api, campaignId });
  }
  const began = performance.now();
  const ids = campaigns.map(({ campaignId }) => campaignId).join(", ");
  const open = async (): Promise<number> =>
    (
      await world.rows(
        `SELECT count(*) AS n FROM campaign_leads WHERE campaign_id IN (${ids}) AND status IN ('pending', 'in_progress')`,
      )
    ).reduce((sum, row) => sum + Number(row["n"]), 0);
  const finished = () => whileMoving(async () => (await open()) === 0, open, STILL_MS);
  const kills = killAtRandom(open);
  await finished();
  await kills;
  await finished();
  const [first] = campaigns;
  const pressed =
    values.again && first
      ? await sendAgain(world, {
          ...first,
          isTaken: takenBy(smtp.accepted),
          patienceMs: STILL_MS,
          kill: killNowAndThen,
        })
      : 0;
  const seconds = Math.round((performance.now() - began) / 1_000);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const count = (state: string): number => ledger.in(state).length;
  const injected = Array.from({ length: SENDS }, (_, i) => i).filter(
    (i) => AMBIGUOUS.has(kindOf(i)) || (values.again && isLost(kindOf(i))),
  ).length;
  const stuck = ledger.sends.length - count("sent") - count("failed") - count("unknown");
  console.table([
    {
      sent: count("sent"),
      failed: count("failed"),
      unknown: count("unknown"),
      "unknown but delivered": ledger.in("unknown").filter(ledger.isTaken).length,
      "in flight at kills": inFlightAtKills,
      ...(values.again && { "asked again": pressed }),
      seconds,
    },
  ]);
  if (stuck > 0) console.table(await whereStuck());
  conclude(
    `sends on ${host}`,
    [
      ...ledger.checks,
      ...(values.again ? await againChecks(world, ledger, pressed) : []),
      [`${SENDS - ledger.sends.length} leads were never written to`, ledger.sends.length === SENDS],
      [`${stuck} sends are stuck`, stuck === 0],
      [
        `${count("unknown")} unknown, more than ${injected} injected and ${inFlightAtKills} in flight`,
        count("unknown") <= injected + inFlightAtKills,
      ],
      [
        `only ${killsAmid} of ${KILLS} kills came amid the campaign`,
        killsAmid > KILLS / 2,
        "enough",
      ],
    ],
    values,
  );
} finally {
  await world.close();
  await smtp.close();
  await removeTree(root);
}

/**
 * Each after its share of the mail, and some while what was killed before still starts: all come amid
 * the campaign, whatever the machine does in a second. The companion is first, the app second.
 */
async function killAtRandom(open: () => Promise<number>): Promise<void> {
  const accepted = async (): Promise<number> => smtp.accepted.length;
  for (let i = 0; i < KILLS; i++) {
    const due = ((i + random()) / (KILLS + 1)) * SENDS;
    if (i < 2 || random() < 0.8) await untilReached(accepted, due, STILL_MS, 20);
    await sleep(random() * 100);
    if ((await open()) > 0) killsAmid++;
    kill(i === 0 || (i > 1 && random() < 0.6));
  }
}

/** What each unfinished mail and its mailbox wait for; seconds from now. */
async function whereStuck(): Promise<readonly object[]> {
  const from = (column: string): string => `(${column} - unixepoch() * 1000) / 1000`;
  return world.rows(
    `SELECT s.state, s.smtp_response, s.attempts, s.evidence, s.mailbox_id AS mailbox, m.status,
       m.status_message, m.held_reason, m.connect_failures, ${from("s.due_at")} AS due,
       ${from("s.lease_until")} AS lease, ${from("m.next_send_at")} AS gap, count(*) AS mails
     FROM sends s JOIN mailboxes m ON m.id = s.mailbox_id
     WHERE s.state NOT IN ('sent', 'failed', 'unknown') GROUP BY s.mailbox_id, s.state, s.smtp_response`,
  );
}

async function killNowAndThen(): Promise<void> {
  for (let i = 0; i < KILLS; i++) {
    await sleep(150 + random() * 2_550);
    kill(random() < 0.6);
  }
}

function kill(isCompanion: boolean): void {
  if (isCompanion) inFlightAtKills += MAILBOXES;
  (isCompanion ? world.companion : world.app).kill();
}
