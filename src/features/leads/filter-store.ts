import { type SQL, sql } from "drizzle-orm";
import { campaignLeads } from "#db/schema/campaigns.ts";
import { leads, listLeads, SCORE_RANK } from "#db/schema/leads.ts";
import type { CampaignId, LeadId, ListId, WorkspaceId } from "#domain/ids.ts";

/** Which leads of a workspace are meant; what is left out does not narrow. */
export type LeadFilter = {
  readonly status?: "valid" | "risky" | "invalid" | "unvalidated" | undefined;
  readonly minScore?: number | undefined;
  readonly q?: string | undefined;
  readonly listId?: ListId | undefined;
  readonly campaignId?: CampaignId | undefined;
  readonly ids?: readonly LeadId[] | undefined;
};

/**
 * Rows, conditions and the id of `leads` for a filter. A list, a campaign or given ids are walked
 * in the order of their own index, and the leads looked up: the cost is that of the rows shown.
 */
export function leadSource(
  workspaceId: WorkspaceId,
  filter: LeadFilter,
): { from: SQL; where: SQL; id: SQL } {
  const where = sql`leads.workspace_id = ${workspaceId} ${narrowing(filter)}`;
  if (filter.ids !== undefined) {
    const from = sql`json_each(${JSON.stringify(filter.ids)}) j CROSS JOIN ${leads} ON leads.id = j.value`;
    return { from, where, id: sql`leads.id` };
  }
  if (filter.listId !== undefined) {
    const inCampaign =
      filter.campaignId === undefined
        ? sql``
        : sql`AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.campaign_id = ${filter.campaignId}
            AND e.lead_id = leads.id AND e.workspace_id = ${workspaceId})`;
    return {
      from: sql`${listLeads} m CROSS JOIN ${leads} ON leads.id = m.lead_id`,
      where: sql`m.list_id = ${filter.listId} AND m.workspace_id = ${workspaceId} AND ${where} ${inCampaign}`,
      id: sql`m.lead_id`,
    };
  }
  if (filter.campaignId !== undefined) {
    return {
      from: sql`${campaignLeads} m CROSS JOIN ${leads} ON leads.id = m.lead_id`,
      where: sql`m.campaign_id = ${filter.campaignId} AND m.workspace_id = ${workspaceId} AND ${where}`,
      id: sql`m.lead_id`,
    };
  }
  return { from: sql`${leads}`, where, id: sql`leads.id` };
}

function narrowing({ status, minScore, q }: LeadFilter): SQL {
  const parts: SQL[] = [];
  if (status === "unvalidated") parts.push(sql`leads.validation_status IS NULL`);
  else if (status !== undefined) parts.push(sql`leads.validation_status = ${status}`);
  if (minScore !== undefined) parts.push(sql`${SCORE_RANK} >= ${minScore}`);
  const text = q?.trim().normalize("NFC").toLowerCase() ?? "";
  if (text !== "") parts.push(searching(text));
  return sql.join(
    parts.map((part) => sql` AND ${part}`),
    sql``,
  );
}

/** `@acme` looks for domains, what holds an `@` for addresses, anything else for both and in names. */
function searching(text: string): SQL {
  if (text.startsWith("@")) return beginsWith(sql`leads.domain`, text.slice(1));
  const address = beginsWith(sql`leads.email`, text);
  if (text.includes("@")) return address;
  // instr, not LIKE: a pattern may have 50 bytes, and % and _ are plain characters (threat 36).
  return sql`(${address} OR instr(lower(leads.first_name || ' ' || leads.last_name), ${text}) > 0
    OR instr(lower(leads.company), ${text}) > 0)`;
}

const beginsWith = (column: SQL, text: string): SQL =>
  sql`(${column} >= ${text} AND ${column} < ${`${text}\u{10ffff}`})`;
