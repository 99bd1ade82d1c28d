import { sql } from "drizzle-orm";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { DaySample, mailboxDays, mailboxSamples } from "#modules/health/hooks.ts";
import type { Sample } from "#modules/mailboxes/rules/health-bands.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { mailboxDayKey } from "./stat-statement.ts";

const NOTHING: Sample = { sent: 0, refused: 0, bounces: 0, complaints: 0, replies: 0 };

/** What became of the mails of mailboxes since a day, by id: one range of the counters each. */
export const selectSamples: AnswerTo<typeof mailboxSamples> = async (db, workspaceId, since) => {
  const wanted = JSON.stringify(since.map(({ id, day }) => [id, `${id}:${day}`, `${id}:~`]));
  const rows = await db.all<{ id: MailboxId } & Sample>(sql`
    SELECT j.value->>0 AS id, sum(s.sent) AS sent, sum(s.refused) AS refused, sum(s.bounces) AS bounces,
      sum(s.complaints) AS complaints, sum(s.unique_replies) AS replies
    FROM json_each(${wanted}) j CROSS JOIN ${stats} s
    WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = 0 AND s.dimension = 'mailbox_day'
      AND s.key >= j.value->>1 AND s.key < j.value->>2
    GROUP BY 1`);
  const samples = new Map(rows.map(({ id, ...sample }) => [id, sample]));
  return (id) => samples.get(id) ?? NOTHING;
};

/** The same day by day: each row of the range. */
export const selectSamplesByDay: AnswerTo<typeof mailboxDays> = async (
  db,
  workspaceId,
  ids,
  since,
) => {
  const wanted = JSON.stringify(ids.map((id) => [id, mailboxDayKey(id, since), `${id}:~`]));
  const rows = await db.all<DaySample & { id: MailboxId }>(sql`
    SELECT j.value->>0 AS id, substr(s.key, instr(s.key, ':') + 1) AS day, s.sent AS sent, s.refused AS refused,
      s.bounces AS bounces, s.complaints AS complaints, s.unique_replies AS replies
    FROM json_each(${wanted}) j CROSS JOIN ${stats} s
    WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = 0 AND s.dimension = 'mailbox_day'
      AND s.key >= j.value->>1 AND s.key < j.value->>2
    ORDER BY s.key`);
  const days = Map.groupBy(rows, ({ id }) => id);
  return (id) => days.get(id) ?? [];
};
