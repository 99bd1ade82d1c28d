import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The lead with that address, in lower case. */
export async function selectLeadId(
  db: Db,
  workspaceId: WorkspaceId,
  email: string,
): Promise<LeadId | null> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), eq(leads.email, email)))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** The lead's latest conversation; one that nobody has written in yet counts as none. */
export async function selectLatestThread(db: Db, workspaceId: WorkspaceId, leadId: LeadId) {
  const rows = await db
    .select({ id: threads.id, status: threads.status, updatedAt: threads.updatedAt })
    .from(threads)
    .where(
      and(
        eq(threads.workspaceId, workspaceId),
        eq(threads.leadId, leadId),
        sql`${threads.messageCount} > 0`,
      ),
    )
    .orderBy(desc(threads.lastMessageAt), desc(threads.id))
    .limit(1);
  return rows[0] ?? null;
}

/** The last mail that the lead was sent by any campaign. */
export async function selectLastMail(db: Db, workspaceId: WorkspaceId, leadId: LeadId) {
  const rows = await db
    .select({
      campaignId: sends.campaignId,
      mailboxId: sends.mailboxId,
      subject: sends.subject,
      sentAt: sends.sentAt,
    })
    .from(sends)
    .where(
      and(
        eq(sends.workspaceId, workspaceId),
        eq(sends.leadId, leadId),
        inArray(sends.state, ["sent", "unknown"]),
      ),
    )
    .orderBy(desc(sends.id))
    .limit(1);
  return rows[0] ?? null;
}
export type LastMail = NonNullable<Awaited<ReturnType<typeof selectLastMail>>>;

/** Opens the conversation of a lead who answered elsewhere than by mail. One per campaign and lead. */
export async function openThread(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
  mail: LastMail,
  snippet: string,
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    INSERT INTO ${threads} (workspace_id, lead_id, campaign_id, mailbox_id, subject, status, is_unread, message_count,
      last_message_at, last_direction, snippet, tags, created_at, updated_at)
    VALUES (${workspaceId}, ${leadId}, ${mail.campaignId}, ${mail.mailboxId}, ${mail.subject}, 'open', 1, 1,
      ${mail.sentAt ?? now}, 'outbound', ${snippet}, '[]', ${now}, ${now})
    ON CONFLICT (workspace_id, campaign_id, lead_id) WHERE campaign_id IS NOT NULL AND lead_id IS NOT NULL
      DO UPDATE SET message_count = max(message_count, 1), updated_at = ${now}`);
}
