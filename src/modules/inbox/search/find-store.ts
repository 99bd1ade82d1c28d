import { type SQL, sql } from "drizzle-orm";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { looseMatchOf, matchOf, type Term } from "#modules/inbox/rules/search/search-words.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { containing } from "#platform/db/containing.ts";
import type { Db } from "#platform/db/db.ts";
import type { MessageId, ThreadId, WorkspaceId } from "#platform/rules/ids.ts";

/* Within workspaces that are named by their ids, of one database. */

/** What is looked at over all of them, the newest first, so that a search costs no more. */
const MOST_MESSAGES = 2_000;
const MOST_LEADS = 1_000;
const MOST_LOOKED_THROUGH = 2_000;
/** Of one workspace at least, where there are many. */
const LEAST = 50;

export type FoundThread = { readonly id: ThreadId; readonly messageId: MessageId | null };

/**
 * Threads in which something is found, with the newest message that has it: words of messages, of their
 * subjects and people; words of leads; and any part of a word in the newest threads themselves.
 */
export async function selectFoundThreads(
  db: Db,
  ids: readonly WorkspaceId[],
  terms: readonly Term[],
  q: string,
): Promise<FoundThread[]> {
  const share = (most: number): number => Math.max(LEAST, Math.ceil(most / ids.length));
  const here = sql`json_each(${JSON.stringify(ids)}) j`;
  const words =
    terms.length === 0
      ? []
      : [
          ofMessages(here, matchOf(terms), share(MOST_MESSAGES)),
          ofLeads(here, looseMatchOf(terms), share(MOST_LEADS)),
        ];
  const parts = [...words, ofThreads(here, q, share(MOST_LOOKED_THROUGH))];
  return db.all<FoundThread>(sql`
    SELECT id, max(message_id) AS "messageId" FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY id`);
}

/** What an index is asked: bound, so it is no SQL; in quotes, so it is no query language either. */
const within = (columns: string, match: string): SQL =>
  sql`('workspace_id : "' || j.value || ${`" AND {${columns}} : (${match})`})`;

const ofMessages = (here: SQL, match: string, most: number): SQL => sql`
  SELECT m.thread_id AS id, m.id AS message_id FROM ${here} CROSS JOIN ${messages} m
  WHERE m.id IN (SELECT rowid FROM message_search
      WHERE message_search MATCH ${within("people subject text", match)} ORDER BY rowid DESC LIMIT ${most})
    AND +m.workspace_id = j.value AND m.thread_id IS NOT NULL`;

const ofLeads = (here: SQL, match: string, most: number): SQL => sql`
  SELECT t.id, NULL AS message_id FROM ${here} CROSS JOIN ${threads} t
  WHERE t.workspace_id = j.value AND t.lead_id IN (SELECT rowid FROM lead_search
      WHERE lead_search MATCH ${within("email first_name last_name company", match)} ORDER BY rowid DESC LIMIT ${most})`;

const ofThreads = (here: SQL, q: string, most: number): SQL => sql`
  SELECT t.id, NULL AS message_id FROM ${here} CROSS JOIN ${threads} t
    LEFT JOIN ${leads} l ON l.id = t.lead_id AND l.workspace_id = j.value
  WHERE t.id IN (SELECT n.id FROM ${threads} n WHERE n.workspace_id = j.value AND n.message_count > 0
      ORDER BY n.last_message_at DESC, n.id DESC LIMIT ${most})
    AND +t.workspace_id = j.value
    AND (${containing(sql`t.subject`, q)} OR ${containing(sql`t.snippet`, q)} OR ${containing(sql`l.email`, q)}
      OR ${containing(sql`l.first_name || ' ' || l.last_name`, q)} OR ${containing(sql`l.company`, q)})`;

/** The words of messages, for what a page shows of them. */
export const selectTexts = (
  db: Db,
  workspaceIds: readonly WorkspaceId[],
  ids: readonly MessageId[],
): Promise<{ id: MessageId; text: string }[]> =>
  db.all(sql`
    SELECT m.id, substr(m.text, 1, 32000) AS text FROM ${messages} m
    WHERE m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND +m.workspace_id IN (SELECT value FROM json_each(${JSON.stringify(workspaceIds)}))`);
