import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "@libsql/client";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { apiKeyHash, newApiKey } from "#modules/accounts/rules/api-key.ts";
import { createApi } from "#test/demo/api.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { earlierInstall } from "#test/support/earlier-install.ts";
import { startNodeHost } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const Accepted = z.array(z.object({ to: z.string(), message_id: z.string() }));

/** An install of an earlier release that was killed amid a campaign. */
async function killedInstall(release: string) {
  const { dataDir, database, json } = await earlierInstall(`${release}.tar.gz`);
  const journal = join(dataDir, "companion-journal.ndjson");
  // The journal forgets what is weeks old; the archive may be years old.
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  const known = lines.map((line) => JSON.parse(line) as { at?: number });
  const age = Date.now() - Math.max(...known.map(({ at }) => at ?? 0));
  const moved = known.map((line) =>
    line.at === undefined ? line : { ...line, at: line.at + age },
  );
  writeFileSync(journal, moved.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const accepted = Accepted.parse(json("accepted.json"));
  return { dataDir, accepted, database };
}

async function states(db: Client): Promise<Record<string, number>> {
  const { rows } = await db.execute("SELECT state, count(*) AS n FROM sends GROUP BY state");
  const Counts = z.array(z.object({ state: z.string(), n: z.int() }));
  return Object.fromEntries(Counts.parse(rows).map(({ state, n }) => [state, n]));
}

/** Mail that people wrote, one in each state, as 0.1.0 stores it. Whoever was at work is gone. */
async function writtenMails(db: Client): Promise<void> {
  await db.execute(`INSERT INTO threads (id, workspace_id, lead_id, mailbox_id, subject, last_message_at, last_direction,
    created_at, updated_at) VALUES (900, 1, 1, 1, 'Hello', 1, 'outbound', 1, 1)`);
  const states = ["queued", "leased", "sending", "sent", "failed", "unknown", "cancelled"];
  for (const [at, state] of states.entries()) {
    const id = 900 + at;
    const isHeld = state === "leased" || state === "sending";
    await db.execute({
      sql: `INSERT INTO messages (id, workspace_id, thread_id, mailbox_id, lead_id, direction, type, from_email, to_emails,
        subject, text, message_id, dedupe_hash, sent_at, created_at)
        VALUES (?, 1, 900, 1, 1, 'outbound', 'manual', 'm0@ours.test', ?, 'Hello', 'Hello', ?, ?, 1, 1)`,
      args: [
        id,
        JSON.stringify([`written-${state}@acme.test`]),
        `w${id}@ours.test`,
        `w${id}@ours.test`,
      ],
    });
    await db.execute({
      sql: `INSERT INTO outbox (message_id, workspace_id, thread_id, mailbox_id, state, due_at, lease, lease_until, attempts,
        created_by, created_at) VALUES (?, 1, 900, 1, ?, 1, ?, ?, 1, 'user:1', 1)`,
      args: [id, state, isHeld ? `lease-${id}` : null, isHeld ? 1 : null],
    });
  }
}

/** The same of warmup, and one whose day is over. */
async function warmupMails(db: Client): Promise<void> {
  const later = Date.now() + 86_400_000;
  for (let box = 1; box <= 4; box++) {
    await db.execute({
      sql: `INSERT INTO warmups (mailbox_id, workspace_id, state, start_volume, daily_increment, daily_limit, reply_rate,
        weekdays_only, window_start, window_end, rescue_spam, maintenance_min, maintenance_max, plan_due_at, started_at,
        updated_at) VALUES (?, 1, 'warming', 5, 2, 40, 30, 0, '00:00', '23:59', 1, 5, 10, ?, 1, 1)`,
      args: [box, later],
    });
  }
  const mails = [
    ["queued", 1],
    ["leased", 2],
    ["sending", 3],
    ["sent", 1],
    ["failed", 1],
    ["unknown", 1],
    ["late", 4],
  ] as const;
  for (const [at, [state, from]] of mails.entries()) {
    const isHeld = state === "leased" || state === "sending";
    await db.execute({
      sql: `INSERT INTO warmup_mails (id, workspace_id, kind, from_mailbox_id, to_mailbox_id, message_id, seed, language, state,
        due_at, expires_at, lease, lease_until, attempts, created_at)
        VALUES (?, 1, 'starter', ?, ?, ?, ?, 'en', ?, 1, ?, ?, ?, 1, ?)`,
      args: [
        900 + at,
        from,
        (from % 4) + 1,
        `warm${at}@ours.test`,
        `run:${at}`,
        state === "late" ? "queued" : state,
        state === "late" ? 2 : later,
        isHeld ? `lease-w${at}` : null,
        isHeld ? 1 : null,
        Date.now(),
      ],
    });
  }
}

it("an install of 0.1.0 with mail in every state goes on: nothing twice, nothing lost, old mail where it stood", async () => {
  const { dataDir, accepted, database } = await killedInstall("0.1.0");
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
  ends.push(() => smtp.close());
  const db = createClient({ url: database });
  ends.push(() => db.close());
  expect(Object.keys(await states(db)).toSorted()).toEqual([
    "cancelled",
    "failed",
    "leased",
    "queued",
    "sending",
    "sent",
    "unknown",
  ]);
  const one = async (sql: string) => Number((await db.execute(sql)).rows[0]?.["n"]);
  const before = await states(db);
  const { slug } = z
    .object({ slug: z.string() })
    .parse((await db.execute("SELECT slug FROM workspaces")).rows[0]);
  await db.execute(`UPDATE mailboxes SET smtp_port = ${smtp.port}`);
  // Whatever was claimed, waited or was put off is due by now.
  for (const table of ["sends", "resends"]) {
    await db.execute(`UPDATE ${table} SET lease_until = 1 WHERE lease_until IS NOT NULL`);
    await db.execute(`UPDATE ${table} SET due_at = 1 WHERE state = 'queued'`);
  }
  await db.execute("UPDATE campaign_leads SET next_send_at = 1 WHERE next_send_at IS NOT NULL");
  await writtenMails(db);
  await warmupMails(db);
  const key = newApiKey();
  await db.execute({
    sql: `INSERT INTO api_keys (workspace_id, name, role, hash, last_four, created_by, created_at)
      SELECT 1, 'crm', 'employee', ?, 'abcd', min(id), 1 FROM users`,
    args: [apiKeyHash(key)],
  });

  const host = await startNodeHost({ dataDir, env: { TICK_SECONDS: "0.5", REGISTRATION: "" } });
  ends.push(() => host.stop());
  const waiting = () =>
    one(`SELECT (SELECT count(*) FROM sends WHERE state IN ('queued', 'leased', 'sending'))
      + (SELECT count(*) FROM resends WHERE state IN ('queued', 'leased', 'sending'))
      + (SELECT count(*) FROM outbox WHERE state IN ('queued', 'leased', 'sending'))
      + (SELECT count(*) FROM warmup_mails WHERE state IN ('queued', 'leased', 'sending'))
      + (SELECT count(*) FROM campaign_leads WHERE status = 'in_progress' AND next_send_at < 9999999999) AS n`);
  await expect.poll(waiting, { timeout: 100_000, interval: 250 }).toBe(0);

  const ids = [
    ...accepted.map(({ message_id }) => message_id),
    ...smtp.accepted.map(({ raw }) => /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? ""),
  ];
  // What people asked to send again was broken off before the server took it.
  expect(ids.length - new Set(ids).size).toBe(0);
  const after = await states(db);
  expect(after["failed"]).toBe(before["failed"]);
  expect(after["cancelled"]).toBe(before["cancelled"]);
  // What the server may have had in hand is unclear; two of those before were sent again.
  expect(after["unknown"]).toBe((before["unknown"] ?? 0) + (before["sending"] ?? 0) - 2);
  expect(await one("SELECT count(*) AS n FROM resends WHERE state = 'sent'")).toBe(2);
  const reached = new Set([
    ...accepted.map(({ to }) => to),
    ...smtp.accepted.flatMap(({ to }) => to),
  ]);
  for (let i = 40; i < 160; i++) {
    expect([i, reached.has(`plain${i}@acme${i}.test`)]).toEqual([i, i !== 150]);
  }

  const stateOf = async (table: string, id: string) =>
    (await db.execute(`SELECT state FROM ${table} WHERE ${id} >= 900 ORDER BY ${id}`)).rows.map(
      ({ state }) => state,
    );
  // What was in hand when it was killed is unclear; what nobody had in hand goes out.
  expect(await stateOf("outbox", "message_id")).toEqual([
    "sent",
    "sent",
    "unknown",
    "sent",
    "failed",
    "unknown",
    "cancelled",
  ]);
  expect(await stateOf("warmup_mails", "id")).toEqual([
    "sent",
    "sent",
    "unknown",
    "sent",
    "failed",
    "unknown",
    "cancelled",
  ]);
  expect([...reached].filter((to) => to.startsWith("written-")).toSorted()).toEqual([
    "written-leased@acme.test",
    "written-queued@acme.test",
  ]);

  const api = createApi(host.url);
  await api.call("POST", "/auth/login", z.unknown(), {
    username: "bulk@ours.test",
    password: "correct horse battery",
  });
  const mailboxes = await api.call(
    "GET",
    "/workspaces/1/mailboxes",
    z.object({ data: z.array(z.object({ status: z.string() })) }),
  );
  expect(mailboxes.data.map(({ status }) => status)).toEqual(Array(4).fill("active"));
  // A key goes on as it was: with all that its role allows, without an end, from anywhere.
  const byKey = await fetch(`${host.url}/api/v1/workspaces/1/leads`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(byKey.status).toBe(200);
  const Keys = z.object({ data: z.array(z.looseObject({})) });
  expect((await api.call("GET", "/workspaces/1/api-keys", Keys)).data).toMatchObject([
    {
      name: "crm",
      scopes: null,
      preset: "full",
      expires_at: null,
      allow_cidrs: [],
      status: "active",
    },
  ]);
  // An install keeps its settings: who may sign up, and its report stays as public as it was.
  const stranger = await fetch(`${host.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Str",
      email: "str@else.test",
      password: "correct horse battery",
    }),
  });
  expect(stranger.status).toBe(201);
  const report = await fetch(`${host.url}/api/v1/report/${slug}/stats`);
  expect(report.status).toBe(200);
  const seen = await one(
    "SELECT sum(sent) AS n FROM stats WHERE dimension = 'total' AND campaign_id = 0",
  );
  expect(seen).toBe(after["sent"]);
});
