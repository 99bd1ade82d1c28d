import { parseArgs } from "node:util";
import { z } from "zod";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { copyOf, mutant, removeTree, SHORT_LEASES, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { startForwarder } from "./forwarder.ts";
import { conclude, readLedger, twiceAmong } from "./ledger.ts";
import {
  type Helper,
  patienceMs,
  sleep,
  startWorld,
  until,
  untilClear,
  untilReached,
} from "./world.ts";

/*
 * `npm run faults -- stall [--sends N] [--stalls N] [--seed N]`: amid a campaign the companion stops
 * (SIGSTOP) with mail in its hands for twice the length of a lease and goes on (SIGCONT) as if nothing
 * had been; every other time a new one with an empty disk has taken its place meanwhile. What the
 * late one holds was given to others, and must not leave twice.
 */
const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "1500" },
    stalls: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const STALLS = Number(values.stalls);
const MAILBOXES = 6;
/** Twice the longest lease of `SHORT_LEASES`. */
const STALL_MS = 10_000;
const random = randomFrom(Number(values.seed));

// So slow that each stall finds mail in hand: all together would leave within a second.
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 50 });
const root = await copyOf([...mutant(values.mutant), TWICE, ...SHORT_LEASES]);
endEarly("stall", values, twiceAmong(smtp.accepted));
let road: Awaited<ReturnType<typeof startForwarder>> | undefined;
const world = await startWorld({
  host: "node",
  root,
  appEnv: () => ({ COMPANION_URL: `http://127.0.0.1:${road?.port}` }),
});
try {
  road = await startForwarder(world.companionPort);
  await world.app.stop();
  world.app.start();
  await world.up();
  const api = createApi(world.url);
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    // Leads stay in the sequence, so that nothing but the lease bars what is late.
    ready: () =>
      api.call("POST", "/workspaces/1/campaigns/1/steps", z.unknown(), {
        body_text: "Hello again",
        delay: 3,
        delay_unit: "days",
      }),
  });
  const counted = async (states: string): Promise<number> =>
    Number(
      (await world.rows(`SELECT count(*) AS n FROM sends WHERE state IN (${states})`))[0]?.["n"],
    );
  let current: Helper = { keeper: world.companion, port: world.companionPort };
  const held: number[] = [];
  for (let stall = 0; stall < STALLS; stall++) {
    await sleep(random() * 400);
    await until(async () => (await counted("'leased'")) >= 10, patienceMs(values.mutant), 5);
    current.keeper.freeze();
    held.push(await counted("'leased', 'sending'"));
    const late = current;
    if (stall % 2 === 1) {
      current = await world.addCompanion();
      await sleep(1_000);
      road.to(current.port);
    }
    await sleep(STALL_MS);
    late.keeper.thaw();
    await sleep(500);
  }
  const over = await untilReached(
    () => counted("'sent', 'unknown'"),
    SENDS,
    patienceMs(values.mutant),
  );
  await untilClear(world);
  await sleep(1_000);
  await world.halt();
  const ledger = await readLedger(world, smtp.accepted);
  const unknown = ledger.in("unknown").length;
  console.log(
    `seed ${values.seed}: stalls with ${held.join(", ")} mails in hand, ${ledger.in("sent").length} sent, ${unknown} unknown`,
  );
  conclude(
    "stall",
    [
      ...ledger.checks,
      [`not each of ${SENDS} leads has its mail`, over],
      [`${unknown} unknown, more than ${MAILBOXES} a stall`, unknown <= MAILBOXES * STALLS],
      ["a stall found too little in hand to prove anything", held.every((n) => n >= 10), "enough"],
    ],
    values,
  );
} finally {
  await world.close();
  road?.close();
  await smtp.close();
  await removeTree(root);
}
