import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLibsql } from "#platform/db/libsql.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { copyOf, mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger } from "./ledger.ts";
import { patienceMs, startWorld, until, untilReached } from "./world.ts";

/*
 * `npm run faults -- restore [--host node|worker [--wipe]] [--sends N] [--gap N]`: the database is put back to
 * what it was some minutes and many sends ago. Nothing is sent again that the mail service has sent
 * since, every campaign comes up paused, and once a person starts them again each lead has its mail
 * once; what was on its way at the copy ended as the mail service's journal says. `--wipe` empties
 * the companion's disk meanwhile, as a container's is. With `--gap` seconds between a mailbox's mails
 * it is others' turn, from other domains, when what was sent behind the copy comes up again.
 */
const { values } = parseArgs({
  options: {
    host: { type: "string", default: "node" },
    sends: { type: "string", default: "600" },
    wipe: { type: "boolean", default: false },
    gap: { type: "string", default: "0" },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const MAILBOXES = 10;
const STILL_MS = patienceMs(values.mutant);

/** While the copy is made the server gives no word: what it has by then is on its way in the copy. */
let held: PromiseWithResolvers<void> | undefined;
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", held: () => held?.promise });
const directory = await mkdtemp(join(tmpdir(), "outrider-restore-"));
const root = await copyOf([...mutant(values.mutant), TWICE]);
const world = await startWorld({
  host: values.host === "worker" ? "worker" : "node",
  root,
  wipe: values.wipe,
  directory,
});
/** Leads who have their mail twice. */
const again = (): number =>
  smtp.accepted.length - new Set(smtp.accepted.map((mail) => mail.to[0])).size;
endEarly("restore", values, () => (again() > 0 ? `${again()} leads have it twice` : undefined));
try {
  await world.up();
  const api = createApi(world.url);
  const campaignId = await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    domains: 5,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    ready: () => world.exec(`UPDATE mailboxes SET min_gap_seconds = ${Number(values.gap)}`),
  });
  const accepted = async (): Promise<number> => smtp.accepted.length;
  await untilReached(accepted, SENDS / 4, STILL_MS, 20);
  held = Promise.withResolvers();
  const onTheWay = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM sends WHERE state = 'sending'")).length;
  await until(async () => (await onTheWay()) > 0, STILL_MS, 20);
  const backup = `${root}/backup.db`;
  await world.rows(`VACUUM INTO '${backup}'`);
  const underWay = await underWayIn(backup);
  const sent = smtp.accepted.length;
  held.resolve();
  held = undefined;
  await untilReached(accepted, sent + SENDS / 2, STILL_MS, 20);
  await world.halt();
  const lost = smtp.accepted.length - sent;
  await putBack(backup, world.database());

  world.companion.start();
  world.app.start();
  await world.up();
  const status = async (): Promise<unknown> =>
    (await world.rows(`SELECT status FROM campaigns WHERE id = ${campaignId}`))[0]?.["status"];
  const paused = await until(async () => (await status()) === "paused", STILL_MS);
  const { url } = world;
  await startAgain(url, campaignId);
  const over = await untilReached(
    async () =>
      Number(
        (
          await world.rows("SELECT count(*) AS n FROM sends WHERE state IN ('sent', 'unknown')")
        )[0]?.["n"],
      ),
    SENDS,
    STILL_MS,
  );
  await world.halt();
  const ledger = await readLedger(world, smtp.accepted);
  const unknown = ledger.in("unknown");
  const known = values.host === "node" ? await acceptedByJournal() : new Set<string>();
  const knowable = unknown.filter((send) => known.has(String(send["message_id"]))).length;
  console.log(
    `${sent} sent and ${underWay} under way at the copy, ${lost} behind it, ${ledger.in("sent").length} sent and ${unknown.length} unknown in the end`,
  );
  conclude(
    "restore",
    [
      ...ledger.checks,
      ["too little was sent behind the copy to prove anything", lost > 20, "enough"],
      ["nothing was under way at the copy", underWay > 0, "enough"],
      ["the campaign did not come up paused", paused],
      [`not each of ${SENDS} leads has its mail`, over],
      [`${again()} leads have it twice`, again() === 0],
      [
        `${unknown.length} unknown, more than were in flight at the kill`,
        unknown.length <= MAILBOXES,
      ],
      [`${knowable} unknown that the journal knows as accepted`, knowable === 0],
    ],
    values,
  );
} finally {
  await world.close();
  await smtp.close();
  await removeTree(root);
}

async function underWayIn(backup: string): Promise<number> {
  const client = openLibsql(`file:${backup}`);
  try {
    const { rows } = await client.execute(
      "SELECT count(*) AS n FROM sends WHERE state = 'sending'",
    );
    return Number(rows[0]?.["n"]);
  } finally {
    client.close();
  }
}

/** The messages that the companion's journal knows as accepted. */
async function acceptedByJournal(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(directory, "companion/companion-journal.ndjson"), "utf8");
  const lines = text.split("\n").filter((line) => line.endsWith("}"));
  return new Set(
    lines
      .map((line) => JSON.parse(line) as { result?: { message_id: string; ending: string } })
      .flatMap(({ result }) => (result?.ending === "accepted" ? [result.message_id] : [])),
  );
}

/** As an operator puts a copy back: the file, without what was not yet merged into it. */
async function putBack(backup: string, database: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(database + suffix, { force: true });
  const client = openLibsql(`file:${backup}`);
  // It is the turn of other senders than it was then, whether that went up or down.
  await client.execute("UPDATE mailboxes SET last_sent_at = last_sent_at - (id * 7 % 10) * 60000");
  await client.execute(`VACUUM INTO '${database}'`);
  client.close();
}

/** The backup has the user, so a sign-in works; a campaign that was not paused is told so again. */
async function startAgain(url: string, campaignId: number): Promise<void> {
  const signedIn = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "bulk@ours.test", password: "correct horse battery" }),
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const me = (await (await fetch(`${url}/api/v1/auth/me`, { headers: { cookie } })).json()) as {
    workspaces: { id: number }[];
  };
  const path = `/api/v1/workspaces/${me.workspaces[0]?.id}/campaigns/${campaignId}/start`;
  const started = await fetch(url + path, { method: "POST", headers: { cookie } });
  if (!started.ok) throw new Error(`start answers ${started.status}: ${await started.text()}`);
}
