import { type SQL, sql } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { optsIn } from "./lift-store.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { isOptOut, saysNothing } from "#modules/inbox/rules/categories.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { ReadCategory } from "./read-category.ts";

const OUR_MAILS = 6;
const OUR_TEXT = 4_000;

/** The beginnings of what a lead got in a campaign, the newest first. */
export async function selectOurTexts(
  db: Db,
  workspaceId: WorkspaceId,
  send: Pick<MatchedSend, "campaignId" | "leadId">,
): Promise<string[]> {
  const rows = await db.all<{ text: string }>(sql`
    SELECT substr(m.text, 1, ${OUR_TEXT}) AS text FROM ${messages} m
    WHERE +m.workspace_id = ${workspaceId} AND m.direction = 'outbound' AND m.id IN (
      SELECT x.id FROM ${sends} s CROSS JOIN ${messages} x ON x.workspace_id = ${workspaceId} AND x.send_id = s.id
      WHERE s.workspace_id = ${workspaceId} AND s.lead_id = ${send.leadId} AND s.campaign_id = ${send.campaignId})
    ORDER BY m.sent_at DESC LIMIT ${OUR_MAILS}`);
  return rows.map(({ text }) => text);
}

/**
 * Gives the thread what its new message says. What an earlier one said stays where this one says
 * nothing; the wish for no more mail stays until a person takes it back, and a person's word stays
 * unless that wish comes.
 */
export function categoriseThread(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  { category, words, confidence, successor }: ReadCategory,
  now: UnixMs,
  guard: SQL,
): Statement {
  const isNews = saysNothing(category) ? sql`category IS NULL` : sql`1`;
  const mayChange = isOptOut(category)
    ? sql`1`
    : sql`category_source IS NOT 'person' AND ${optsIn(workspaceId, threadId)}`;
  return db.run(sql`
    UPDATE ${threads} SET category = ${category}, category_source = 'rule',
      category_words = ${JSON.stringify(words)}, category_confidence = ${confidence},
      successor_email = coalesce(${successor?.email ?? null}, successor_email),
      successor_name = CASE WHEN ${successor === null ? 0 : 1} THEN ${successor?.name ?? ""} ELSE successor_name END,
      updated_at = ${now}
    WHERE id = ${threadId} AND workspace_id = ${workspaceId} AND ${mayChange} AND ${isNews} AND ${guard}`);
}
