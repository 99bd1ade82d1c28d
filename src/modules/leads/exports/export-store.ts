import { and, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { byLeadProperty, propertyOf } from "#modules/leads/rules/fields.ts";
import { tagNamesOf } from "#modules/leads/tags/lead-tags-store.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadPlace } from "#modules/leads/rules/page-cursor.ts";
import { isSuppressed } from "#modules/leads/leads/lead-sql.ts";
import { driveBy } from "#modules/leads/choices/lead-filter-sql.ts";
import { orderOf, type Walk, walked } from "#modules/leads/leads/list-store.ts";

const source = (workspaceId: WorkspaceId, walk: Walk) =>
  driveBy(workspaceId, walk.first, walk.others);

/** The next leads of a walk, with what an export shows of them. */
export async function selectExport(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  after: LeadPlace | null,
  rows: number,
) {
  const found = walked(walk, source(workspaceId, walk), { after, until: null }, rows);
  return (
    db
      .select({
        id: leads.id,
        ...byLeadProperty((field) => leads[propertyOf(field)]),
        custom: leads.custom,
        score: leads.score,
        validationStatus: leads.validationStatus,
        validatedAt: leads.validatedAt,
        bouncedAt: leads.bouncedAt,
        unsubscribedAt: leads.unsubscribedAt,
        createdAt: leads.createdAt,
        source: leads.source,
        sourceName: leads.sourceName,
        sourceBy: leads.sourceBy,
        tags: tagNamesOf(workspaceId, sql`leads.id`).as("tag_names"),
        suppressed:
          sql<number>`${isSuppressed(workspaceId, sql`leads.email`, sql`leads.domain`)}`.as(
            "suppressed",
          ),
      })
      .from(leads)
      // The `+` keeps the planner from walking the workspace instead of looking up the ids.
      .where(
        and(
          sql`+${leads.workspaceId} = ${workspaceId}`,
          inArray(leads.id, sql`(SELECT id FROM ${found})`),
        ),
      )
      .orderBy(orderOf(walk))
  );
}
export type ExportedLead = Awaited<ReturnType<typeof selectExport>>[number];

/** Names of custom fields among the next leads of a walk, and the place of the last one; null: no more leads. */
export async function selectCustomNames(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  after: LeadPlace | null,
  rows: number,
  atMost: number,
): Promise<{ names: string[]; end: LeadPlace | null }> {
  const found = walked(walk, source(workspaceId, walk), { after, until: null }, rows);
  const named = await db.all<{ name: string }>(sql`
    SELECT DISTINCT j.key AS name FROM ${found} w CROSS JOIN ${leads} ON leads.id = w.id
      CROSS JOIN json_each(leads.custom) j LIMIT ${atMost}`);
  const ends = await db.all<LeadPlace>(
    sql`SELECT value, id FROM ${found} LIMIT 1 OFFSET ${rows - 1}`,
  );
  return { names: named.map(({ name }) => name), end: ends[0] ?? null };
}
