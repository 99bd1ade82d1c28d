import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** To whom these mails go: a row for each recipient. */
export const selectRecipientsOf = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<{ id: number; email: string }[]> =>
  db.all<{ id: number; email: string }>(sql`
    SELECT o.message_id AS id, a.value AS email
    FROM ${outbox} o JOIN ${messages} m ON m.id = o.message_id,
      (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) p,
      json_each(CASE p.n WHEN 1 THEN m.to_emails WHEN 2 THEN m.cc_emails ELSE o.bcc END) a
    WHERE o.message_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND +o.workspace_id = ${workspaceId}`);
