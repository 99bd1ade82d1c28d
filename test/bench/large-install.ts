import type { Client } from "@libsql/client";
import type { UnixMs } from "#platform/rules/ids.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";

/** How much there is of everything; leads decide the rest. */
export type Sizes = {
  readonly workspaces: number;
  readonly leads: number;
  readonly mailboxes: number;
  /** One of a lead, and where there are more, one of each further step. */
  readonly sends: number;
  readonly events: number;
  readonly threads: number;
};

/** An install of so many leads: a hundred workspaces, two events a lead, of which workspace 1 has half. */
export const sizesFor = (leads: number): Sizes => ({
  workspaces: 100,
  leads,
  mailboxes: 200,
  sends: Math.floor(leads * 0.6),
  events: leads * 2,
  threads: Math.floor(leads / 25),
});

/** Rows of one statement: its time stays short, and its memory small. */
const CHUNK = 50_000;
const CAMPAIGNS_OF_FIRST = 20;
const DAYS = 120;

/**
 * Fills a database in which workspace 1 was made by the API: every second row is of workspace 1, the
 * others are spread over the rest. Counters are left to `recount`.
 */
export async function fillInstall(
  client: Client,
  sizes: Sizes,
  now: UnixMs,
  tell: (line: string) => void = () => undefined,
): Promise<void> {
  const { workspaces, mailboxes, leads, sends, events, threads } = sizes;
  const others = workspaces - 1;
  /** The workspace of row `i`, and its campaign: those of workspace 1 come first. */
  const place = `CASE WHEN i % 2 = 0 THEN 1 ELSE 2 + (i / 2) % ${others} END`;
  const campaign = `CASE WHEN i % 2 = 0 THEN 1 + (i / 2) % ${CAMPAIGNS_OF_FIRST} ELSE ${CAMPAIGNS_OF_FIRST} + 1 + (i / 2) % ${others} END`;
  const mailbox = `CASE WHEN i % 2 = 0 THEN 1 + (i / 2) % ${mailboxes / 2} ELSE ${mailboxes / 2} + 1 + (i / 2) % ${mailboxes / 2} END`;
  const at = `${now} - (i % ${DAYS}) * 86400000 - i % 86400000`;
  const numbers = (from: number, to: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
  const insert = async (what: string, count: number, sql: string): Promise<void> => {
    for (let from = 1; from <= count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK - 1);
      await client.execute(`${numbers(from, to)} ${sql}`);
    }
    tell(`${count} ${what}`);
  };
  const schedule = JSON.stringify(ALWAYS_OPEN).replaceAll("'", "''");

  await insert(
    "workspaces",
    others,
    `INSERT INTO workspaces (id, name, slug, created_at, updated_at) SELECT i + 1, 'Workspace ' || (i + 1), 'w' || (i + 1), ${now}, ${now} FROM n`,
  );
  await insert(
    "mailboxes",
    mailboxes,
    `INSERT INTO mailboxes (id, workspace_id, email, from_name, smtp_host, smtp_port, smtp_username, smtp_password, daily_limit, min_gap_seconds, gap_jitter_seconds, created_at, updated_at)
     SELECT i, CASE WHEN i <= ${mailboxes / 2} THEN 1 ELSE 2 + i % ${others} END, 'sender' || i || '@ours.test', 'Sender', 'mail.ours.test', 587, 'sender', 'x', 200, 60, 0, ${now}, ${now} FROM n`,
  );
  await insert(
    "campaigns",
    CAMPAIGNS_OF_FIRST + others,
    `INSERT INTO campaigns (id, workspace_id, name, status, schedule, created_at, updated_at)
     SELECT i, CASE WHEN i <= ${CAMPAIGNS_OF_FIRST} THEN 1 ELSE i - ${CAMPAIGNS_OF_FIRST} + 1 END, 'Campaign ' || i, CASE WHEN i % 4 = 0 THEN 'paused' ELSE 'active' END, '${schedule}', ${now}, ${now} FROM n`,
  );
  const campaigns = CAMPAIGNS_OF_FIRST + others;
  for (let step = 1; step <= Math.max(1, Math.ceil(sends / leads)); step++) {
    await client.execute(
      `INSERT INTO steps (workspace_id, campaign_id, position, subject, body_text, created_at, updated_at) SELECT workspace_id, id, ${step}, 'Hello', 'Hi', ${now}, ${now} FROM campaigns ORDER BY id`,
    );
  }
  await client.execute(
    `INSERT INTO campaign_mailboxes (workspace_id, campaign_id, mailbox_id) SELECT c.workspace_id, c.id, m.id FROM campaigns c JOIN mailboxes m ON m.workspace_id = c.workspace_id`,
  );
  await insert(
    "leads",
    leads,
    `INSERT INTO leads (id, workspace_id, email, domain, first_name, last_name, company, score, validation_status, created_at, updated_at)
     SELECT i, ${place}, 'person' || i || '@company' || (i % 9000) || '.test', 'company' || (i % 9000) || '.test', 'First' || (i % 500), 'Last' || (i % 2000), 'Company ' || (i % 9000),
       CASE i % 4 WHEN 0 THEN 90 WHEN 1 THEN 60 WHEN 2 THEN 20 END, CASE i % 4 WHEN 0 THEN 'valid' WHEN 1 THEN 'risky' WHEN 2 THEN 'invalid' END, ${at}, ${at} FROM n`,
  );
  await insert(
    "enrolments",
    leads,
    `INSERT INTO campaign_leads (id, workspace_id, campaign_id, lead_id, status, current_step, mailbox_id, next_send_at, entered_at)
     SELECT i, ${place}, ${campaign}, i, CASE WHEN i <= ${sends} THEN 'completed' ELSE 'pending' END, CASE WHEN i <= ${sends} THEN 1 ELSE 0 END, NULL, ${at}, ${at} FROM n`,
  );
  await insert(
    "sends",
    sends,
    `INSERT INTO sends (id, workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, subject, created_at, sent_at)
     SELECT id, ${place}, ${campaign}, i, i, step * ${campaigns} + ${campaign}, step + 1, ${mailbox}, 'sent', ${at}, 'm' || id || '@ours.test', 'person' || i || '@company' || (i % 9000) || '.test', 'Hello', ${at}, ${at}
     FROM (SELECT i AS id, 1 + (i - 1) % ${leads} AS i, (i - 1) / ${leads} AS step FROM n)`,
  );
  await insert(
    "events",
    events,
    `INSERT INTO events (id, workspace_id, type, dedupe_key, lead_id, campaign_id, send_id, body, created_at)
     SELECT i, ${place}, CASE i % 3 WHEN 0 THEN 'lead.opened' WHEN 1 THEN 'lead.clicked' ELSE 'lead.replied' END, 'seed:' || i, 1 + i % ${leads}, ${campaign}, NULL,
       '{"event":"lead.opened","workspace_id":"1","timestamp":"2026-11-18T12:00:00.000Z","data":{"lead_email":"person' || i || '@company.test","campaign_name":"Campaign"}}', ${at} FROM n`,
  );
  await insert(
    "threads",
    threads,
    `INSERT INTO threads (id, workspace_id, lead_id, campaign_id, mailbox_id, subject, status, message_count, last_message_at, last_direction, created_at, updated_at)
     SELECT i, ${place}, i, ${campaign}, ${mailbox}, 'Re: Hello', CASE i % 5 WHEN 0 THEN 'interested' ELSE 'open' END, 1, ${at}, 'inbound', ${at}, ${at} FROM n`,
  );
  await insert(
    "messages",
    threads,
    `INSERT INTO messages (id, workspace_id, thread_id, mailbox_id, lead_id, direction, type, from_email, subject, text, message_id, dedupe_hash, sent_at, created_at)
     SELECT i, ${place}, i, ${mailbox}, i, 'inbound', 'reply', 'person' || i || '@company.test', 'Re: Hello', 'Tell me more.', 'r' || i || '@company.test', 'r' || i, ${at}, ${at} FROM n`,
  );
  await client.execute("ANALYZE");
}
