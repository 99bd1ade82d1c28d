import { parseArgs } from "node:util";
import { z } from "zod";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type Fault, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { type Change, copyOf, mutant, removeTree } from "./copy.ts";
import { endEarly } from "./early.ts";
import { startForwarder } from "./forwarder.ts";
import { conclude, readLedger } from "./ledger.ts";
import { type Host, patienceMs, type Row, startWorld, until, whileMoving } from "./world.ts";

/*
 * `npm run faults -- storms [--host node|worker] [--sends N]`: a campaign through a server that
 * breaks off, keeps silent, greylists or refuses three mails in ten, at every point of the dialogue;
 * one mailbox has a wrong password, the server of another turns everybody away until both are
 * mended. Each mail must end in its own class, in as many tries as its own faults cost and no sooner
 * than its waits allow; no mail and no mailbox pays for another's trouble.
 */
const { values } = parseArgs({
  options: {
    host: { type: "string", default: "node" },
    sends: { type: "string", default: "2000" },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const MAILBOXES = 20;
const host: Host = values.host === "worker" ? "worker" : "node";

/** The waits between tries, in the proportion of a run: milliseconds for minutes. */
const WAITS_MS = [1_000, 1_500, 2_000, 2_500, 3_000];
/** Longer than a slow machine takes over a healthy answer. */
const SILENCE_MS = 8_000;
/** The third that fails stops a mailbox; what waits in its lane does not try. */
const LOGINS = 4;
const CHANGES: readonly Change[] = [
  {
    file: "src/modules/delivery/rules/outcome.ts",
    from: "5 * MINUTE_MS,\n  15 * MINUTE_MS,\n  HOUR_MS,\n  4 * HOUR_MS,\n  DAY_MS / 2,",
    to: `${WAITS_MS.join(", ")},`,
  },
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "MAILBOX_TROUBLE_WAIT_MS = 5 * MINUTE_MS",
    to: "MAILBOX_TROUBLE_WAIT_MS = 1_000",
  },
  {
    file: "src/platform/rules/mail/mailbox.ts",
    from: "RECHECK_MS = 5 * MINUTE_MS",
    to: "RECHECK_MS = 1_000",
  },
  {
    file: "src/smtp/wire.ts",
    from: "{ greeting: 30_000, command: 60_000, dot: 120_000 }",
    to: `{ greeting: ${SILENCE_MS}, command: ${SILENCE_MS}, dot: ${SILENCE_MS} }`,
  },
];

type Ending = "sent" | "failed" | "unknown";
/** What the server does to a mail, try by try, and where that must end. */
type Fate = { readonly ending: Ending; readonly tries: readonly Fault[] };
const once = (ending: Ending, fault: Fault): Fate => ({ ending, tries: [fault] });
const reply = (at: "rcpt" | "data" | "dot", text: string, close?: boolean): Fault => ({
  at,
  reply: text,
  ...(close && { close }),
});
const GREYLISTED = reply("rcpt", "450 4.2.0 Greylisted, try again");
const FATES: readonly Fate[] = [
  once("sent", { at: "rcpt", act: "drop" }),
  once("sent", { at: "data", act: "drop" }),
  once("sent", { at: "rcpt", act: "silence" }),
  once("sent", { at: "data", act: "silence" }),
  once("unknown", { at: "body", act: "drop" }),
  once("unknown", { at: "dot", act: "drop" }),
  once("unknown", { at: "dot", act: "accept-then-drop" }),
  once("unknown", { at: "dot", act: "silence" }),
  once("unknown", { at: "dot", act: "accept-then-silence" }),
  once("sent", GREYLISTED),
  { ending: "sent", tries: Array.from({ length: 3 }, () => GREYLISTED) },
  { ending: "failed", tries: Array.from({ length: 9 }, () => GREYLISTED) },
  once("sent", reply("rcpt", "421 4.7.0 Too many, closing", true)),
  once("sent", reply("data", "451 4.3.0 Local error")),
  once("sent", reply("dot", "451 4.3.0 Try later")),
  once("sent", reply("dot", "452 4.3.1 Insufficient storage")),
  once("failed", reply("rcpt", "552 5.2.2 Mailbox full")),
  once("failed", reply("dot", "552 5.3.4 Message too big")),
  // Of one recipient: the mailbox goes on, however many of its mails end so, below a fifth.
  once("failed", reply("rcpt", "554 5.7.1 Message rejected")),
  once("failed", reply("dot", "550 5.7.1 Rejected by policy")),
];
/** Three mails in ten; in each thousand one address that does not exist, since more would rightly stop a mailbox. */
function fateOf(recipient: number): Fate | undefined {
  if (recipient % 1_000 === 500) return once("failed", reply("rcpt", "550 5.1.1 No such user"));
  const round = Math.floor(recipient / 10);
  const place = recipient % 10;
  // Moved on by one every other ten: no mailbox gets all of a kind.
  const kind = round * 3 + Math.floor(round / 2) + Math.floor(place / 3);
  return place % 3 === 1 ? FATES[kind % FATES.length] : undefined;
}

const triesOf = (fate: Fate | undefined): number =>
  Math.min(fate?.tries.length ?? 0, WAITS_MS.length) +
  (fate === undefined || fate.ending === "sent" || fate.tries.length > 1 ? 1 : 0);

const recipientOf = (address: string): number => Number(/^lead(\d+)@/.exec(address)?.[1] ?? -1);
/** When the server was told of each recipient, try by try. */
const tried = new Map<number, number[]>();
const smtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  script({ to, at }) {
    const recipient = recipientOf(to);
    if (recipient < 0) return undefined;
    if (at === "rcpt") {
      tried.set(recipient, [...(tried.get(recipient) ?? []), performance.now()]);
    }
    return fateOf(recipient)?.tries[(tried.get(recipient)?.length ?? 0) - 1];
  },
});
const strict = await startScriptedSmtp({ auth: "535 5.7.8 Wrong password" });
const busy = await startScriptedSmtp({ greeting: "421 4.3.2 Too busy" });
const road = await startForwarder(busy.port);
const root = await copyOf([...mutant(values.mutant), ...CHANGES]);
const world = await startWorld({ host, root });
/** What becomes of a mail that ends otherwise than its fate says. */
function wrongEnding(row: Row): string | undefined {
  const fate = fateOf(recipientOf(String(row["to_email"])));
  const should = fate?.ending ?? "sent";
  if (row["state"] === should) return undefined;
  return `${should}, not ${String(row["state"])}: ${JSON.stringify(fate?.tries[0] ?? "no fault")}`;
}
endEarly(`storms on ${host}`, values, async () => {
  // A word that comes late mends what is unclear, and nothing else.
  const ended = await world.rows(
    "SELECT state, to_email FROM sends WHERE state IN ('sent', 'failed')",
  );
  const wrong = ended.map(wrongEnding).find((words) => words !== undefined);
  return wrong === undefined ? undefined : `one should be ${wrong}`;
});
try {
  await world.up();
  const api = createApi(world.url);
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 97}.test`)].join(
      "\n",
    ),
    step: { subject: "Hello", body_text: "Hello from us" },
    // Behind the app's back: a change that it hears of, it tests.
    async ready() {
      await world.exec(`UPDATE mailboxes SET smtp_port = ${strict.port} WHERE email LIKE 'm0@%'`);
      await world.exec(`UPDATE mailboxes SET smtp_port = ${road.port} WHERE email LIKE 'm1@%'`);
    },
  });
  const count = async (query: string): Promise<number> =>
    Number((await world.rows(`SELECT count(*) AS n FROM ${query}`))[0]?.["n"]);
  const still = patienceMs(values.mutant);
  // Both turn out to be in trouble, and the other mailboxes finish beside them.
  const inTrouble = "mailboxes WHERE status = 'connection_error'";
  const found = await until(async () => (await count(inTrouble)) === 2, still);
  const settled = () => count("sends WHERE state IN ('sent', 'failed', 'unknown')");
  const waiting = () =>
    count(
      "sends JOIN mailboxes ON mailboxes.id = sends.mailbox_id WHERE sends.state NOT IN ('sent', 'failed', 'unknown') AND mailboxes.status = 'active'",
    );
  await whileMoving(async () => (await waiting()) === 0, settled, still);
  const others = (await world.rows(`SELECT email FROM ${inTrouble}`)).map((row) => row["email"]);
  const [first] = await world.rows(
    "SELECT 'workspaces/' || workspace_id || '/mailboxes/' || id AS path FROM mailboxes WHERE email LIKE 'm0@%'",
  );
  await api.call("PUT", `/${String(first?.["path"])}`, z.unknown(), { smtp_port: smtp.port });
  road.to(smtp.port);
  await whileMoving(async () => (await settled()) === SENDS, settled, still);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const wrong = new Map<string, number>();
  let early = 0;
  let odd = 0;
  for (const row of ledger.sends) {
    const recipient = recipientOf(String(row["to_email"]));
    const fate = fateOf(recipient);
    const what = wrongEnding(row);
    if (what !== undefined) wrong.set(what, (wrong.get(what) ?? 0) + 1);
    const times = tried.get(recipient) ?? [];
    if (times.length !== triesOf(fate)) odd++;
    times.forEach((at, n) => {
      const fault = n > 0 ? fate?.tries[n - 1] : undefined;
      // A connection that ended may have been idle too long: the next one is tried at once.
      const waits = fault !== undefined && "reply" in fault && !fault.close;
      if (waits && at - Number(times[n - 1]) < (WAITS_MS[n - 1] ?? 0)) early++;
    });
  }
  const logins = strict.commands.filter((line) => line.startsWith("AUTH")).length;
  const [sent, failed, unknown] = ["sent", "failed", "unknown"].map((s) => ledger.in(s).length);
  console.log(
    `${host}: ${sent} sent, ${failed} failed, ${unknown} unknown, of ${SENDS} with 3 in 10 in trouble; ${[...tried.values()].flat().length} tries`,
  );
  conclude(
    `storms on ${host}`,
    [
      ...ledger.checks,
      [`${SENDS - ledger.sends.length} leads were never written to`, ledger.sends.length === SENDS],
      ...[...wrong].map(([what, n]) => [`${n} should be ${what}`, false] as const),
      [`${odd} mails took more tries than their faults cost, or fewer`, odd === 0],
      [`${early} tries came before their wait was over`, early === 0],
      ["a mailbox in trouble was not found out", found],
      [`a wrong password was tried ${logins} times`, logins <= LOGINS],
      [
        `in trouble were ${others.join(", ")}`,
        others.length === 2 && others.every((email) => /^m[01]@/.test(String(email))),
      ],
    ],
    values,
  );
} finally {
  await world.close();
  road.close();
  await Promise.all([smtp.close(), strict.close(), busy.close()]);
  await removeTree(root);
}
