import { type SQL, sql } from "drizzle-orm";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** What a lead wrote and what people answered, for the lead's activity. */
export const mailActivity = (workspaceId: WorkspaceId, id: LeadId): SQL[] => [
  sql`SELECT m.sent_at, CASE WHEN m.direction = 'outbound' THEN 'answered'
          WHEN m.type = 'auto_reply' THEN 'auto_replied' ELSE 'replied' END,
          m.id, t.campaign_id, NULL, t.id, m.subject, NULL
        FROM ${threads} t CROSS JOIN ${messages} m ON m.workspace_id = ${workspaceId} AND m.thread_id = t.id
        WHERE t.workspace_id = ${workspaceId} AND t.lead_id = ${id} AND m.type IN ('reply', 'manual', 'auto_reply')`,
];
