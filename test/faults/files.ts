import { createHash, randomBytes, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import PostalMime from "postal-mime";
import { z } from "zod";
import { SECOND_MS } from "#platform/rules/time.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom, shuffled } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { type AcceptedMail, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import {
  BUSY_READERS,
  type Change,
  copyOf,
  DEATHS,
  FILE_DEATHS,
  mutant,
  PATIENT_LEASES,
  removeTree,
  SHORT_SYNC_LEASE,
  TWICE,
} from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { patienceMs, sleep, startWorld, until, whileMoving } from "./world.ts";

/*
 * `npm run faults -- files [--replies N] [--deaths N] [--point NAME] [--kills N] [--seed N]`: people
 * answer threads with files, from mailboxes that keep them as drafts and from one that only sends, each
 * with an Idempotency-Key until the answer is known. The app dies N times at each point of a file's way:
 * amid the upload, between upload and send, amid the send and the sweep; the companion is killed amid
 * bodies and behind dots. Each mail arrives once at most, with its files once and byte for byte; nothing
 * of a file stays anywhere but in what was sent. `--mutant unnoted` notes files once they are put away,
 * `--mutant torn` sends what it finds of them.
 */
const { values } = parseArgs({
  options: {
    replies: { type: "string", default: "120" },
    deaths: { type: "string", default: "3" },
    kills: { type: "string", default: "6" },
    point: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const REPLIES = Number(values.replies);
const DEATHS_EACH = Number(values.deaths);
const KILLS = Number(values.kills);
const random = randomFrom(Number(values.seed));
const STILL_MS = patienceMs(values.mutant);

const BOXES = ["m0@ours.test", "m1@ours.test"];
/** Has no IMAP: its files wait in rows. */
const SENDER = "only-sends@ours.test";
const THREADS = 6;
/** People who write at the same time, each in threads of their own. */
const WRITERS = 2;
/** Larger than a row, and small. */
const SIZES = [700_000, 900, 30_000];
/** As long as the note of a file without a mail lasts. */
const ORPHANED_MS = 8 * SECOND_MS;
/** Reading what nobody will ever find takes a look, and one more. */
const LOST_MS = 3 * SECOND_MS;

/** Times of hours and days as times of seconds. */
const SOON: readonly Change[] = [
  {
    file: "src/modules/inbox/attachments/keep-files.ts",
    from: "ORPHANED_MS = HOUR_MS",
    to: `ORPHANED_MS = ${ORPHANED_MS}`,
  },
  ...[
    { from: "LOOK_MS = 10 * MINUTE_MS", to: "LOOK_MS = 1_000" },
    { from: "UNKNOWN_MS = 7 * DAY_MS", to: "UNKNOWN_MS = 3_000" },
    { from: "RETRY_MS = HOUR_MS", to: "RETRY_MS = 500" },
    { from: "later(now, DAY_MS)", to: "later(now, 1_000)" },
  ].map((change) => ({ file: "src/modules/inbox/attachments/clear-drafts.ts", ...change })),
  // Nobody asks again while the first request lives, so a dead one need not hold its key for long.
  {
    file: "src/platform/idempotency/once.ts",
    from: "IN_FLIGHT_MS = 2 * MINUTE_MS",
    to: "IN_FLIGHT_MS = 1_000",
  },
];
const OF_EVERY_MAIL = {
  after_hand_over: DEATHS.after_hand_over,
  after_grant: DEATHS.after_grant,
  before_settle: DEATHS.before_settle,
};
const each = (points: object, times: number): string[] =>
  Object.keys(points).flatMap((name) => Array.from({ length: times }, () => name));
/** The plan `points` has those of every mail: one less here. */
const deaths = shuffled(
  [...each(FILE_DEATHS, DEATHS_EACH), ...each(OF_EVERY_MAIL, Math.max(0, DEATHS_EACH - 1))],
  random,
).filter((name) => values.point === undefined || name === values.point);
let given = 0;
let isReady = false;
/** Names the point at which the app dies next. */
const deathFile = join(tmpdir(), `outrider-files-${process.pid}`);
const arm = (): void => writeFileSync(deathFile, isReady ? (deaths[given++] ?? "") : "");

const imap = createImapServer();
for (const email of BOXES) imap.addUser(email, "p");
/** Kills of the companion: by turns amid a body, and behind the dot of a mail that the server takes. */
let kills = 0;
let unlucky = 0;
const smtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  script: ({ at }) => {
    if (!isReady || kills >= KILLS) return undefined;
    if (at !== (kills % 2 === 0 ? "body" : "dot") || ++unlucky % 4 !== 0) return undefined;
    kills++;
    world.companion.kill();
    return at === "dot" ? { at, act: "accept-then-drop" } : undefined;
  },
});
const root = await copyOf([
  ...mutant(values.mutant),
  TWICE,
  ...SOON,
  ...PATIENT_LEASES,
  ...BUSY_READERS,
  SHORT_SYNC_LEASE,
  ...Object.entries({ ...FILE_DEATHS, ...OF_EVERY_MAIL }).map(([name, { file, from }]) => ({
    file,
    from,
    to: `${from} if (process.getBuiltinModule("node:fs").readFileSync(${JSON.stringify(deathFile)}, "utf8") === "${name}") process.kill(process.pid, "SIGKILL");`,
  })),
]);
const world = await startWorld({
  host: "node",
  root,
  appEnv: () => {
    arm();
    return {};
  },
});
const died = (): number => world.app.starts() - 1;

type File = { readonly name: string; readonly bytes: Buffer };
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** What each mail is to have, by its number. */
const attached = new Map<number, string>();
const told = (files: readonly { name: string; bytes: Uint8Array }[]): string =>
  files.map(({ name, bytes }) => `${name} ${bytes.length} ${hashOf(bytes)}`).join(", ");

const numberOf = (text: string): number => Number(/^Reply (\d+)\./.exec(text)?.[1] ?? 0);
const idOf = (raw: string | Uint8Array): string =>
  /^message-id:\s*<([^>]+)>/im.exec(
    typeof raw === "string" ? raw : Buffer.from(raw).toString("latin1"),
  )?.[1] ?? "";

const drafts = (): string[] =>
  BOXES.flatMap((email) => imap.messages(email, "Drafts")).map(({ raw }) => idOf(raw));
const notes = async (): Promise<number> => (await world.rows("SELECT 1 FROM reply_drafts")).length;
const pieces = async (): Promise<number> => (await world.rows("SELECT 1 FROM reply_files")).length;
/** Mails of the server that were looked at. */
let looked = 0;
/** When a file was first seen that nothing notes. */
const seen = new Map<string, number>();

endEarly("files", values, lostForGood);
try {
  console.log(
    `seed ${values.seed}: ${REPLIES} replies, ${deaths.length} deaths, ${KILLS} kills of the companion`,
  );
  await world.up();
  const api = createApi(world.url);
  await startBulkCampaign(api, {
    mailboxes: BOXES.length,
    smtpPort: smtp.port,
    imapPort: await imap.listen(),
    csv: ["email", ...Array.from({ length: THREADS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const { key } = await api.call("POST", "/workspaces/1/api-keys", z.object({ key: z.string() }), {
    name: "writer",
    role: "employee",
  });
  const { id: sender } = await api.call(
    "POST",
    "/workspaces/1/mailboxes",
    z.object({ id: z.int() }),
    {
      email: SENDER,
      smtp_host: "127.0.0.1",
      smtp_port: smtp.port,
      smtp_security: "none",
      smtp_username: SENDER,
      smtp_password: "p",
    },
  );
  const threads = await openThreads();
  const before = smtp.accepted.length;
  isReady = true;
  arm();

  let written = 0;
  const isEnough = (): boolean => written >= REPLIES && died() >= deaths.length && kills >= KILLS;
  const writeOn = async (writer: number): Promise<void> => {
    const own = threads.filter((_, i) => i % WRITERS === writer);
    while (!isEnough() && written < 4 * REPLIES) {
      const n = ++written;
      await write(n, own[n % own.length] ?? 0, n % 3 === 0 ? sender : null, key);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(writer)));
  const open = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM outbox WHERE state NOT IN ('sent', 'unknown', 'failed')"))
      .length;
  await whileMoving(async () => (await open()) === 0, open, STILL_MS / 4);
  const kept = async (): Promise<number> => (await notes()) + (await pieces()) + drafts().length;
  await whileMoving(async () => (await kept()) === 0, kept, 2 * ORPHANED_MS + 10 * SECOND_MS);
  await world.halt();

  const mails = await Promise.all(smtp.accepted.slice(before).map(readMail));
  const numbers = new Set(mails.map(({ n }) => n));
  const wrong = mails.filter(({ n, files }) => files !== attached.get(n));
  const rows = await world.rows(
    "SELECT m.text, m.message_id, o.state FROM outbox o JOIN messages m ON m.id = o.message_id",
  );
  const count = (state: string): number => rows.filter((row) => row["state"] === state).length;
  const numbered = new Set(rows.map(({ text }) => numberOf(String(text))));
  const lost = rows.filter(
    ({ state, text }) => state === "sent" && !numbers.has(numberOf(String(text))),
  );
  const copies = BOXES.flatMap((email) => imap.messages(email, "Sent")).map(({ raw }) => idOf(raw));
  const copiesTwice = copies.length - new Set(copies).size;
  console.table([
    {
      written,
      sent: count("sent"),
      unknown: count("unknown"),
      failed: count("failed"),
      arrived: mails.length,
      deaths: died(),
      "kills of the companion": kills,
    },
  ]);
  conclude(
    "files",
    [
      [`${mails.length - numbers.size} arrived twice`, mails.length === numbers.size],
      [`${wrong.length} have other files than were attached`, wrong.length === 0],
      [`${rows.length - numbered.size} replies are there twice`, rows.length === numbered.size],
      [`${written - numbered.size} replies are not there`, numbered.size === written],
      [`${lost.length} are called sent that no server took`, lost.length === 0],
      [`${count("failed")} failed`, count("failed") === 0],
      [`${await open()} have no end`, (await open()) === 0],
      // Each mailbox may have had one on its way.
      [
        `${count("unknown")} are unclear after ${kills} kills`,
        count("unknown") <= kills * (BOXES.length + 1),
      ],
      [`${drafts().length} drafts are left in mailboxes`, drafts().length === 0],
      [`${await notes()} notes of files are left`, (await notes()) === 0],
      [`${await pieces()} pieces of files are left`, (await pieces()) === 0],
      [`${copiesTwice} were kept twice among what was sent`, copiesTwice === 0],
      [`${died()} of ${deaths.length} deaths came`, died() >= deaths.length, "enough"],
      [`${kills} of ${KILLS} kills came amid mail`, kills === KILLS, "enough"],
    ],
    values,
  );
} finally {
  await world.close();
  await Promise.all([imap.close(), smtp.close()]);
  for (const path of [root, deathFile]) await removeTree(path);
}

/** Everybody answers the campaign; the ids of the threads. */
async function openThreads(): Promise<number[]> {
  const all = async () => (await world.rows("SELECT id FROM threads")).map(({ id }) => Number(id));
  await whileMoving(
    async () => smtp.accepted.length === THREADS,
    async () => smtp.accepted.length,
    STILL_MS,
  );
  for (const [i, mail] of smtp.accepted.entries())
    imap.append(mail.from, "INBOX", answerTo(mail, i));
  const isOpen = async (): Promise<boolean> => (await all()).length === THREADS;
  if (!(await until(isOpen, STILL_MS, 200))) throw new Error("not every answer was read");
  return all();
}

/** Writes a reply with files, as a program does that looks before it writes anew. */
async function write(
  n: number,
  thread: number,
  mailbox: number | null,
  token: string,
): Promise<void> {
  const files = SIZES.slice(0, 1 + (n % SIZES.length)).map((size, i): File => ({
    name: `part ${i} of ${n}.bin`,
    bytes: randomBytes(size),
  }));
  attached.set(n, told(files));
  const at = `${world.url}/api/v1/workspaces/1/threads/${thread}`;
  const headers = { authorization: `Bearer ${token}` };
  for (let key = randomUUID(); ;) {
    const form = new FormData();
    form.append("body_text", `Reply ${n}.`);
    if (mailbox !== null) form.append("mailbox_id", String(mailbox));
    for (const { name, bytes } of files)
      form.append("files", new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${at}/reply?wait=1`, {
      method: "POST",
      body: form,
      headers: { ...headers, "idempotency-key": key },
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer && answer.status < 300) return;
    if (answer?.text.includes('"outcome_unclear"')) {
      if (await isThere(at, headers, n)) return;
      key = randomUUID();
    } else if (answer && answer.status < 500 && answer.status !== 409) {
      throw new Error(`reply ${n} answers ${answer.status}: ${answer.text}`);
    } else if (answer?.text.includes("Not sent:")) return;
    await sleep(200);
  }
}

/** Whether the thread has the reply, once it can be asked. */
async function isThere(
  thread: string,
  headers: Readonly<Record<string, string>>,
  n: number,
): Promise<boolean> {
  for (;;) {
    const answer = await fetch(thread, { headers })
      .then(async (response) => (response.ok ? await response.text() : null))
      .catch(() => null);
    if (answer !== null) return answer.includes(`Reply ${n}.`);
    await sleep(200);
  }
}

async function readMail({ raw }: AcceptedMail): Promise<{ n: number; files: string }> {
  const mail = await PostalMime.parse(Buffer.from(raw, "latin1"), {
    attachmentEncoding: "arraybuffer",
  });
  const files = mail.attachments.map(({ filename, content }) => ({
    name: filename ?? "",
    // What the encoding asked for makes of it.
    bytes: new Uint8Array(content as ArrayBuffer),
  }));
  return { n: numberOf(mail.text ?? ""), files: told(files) };
}

function answerTo(mail: AcceptedMail, i: number): string {
  const id = idOf(mail.raw);
  return [
    `From: ${mail.to[0]}`,
    `To: ${mail.from}`,
    "Subject: Re: Hello",
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <a${i}@acme.test>`,
    `In-Reply-To: <${id}>`,
    `References: <${id}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Please send me the files.",
    "",
  ].join("\r\n");
}

/** Whether a mail came twice or with other files, or a file lies somewhere that no sweep will ever find. */
async function lostForGood(): Promise<string | undefined> {
  for (; looked < smtp.accepted.length; looked++) {
    const mail = smtp.accepted[looked];
    const { n, files } = mail ? await readMail(mail) : { n: 0, files: "" };
    if (n > 0 && files !== attached.get(n)) return `reply ${n} came with other files`;
  }
  const ids = smtp.accepted.map(({ raw }) => idOf(raw.slice(0, 4_096)));
  if (new Set(ids).size < ids.length) return "a mail was delivered twice";
  const inMailboxes = drafts();
  const inRows = await world.rows("SELECT DISTINCT message_id AS id FROM reply_files");
  const noted = new Set(
    (await world.rows("SELECT message_id AS id FROM reply_drafts")).map(({ id }) => String(id)),
  );
  const lost = [...inMailboxes, ...inRows.map(({ id }) => String(id))].filter(
    (id) => !noted.has(id),
  );
  for (const id of seen.keys()) if (!lost.includes(id)) seen.delete(id);
  for (const id of lost) {
    const since = seen.get(id) ?? performance.now();
    seen.set(id, since);
    if (performance.now() - since > LOST_MS) return `files of ${id} lie where nobody looks`;
  }
  return undefined;
}
