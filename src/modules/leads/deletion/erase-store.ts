import { and, eq, sql } from "drizzle-orm";
import { events, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import { crmDeals } from "#modules/events/schema/integrations.ts";
import { importErrors } from "#modules/leads/schema/leads.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { ofLead } from "#modules/leads/leads/lead-sql.ts";

/** Fields of an event's `data` that say who the person is or what was written. */
const PERSONAL = ["lead_email", "lead_name", "company", "subject", "snippet", "reason", "url"];

/** Blanks a person in events and in what receivers answered to them. */
export function blankEventStatements(db: Db, workspaceId: WorkspaceId, id: LeadId): Statement[] {
  const blanks = sql.join(
    PERSONAL.map((name) => sql`${`$.data.${name}`}, ''`),
    sql`, `,
  );
  return [
    // What a receiver answered may repeat what it was sent.
    db.run(sql`
      UPDATE ${webhookAttempts} SET response_body = NULL WHERE delivery_id IN (
        SELECT d.id FROM ${events} e CROSS JOIN ${webhookDeliveries} d ON d.event_id = e.id
        WHERE e.workspace_id = ${workspaceId} AND e.lead_id = ${id})`),
    db.run(sql`
      UPDATE ${events} SET body = json_replace(body, ${blanks}) WHERE ${ofLead(workspaceId, id)}`),
    db.delete(crmDeals).where(and(eq(crmDeals.workspaceId, workspaceId), eq(crmDeals.leadId, id))),
  ];
}

/** Forgets rows of files that were refused with this address. */
export const forgetImportErrors = (db: Db, workspaceId: WorkspaceId, email: string): Statement =>
  db.run(sql`
    DELETE FROM ${importErrors} WHERE workspace_id = ${workspaceId} AND lower(email) = ${email}`);
