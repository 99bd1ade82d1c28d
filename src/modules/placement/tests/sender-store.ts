import { asc, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignMailboxes, steps } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

export type SenderRow = typeof mailboxes.$inferSelect;

/** Mailboxes of the workspace by id, whatever their status; deleted ones and the sandbox are left out. */
export const selectSenderRows = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<SenderRow[]> =>
  db
    .select()
    .from(mailboxes)
    .where(
      sql`${mailboxes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND +${mailboxes.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL
        AND ${mailboxes.smtpHost} <> ${SANDBOX_HOST}`,
    );

/** The mailboxes of a campaign. */
export const selectCampaignSenders = (db: Db, workspaceId: WorkspaceId, id: CampaignId) =>
  db
    .select({ id: mailboxes.id, email: mailboxes.email })
    .from(campaignMailboxes)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${campaignMailboxes.mailboxId}`)
    .where(
      sql`${campaignMailboxes.campaignId} = ${id} AND +${campaignMailboxes.workspaceId} = ${workspaceId}
        AND ${mailboxes.deletedAt} IS NULL AND ${mailboxes.smtpHost} <> ${SANDBOX_HOST}`,
    );

/** What the steps of a campaign say, in order. */
export const selectStepTexts = (db: Db, workspaceId: WorkspaceId, id: CampaignId) =>
  db
    .select({
      id: steps.id,
      position: steps.position,
      subject: steps.subject,
      bodyHtml: steps.bodyHtml,
      bodyText: steps.bodyText,
      variants: steps.variants,
    })
    .from(steps)
    .where(sql`${steps.campaignId} = ${id} AND +${steps.workspaceId} = ${workspaceId}`)
    .orderBy(asc(steps.position));
