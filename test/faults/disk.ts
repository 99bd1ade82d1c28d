import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { postmarkCall } from "#test/support/provider-calls.ts";
import { type Change, copyOf, mutant, PATIENT_LEASES, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger } from "./ledger.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { patienceMs, sleep, startWorld, untilClear, untilReached } from "./world.ts";

/*
 * `npm run faults -- disk [--sends N] [--rounds N] [--seed N]`: amid a campaign the disk of the database
 * runs full, that of the companion's journal, and both, while people write to the API and a provider
 * calls; each then has room again. What was answered as done is there, what was not is told as 503
 * with the time to wait, no mail leaves that the journal cannot hold, and all goes on by itself.
 * Needs root, for disks of its own.
 */
const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "1500" },
    rounds: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const ROUNDS = Number(values.rounds);
const FULL_MS = 3_000;
const MAILBOXES = 2;
const SECRET = "a-secret-of-the-provider";
/** A log that is longer than the small disk would fill it for good, the sooner the longer a run takes. */
const SHORT_LOG: readonly Change[] = [
  { from: "LOG_PAGES = 16_000", to: "LOG_PAGES = 500" },
  { from: "LAST_RESORT_PAGES = 64_000", to: "LAST_RESORT_PAGES = 2_000" },
].map((change) => ({ file: "src/server/checkpoints.ts", ...change }));
const random = randomFrom(Number(values.seed));

const directory = await mkdtemp(join(tmpdir(), "outrider-disk-"));
const disks: SmallDisk[] = [];
try {
  disks.push(mountSmallDisk(join(directory, "app"), 48));
  disks.push(mountSmallDisk(join(directory, "companion"), 4));
} catch (cause) {
  for (const disk of disks) disk.remove();
  await removeTree(directory);
  console.log(`disk: SKIPPED, this user may not mount a disk (${String(cause).split("\n")[0]}).`);
  process.exit(0);
}
const [database, journal] = disks;

let isOver = false;
/** What was answered as done, and how often anything else was answered. */
const done = { people: new Set<string>(), calls: new Set<number>() };
const answers = new Map<number, number>();
let without = 0;

// So slow that mail is left for every round: all together would leave within seconds.
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 50 });
let amid = 0;
const root = await copyOf([...mutant(values.mutant), TWICE, ...PATIENT_LEASES, ...SHORT_LOG]);
const world = await startWorld({
  host: "node",
  root,
  directory,
  // What a full disk makes them say is of no interest.
  isQuiet: true,
  appEnv: () => ({ POSTMARK_WEBHOOK_SECRET: SECRET }),
});
/** Calls that were answered as done and are not there. */
async function missingCalls(): Promise<number> {
  const answered = [...done.calls];
  const calls = new Set(
    (await world.rows("SELECT body FROM provider_calls")).map(
      ({ body }) => (JSON.parse(String(body)) as { ID: number }).ID,
    ),
  );
  return answered.filter((id) => !calls.has(id)).length;
}
endEarly("disk", values, async () => {
  const lost = await missingCalls();
  return lost > 0 ? `${lost} calls were answered and lost` : undefined;
});
try {
  await world.up();
  const api = createApi(world.url);
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const key = await signIn();
  const writing = Promise.all([write(key), write(key)]);
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(500 + random() * 1_000);
    const full = [[database], [journal], [database, journal]][round % 3] ?? [];
    if (smtp.accepted.length < SENDS) amid++;
    for (const disk of full) disk?.fill();
    await sleep(FULL_MS / 2);
    // A process that starts on a full disk waits for room as well.
    if (round % 3 === 1) world.companion.kill();
    if (round % 3 === 2) world.app.kill();
    await sleep(FULL_MS / 2);
    for (const disk of full) disk?.free();
  }
  await world.up();
  const sent = async (): Promise<number> =>
    Number(
      (await world.rows("SELECT count(*) AS n FROM sends WHERE state IN ('sent', 'unknown')"))[0]?.[
        "n"
      ],
    );
  const over = await untilReached(sent, SENDS, patienceMs(values.mutant));
  isOver = true;
  await writing;
  await untilClear(world);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const people = new Set(
    (await world.rows("SELECT value FROM suppressions")).map((r) => r["value"]),
  );
  const lostPeople = [...done.people].filter((email) => !people.has(email)).length;
  const lostCalls = await missingCalls();
  const other = [...answers].filter(([status]) => status !== 503);
  const unknown = ledger.in("unknown").length;
  const integrity = (await world.rows("PRAGMA quick_check"))[0];
  console.log(
    `seed ${values.seed}: ${ROUNDS} times full, ${done.people.size} suppressions and ${done.calls.size} calls answered as done, ${answers.get(503) ?? 0} put off; ${ledger.in("sent").length} sent, ${unknown} unknown`,
  );
  conclude(
    "disk",
    [
      ...ledger.checks,
      [`not each of ${SENDS} leads has its mail`, over],
      [
        `${lostPeople} suppressions and ${lostCalls} calls were answered and lost`,
        lostPeople + lostCalls === 0,
      ],
      [
        `a full disk was answered with ${other.map(([status, n]) => `${status} (${n})`).join(", ")}`,
        other.length === 0,
      ],
      [`${without} answers did not tell when to come again`, without === 0],
      [`${unknown} unknown, more than were in flight`, unknown <= MAILBOXES * ROUNDS],
      ["the database is damaged", Object.values(integrity ?? {})[0] === "ok"],
      ["too little was refused to prove anything", (answers.get(503) ?? 0) >= 10, "enough"],
      [`only ${amid} of ${ROUNDS} rounds came amid the campaign`, amid === ROUNDS, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await world.halt();
  for (const disk of disks) disk.remove();
  await world.close();
  await smtp.close();
  await removeTree(root);
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${world.url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "bulk@ours.test", password: "correct horse battery" }),
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Writes without a pause, and keeps what was answered. */
async function write(cookie: string): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const id = Math.floor(random() * 1e9);
    const email = `acked${id}@acme.test`;
    const { headers, body } = postmarkCall(SECRET, { RecordType: "Delivery", ID: id });
    const answer = await (
      n % 2 === 0
        ? fetch(`${world.url}/api/v1/workspaces/1/suppressions`, {
            method: "POST",
            headers: { cookie, "content-type": "application/json" },
            body: JSON.stringify({ email }),
          })
        : fetch(`${world.url}/api/v1/webhooks/postmark`, { method: "POST", headers, body })
    ).catch(() => null);
    // While it starts again nobody answers.
    if (answer === null) {
      await sleep(50);
      continue;
    }
    await answer.text().catch(() => "");
    if (answer.status === 201) done.people.add(email);
    else if (answer.status === 200) done.calls.add(id);
    else {
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      if (!answer.headers.has("retry-after")) without++;
    }
    await sleep(20);
  }
}
