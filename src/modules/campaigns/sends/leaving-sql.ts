import { type SQL, sql } from "drizzle-orm";
import { workspaceSends } from "#modules/accounts/workspaces/sending-sql.ts";
import { leaveRules, sqlOf } from "#modules/campaigns/rules/leaving/ask.ts";
import { LEAD_RULES, RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";

/** Columns or values that name the rows on which a campaign's mail depends. */
export type Parts = Readonly<
  Record<"workspace" | "campaign" | "enrolment" | "lead" | "mailbox", SQL>
>;

/** All that the mail depends on is there, and no rule keeps it that SQL can ask. */
export const mayLeave = (parts: Parts): SQL =>
  sql`${passes(parts, sqlOf(leaveRules(RULES)))} AND ${workspaceSends(parts.workspace)}`;

/**
 * Campaign, lead and mailbox are there, and the condition of rules holds over them: looked up by their
 * keys in this order, under the names that rules know them by.
 */
export const passes = (
  { workspace, campaign, enrolment, lead, mailbox }: Parts,
  condition: string,
): SQL => sql`
  EXISTS (SELECT 1 FROM ${campaigns} k CROSS JOIN ${campaignLeads} e CROSS JOIN ${leads} x
      CROSS JOIN ${mailboxes} m
    WHERE k.id = ${campaign} AND k.workspace_id = ${workspace} AND k.deleted_at IS NULL
      AND e.id = ${enrolment} AND e.workspace_id = ${workspace}
      AND x.id = ${lead} AND x.workspace_id = ${workspace}
      AND m.id = ${mailbox} AND m.workspace_id = ${workspace} AND m.deleted_at IS NULL
      AND (${sql.raw(condition)}))`;

/** Over a lead `x` and a campaign `k`: no rule of the lead's that SQL can ask ends its sequence. */
export const mayBeWrittenTo: SQL = sql.raw(sqlOf(Object.values(LEAD_RULES)));

/** The gap behind the mailbox's last mail is over. */
export const gapIsOver = (mailbox: SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${mailboxes} g WHERE g.id = ${mailbox}
    AND (g.next_send_at IS NULL OR g.next_send_at <= ${now}))`;
