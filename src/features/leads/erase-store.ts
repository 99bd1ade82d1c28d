import { sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { events, hits } from "#db/schema/events.ts";
import { messages, threads } from "#db/schema/inbox.ts";
import { importErrors } from "#db/schema/leads.ts";
import { outbox, sends } from "#db/schema/sending.ts";
import type { LeadId, WorkspaceId } from "#domain/ids.ts";

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
    db.run(sql`UPDATE ${events} SET body = json_replace(body, ${blanks}) WHERE ${ofLead}`),
    db.run(sql`
      UPDATE ${hits} SET url = '' WHERE workspace_id = ${workspaceId} AND url IS NOT NULL
        AND send_id IN (SELECT id FROM ${sends} WHERE ${ofLead})`),
    db.run(
      sql`UPDATE ${sends} SET to_email = '', subject = '', smtp_response = NULL WHERE ${ofLead}`,
    ),
    db.run(sql`
      DELETE FROM ${importErrors} WHERE workspace_id = ${workspaceId} AND lower(email) = ${email}`),
  ];
}
