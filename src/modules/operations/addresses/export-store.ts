import { sql } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { events } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import { leadTags, tags } from "#modules/leads/schema/tags.ts";
import type { Db } from "#platform/db/db.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

type Row = Record<string, unknown>;

/** What a workspace stores about a lead: its row, its lists, and up to `limit` of each kind of record. */
export async function selectPerson(db: Db, workspaceId: WorkspaceId, id: LeadId, limit: number) {
  const ofLead = sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;
  const [rows, names, tagged, sent, written, happened] = await Promise.all([
    db.all<Row>(sql`
      SELECT id, email, first_name, last_name, company, job_title, phone, linkedin_url, custom, score,
        validation_status, validation, source, source_name, source_by, created_at, updated_at
      FROM ${leads} WHERE id = ${id} AND +workspace_id = ${workspaceId}`),
    db.all<{ name: string }>(sql`
      SELECT l.name AS name FROM ${listLeads} p JOIN ${lists} l ON l.id = p.list_id
      WHERE p.workspace_id = ${workspaceId} AND p.lead_id = ${id} ORDER BY l.id`),
    db.all<{ name: string }>(sql`
      SELECT k.name AS name FROM ${leadTags} p JOIN ${tags} k ON k.id = p.tag_id
      WHERE p.workspace_id = ${workspaceId} AND p.lead_id = ${id} ORDER BY k.key`),
    db.all<Row>(sql`
      SELECT id, campaign_id, step, state, to_email, subject, sent_at, opened_at, clicked_at, replied_at,
        bounced_at, unsubscribed_at FROM ${sends} WHERE ${ofLead} ORDER BY id LIMIT ${limit}`),
    db.all<Row>(sql`
      SELECT m.id AS id, m.direction AS direction, m.type AS type, m.from_email AS from_email,
        m.to_emails AS to_emails, m.cc_emails AS cc_emails, m.subject AS subject, m.text AS text, m.sent_at AS sent_at
      FROM ${threads} t CROSS JOIN ${messages} m ON m.workspace_id = ${workspaceId} AND m.thread_id = t.id
      WHERE t.workspace_id = ${workspaceId} AND t.lead_id = ${id} ORDER BY m.id LIMIT ${limit}`),
    db.all<Row>(sql`
      SELECT id, body FROM ${events} WHERE ${ofLead} ORDER BY id LIMIT ${limit}`),
  ]);
  return {
    lead: rows[0] ?? null,
    lists: names.map(({ name }) => name),
    tags: tagged.map(({ name }) => name),
    sent,
    written,
    happened,
  };
}
