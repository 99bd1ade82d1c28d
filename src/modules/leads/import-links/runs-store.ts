import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import type { ImportResult } from "#modules/leads/imports/import-store.ts";
import type { LINK_OUTCOMES } from "#modules/leads/contract/import-links.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import { importErrors } from "#modules/leads/schema/leads.ts";
import type { CampaignId, ImportLinkId, JobId, ListId, WorkspaceId } from "#platform/rules/ids.ts";

/** `jobs.params` of a run: what its link said when it began, and how far it is. */
export type RunParams = {
  readonly link_id: ImportLinkId;
  readonly list_id: ListId;
  readonly list_name: string;
  readonly total_bytes: null;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly sheet: string | null;
  readonly on_duplicate: "skip" | "update";
  readonly campaign_id: CampaignId | null;
  readonly revision: number;
  readonly trigger: "schedule" | "person";
  /** Processes that took it up and were not heard of again. */
  readonly tries: number;
  /** The file is here, whole. */
  readonly kept?: {
    readonly hash: string;
    readonly bytes: number;
    readonly etag: string | null;
    readonly lastModified: string | null;
  };
  /** It was read to its end without an error; these are its columns. */
  readonly columns?: readonly string[];
};
export type RunResult = ImportResult & {
  readonly changed: number;
  readonly listed: number;
  readonly outcome?: (typeof LINK_OUTCOMES)[number];
  readonly missing?: readonly string[];
};
export const NO_RESULT: RunResult = {
  created: 0,
  duplicates: 0,
  updated: 0,
  invalid: 0,
  suppressed: 0,
  bytes: 0,
  changed: 0,
  listed: 0,
};

export type RunRow = Omit<typeof jobs.$inferSelect, "params" | "result"> & {
  readonly params: RunParams;
  readonly result: RunResult;
};
/** Rows of this kind are written by `claimLink` alone, with params and result of these shapes. */
export const asRuns = (rows: readonly (typeof jobs.$inferSelect)[]) => rows as RunRow[];

export async function selectRun(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
): Promise<RunRow | null> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), sql`+${jobs.workspaceId} = ${workspaceId}`));
  return asRuns(rows)[0] ?? null;
}

/** Whether a run left rows out because the workspace had no room for them. */
export async function hadNoRoom(db: Db, workspaceId: WorkspaceId, id: JobId): Promise<boolean> {
  const rows = await db
    .select({ id: importErrors.id })
    .from(importErrors)
    .where(
      and(
        eq(importErrors.workspaceId, workspaceId),
        eq(importErrors.jobId, id),
        eq(importErrors.code, "quota_reached"),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Runs of a link, newest first, from below `before` (null: from the newest). */
export async function selectRuns(
  db: Db,
  workspaceId: WorkspaceId,
  linkId: ImportLinkId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<RunRow[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.linkId, linkId),
        sql`+${jobs.workspaceId} = ${workspaceId}`,
        before === null ? undefined : sql`${jobs.id} < ${before}`,
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(page.limit)
    .offset(page.offset);
  return asRuns(rows);
}

export async function countRuns(
  db: Db,
  workspaceId: WorkspaceId,
  linkId: ImportLinkId,
): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(jobs)
    .where(and(eq(jobs.linkId, linkId), sql`+${jobs.workspaceId} = ${workspaceId}`));
  return rows[0]?.n ?? 0;
}

/** The newest run of each of these links. */
export async function selectLastRuns(
  db: Db,
  workspaceId: WorkspaceId,
  links: readonly ImportLinkId[],
): Promise<ReadonlyMap<ImportLinkId, RunRow>> {
  if (links.length === 0) return new Map();
  const newest: SQL = sql`(SELECT (SELECT max(j.id) FROM ${jobs} j WHERE j.link_id = l.value)
    FROM json_each(${JSON.stringify(links)}) l)`;
  const rows = asRuns(
    await db
      .select()
      .from(jobs)
      .where(and(sql`${jobs.id} IN ${newest}`, sql`+${jobs.workspaceId} = ${workspaceId}`)),
  );
  return new Map(rows.map((row) => [row.params.link_id, row]));
}

export type RefusedRow = typeof importErrors.$inferSelect;

/** The first refused rows of each of these runs. */
export async function selectRefusedRows(
  db: Db,
  workspaceId: WorkspaceId,
  runs: readonly JobId[],
  each: number,
): Promise<ReadonlyMap<JobId, readonly RefusedRow[]>> {
  if (runs.length === 0) return new Map();
  const first = sql`(SELECT r.id FROM json_each(${JSON.stringify(runs)}) j CROSS JOIN ${importErrors} r
    ON r.id IN (SELECT e.id FROM ${importErrors} e WHERE e.workspace_id = ${workspaceId}
      AND e.job_id = j.value ORDER BY e.id LIMIT ${each}))`;
  const rows = await db
    .select()
    .from(importErrors)
    .where(
      and(sql`${importErrors.id} IN ${first}`, sql`+${importErrors.workspaceId} = ${workspaceId}`),
    )
    .orderBy(importErrors.id);
  return Map.groupBy(rows, ({ jobId }) => jobId);
}
