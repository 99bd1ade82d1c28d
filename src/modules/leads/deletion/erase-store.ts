import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { events, hits, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import { messages, threads } from "#modules/inbox/schema/inbox.ts";
import { importErrors } from "#modules/leads/schema/leads.ts";
import { providerCalls } from "#modules/inbox/schema/providers.ts";
import { outbox, resends, sends } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** Fields of an event's `data` that say who the person is or what was written. */
const PERSONAL = ["lead_email", "lead_name", "company", "subject", "snippet", "reason", "url"];

/** Blanks a person in everything that outlives the lead; counts, times and states stay. */
export function eraseStatements(
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
  email: string,
): Statement[] {
  const ofLead = sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;
  const blanks = sql.join(
    PERSONAL.map((name) => sql`${`$.data.${name}`}, ''`),
    sql`, `,
  );
  return [
    db.run(sql`
      UPDATE ${messages} SET from_email = '', from_name = '', to_emails = '[]', cc_emails = '[]',
        reply_to = NULL, subject = '', text = '', html = '' WHERE ${ofLead}`),
    db.run(sql`
      UPDATE ${outbox} SET bcc = '[]', snippet = '', smtp_response = NULL WHERE workspace_id = ${workspaceId}
        AND thread_id IN (SELECT id FROM ${threads} WHERE ${ofLead})`),
    db.run(sql`UPDATE ${threads} SET subject = '', snippet = '' WHERE ${ofLead}`),
    // What a receiver answered may repeat what it was sent.
    db.run(sql`
      UPDATE ${webhookAttempts} SET response_body = NULL WHERE delivery_id IN (
        SELECT d.id FROM ${events} e CROSS JOIN ${webhookDeliveries} d ON d.event_id = e.id
        WHERE e.workspace_id = ${workspaceId} AND e.lead_id = ${id})`),
    // Of the install's key as well: it may have told of any workspace. What waits is done first.
    db.run(sql`
      UPDATE ${providerCalls} SET body = '' WHERE workspace_id IN (${workspaceId}, 0)
        AND due_at IS NULL AND instr(lower(body), ${email}) > 0`),
    db.run(sql`UPDATE ${events} SET body = json_replace(body, ${blanks}) WHERE ${ofLead}`),
    db.run(sql`
      UPDATE ${hits} SET url = CASE WHEN url IS NULL THEN NULL ELSE '' END, signals = json_remove(signals, '$.address')
      WHERE workspace_id = ${workspaceId}
        AND send_id IN (SELECT id FROM ${sends} WHERE ${ofLead})`),
    db.run(sql`
      UPDATE ${resends} SET smtp_response = NULL WHERE id IN (SELECT id FROM ${sends} WHERE ${ofLead})`),
    db.run(
      sql`UPDATE ${sends} SET to_email = '', subject = '', smtp_response = NULL WHERE ${ofLead}`,
    ),
    db.run(sql`
      DELETE FROM ${importErrors} WHERE workspace_id = ${workspaceId} AND lower(email) = ${email}`),
  ];
}
