import { type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";

/** Columns or values that name what a campaign's mail depends on. */
export type Parts = Readonly<Record<"workspace" | "campaign" | "mailbox" | "lead", SQL>>;

/** A workspace that is not deleted. */
export const workspaceLives = (id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.deleted_at IS NULL)`;

/** Neither a lead's address nor its domain is suppressed; `x` is the lead's row. */
export const notSuppressed = (workspace: SQL): SQL => sql`
  NOT EXISTS (SELECT 1 FROM ${suppressions} y WHERE y.workspace_id = ${workspace}
    AND y.kind = 'address' AND y.value = x.email)
  AND NOT EXISTS (SELECT 1 FROM ${suppressions} y WHERE y.workspace_id = ${workspace}
    AND y.kind = 'domain' AND y.value = x.domain)`;

/** The campaign and the mailbox are active, and the lead may be written to. */
export const mayLeave = ({ workspace, campaign, mailbox, lead }: Parts): SQL => sql`
  EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaign} AND k.workspace_id = ${workspace}
    AND k.status = 'active' AND k.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${mailbox} AND m.workspace_id = ${workspace}
    AND m.status = 'active' AND m.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${leads} x WHERE x.id = ${lead} AND x.workspace_id = ${workspace}
    AND x.unsubscribed_at IS NULL AND x.bounced_at IS NULL AND ${notSuppressed(workspace)})
  AND ${workspaceLives(workspace)}`;

/** The lead is in the middle of its sequence. */
export const inSequence = (enrolment: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = ${enrolment} AND e.status = 'in_progress')`;

/** The gap behind the mailbox's last mail is over. */
export const gapIsOver = (mailbox: SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${mailboxes} g WHERE g.id = ${mailbox}
    AND (g.next_send_at IS NULL OR g.next_send_at <= ${now}))`;
