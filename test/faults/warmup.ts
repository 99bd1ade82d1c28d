import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DAY_MS } from "#platform/rules/time.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import {
  BUSY_READERS,
  copyOf,
  mutant,
  removeTree,
  shiftedBy,
  SHORT_LEASES,
  SHORT_SYNC_LEASE,
  TWICE,
} from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, twiceAmong } from "./ledger.ts";
import { patienceMs, type Row, sleep, startWorld, until } from "./world.ts";

/*
 * `npm run faults -- warmup [--days N] [--kills N] [--seed N]`: mailboxes warm each other up from day to
 * day while app and companion are killed and the server breaks off behind the dot. No mail comes twice,
 * no mailbox writes to more people on a day than its target, and what is counted is what left.
 */
const { values } = parseArgs({
  options: {
    days: { type: "string", default: "8" },
    kills: { type: "string", default: "5" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const DAYS = Number(values.days);
const PEOPLE = ["ann", "bea", "cem", "dan", "eve", "fin"].map(
  (name, i) => `${name}@${["one", "two", "three"][i % 3]}.test`,
);
/** Nobody writes to the same person twice within three days. */
const APART_MS = 4 * DAY_MS;
const DAY_REAL_MS = 9_000;
const LONGEST_DAY_REAL_MS = 60_000;
/** Of a day. */
const ENOUGH = 10;
const random = randomFrom(Number(values.seed));

const imap = createImapServer();
for (const email of PEOPLE) imap.addUser(email, "p");
const imapPort = await imap.listen();
let mails = 0;
const smtp = await startScriptedSmtp({
  auth: "235 2.7.0 Ok",
  script: ({ at }) =>
    at === "dot" && ++mails % 9 === 0 ? { at, act: "accept-then-drop" } : undefined,
});
const file = join(tmpdir(), `outrider-warmup-${process.pid}`);
await writeFile(file, "0".padEnd(24));
const root = await copyOf([
  ...mutant(values.mutant),
  TWICE,
  ...SHORT_LEASES,
  ...BUSY_READERS,
  SHORT_SYNC_LEASE,
  ...shiftedBy(file),
  {
    file: "src/modules/warmup/mails/kind.ts",
    from: "GAP_MS = 2 * MINUTE_MS",
    to: "GAP_MS = 100",
  },
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "AWAY_MS = 10 * SECOND_MS",
    to: "AWAY_MS = 0 * SECOND_MS",
  },
]);
const world = await startWorld({ host: "node", root });
endEarly("warmup", values, twiceAmong(smtp.accepted));
let delivered = 0;
/** Puts what was taken into its recipient's mailbox. */
function hand(): void {
  for (const mail of smtp.accepted.slice(delivered)) {
    delivered++;
    imap.append(mail.to[0] ?? "", "INBOX", mail.raw);
  }
}
const handing = setInterval(hand, 50);
try {
  await world.up();
  const api = createApi(world.url);
  const Made = z.object({ id: z.int() });
  await api.call("POST", "/auth/register", z.unknown(), {
    name: "Warm",
    email: "warm@ours.test",
    password: "correct horse battery",
  });
  for (const email of PEOPLE) {
    const login = { username: email, password: "p" };
    const { id } = await api.call("POST", "/workspaces/1/mailboxes", Made, {
      email,
      from_name: email.split("@")[0],
      smtp_host: "127.0.0.1",
      smtp_port: smtp.port,
      smtp_security: "none",
      smtp_username: login.username,
      smtp_password: login.password,
      imap_host: "127.0.0.1",
      imap_port: imapPort,
      imap_security: "none",
      imap_username: login.username,
      imap_password: login.password,
    });
    await api.call("POST", `/workspaces/1/warmup/${id}/start`, z.unknown(), {
      weekdays_only: false,
      window_start: "00:00",
      window_end: "23:59",
      reply_rate: 50,
    });
  }
  // Each day begins early, so that all of it is left.
  const morning = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 60_000;
  for (let day = 0; day < DAYS; day++) {
    const ahead = morning + day * APART_MS - Date.now();
    await writeFile(file, String(Math.round(ahead)).padEnd(24), { flag: "r+" });
    const began = performance.now();
    const kills = killAtRandom(began + DAY_REAL_MS);
    const before = smtp.accepted.length;
    // A slow machine does less in a while.
    const isOver = (): boolean => {
      const today = smtp.accepted.slice(before);
      const answers = today.filter(({ raw }) => /^in-reply-to:/im.test(raw)).length;
      const isEnough = today.length - answers >= ENOUGH && answers > 1;
      return performance.now() - began > (isEnough ? DAY_REAL_MS : LONGEST_DAY_REAL_MS);
    };
    while (!isOver()) {
      // The hours of a day pass at once.
      await world
        .exec(
          "UPDATE warmup_mails SET due_at = (SELECT max(created_at) FROM warmup_mails) WHERE state = 'queued'",
        )
        .catch(() => undefined);
      await sleep(150);
    }
    await kills;
    await world.up();
  }
  const underWay = async (): Promise<Row[]> =>
    await world.rows("SELECT 1 FROM warmup_mails WHERE state IN ('sending', 'leased')");
  await until(async () => (await underWay()).length === 0, patienceMs(values.mutant));
  await world.halt();

  const times = new Map<string, number>();
  for (const { raw } of smtp.accepted) {
    const id = /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? "";
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  const twice = [...times.values()].filter((n) => n > 1).length;
  const rows = await world.rows(
    "SELECT message_id, kind, state, from_mailbox_id AS box, date(created_at / 1000, 'unixepoch') AS day FROM warmup_mails",
  );
  const left = rows.filter(({ state }) => state === "sent" || state === "unknown");
  const wrong = rows.filter(
    ({ state, message_id }) => state === "sent" && !times.has(String(message_id)),
  ).length;
  const days = await world.rows(
    "SELECT mailbox_id AS box, day, target, sent, replied FROM warmup_days",
  );
  const over = days.filter(({ target, sent }) => target !== null && Number(sent) > Number(target));
  const sum = (key: string): number => days.reduce((n, row) => n + Number(row[key]), 0);
  const starters = left.filter(({ kind }) => kind === "starter").length;
  const answers = left.length - starters;
  const spread = new Map<string, number>();
  for (const { kind, box, day } of left) {
    const key = `${String(box)} ${String(day)}`;
    if (kind === "starter") spread.set(key, (spread.get(key) ?? 0) + 1);
  }
  const targets = new Map(
    days.map((row) => [`${String(row["box"])} ${String(row["day"])}`, row["target"]]),
  );
  const above = [...spread].filter(([key, n]) => n > Number(targets.get(key) ?? 0)).length;
  const stuck = rows.filter(({ state }) => state === "sending" || state === "leased").length;
  console.log(
    `seed ${values.seed}: ${DAYS} days, ${starters} mails and ${answers} answers of ${PEOPLE.length} mailboxes, ${rows.filter(({ state }) => state === "unknown").length} unknown, ${world.app.starts() + world.companion.starts() - 2} kills`,
  );
  conclude(
    "warmup",
    [
      [`${twice} mails came twice`, twice === 0],
      [`${wrong} are called sent that no server took`, wrong === 0],
      [`${over.length + above} days are above their target`, over.length + above === 0],
      [`${sum("sent")} are counted as sent, not ${starters}`, sum("sent") === starters],
      [`${sum("replied")} are counted as answers, not ${answers}`, sum("replied") === answers],
      [`${stuck} are stuck`, stuck <= PEOPLE.length],
      [
        "too little was sent to prove anything",
        left.length >= 10 * DAYS && answers > DAYS,
        "enough",
      ],
    ],
    values,
  );
} finally {
  clearInterval(handing);
  await world.close();
  await Promise.all([smtp.close(), imap.close()]);
  for (const path of [root, file]) await removeTree(path);
}

async function killAtRandom(ends: number): Promise<void> {
  for (let i = 0; i < Number(values.kills); i++) {
    await sleep(500 + random() * 1_500);
    if (performance.now() > ends - 2_000) return;
    (random() < 0.5 ? world.companion : world.app).kill();
  }
}
