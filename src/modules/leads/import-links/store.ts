import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { importLinks } from "#modules/leads/schema/import-links.ts";
import { jobFiles, jobs } from "#modules/leads/schema/jobs.ts";
import { importErrors, lists } from "#modules/leads/schema/leads.ts";
import type { ImportLinkId, ListId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type LinkRow = typeof importLinks.$inferSelect;
/** With the name of its list; null where that was deleted. */
export type ShownLink = LinkRow & { readonly listName: string | null };

export type NewLink = Omit<
  typeof importLinks.$inferInsert,
  "id" | "workspaceId" | "listId" | "createdAt" | "updatedAt"
> & { readonly list: { readonly id: ListId } | { readonly name: string } };

const own = (workspaceId: WorkspaceId, id: ImportLinkId): SQL | undefined =>
  and(eq(importLinks.workspaceId, workspaceId), eq(importLinks.id, id));

/** The condition of an audit line: the link is there. */
export const whileLink = (workspaceId: WorkspaceId, id: ImportLinkId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${importLinks} WHERE id = ${id} AND +workspace_id = ${workspaceId})`;

/** Adds a link, and its list where it brings one, unless the workspace has `limit` already; null then. */
export async function insertLink(
  db: Db,
  workspaceId: WorkspaceId,
  { list, ...link }: NewLink,
  limit: number,
  now: UnixMs,
  also: (made: { id: SQL; source: SQL }) => Statement,
): Promise<LinkRow | null> {
  // The sealed address is like no other, so it finds the row that was added just now.
  const mine = and(eq(importLinks.workspaceId, workspaceId), eq(importLinks.url, link.url));
  const room = sql`(SELECT count(*) FROM ${importLinks} WHERE workspace_id = ${workspaceId}) < ${limit}`;
  const listId =
    "id" in list
      ? sql`${list.id}`
      : sql`(SELECT max(id) FROM ${lists} WHERE workspace_id = ${workspaceId})`;
  const results = await runBatch(db, [
    ...("id" in list
      ? []
      : [
          db.run(sql`INSERT INTO ${lists} (workspace_id, name, created_at)
            SELECT ${workspaceId}, ${list.name}, ${now} WHERE ${room}`),
        ]),
    db.run(sql`
      INSERT INTO ${importLinks} (workspace_id, name, url, url_shown, every, mapping, sheet, list_id, on_duplicate,
        campaign_id, active, next_at, created_by, created_by_name, created_at, updated_at)
      SELECT ${workspaceId}, ${link.name}, ${link.url}, ${link.urlShown}, ${link.every}, ${JSON.stringify(link.mapping)},
        ${link.sheet}, ${listId}, ${link.onDuplicate}, ${link.campaignId}, ${link.active ? 1 : 0}, ${link.nextAt},
        ${link.createdBy}, ${link.createdByName}, ${now}, ${now}
      WHERE ${room}`),
    also({ id: sql`${importLinks.id}`, source: sql`FROM ${importLinks} WHERE ${mine}` }),
    db.select().from(importLinks).where(mine),
  ]);
  return (results.at(-1) as LinkRow[])[0] ?? null;
}

const listName = sql<
  string | null
>`(SELECT l.name FROM ${lists} l WHERE l.id = ${importLinks.listId}
  AND l.workspace_id = ${importLinks.workspaceId})`.as("list_name");

export async function selectLink(
  db: Db,
  workspaceId: WorkspaceId,
  id: ImportLinkId,
): Promise<ShownLink | null> {
  const rows = await db
    .select({ link: importLinks, listName })
    .from(importLinks)
    .where(own(workspaceId, id));
  const [row] = rows;
  return row ? { ...row.link, listName: row.listName } : null;
}

/** Newest first, from below `before` (null: from the newest). */
export async function selectLinks(
  db: Db,
  workspaceId: WorkspaceId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<ShownLink[]> {
  const rows = await db
    .select({ link: importLinks, listName })
    .from(importLinks)
    .where(
      and(
        eq(importLinks.workspaceId, workspaceId),
        before === null ? undefined : lt(importLinks.id, before as ImportLinkId),
      ),
    )
    .orderBy(desc(importLinks.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map((row) => ({ ...row.link, listName: row.listName }));
}

export async function countLinks(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(importLinks)
    .where(eq(importLinks.workspaceId, workspaceId));
  return rows[0]?.n ?? 0;
}

export type LinkChange = Partial<
  Pick<
    LinkRow,
    | "name"
    | "url"
    | "urlShown"
    | "every"
    | "mapping"
    | "sheet"
    | "listId"
    | "onDuplicate"
    | "campaignId"
    | "active"
  >
>;

/** A run of the link that is not at its end. */
const unfinished = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE link_id = ${importLinks.id} AND state = 'running')`;

/** Changes a link. `renew`: its next run reads the whole file, whatever it read last. */
export async function updateLinkRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: ImportLinkId,
  change: LinkChange,
  next: {
    readonly renew: boolean;
    readonly nextAt: UnixMs | null | undefined;
    readonly now: UnixMs;
  },
  line: Statement,
): Promise<boolean> {
  const results = await runBatch(db, [
    line,
    db
      .update(importLinks)
      .set({
        ...change,
        ...(next.renew && {
          revision: sql`${importLinks.revision} + 1`,
          etag: null,
          lastModified: null,
          contentHash: null,
          failures: 0,
        }),
        ...(change.active === true && { failures: 0 }),
        // A run that is under way goes on to its end.
        ...(next.nextAt === null && {
          nextAt: sql`CASE WHEN ${unfinished} THEN ${importLinks.nextAt} END`,
        }),
        ...(typeof next.nextAt === "number" && { nextAt: next.nextAt }),
        updatedAt: next.now,
      })
      .where(own(workspaceId, id))
      .returning({ id: importLinks.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** Asks for a run now. False where there is no such link. */
export async function askForRun(
  db: Db,
  workspaceId: WorkspaceId,
  id: ImportLinkId,
  now: UnixMs,
): Promise<boolean> {
  const rows = await db
    .update(importLinks)
    .set({ nextAt: now, asked: true })
    .where(own(workspaceId, id))
    .returning({ id: importLinks.id });
  return rows.length > 0;
}

/** Removes a link and its runs; its leads stay. False when there was none. */
export async function deleteLinkRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: ImportLinkId,
  line: Statement,
): Promise<boolean> {
  const results = await runBatch(db, [
    line,
    ...forgetRuns(db, workspaceId, sql`link_id = ${id} AND +workspace_id = ${workspaceId}`),
    db.delete(importLinks).where(own(workspaceId, id)).returning({ id: importLinks.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** Removes runs with what is kept for them. */
export const forgetRuns = (db: Db, workspaceId: WorkspaceId, which: SQL): Statement[] => {
  const runs = sql`(SELECT id FROM ${jobs} WHERE ${which})`;
  return [
    db
      .delete(importErrors)
      .where(and(eq(importErrors.workspaceId, workspaceId), sql`${importErrors.jobId} IN ${runs}`)),
    db
      .delete(jobFiles)
      .where(
        and(sql`${jobFiles.jobId} IN ${runs}`, sql`+${jobFiles.workspaceId} = ${workspaceId}`),
      ),
    db.delete(jobs).where(and(sql`id IN ${runs}`, sql`+${jobs.workspaceId} = ${workspaceId}`)),
  ];
};
