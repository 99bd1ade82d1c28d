import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { openDatabaseFile } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { createApi } from "#test/demo/api.ts";
import { apiLosses } from "#test/support/api-losses.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { installVersion } from "#test/support/earlier-version.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { EARLIER_COMMIT } from "#test/support/needs.ts";
import { copyOf, removeTree } from "./copy.ts";
import { conclude, readLedger } from "./ledger.ts";
import { patienceMs, startWorld, untilReached, whileMoving } from "./world.ts";

/*
 * `npm run faults -- back [--sends N] [--from COMMIT]`: an earlier version sends a campaign, a restore point is
 * made as an update makes it, the version is killed, and this one goes on over the same data; then this one is
 * killed, the earlier version puts the restore point back and goes on, and so once more. Each mail leaves once,
 * whichever version has it and whatever the restore point does not know of, and the later API has all that the
 * earlier had. The earlier version is installed from its commit with the packages of its own lock file.
 */
const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "600" },
    from: { type: "string", default: EARLIER_COMMIT },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const MAILBOXES = 10;
/** Mails that leave between the restore point and the switch. */
const BEHIND = 10;

const roots = await mkdtemp(join(tmpdir(), "outrider-back-"));
const [earlier, current] = [join(roots, "earlier"), join(roots, "current")];
const today = await copyOf([]);
await installVersion(values.from, earlier);

/** So many are answered; the others wait for their answer, however long a switch takes. */
let most = 0;
let answer = Promise.withResolvers<void>();
const smtp: ScriptedSmtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  replyMs: 100,
  held: () => (smtp.accepted.length >= most ? answer.promise : undefined),
});
function answerUpTo(count: number): void {
  most = count;
  answer.resolve();
  answer = Promise.withResolvers();
}
await use(earlier);
const directory = join(roots, "state");
const dataDir = join(directory, "app");
const world = await startWorld({ host: "node", root: current, directory });
try {
  await world.up();
  const api = createApi(world.url);
  const campaignId = await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 97}.test`)].join(
      "\n",
    ),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const served = async (): Promise<unknown> =>
    (await fetch(`${world.url}/api/v1/openapi.json`)).json();
  const before = await served();
  let losses: readonly string[] = [];
  const accepted = async (): Promise<number> => smtp.accepted.length;
  const hands: number[] = [];
  let [point, known, forgotten] = ["", 0, 0];
  for (const [share, root] of [
    [0.2, today],
    [0.4, earlier],
    [0.6, today],
    [0.8, earlier],
  ] as const) {
    answerUpTo(share * SENDS);
    await untilReached(accepted, share * SENDS, patienceMs(undefined), 20);
    hands.push(await accepted());
    if (root === today) {
      point = join(roots, `point-${hands.length}`);
      await byEarlier("main", point);
      known = await accepted();
      // An update is prepared while the version before goes on sending.
      answerUpTo(known + BEHIND);
      await untilReached(accepted, known + BEHIND, patienceMs(undefined), 20);
      await use(root);
      world.companion.kill();
      world.app.kill();
      await world.up();
      losses = apiLosses(before, await served());
    } else {
      await world.halt();
      forgotten += (await accepted()) - known;
      await use(root);
      await byEarlier("restore", point);
      // The database that it moved aside is not the one that is read here.
      for (const name of await readdir(dataDir)) {
        if (name.startsWith("before-restore-")) await rm(join(dataDir, name), { recursive: true });
      }
      world.companion.start();
      world.app.start();
      await world.up();
      // A person looks at it, then starts it.
      await api.call("POST", `/workspaces/1/campaigns/${campaignId}/start`, z.unknown());
    }
  }
  answerUpTo(Number.POSITIVE_INFINITY);
  const open = async (): Promise<number> =>
    Number(
      (
        await world.rows(
          "SELECT count(*) AS n FROM campaign_leads WHERE status IN ('pending', 'in_progress')",
        )
      )[0]?.["n"],
    );
  // What nobody tells of ends with its lease, ten minutes after it was handed over.
  await whileMoving(async () => (await open()) === 0, open, 11 * 60_000);
  await world.halt();
  // The checks read tables of today.
  const left = await openDatabaseFile(`file:${world.database()}`);
  await migrate(left, "drizzle");
  left.close();
  const ledger = await readLedger(world, smtp.accepted);
  const unknown = ledger.in("unknown").length;
  console.log(
    `${ledger.in("sent").length} sent, ${unknown} unknown of ${SENDS}; handed over at ${hands.join(", ")}`,
  );
  conclude(
    `back to ${values.from}`,
    [
      ...ledger.checks,
      [`${SENDS - ledger.sends.length} leads were never written to`, ledger.sends.length === SENDS],
      [`programs miss ${losses.slice(0, 5).join("; ")}`, losses.length === 0],
      [`${await open()} leads still wait`, (await open()) === 0],
      ["the restore points knew of nearly all", forgotten > 2 * BEHIND, "enough"],
      // One a mailbox at each kill.
      [`${unknown} unknown`, unknown <= hands.length * MAILBOXES],
      ["a version had nothing to send", hands.every((at) => at < SENDS), "enough"],
    ],
    {},
  );
} finally {
  await world.close();
  await smtp.close();
  await removeTree(today);
  await removeTree(roots);
}

/** A command of the earlier version over the data: its backup, and its restore. */
async function byEarlier(name: "main" | "restore", directory: string): Promise<void> {
  const program = [`src/server/backup/${name}.ts`, directory];
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, ...world.secrets };
  const child = spawn(process.execPath, program, { cwd: earlier, env, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${name} of the earlier version ended with ${String(code)}`);
}

/** What starts from now on is that version. */
async function use(root: string): Promise<void> {
  await symlink(root, `${current}-next`);
  await rename(`${current}-next`, current);
}
