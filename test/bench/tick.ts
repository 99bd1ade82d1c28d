import { hooks } from "#app/modules.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Deps } from "#platform/ctx/ctx.ts";
import { processLimiter } from "#platform/ctx/limiter.ts";
import { usageBuffer } from "#platform/ctx/usage.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { absentInstaller } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { TEST_SECRETS } from "#test/support/harness.ts";
import { report } from "./report.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";

/*
 * `npm run bench:tick`: one tick over 1,000 mailboxes and 1,000,000 waiting leads in 20 campaigns
 * of 10 workspaces, half of the leads in the middle of their sequence. Prints how long a tick takes
 * that finds a mail for every mailbox, and one that finds all of them in their gap.
 */
const MAILBOXES = 1_000;
const LEADS = Number(process.argv[2] ?? 1_000_000);
const CAMPAIGNS = 20;
const WORKSPACES = 10;

const directory = await mkdtemp(join(tmpdir(), "outrider-tick-"));
const client = openLibsql(`file:${join(directory, "bench.db")}`);
await client.execute("PRAGMA journal_mode = WAL");
await client.execute("PRAGMA synchronous = NORMAL");
await migrate(client, "drizzle");
const db = overLibsql(client);
const clock = { now: unixMs(Date.UTC(2026, 10, 18, 12)) };
const settings = parseSettings({ ...TEST_SECRETS, BASE_URL: "http://localhost" });
let woken = 0;
const refuse = async (): Promise<never> => {
  throw new Error("the tick only claims");
};
const deps: Deps = {
  install: db,
  db,
  settings,
  hooks,
  now: () => clock.now,
  wait: refuse,
  log: () => undefined,
  limiter: processLimiter(),
  queue: {
    async send(job) {
      if (job.type === "delivery.transmit.v1") woken += job.ids.length;
    },
  },
  hits: { record: refuse, dropped: () => 0, leaveRoom: async () => undefined },
  usage: usageBuffer(),
  mail: {
    test: refuse,
    transmit: refuse,
    recall: refuse,
    fetch: refuse,
    parse: refuse,
    filter: refuse,
    tend: refuse,
    look: refuse,
    sent: refuse,
    past: refuse,
    attachment: refuse,
    healthy: async () => true,
    watcher: null,
  },
  journal: null,
  hostedAi: null,
  egress: { post: refuse, postBytes: refuse, get: refuse, send: refuse, download: refuse },
  dns: { atOnce: 1, ask: refuse, resolvers: [refuse], route: refuse },
  avatars: { isOn: false, atOnce: 1, look: refuse },
  tables: { addresses: refuse, passwords: refuse, replies: refuse },
  documents: { openapi: refuse, client: refuse, reference: refuse, tools: refuse },
  vault: createVault(settings.VAULT_KEYS),
  installer: absentInstaller(),
};

try {
  await seed();
  const rounds: { claim: number; idle: number; won: number }[] = [];
  for (let round = 0; round < 5; round++) {
    woken = 0;
    const claim = await timed();
    const won = woken;
    const idle = await timed();
    rounds.push({ claim, idle, won });
    clock.now = unixMs(clock.now + 15 * MINUTE_MS);
  }
  report([
    {
      what: "tick that finds a mail for every mailbox",
      unit: "ms",
      rounds: rounds.map(({ claim }) => claim),
      aim: { most: 200 },
    },
    {
      what: "tick that finds every mailbox in its gap",
      unit: "ms",
      rounds: rounds.map(({ idle }) => idle),
    },
    {
      what: `mails that it claims for ${MAILBOXES} mailboxes`,
      unit: "mails",
      rounds: rounds.map(({ won }) => won),
    },
  ]);
} finally {
  client.close();
  await rm(directory, { recursive: true, force: true });
}

async function timed(): Promise<number> {
  const start = performance.now();
  await claimDueSends(deps);
  return performance.now() - start;
}

async function seed(): Promise<void> {
  const { now } = clock;
  const numbers = (count: number) =>
    sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const schedule = JSON.stringify(ALWAYS_OPEN);
  const ws = (i: string) => sql.raw(`1 + ((${i}) % ${WORKSPACES})`);
  await db.run(sql`${numbers(WORKSPACES)} INSERT INTO workspaces (id, name, slug, created_at, updated_at)
    SELECT i, 'W' || i, 'w' || i, ${now}, ${now} FROM n`);
  await db.run(sql`${numbers(CAMPAIGNS)} INSERT INTO campaigns (id, workspace_id, name, status, schedule, created_at, updated_at)
    SELECT i, ${ws("i")}, 'C' || i, 'active', ${schedule}, ${now}, ${now} FROM n`);
  await db.run(sql`${numbers(CAMPAIGNS * 2)} INSERT INTO steps (id, workspace_id, campaign_id, position, subject, body_text, created_at, updated_at)
    SELECT i, ${ws("(i + 1) / 2")}, (i + 1) / 2, 2 - (i % 2), 'Hello', 'Hi', ${now}, ${now} FROM n`);
  await db.run(sql`${numbers(MAILBOXES)} INSERT INTO mailboxes (id, workspace_id, email, from_name, smtp_host, smtp_port, smtp_username, smtp_password, daily_limit, min_gap_seconds, gap_jitter_seconds, ramp_enabled, created_at, updated_at)
    SELECT i, ${ws("1 + (i % 20)")}, 'm' || i || '@ours.test', 'M', 'mail.test', 587, 'm', 'x', 1000, 600, 0, 0, ${now}, ${now} FROM n`);
  await db.run(sql`INSERT INTO campaign_mailboxes (workspace_id, campaign_id, mailbox_id)
    SELECT workspace_id, 1 + (id % 20), id FROM mailboxes`);
  for (let from = 0; from < LEADS; from += 100_000) {
    const count = Math.min(100_000, LEADS - from);
    const id = sql.raw(`(${from} + i)`);
    const campaign = sql.raw(`(1 + ((${from} + i) % ${CAMPAIGNS}))`);
    await db.run(sql`${numbers(count)} INSERT INTO leads (id, workspace_id, email, domain, created_at, updated_at)
      SELECT ${id}, 1 + (${campaign} % ${WORKSPACES}), 'l' || ${id} || '@x' || (${id} % 9000) || '.test', 'x' || (${id} % 9000) || '.test', ${now}, ${now} FROM n`);
    await db.run(sql`${numbers(count)} INSERT INTO campaign_leads (workspace_id, campaign_id, lead_id, status, current_step, mailbox_id, next_send_at, entered_at)
      SELECT 1 + (${campaign} % ${WORKSPACES}), ${campaign}, ${id},
        CASE WHEN ${id} % 2 THEN 'pending' ELSE 'in_progress' END, CASE WHEN ${id} % 2 THEN 0 ELSE 1 END,
        CASE WHEN ${id} % 2 THEN NULL ELSE coalesce(nullif((${campaign} - 1 + 20 * ((${id} / 20) % 50)) % ${MAILBOXES}, 0), ${MAILBOXES}) END,
        ${now} - (${id} % 100000), ${now} FROM n`);
  }
}
