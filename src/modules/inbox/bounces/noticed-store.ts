import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** A mail of ours, and whose. */
export type Named = { readonly workspaceId: WorkspaceId; readonly messageId: string };

/** The workspaces that a provider's word may touch; listed, so that indexes which begin with them are used. */
const within = (scope: WorkspaceId | 0): SQL =>
  scope === 0 ? sql`(SELECT id FROM ${workspaces})` : sql`(${scope})`;

const inJson = (values: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * A send, or a mail that a person wrote in a send's conversation, by the Message-ID that we gave it,
 * else by that of its server.
 */
export async function selectNamedMail(
  db: Db,
  scope: WorkspaceId | 0,
  messageIds: readonly string[],
): Promise<Named | null> {
  const own = await db.all<Named>(sql`
    SELECT s.workspace_id AS "workspaceId", s.message_id AS "messageId" FROM ${sends} s
    WHERE s.message_id IN ${inJson(messageIds)} AND +s.workspace_id IN ${within(scope)} LIMIT 1`);
  if (own[0]) return own[0];
  const written = await db.all<Named>(sql`
    SELECT m.workspace_id AS "workspaceId", m.message_id AS "messageId" FROM ${messages} m
    WHERE m.workspace_id IN ${within(scope)} AND m.message_id IN ${inJson(messageIds)}
      AND m.direction = 'outbound' AND +m.send_id IS NOT NULL LIMIT 1`);
  if (written[0]) return written[0];
  const byServer = await db.all<Named>(sql`
    SELECT s.workspace_id AS "workspaceId", s.message_id AS "messageId" FROM ${sends} s
    WHERE s.server_message_id IN ${inJson(messageIds)} AND +s.workspace_id IN ${within(scope)}
    UNION ALL SELECT m.workspace_id, m.message_id FROM ${outbox} o JOIN ${messages} m ON m.id = o.message_id
    WHERE o.server_message_id IN ${inJson(messageIds)} AND +o.workspace_id IN ${within(scope)}
      AND m.send_id IS NOT NULL LIMIT 1`);
  return byServer[0] ?? null;
}

/** The newest send to this recipient that left, of each workspace that may be touched. */
export const selectNewestSendsTo = (
  db: Db,
  scope: WorkspaceId | 0,
  recipient: string,
): Promise<Named[]> =>
  db.all<Named>(sql`
    SELECT s.workspace_id AS "workspaceId", s.message_id AS "messageId", max(s.id) AS newest
    FROM ${leads} l CROSS JOIN ${sends} s ON s.workspace_id = l.workspace_id AND s.lead_id = l.id
    WHERE l.workspace_id IN ${within(scope)} AND l.email = ${recipient}
      AND +s.state IN ('sent', 'unknown', 'sending')
    GROUP BY s.workspace_id LIMIT 1000`);

/** The newest send to this recipient whose server answered one of these names. */
export async function selectSendByProviderId(
  db: Db,
  scope: WorkspaceId | 0,
  recipient: string,
  providerIds: readonly string[],
): Promise<Named | null> {
  const rows = await db.all<Named>(sql`
    SELECT s.workspace_id AS "workspaceId", s.message_id AS "messageId"
    FROM ${leads} l CROSS JOIN ${sends} s ON s.workspace_id = l.workspace_id AND s.lead_id = l.id
    WHERE l.workspace_id IN ${within(scope)} AND l.email = ${recipient}
      AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(providerIds)}) p
        WHERE instr(s.smtp_response, p.value) > 0)
    ORDER BY s.id DESC LIMIT 1`);
  return rows[0] ?? null;
}
