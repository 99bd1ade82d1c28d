import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, isUniqueViolation, runBatch, type Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { importLinks } from "#modules/leads/schema/import-links.ts";
import { jobFiles, jobs } from "#modules/leads/schema/jobs.ts";
import { lists } from "#modules/leads/schema/leads.ts";
import type { ImportLinkId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { asRuns, NO_RESULT, type RunParams, type RunRow } from "./runs-store.ts";
import { forgetRuns, type LinkRow } from "./store.ts";

/** Longer than a file may take to arrive; every part and chunk extends it. */
const LEASE_MS = 5 * MINUTE_MS;
/** How long a wake-up may take before it is repeated. */
const WAKE_MS = MINUTE_MS;
/** Runs of a link that are kept. */
const KEPT_RUNS = 100;

/** Another process took the run over, or its link is gone: nothing more may be written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** One run in the hands of one process. */
export type Held = {
  readonly db: Db;
  readonly workspaceId: WorkspaceId;
  readonly link: LinkRow;
  readonly run: RunRow;
  readonly lease: string;
};

/** Takes links that are due, or whose process is gone, for a wake-up. Across workspaces. */
export const takeDueLinks = (
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<{ id: ImportLinkId; workspaceId: WorkspaceId }[]> =>
  db
    .update(importLinks)
    .set({ lease: null, leaseUntil: later(now, WAKE_MS) })
    .where(
      sql`id IN (SELECT id FROM ${importLinks} WHERE next_at <= ${now}
        AND (lease_until IS NULL OR lease_until <= ${now}) ORDER BY next_at LIMIT ${limit})`,
    )
    .returning({ id: importLinks.id, workspaceId: importLinks.workspaceId });

/** Takes a link that is due and that nobody holds, with the run that was begun before, or a new one. */
export async function claimLink(
  db: Db,
  workspaceId: WorkspaceId,
  id: ImportLinkId,
  lease: string,
  now: UnixMs,
): Promise<Held | null> {
  const mine = sql`id = ${id} AND +workspace_id = ${workspaceId} AND lease = ${lease}`;
  const open = sql`link_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'running'`;
  const [, , , links, runs] = (await runBatch(db, [
    db
      .update(importLinks)
      .set({ lease, leaseUntil: later(now, LEASE_MS) })
      .where(
        and(
          eq(importLinks.id, id),
          sql`+workspace_id = ${workspaceId} AND next_at <= ${now} AND lease IS NULL`,
        ),
      ),
    db.run(sql`
      INSERT INTO ${jobs} (workspace_id, kind, state, params, cursor, done, result, link_id, created_by, created_at)
      SELECT l.workspace_id, 'link', 'running', json_object('link_id', l.id, 'list_id', l.list_id, 'list_name',
          coalesce((SELECT name FROM ${lists} WHERE id = l.list_id AND workspace_id = l.workspace_id), ''),
          'total_bytes', NULL, 'mapping', json(l.mapping), 'sheet', l.sheet, 'on_duplicate', l.on_duplicate,
          'campaign_id', l.campaign_id, 'revision', l.revision,
          'trigger', iif(l.asked, 'person', 'schedule'), 'tries', 0),
        0, 0, ${JSON.stringify(NO_RESULT)}, l.id, l.created_by, ${now}
      FROM ${importLinks} l WHERE l.id = ${id} AND l.workspace_id = ${workspaceId} AND l.lease = ${lease}
        AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${open})`),
    db.run(sql`UPDATE ${jobs} SET params = json_set(params, '$.tries', (params->>'tries') + 1)
      WHERE ${open} AND EXISTS (SELECT 1 FROM ${importLinks} WHERE ${mine})`),
    db.select().from(importLinks).where(mine),
    db.select().from(jobs).where(open),
  ])) as [unknown, unknown, unknown, LinkRow[], (typeof jobs.$inferSelect)[]];
  const [link] = links;
  const [run] = asRuns(runs);
  return link && run ? { db, workspaceId, link, run, lease } : null;
}

/**
 * Fails the batch that it stands in unless the run is still this process's: the row that it writes
 * is there already, which `isUniqueViolation` tells.
 */
export const fence = ({ db, workspaceId, link, lease }: Held): Statement =>
  db.run(sql`
    INSERT INTO ${workspaces} (id, name, slug, created_at, updated_at)
    SELECT w.id, w.name, w.slug, w.created_at, w.updated_at FROM ${workspaces} w
    WHERE w.id = ${workspaceId} AND NOT EXISTS (SELECT 1 FROM ${importLinks}
      WHERE id = ${link.id} AND +workspace_id = ${workspaceId} AND lease = ${lease})`);

/** Keeps others from the run for a while longer. */
export const extend = ({ db, workspaceId, link, lease }: Held, now: UnixMs): Statement =>
  db
    .update(importLinks)
    .set({ leaseUntil: later(now, LEASE_MS) })
    .where(
      and(
        eq(importLinks.id, link.id),
        sql`+${importLinks.workspaceId} = ${workspaceId} AND lease = ${lease}`,
      ),
    );

/** Whether the run is still this process's. */
export async function isHeld({ db, workspaceId, link, lease }: Held): Promise<boolean> {
  const rows = await db
    .select({ id: importLinks.id })
    .from(importLinks)
    .where(
      and(
        eq(importLinks.id, link.id),
        sql`+${importLinks.workspaceId} = ${workspaceId} AND lease = ${lease}`,
      ),
    );
  return rows.length > 0;
}

/** Writes in one batch behind the fence. Throws `LeaseLost`. */
export async function writeHeld(held: Held, statements: readonly Statement[]): Promise<void> {
  try {
    await runBatch(held.db, [fence(held), ...statements]);
  } catch (cause) {
    if (isUniqueViolation(cause) && !(await isHeld(held))) throw new LeaseLost();
    throw cause;
  }
}

const runOf = ({ workspaceId, run }: Held): SQL | undefined =>
  and(eq(jobs.id, run.id), sql`+${jobs.workspaceId} = ${workspaceId}`);

/** Forgets the parts of a file that came before. */
export const dropParts = ({ db, workspaceId, run }: Held): Statement =>
  db
    .delete(jobFiles)
    .where(and(eq(jobFiles.jobId, run.id), sql`+${jobFiles.workspaceId} = ${workspaceId}`));

/** Notes how far the run is; it did not die on the way there. */
export const noteParams = (held: Held, params: Pick<RunParams, "kept" | "columns">): Statement =>
  held.db
    .update(jobs)
    .set({ params: sql`json_patch(json_set(params, '$.tries', 0), ${JSON.stringify(params)})` })
    .where(runOf(held));

/** Gives a run back that goes on in another turn. */
export const returnRun = ({ db, workspaceId, link }: Held, now: UnixMs): Statement =>
  db
    .update(importLinks)
    .set({ lease: null, leaseUntil: later(now, WAKE_MS) })
    .where(and(eq(importLinks.id, link.id), sql`+${importLinks.workspaceId} = ${workspaceId}`));

/** What the link remembers of a run that ended well. */
export type Remembered = Pick<LinkRow, "etag" | "lastModified" | "contentHash"> & {
  readonly columns: readonly string[];
};

/** Ends a run: its file goes, its result stays, and the link waits for the next one. */
export function endRun(
  held: Held,
  end: {
    readonly state: "completed" | "failed";
    readonly result: Readonly<Record<string, unknown>>;
    readonly remembered: Remembered | null;
    readonly failures: number;
    readonly nextAt: UnixMs;
    readonly now: UnixMs;
  },
): Statement[] {
  const { db, workspaceId, link, run } = held;
  const isSame = sql`${importLinks.revision} = ${run.params.revision}`;
  const { remembered } = end;
  const kept = (value: unknown, column: unknown): SQL =>
    sql`CASE WHEN ${isSame} THEN ${value} ELSE ${column} END`;
  return [
    dropParts(held),
    db
      .update(jobs)
      .set({
        state: end.state,
        finishedAt: end.now,
        leaseUntil: null,
        total: sql`${jobs.done}`,
        result: sql`json_patch(result, ${JSON.stringify(end.result)})`,
      })
      .where(runOf(held)),
    db
      .update(importLinks)
      .set({
        ...(remembered && {
          etag: kept(remembered.etag, importLinks.etag),
          lastModified: kept(remembered.lastModified, importLinks.lastModified),
          contentHash: kept(remembered.contentHash, importLinks.contentHash),
          columns: kept(JSON.stringify(remembered.columns), importLinks.columns),
        }),
        failures: kept(end.failures, importLinks.failures),
        // What was changed meanwhile is read at once.
        nextAt: sql`CASE WHEN ${importLinks.active} THEN ${kept(end.nextAt, sql`${end.now}`)} END`,
        asked: false,
        lease: null,
        leaseUntil: null,
      })
      .where(and(eq(importLinks.id, link.id), sql`+${importLinks.workspaceId} = ${workspaceId}`)),
    ...forgetRuns(
      db,
      workspaceId,
      sql`link_id = ${link.id} AND +workspace_id = ${workspaceId} AND id <= (SELECT id FROM ${jobs}
        WHERE link_id = ${link.id} ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RUNS})`,
    ),
  ];
}
