import { parseArgs } from "node:util";
import { limitParallel } from "#companion/limit.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type Fault, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { type Change, copyOf, DEATHS, mutant, PATIENT_LEASES, removeTree, TWICE } from "./copy.ts";
import { type Check, conclude, readLedger } from "./ledger.ts";
import { patienceMs, startWorld, TOLD_MS, whileMoving } from "./world.ts";

/*
 * `npm run faults -- points [--crashes N] [--point NAME,NAME] [--wipe]`: app or companion dies at a named point of
 * a send, again and again, and each send must end exactly as the table of send states says: what
 * nobody had begun is sent once later, what a server took is called sent, and only what was on its
 * way without a reply is unclear, one per death. With `--wipe` the companion of a hosted app dies, and
 * its disk with it: nothing else may come of that.
 */
const { values } = parseArgs({
  options: {
    crashes: { type: "string", default: "4" },
    point: { type: "string" },
    wipe: { type: "boolean", default: false },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const CRASHES = Number(values.crashes);
const SENDS = CRASHES + 12;
/** Most of the time is waiting for leases to end. */
const AT_ONCE = 3;

type Point = {
  readonly name: string;
  readonly of: "app" | "companion";
  /** Of each death, what becomes unclear, and whether the server took it. */
  readonly unclear: "none" | "not taken" | "taken";
  /** Where an app dies: behind this text of its source. */
  readonly behind?: Pick<Change, "file" | "from">;
  readonly fault?: Fault;
};
const POINTS: readonly Point[] = [
  ...Object.entries(DEATHS).map(([name, behind]) => ({
    name,
    of: "app" as const,
    unclear: "none" as const,
    behind,
  })),
  { name: "after_take", of: "companion", unclear: "none" },
  { name: "after_connect", of: "companion", unclear: "none" },
  { name: "after_intent", of: "companion", unclear: "not taken" },
  {
    name: "after_dot",
    of: "companion",
    unclear: "taken",
    fault: { at: "dot", act: "accept-then-silence" },
  },
  { name: "after_outcome", of: "companion", unclear: "none" },
];

const checks: Check[] = [];
const inTurn = limitParallel(AT_ONCE);
await Promise.all(
  POINTS.filter(({ name, of }) => {
    if (values.point !== undefined && !values.point.split(",").includes(name)) return false;
    return !(values.wipe && of === "app");
  }).map((point) =>
    inTurn(async () => {
      for (const [wrong, holds] of await runPoint(point))
        checks.push([`${point.name}: ${wrong}`, holds]);
    }),
  ),
);
conclude(`points, ${CRASHES} deaths at each`, checks, values);

async function runPoint(point: Point): Promise<readonly Check[]> {
  const { behind } = point;
  const dies = ` if (process.env["DIE"] === "1") process.kill(process.pid, "SIGKILL");`;
  const root = await copyOf([
    ...mutant(values.mutant),
    TWICE,
    // What the companion never got waits for the start of the app alone, not for its lease.
    ...(point.name === "amid_hand_over" ? [] : PATIENT_LEASES),
    ...(behind ? [{ ...behind, to: behind.from + dies }] : []),
  ]);
  let deaths = 0;
  const smtp = await startScriptedSmtp({
    auth: "235 2.7.0 Ok",
    // While the companion dies at the dot, the server takes the message and says nothing.
    script: () => (deaths <= CRASHES ? point.fault : undefined),
  });
  let isReady = false;
  const world = await startWorld({
    host: values.wipe ? "worker" : "node",
    root,
    wipe: values.wipe,
    appEnv: () => {
      if (point.of !== "app" || !isReady) return {};
      return ++deaths <= CRASHES ? { DIE: "1" } : {};
    },
    companionEnv: () => {
      if (point.of !== "companion" || !isReady) return {};
      return ++deaths <= CRASHES ? { CRASH_AT: point.name } : {};
    },
  });
  const mortal = point.of === "app" ? world.app : world.companion;
  try {
    await world.up();
    await startBulkCampaign(createApi(world.url), {
      mailboxes: 1,
      smtpPort: smtp.port,
      csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
      step: { subject: "Hello", body_text: "Hello from us" },
      // From its next start on it dies at the point.
      async ready() {
        isReady = true;
        await mortal.stop();
        mortal.start();
        await world.up();
      },
    });
    const ended = async (): Promise<number> => {
      const [row] = await world.rows(
        "SELECT count(*) AS n FROM sends WHERE state IN ('sent', 'unknown', 'failed')",
      );
      return Number(row?.["n"]);
    };
    const over = await whileMoving(
      async () => (await ended()) === SENDS && deaths > CRASHES,
      async () => deaths + (await ended()),
      patienceMs(values.mutant),
    );
    const unclear = point.unclear === "none" ? 0 : CRASHES;
    // On a slow machine a lease may lapse before the companion can tell.
    const unclearNow = async (): Promise<number> =>
      (await world.rows("SELECT 1 FROM sends WHERE state = 'unknown'")).length;
    // What is called sent stays so: what should be unclear then never will be.
    const isTooLate = async (): Promise<boolean> =>
      (await world.rows("SELECT 1 FROM sends WHERE state = 'sent'")).length > SENDS - unclear;
    await whileMoving(
      async () => (await unclearNow()) === unclear || (await isTooLate()),
      unclearNow,
      TOLD_MS,
    );
    await world.halt();
    const ledger = await readLedger(world, smtp.accepted);
    const unknown = ledger.in("unknown");
    const taken = unknown.filter(ledger.isTaken).length;
    console.log(
      `${point.name.padEnd(17)} ${deaths - 1} deaths, ${ledger.in("sent").length} sent, ${unknown.length} unknown, ${taken} of them taken`,
    );
    return [
      ...ledger.checks,
      [`not all of ${SENDS} sends ended, after ${deaths - 1} deaths`, over],
      [`${unknown.length} unknown, not ${unclear}`, unknown.length === unclear],
      [`${taken} of the unclear were taken`, taken === (point.unclear === "taken" ? unclear : 0)],
    ];
  } finally {
    await world.close();
    await smtp.close();
    await removeTree(root);
  }
}
