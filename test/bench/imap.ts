import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { userInfo } from "node:os";
import { ImapFlow } from "imapflow";
import { companionMail } from "#app/adapters/companion-mail.ts";
import type { Connection } from "#platform/wire/companion.ts";
import type { FetchResponse } from "#platform/wire/mail-reading.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { createApi } from "#test/demo/api.ts";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import { startDovecot } from "#test/support/mail/dovecot.ts";
import { startNodeHost } from "#test/support/node-host.ts";
import { SECRET } from "#test/companion/app-double.ts";
import { z } from "zod";
import { startCompanionProcess } from "./companion-process.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:imap [messages] [mailboxes]`: new mail read from Dovecot by imapflow alone (it logs
 * in and fetches every message with its source), by the companion (by headers, as for much that is
 * new), and by the whole product (from the start of a mailbox's first sync until all is judged and
 * its cursor stands behind the last message), side by side in the same run. All three are processes
 * that go on from round to round, cold in the first and warm in the others. Then the memory of a
 * companion that idles in so many mailboxes over TLS.
 */
const MESSAGES = Number(process.argv[2] ?? 10_000);
const MAILBOXES = Number(process.argv[3] ?? 200);
const ROUNDS = 5;
const USER = "reader@agency.test";
const idlers = Array.from({ length: MAILBOXES }, (_, i) => `m${i}@agency.test`);

const folder = await mkdtemp("/tmp/outrider-bench-");
await chmod(folder, 0o755);
const certificate = createTestCertificate();
const dovecot = await startDovecot({
  folder: join(folder, "dovecot"),
  users: [USER, ...idlers].map((email) => ({ email, password: "p" })),
  certificate,
});
try {
  if (MESSAGES > 0) await readNew();
  await idle();
} finally {
  await dovecot.stop();
  await rm(folder, { recursive: true, force: true });
}

async function readNew(): Promise<void> {
  await fill();
  const [alone, companion, product]: [number[], number[], number[]] = [[], [], []];
  const running = await startOwnCompanion();
  const installed = await startProduct();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await imapflowAlone());
      companion.push(await throughCompanion(running.url));
      product.push(await installed.sync());
    }
  } finally {
    await Promise.all([running.stop(), installed.stop()]);
  }
  const rival = { name: "imapflow alone, with sources", rounds: alone };
  const of = `${MESSAGES} new messages`;
  report([
    { what: `${of}, by the companion, headers first`, unit: "s", rounds: companion, rival },
    { what: `${of}, judged and stored`, unit: "s", rounds: product, rival, aim: { most: 2 } },
  ]);
}

/** As a provider stores what came: 2 kB each, letters of strangers and now and then a newsletter. */
async function fill(): Promise<void> {
  const place = join(folder, "dovecot/mail", USER, "new");
  await mkdir(place, { recursive: true });
  for (const kind of ["cur", "tmp"]) await mkdir(join(place, "..", kind), { recursive: true });
  const words =
    "We met at the fair and I wanted to ask how things are going with the project. ".repeat(20);
  for (let i = 0; i < MESSAGES; i++) {
    const lines = [
      `From: Person ${i} <p${i}@elsewhere.test>`,
      `To: ${USER}`,
      `Subject: News ${i}`,
      `Date: ${new Date(Date.now() - i * 1_000).toUTCString()}`,
      `Message-ID: <${i}@elsewhere.test>`,
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "",
      words,
      "",
    ];
    await writeFile(join(place, `${1_700_000_000 + i}.${i}.host`), lines.join("\r\n"));
  }
  if (userInfo().uid !== 0) return;
  const nobody = Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
  const group = Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" }));
  execFileSync("chown", ["-R", `${nobody}:${group}`, join(folder, "dovecot/mail", USER)]);
  await chown(join(folder, "dovecot/mail", USER), nobody, group);
}

/** Seconds, like the other two. */
async function imapflowAlone(): Promise<number> {
  const began = performance.now();
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: dovecot.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user: USER, pass: "p" },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen("INBOX", { readOnly: true });
  let read = 0;
  for await (const mail of client.fetch("1:*", {
    uid: true,
    size: true,
    internalDate: true,
    source: true,
  })) {
    if (mail.source) read++;
  }
  const seconds = (performance.now() - began) / 1_000;
  await client.logout();
  if (read !== MESSAGES) throw new Error(`imapflow read ${read}`);
  return seconds;
}

function connection(username: string, over: Partial<Connection> = {}): Connection {
  const { imapPort: port } = dovecot;
  return { host: "127.0.0.1", port, security: "none", username, password: "p", ...over };
}

async function throughCompanion(url: string): Promise<number> {
  const mail = companionMail(url, SECRET);
  const began = performance.now();
  let lastUid = 0;
  let validity: string | null = null;
  let read = 0;
  for (let more = true; more;) {
    const { folders }: FetchResponse = await mail.fetch({
      imap: connection(USER),
      allow_private: true,
      folders: [{ folder: "INBOX", uid_validity: validity, last_uid: lastUid }],
      limit: 50,
      sift_above: 50,
    });
    const [got] = folders;
    const mails = got?.heads ?? got?.mails ?? [];
    read += mails.length;
    lastUid = mails.at(-1)?.uid ?? lastUid;
    validity = got?.uid_validity ?? null;
    more = got?.more ?? false;
  }
  if (read !== MESSAGES) throw new Error(`the companion read ${read}`);
  return (performance.now() - began) / 1_000;
}

/** The product on one machine; `sync` adds a mailbox to it and answers the seconds of its first sync. */
async function startProduct(): Promise<{ sync(): Promise<number>; stop(): Promise<void> }> {
  const host = await startNodeHost({ env: { TICK_SECONDS: "0.2", LOG_LEVEL: "warn" } });
  const api = createApi(host.url);
  const { workspace } = await api.call(
    "POST",
    "/auth/register",
    z.object({ workspace: z.object({ id: z.int() }) }),
    { name: "Bench", email: "bench@ours.test", password: "correct horse battery" },
  );
  const db = openLibsql(`file:${join(host.dataDir, "outrider.db")}`);
  let mailboxes = 0;
  return {
    async sync() {
      const { id } = await api.call(
        "POST",
        `/workspaces/${workspace.id}/mailboxes`,
        z.object({ id: z.int() }),
        {
          email: `m${mailboxes++}@agency.test`,
          smtp_host: "127.0.0.1",
          smtp_port: dovecot.submissionPort,
          smtp_security: "none",
          smtp_username: USER,
          smtp_password: "p",
          imap_host: "127.0.0.1",
          imap_port: dovecot.imapPort,
          imap_security: "none",
          imap_username: USER,
          imap_password: "p",
        },
      );
      // The clock that gives the mailbox its turn is no reading.
      const state = async () => {
        const { rows } = await db.execute({
          sql: `SELECT sync_lease_until AS lease, (SELECT max(last_uid) FROM imap_cursors WHERE mailbox_id = m.id) AS last
            FROM mailboxes m WHERE id = ?`,
          args: [id],
        });
        return { begun: rows[0]?.["lease"] !== null, last: Number(rows[0]?.["last"] ?? 0) };
      };
      const until = async (is: (now: { begun: boolean; last: number }) => boolean) => {
        const end = performance.now() + 180_000;
        for (let now = await state(); !is(now); now = await state()) {
          if (performance.now() > end) throw new Error(`only ${now.last} were read`);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      await until(({ begun, last }) => begun || last > 0);
      const began = performance.now();
      await until(({ last }) => last >= MESSAGES);
      return (performance.now() - began) / 1_000;
    },
    async stop() {
      db.close();
      await host.stop();
    },
  };
}

async function idle(): Promise<void> {
  // The first start after an update compiles, and holds what it compiled with.
  await (await startOwnCompanion()).stop();
  const companion = await startOwnCompanion();
  try {
    const { watcher, ...mail } = companionMail(companion.url, SECRET);
    const listed = idlers.map((email) =>
      connection(email, { port: dovecot.imapsPort, host: "localhost", security: "tls" }),
    );
    await watcher?.setList({
      version: "1",
      allow_private: true,
      mailboxes: listed.map((imap, i) => ({ id: `1:${i}`, imap, folder: "INBOX" })),
    });
    const listening = async (): Promise<number> =>
      ((await (await fetch(`${companion.url}/health`)).json()) as { listening: number }).listening;
    const end = performance.now() + 60_000;
    while ((await listening()) < MAILBOXES && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const heard = await listening();
    const idle = companion.megabytes();
    // As the clock does beside: each is asked for what is new.
    await Promise.all(
      listed.map((imap) =>
        mail.fetch({
          imap,
          allow_private: true,
          folders: [{ folder: "INBOX", uid_validity: null, last_uid: 0 }],
          limit: 50,
        }),
      ),
    );
    const read = companion.megabytes();
    const aim = { most: 150 };
    report([
      { what: "mailboxes that idle over TLS", unit: "mailboxes", rounds: [heard] },
      { what: "companion at its start", unit: "MB", rounds: [companion.before] },
      { what: "companion while they idle", unit: "MB", rounds: [idle], aim },
      { what: "companion once each was read as well", unit: "MB", rounds: [read], aim },
    ]);
  } finally {
    await companion.stop();
  }
}

const startOwnCompanion = () => startCompanionProcess(join(folder, "companion"), certificate.ca);
