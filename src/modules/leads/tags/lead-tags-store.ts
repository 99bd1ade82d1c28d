import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leadIdRows, ofLeads } from "#modules/leads/leads/lead-sql.ts";
import { rowsOf } from "#modules/leads/leads/payload-sql.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { leadTags, tags } from "#modules/leads/schema/tags.ts";
import type { LeadId, TagId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { namesAsRows } from "./store.ts";

/** The names of the tags of some leads, in alphabetical order. */
export async function selectTagsOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ lead: LeadId; name: string }>(sql`
    SELECT m.lead_id AS lead, k.name AS name FROM ${leadTags} m CROSS JOIN ${tags} k ON k.id = m.tag_id
    WHERE m.workspace_id = ${workspaceId} AND m.lead_id IN ${leadIdRows(ids)}
    ORDER BY m.lead_id, k.key`);
  const found = new Map<LeadId, string[]>();
  for (const { lead, name } of rows) {
    const names = found.get(lead);
    if (names) names.push(name);
    else found.set(lead, [name]);
  }
  return found;
}

/** The names of a lead's tags in one text, as an export shows them. `id` is the lead's. */
export const tagNamesOf = (workspaceId: WorkspaceId, id: SQL): SQL<string | null> => sql`
  (SELECT group_concat(x.name, ', ') FROM (
    SELECT k.name AS name FROM ${leadTags} m CROSS JOIN ${tags} k ON k.id = m.tag_id
    WHERE m.workspace_id = ${workspaceId} AND m.lead_id = ${id} ORDER BY k.key) x)`;

/**
 * Gives leads their tags, and counts what is new; `pairs` are rows of `tag_id` and `lead_id`, each
 * once. The tags are there already.
 */
const tagStatements = (db: Db, workspaceId: WorkspaceId, pairs: SQL): Statement[] => [
  db.run(sql`
    UPDATE ${tags} SET lead_count = lead_count + fresh.n
    FROM (SELECT p.tag_id AS tag_id, count(*) AS n FROM (${pairs}) p
      WHERE NOT EXISTS (SELECT 1 FROM ${leadTags} x WHERE x.tag_id = p.tag_id AND x.lead_id = p.lead_id)
      GROUP BY p.tag_id) fresh
    WHERE ${tags}.id = fresh.tag_id AND +${tags}.workspace_id = ${workspaceId}`),
  db.run(sql`
    INSERT INTO ${leadTags} (workspace_id, tag_id, lead_id)
    SELECT ${workspaceId}, p.tag_id, p.lead_id FROM (${pairs}) p WHERE true
    ON CONFLICT (tag_id, lead_id) DO NOTHING`),
];

/** Gives leads one tag. */
export const tagLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  id: TagId,
  ids: readonly LeadId[],
): Statement[] =>
  tagStatements(
    db,
    workspaceId,
    sql`SELECT k.id AS tag_id, l.id AS lead_id FROM ${tags} k CROSS JOIN ${leads} l
      WHERE k.id = ${id} AND +k.workspace_id = ${workspaceId}
        AND l.id IN ${leadIdRows(ids)} AND +l.workspace_id = ${workspaceId}`,
  );

/**
 * Gives the leads of a payload the tags that it has for each: `tags`, rows of key and name. `above`:
 * those with a higher id alone.
 */
export const tagByPayload = (
  db: Db,
  workspaceId: WorkspaceId,
  payload: string,
  now: UnixMs,
  above?: SQL,
): Statement[] => [
  db.run(sql`
    INSERT INTO ${tags} (workspace_id, key, name, created_at)
    SELECT ${workspaceId}, j.value->>0, min(j.value->>1), ${now}
    FROM ${rowsOf(payload)} CROSS JOIN json_each(v->'tags') j
    ${
      above
        ? sql`WHERE EXISTS (SELECT 1 FROM ${leads} n WHERE n.workspace_id = ${workspaceId}
      AND n.email = v->>'email' AND n.id > ${above})`
        : sql``
    } GROUP BY j.value->>0
    ON CONFLICT (workspace_id, key) DO NOTHING`),
  ...tagStatements(
    db,
    workspaceId,
    sql`SELECT DISTINCT k.id AS tag_id, l.id AS lead_id
      FROM ${rowsOf(payload)} CROSS JOIN json_each(v->'tags') j
      CROSS JOIN ${tags} k ON k.workspace_id = ${workspaceId} AND k.key = j.value->>0
      CROSS JOIN ${leads} l ON l.workspace_id = ${workspaceId} AND l.email = v->>'email'
        ${above ? sql`AND l.id > ${above}` : sql``}`,
  ),
];

/** Leaves a lead these tags and no others; they are there already. */
export const setTags = (
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
  names: readonly string[],
): Statement[] => {
  const kept = sql`(SELECT k.id FROM ${namesAsRows(names)}
    CROSS JOIN ${tags} k ON k.workspace_id = ${workspaceId} AND k.key = j.value->>0)`;
  const gone = sql`workspace_id = ${workspaceId} AND lead_id = ${id} AND tag_id NOT IN ${kept}`;
  return [
    db.run(sql`
      UPDATE ${tags} SET lead_count = lead_count - 1
      WHERE +workspace_id = ${workspaceId} AND id IN (SELECT tag_id FROM ${leadTags} WHERE ${gone})`),
    db.run(sql`DELETE FROM ${leadTags} WHERE ${gone}`),
    ...tagStatements(
      db,
      workspaceId,
      sql`SELECT k.id AS tag_id, l.id AS lead_id FROM ${leads} l CROSS JOIN ${tags} k
        WHERE l.id = ${id} AND +l.workspace_id = ${workspaceId} AND k.id IN ${kept}`,
    ),
  ];
};

/** Takes one tag off leads. */
export const untagLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  id: TagId,
  ids: readonly LeadId[],
): Statement[] => [
  db.run(sql`
    DELETE FROM ${leadTags} WHERE tag_id = ${id} AND lead_id IN ${leadIdRows(ids)}
      AND +workspace_id = ${workspaceId}`),
  db.run(sql`UPDATE ${tags} SET lead_count = lead_count - changes()
    WHERE id = ${id} AND +workspace_id = ${workspaceId}`),
];

/** Takes leads that go off every tag. */
export const forgetTagsOf = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Statement[] => {
  const those = ofLeads(workspaceId, ids);
  return [
    db.run(sql`
      UPDATE ${tags} SET lead_count = lead_count - gone.n
      FROM (SELECT tag_id, count(*) AS n FROM ${leadTags} WHERE ${those} GROUP BY tag_id) gone
      WHERE ${tags}.id = gone.tag_id AND +${tags}.workspace_id = ${workspaceId}`),
    db.run(sql`DELETE FROM ${leadTags} WHERE ${those}`),
  ];
};
