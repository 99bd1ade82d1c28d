import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createApi } from "#test/demo/api.ts";
import { pick, randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { type AcceptedMail, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { BUSY_READERS, copyOf, mutant, removeTree, SHORT_SYNC_LEASE, TWICE } from "./copy.ts";
import { startForwarder } from "./forwarder.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { patienceMs, sleep, startWorld, until, untilReached, whileMoving } from "./world.ts";

/*
 * `npm run faults -- imap [--mails N] [--kills N] [--seed N]`: answers arrive among strangers' mail, some
 * of them twice, some without a Message-ID, one of 50 MB, while every connection to the mail server
 * breaks after some hundred kilobytes or is told BYE, folders are renumbered (UIDVALIDITY), and app and
 * companion are killed. Each answer is stored once, with one event, counted once, and nothing else is.
 */
const { values } = parseArgs({
  options: {
    mails: { type: "string", default: "2000" },
    kills: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const MAILS = Number(values.mails);
const KILLS = Number(values.kills);
const MAILBOXES = 4;
/** The others are not: what was passed over there stays lost. */
const RENUMBERED = ["m0@ours.test"];
const random = randomFrom(Number(values.seed));
const STILL_MS = patienceMs(values.mutant);
const HUGE_BYTES = 50 * 1024 * 1024;

const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
const imap = createImapServer();
for (let i = 0; i < MAILBOXES; i++) imap.addUser(`m${i}@ours.test`, "p");
let connections = 0;
let breaks = 0;
const road = await startForwarder(await imap.listen(), () => {
  // The huge mail has to come through at times.
  connections++;
  let left = connections % 10 === 0 ? Number.POSITIVE_INFINITY : 1_000 + random() ** 2 * 400_000;
  return (chunk) => {
    left -= chunk.length;
    if (left >= 0) return true;
    breaks++;
    return random() < 0.2 ? "* BYE too many connections\r\n" : false;
  };
});
/** While this file is there, the app dies with answers in its hands of which nothing is stored yet. */
const deathFile = join(tmpdir(), `outrider-imap-${process.pid}`);
const root = await copyOf([
  ...mutant(values.mutant),
  TWICE,
  ...BUSY_READERS,
  SHORT_SYNC_LEASE,
  {
    file: "src/modules/inbox/reading/take-folder.ts",
    from: "  for (const mail of mails) {",
    to: `
  const { existsSync, rmSync } = process.getBuiltinModule("node:fs");
  // A folder that is renumbered is read again in any case.
  const isMortal = mailbox.id > ${RENUMBERED.length} && mails.some((mail) => mail.in_reply_to.length > 0 && !stored.has(dedupeHash(mail)));
  if (isMortal && existsSync(${JSON.stringify(deathFile)})) {
    rmSync(${JSON.stringify(deathFile)});
    process.kill(process.pid, "SIGKILL");
  }
  for (const mail of mails) {`,
  },
]);
const world = await startWorld({ host: "node", root });
try {
  await world.up();
  await startBulkCampaign(createApi(world.url), {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    imapPort: road.port,
    csv: ["email", ...Array.from({ length: MAILS }, (_, i) => `lead${i}@acme${i % 9}.test`)].join(
      "\n",
    ),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const isSent = async (): Promise<boolean> =>
    (await world.rows("SELECT count(*) AS n FROM sends WHERE state = 'sent'"))[0]?.["n"] === MAILS;
  await whileMoving(isSent, async () => smtp.accepted.length, STILL_MS);

  const stored = async (): Promise<number> =>
    Number(
      (await world.rows("SELECT count(*) AS n FROM messages WHERE direction = 'inbound'"))[0]?.[
        "n"
      ],
    );
  const shuffled = smtp.accepted.toSorted(() => random() - 0.5);
  // The last of each folder: a folder is read in order.
  const last = Array.from({ length: MAILBOXES }, (_, i) =>
    shuffled.filter(({ from }) => from === `m${i}@ours.test`).slice(0, 2),
  ).flat();
  const mails = shuffled.filter((mail) => !last.includes(mail));
  const lastPeople = last.map(({ to }) => `'${to[0]}'`).join(", ");
  endEarly("imap", values, async () => {
    const read = await world.rows(
      `SELECT DISTINCT lead_id FROM messages WHERE direction = 'inbound' AND lead_id IN (SELECT id FROM leads WHERE email IN (${lastPeople}))`,
    );
    if (read.length < last.length) return undefined;
    const lost = MAILS - (await stored());
    return lost > 0 ? `${lost} answers were lost` : undefined;
  });
  let met = 0;
  // Each kill has mail of its own to come amid.
  for (let share = 0; share <= KILLS; share++) {
    const from = Math.ceil((share * mails.length) / (KILLS + 1));
    const arriving = arrive(mails, from, Math.ceil(((share + 1) * mails.length) / (KILLS + 1)));
    if (share < KILLS && (await killAmid(share, stored))) met++;
    await arriving;
  }
  for (const [j, mail] of last.entries()) {
    imap.append(mail.from, j % 2 === 0 ? "INBOX" : "Junk", answerTo(mail, mails.length + j));
  }
  for (const user of RENUMBERED) imap.renumber(user, "INBOX");
  const over = await untilReached(stored, MAILS, STILL_MS);
  await sleep(2_000);
  await world.halt();

  const answers = await world.rows(
    "SELECT lead_id, count(*) AS n FROM messages WHERE direction = 'inbound' GROUP BY lead_id",
  );
  const twice = answers.filter((row) => Number(row["n"]) > 1).length;
  const events = await world.rows(
    "SELECT lead_id, count(*) AS n FROM events WHERE type = 'lead.replied' GROUP BY lead_id",
  );
  const eventsTwice = events.filter((row) => Number(row["n"]) > 1).length;
  const [counted] = await world.rows(
    "SELECT replies, unique_replies FROM stats WHERE campaign_id = 1 AND dimension = 'total'",
  );
  const boxes = await world.rows(
    "SELECT status, status_message FROM mailboxes WHERE status <> 'active'",
  );
  console.log(
    `seed ${values.seed}: ${answers.length} of ${MAILS} answers stored, ${breaks} connections broken, ${world.app.starts() + world.companion.starts() - 2} kills`,
  );
  conclude(
    "imap",
    [
      [`${MAILS - answers.length} answers were lost`, over && answers.length === MAILS],
      [`${twice} leads have an answer twice`, twice === 0],
      [`${MAILS - events.length} answers have no event`, events.length === MAILS],
      [`${eventsTwice} leads have two events of one answer`, eventsTwice === 0],
      [
        `${String(counted?.["replies"])} and ${String(counted?.["unique_replies"])} are counted, not ${MAILS}`,
        counted?.["replies"] === MAILS && counted["unique_replies"] === MAILS,
      ],
      [`mailboxes were stopped: ${JSON.stringify(boxes)}`, boxes.length === 0],
      ["too few connections broke to prove anything", breaks >= 10, "enough"],
      [`only ${met} of ${KILLS} kills came amid mail`, met === KILLS, "enough"],
    ],
    values,
  );
} finally {
  await world.close();
  road.close();
  await Promise.all([imap.close(), smtp.close()]);
  for (const path of [root, deathFile]) await removeTree(path);
}

/** Everybody answers within some seconds, in no order, among others who write. */
async function arrive(mails: readonly AcceptedMail[], from: number, end: number): Promise<void> {
  for (const [j, mail] of mails.slice(from, end).entries()) {
    const i = from + j;
    const to = mail.from;
    const folder = random() < 0.1 ? "Junk" : "INBOX";
    const answer = answerTo(mail, i);
    imap.append(to, folder, answer);
    if (random() < 0.05) imap.append(to, pick(["INBOX", "Junk"], random), answer);
    if (random() < 0.5) imap.append(to, "INBOX", letter(`stranger${i}@else.test`, to, `s${i}`));
    if (i % Math.ceil(MAILS / 4) === 10)
      for (const user of RENUMBERED) imap.renumber(user, "INBOX");
    if (i % 20 === 0) await sleep(100);
  }
}

function letter(from: string, to: string, id: string, more: readonly string[] = []): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    "Subject: Re: Hello",
    `Date: ${new Date().toUTCString()}`,
    ...(id === "" ? [] : [`Message-ID: <${id}@else.test>`]),
    ...more,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Thank you, let us talk. ".repeat(1 + Math.floor(random() * 200)),
    "",
  ].join("\r\n");
}

function answerTo(mail: AcceptedMail, i: number): string {
  const id = /^message-id:\s*<([^>]+)>/im.exec(mail.raw)?.[1] ?? "";
  const headers = [`In-Reply-To: <${id}>`, `References: <${id}>`];
  const text = letter(mail.to[0] ?? "", mail.from, i % 10 === 3 ? "" : `a${i}`, headers);
  return i === 5 ? text + `${"x".repeat(70)}\r\n`.repeat(HUGE_BYTES / 72) : text;
}

/**
 * Kills while mail is on its way into the rows: the companion at any moment, the app with mail in its
 * hands. Answers whether it did.
 */
async function killAmid(turn: number, stored: () => Promise<number>): Promise<boolean> {
  const before = await stored();
  const isCompanion = turn % 3 === 2;
  if (!isCompanion) await writeFile(deathFile, "");
  const met = await until(
    async () => (isCompanion ? (await stored()) > before : !existsSync(deathFile)),
    STILL_MS,
    5,
  );
  await sleep(random() * 60);
  if (isCompanion) world.companion.kill();
  else if (!met) {
    await rm(deathFile, { force: true });
    world.app.kill();
  }
  return met;
}
