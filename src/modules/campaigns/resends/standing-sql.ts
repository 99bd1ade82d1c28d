import { type SQL, sql } from "drizzle-orm";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { notSuppressed } from "#modules/campaigns/sends/leaving-sql.ts";

/** Of a resend: campaigns that are over send it as well, since somebody asked for this very mail. */
const SENDING = sql`('active', 'completed')`;

/** Nothing stands against one more try of the send `s` for good. */
export const resendStands: SQL = sql`s.state = 'unknown'
  AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = s.campaign_id
    AND k.status IN ('active', 'paused', 'completed') AND k.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${campaignMailboxes} a JOIN ${mailboxes} b ON b.id = a.mailbox_id
    WHERE a.campaign_id = s.campaign_id AND a.mailbox_id = s.mailbox_id AND b.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = s.enrolment_id
    AND e.status IN ('in_progress', 'paused', 'completed', 'failed'))
  AND EXISTS (SELECT 1 FROM ${leads} x WHERE x.id = s.lead_id AND x.email = s.to_email
    AND x.unsubscribed_at IS NULL AND x.bounced_at IS NULL AND ${notSuppressed(sql`s.workspace_id`)})`;

/** Nothing holds it up at the moment either: campaign, lead and mailbox. */
export const moving: SQL = sql`EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = s.campaign_id AND k.status IN ${SENDING})
  AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = s.mailbox_id AND m.status = 'active')
  AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = s.enrolment_id AND e.status <> 'paused')`;

/** The words that were handed over are kept. */
export const hasCopy: SQL = sql`EXISTS (SELECT 1 FROM ${messages} c WHERE c.workspace_id = s.workspace_id
  AND c.send_id = s.id AND c.direction = 'outbound' AND c.message_id = s.message_id)`;
