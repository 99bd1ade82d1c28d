import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, LeadId, SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { notPaused } from "#modules/campaigns/rules/leaving/rules.ts";
import { HAS_COPY } from "#modules/campaigns/rules/leaving/again.ts";

/** As the conditions shared with resends name it. */
const s = alias(sends, "s");

const suppressedAs = (kind: "address" | "domain", value: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = s.workspace_id
    AND x.kind = ${kind} AND x.value = ${value})`;

/** Sends with all that decides whether they can be sent again, and what was tried. */
const facts = (db: Db) =>
  db
    .select({
      id: s.id,
      campaignId: s.campaignId,
      leadId: s.leadId,
      toEmail: s.toEmail,
      step: s.step,
      subject: s.subject,
      mailboxId: s.mailboxId,
      state: s.state,
      evidence: s.evidence,
      response: s.smtpResponse,
      finishedAt: s.finishedAt,
      campaignStatus: campaigns.status,
      schedule: campaigns.schedule,
      enrolment: campaignLeads.status,
      mailbox: mailboxes.email,
      mailboxStatus: mailboxes.status,
      hasMailbox: sql<number>`${mailboxes.deletedAt} IS NULL AND EXISTS (SELECT 1 FROM ${campaignMailboxes} a
        WHERE a.campaign_id = s.campaign_id AND a.mailbox_id = s.mailbox_id)`,
      email: leads.email,
      zone: leadZone(leads.custom),
      unsubscribed: sql<number>`${leads.unsubscribedAt} IS NOT NULL`,
      bounced: sql<number>`${leads.bouncedAt} IS NOT NULL`,
      suppressed: sql<number>`${suppressedAs("address", sql`${leads.email}`)}
        OR ${suppressedAs("domain", sql`${leads.domain}`)}`,
      isPaused: sql<number>`NOT (${sql.raw(notPaused("s"))})`,
      hasCopy: sql<number>`${sql.raw(HAS_COPY)}`,
      again: resends,
    })
    .from(s)
    .innerJoin(campaigns, sql`${campaigns.id} = ${s.campaignId}`)
    .innerJoin(campaignLeads, sql`${campaignLeads.id} = ${s.enrolmentId}`)
    .leftJoin(mailboxes, sql`${mailboxes.id} = ${s.mailboxId}`)
    .leftJoin(leads, sql`${leads.id} = ${s.leadId} AND +${leads.workspaceId} = ${s.workspaceId}`)
    .leftJoin(resends, sql`${resends.id} = ${s.id}`);
export type UnclearRow = Awaited<ReturnType<typeof facts>>[number];

/** One send of a campaign, whatever its state; null where it has none such. */
export async function selectForAgain(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: SendId,
): Promise<UnclearRow | null> {
  const rows = await facts(db).where(
    sql`${s.id} = ${id} AND +${s.workspaceId} = ${workspaceId} AND +${s.campaignId} = ${campaignId}`,
  );
  return rows[0] ?? null;
}

const unclear = (workspaceId: WorkspaceId, campaignId: CampaignId, leadId: LeadId | null): SQL =>
  sql`s.state = 'unknown' AND s.campaign_id = ${campaignId} AND +s.workspace_id = ${workspaceId}
    AND (${leadId} IS NULL OR s.lead_id = ${leadId})`;

/** A page and a row more of a campaign's sends that are unclear, newest first, from below an id. */
export const selectUnclearSends = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId | null,
  page: { readonly before: number | null; readonly limit: number; readonly offset: number },
): Promise<UnclearRow[]> =>
  facts(db)
    .where(
      sql`${unclear(workspaceId, campaignId, leadId)} AND (${page.before} IS NULL OR s.id < ${page.before})`,
    )
    .orderBy(sql`s.id DESC`)
    .limit(page.limit)
    .offset(page.offset);

/** How many they are, counted to `atMost` and no further. */
export async function countUnclearSends(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId | null,
  atMost: number,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${sends} s
      WHERE ${unclear(workspaceId, campaignId, leadId)} LIMIT ${atMost})`);
  return rows[0]?.n ?? 0;
}
