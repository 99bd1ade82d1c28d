import type { Client } from "@libsql/client";
import type { UnixMs } from "#platform/rules/ids.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";

/** What each workspace of a directory has. */
export const OF_EACH = { mailboxes: 10, leads: 10, sends: 10, days: 30 } as const;

/**
 * Fills a database in which workspace 1 was made by the API with others like it, each a client with ten
 * mailboxes, a campaign that is completed, and figures of 30 days: there is nothing to do in any of them.
 */
export async function fillDirectory(
  client: Client,
  workspaces: number,
  now: UnixMs,
): Promise<void> {
  const schedule = JSON.stringify(ALWAYS_OPEN).replaceAll("'", "''");
  const { mailboxes, leads, sends, days } = OF_EACH;
  const each = (of: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${workspaces * of - 1})`;
  const wid = (of: number): string => `1 + i / ${of}`;
  const day = (i: string): string => `date(${now} / 1000, 'unixepoch', '-' || (${i}) || ' days')`;
  for (const statement of [
    `${each(1)} INSERT INTO workspaces (id, name, slug, is_client, lead_count, created_at, updated_at)
     SELECT i + 1, 'Workspace ' || (i + 1), 'w' || (i + 1), 1, ${leads}, ${now}, ${now} FROM n WHERE i > 0`,
    `${each(mailboxes)} INSERT INTO mailboxes (id, workspace_id, email, from_name, smtp_host, smtp_port, smtp_username, smtp_password, daily_limit, min_gap_seconds, gap_jitter_seconds, created_at, updated_at)
     SELECT i + 1, ${wid(mailboxes)}, 'sender' || i || '@ours.test', 'Sender', 'mail.ours.test', 587, 'sender', 'x', 50, 600, 0, ${now}, ${now} FROM n`,
    `${each(1)} INSERT INTO campaigns (id, workspace_id, name, status, schedule, created_at, updated_at)
     SELECT i + 1, i + 1, 'Campaign', 'completed', '${schedule}', ${now}, ${now} FROM n`,
    `INSERT INTO steps (workspace_id, campaign_id, position, subject, body_text, created_at, updated_at)
     SELECT workspace_id, id, 1, 'Hello', 'Hi', ${now}, ${now} FROM campaigns`,
    `${each(leads)} INSERT INTO leads (id, workspace_id, email, domain, created_at, updated_at)
     SELECT i + 1, ${wid(leads)}, 'person' || i || '@company.test', 'company.test', ${now}, ${now} FROM n`,
    `${each(leads)} INSERT INTO campaign_leads (id, workspace_id, campaign_id, lead_id, status, current_step, entered_at)
     SELECT i + 1, ${wid(leads)}, ${wid(leads)}, i + 1, 'completed', 1, ${now} FROM n`,
    `${each(sends)} INSERT INTO sends (id, workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, subject, created_at, sent_at)
     SELECT i + 1, ${wid(sends)}, ${wid(sends)}, i + 1, i + 1, ${wid(sends)}, 1, i + 1, 'sent', ${now}, 'm' || i || '@ours.test', 'person' || i || '@company.test', 'Hello', ${now}, ${now} FROM n`,
    `${each(days)} INSERT INTO stats (workspace_id, campaign_id, dimension, key, sent, unique_replies, bounces)
     SELECT ${wid(days)}, 0, 'day', ${day(`i % ${days}`)}, 40 + i % 60, i % 5, i % 3 FROM n`,
    `INSERT INTO stats (workspace_id, campaign_id, dimension, key, sent, unique_replies, bounces)
     SELECT workspace_id, 0, 'total', '', sum(sent), sum(unique_replies), sum(bounces) FROM stats GROUP BY 1`,
    "ANALYZE",
  ]) {
    await client.execute(statement);
  }
}
