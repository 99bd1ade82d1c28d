import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";

/** The sends with what their events name. Joins are by id within the workspace; what is gone is null. */
export function selectLeadEventRows(db: Db, workspaceId: WorkspaceId, sendIds: readonly SendId[]) {
  return db
    .select({
      sendId: sends.id,
      leadId: sends.leadId,
      campaignId: sends.campaignId,
      step: sends.step,
      variant: sends.variant,
      messageId: sends.messageId,
      toEmail: sends.toEmail,
      email: leads.email,
      firstName: leads.firstName,
      lastName: leads.lastName,
      company: leads.company,
      campaign: campaigns.name,
      mailbox: mailboxes.email,
    })
    .from(sends)
    .leftJoin(leads, and(eq(leads.id, sends.leadId), eq(leads.workspaceId, workspaceId)))
    .leftJoin(
      campaigns,
      and(eq(campaigns.id, sends.campaignId), eq(campaigns.workspaceId, workspaceId)),
    )
    .leftJoin(
      mailboxes,
      and(eq(mailboxes.id, sends.mailboxId), eq(mailboxes.workspaceId, workspaceId)),
    )
    .where(
      sql`+${sends.workspaceId} = ${workspaceId}
          AND ${sends.id} IN (SELECT value FROM json_each(${JSON.stringify(sendIds)}))`,
    );
}
