import { and, eq, type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { failOverQuota } from "#modules/leads/leads/lead-store.ts";
import type { LeadRow } from "#modules/leads/leads/list-store.ts";
import {
  FIELD_COLUMNS,
  FIELD_VALUES,
  FILLED_FIELDS,
  rowsOf,
} from "#modules/leads/leads/payload-sql.ts";
import type { LeadSource } from "#modules/leads/rules/source.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { LeadId, ListId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

type Found = { readonly id: LeadId; readonly email: string };

const among = (addresses: string): SQL => sql`json_each(${addresses}) a
  CROSS JOIN ${leads} ON leads.workspace_id = `;

/** Those of these addresses that the workspace holds, and whether each was validated. */
export const selectKnownLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  addresses: string,
): Promise<(Found & { readonly isValidated: number })[]> =>
  db.all(sql`
    SELECT leads.id AS id, leads.email AS email, leads.validated_at IS NOT NULL AS "isValidated"
    FROM ${among(addresses)}${workspaceId} AND leads.email = a.value`);

/** The leads with these addresses, for work on them in the batch that stores them. */
export const withAddresses = (workspaceId: WorkspaceId, addresses: string): Part => ({
  from: sql`${among(addresses)}${workspaceId} AND leads.email = a.value`,
  where: sql`true`,
  id: sql`leads.id`,
  joins: false,
  orders: [],
  test: sql`+leads.email IN (SELECT value FROM json_each(${addresses}))`,
});

/**
 * Stores new leads and counts them. The first statement answers those that were new indeed; the rest
 * came in by another request meanwhile, and stay as they are. Fails on a unique index where there
 * would be more than the quota.
 */
export const insertLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  payload: string,
  source: LeadSource,
  now: UnixMs,
): Statement[] => [
  db.all<Found>(sql`
    INSERT INTO ${leads} (workspace_id, email, domain, ${FIELD_COLUMNS}, custom, source, source_name, source_by,
      created_at, updated_at)
    SELECT ${workspaceId}, v->>'email', v->>'domain', ${FIELD_VALUES}, v->'custom', ${source.kind},
      ${source.name}, ${source.by}, ${now}, ${now}
    FROM ${rowsOf(payload)} WHERE true
    ON CONFLICT (workspace_id, email) DO NOTHING RETURNING id, email`),
  db
    .update(workspaces)
    .set({ leadCount: sql`${workspaces.leadCount} + changes()` })
    .where(eq(workspaces.id, workspaceId)),
  failOverQuota(db, workspaceId, sql`1`),
];

/** Overwrites the fields of leads with those that an entry fills. */
export const fillLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  payload: string,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${leads} SET ${sql.join(
      FILLED_FIELDS.map((name) => sql.raw(`${name} = coalesce(v->>'${name}', ${name})`)),
      sql`, `,
    )}, custom = json_patch(custom, v->'custom'), updated_at = ${now}
    FROM ${rowsOf(payload)}
    WHERE ${leads}.workspace_id = ${workspaceId} AND ${leads}.email = v->>'email'`);

/** Puts the leads with these addresses into a list, and counts those that are new there. */
export const listLeadsByAddress = (
  db: Db,
  workspaceId: WorkspaceId,
  listId: ListId,
  addresses: string,
): Statement[] => [
  db.run(sql`
    INSERT INTO ${listLeads} (workspace_id, list_id, lead_id)
    SELECT ${workspaceId}, l.id, leads.id
    FROM ${lists} l CROSS JOIN ${among(addresses)}${workspaceId} AND leads.email = a.value
    WHERE l.id = ${listId} AND l.workspace_id = ${workspaceId}
    ON CONFLICT (list_id, lead_id) DO NOTHING`),
  db.run(sql`UPDATE ${lists} SET lead_count = lead_count + changes()
    WHERE id = ${listId} AND workspace_id = ${workspaceId}`),
];

/** The leads with these addresses. */
export const selectLeadsByAddress = (
  db: Db,
  workspaceId: WorkspaceId,
  addresses: string,
): Promise<LeadRow[]> =>
  db
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.workspaceId, workspaceId),
        sql`${leads.email} IN (SELECT value FROM json_each(${addresses}))`,
      ),
    );
