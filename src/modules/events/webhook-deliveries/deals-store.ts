import { and, eq, sql } from "drizzle-orm";
import { crmDeals } from "#modules/events/schema/integrations.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** A lead of a campaign in a CRM. */
export type DealPlace = {
  readonly connection: string;
  readonly leadId: LeadId;
  readonly campaignId: CampaignId;
  /** Names the token with which the CRM is asked. */
  readonly token: string;
};

/** What is known of a lead's contact and deal; null: nothing under this token. */
export async function selectDeal(db: Db, workspaceId: WorkspaceId, place: DealPlace) {
  const rows = await db
    .select({ contactId: crmDeals.contactId, dealId: crmDeals.dealId })
    .from(crmDeals)
    .where(
      and(
        eq(crmDeals.workspaceId, workspaceId),
        eq(crmDeals.connection, place.connection),
        eq(crmDeals.leadId, place.leadId),
        eq(crmDeals.campaignId, place.campaignId),
        eq(crmDeals.token, place.token),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** Writes down a contact and its deal. A deal that is known stays, unless it was another account's. */
export async function keepDeal(
  db: Db,
  workspaceId: WorkspaceId,
  place: DealPlace,
  found: { readonly contactId: string; readonly dealId: string | null },
  now: UnixMs,
): Promise<void> {
  await db
    .insert(crmDeals)
    .values({ workspaceId, ...place, ...found, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [crmDeals.workspaceId, crmDeals.connection, crmDeals.leadId, crmDeals.campaignId],
      set: {
        token: place.token,
        contactId: found.contactId,
        dealId: sql`CASE WHEN ${crmDeals.token} = excluded.token
          THEN coalesce(${crmDeals.dealId}, excluded.deal_id) ELSE excluded.deal_id END`,
        updatedAt: now,
      },
    });
}

/** Forgets what a connection has of leads. */
export const forgetDeals = (db: Db, workspaceId: WorkspaceId, connection: string): Statement =>
  db
    .delete(crmDeals)
    .where(and(eq(crmDeals.workspaceId, workspaceId), eq(crmDeals.connection, connection)));
