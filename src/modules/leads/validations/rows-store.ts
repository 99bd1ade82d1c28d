import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { validationResults, validationRows } from "#modules/leads/schema/validation.ts";
import type { leadReplied } from "#modules/leads/hooks.ts";
import { normalizeEmail } from "#modules/leads/rules/email.ts";
import type { Reason } from "#modules/leads/rules/validation/reasons.ts";
import type { ValidationStatus } from "#modules/leads/rules/validation/validation.ts";
import { isLeased, type LeasedJob } from "#modules/leads/validation-jobs/job-store.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { JobId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * A row on its way: the line that it ends in, how many cells it has, its address as it was given
 * (null: it could not be read), and that in its stored form where it differs.
 */
export type KeptRow = readonly [
  last: number,
  cells: number,
  address: string | null,
  stored?: string,
];

export function keptRow(last: number, cells: number, address: string | null): KeptRow {
  const stored = address === null ? null : normalizeEmail(address);
  return stored === null || stored === address
    ? [last, cells, address]
    : [last, cells, address, stored];
}
/** What was found out about it; null: it has no address. */
export type KeptResult =
  | readonly [ValidationStatus, number, readonly Reason[], string | null]
  | null;

/** Rows that are kept together. */
export const ROWS_TOGETHER = 500;

/** Keeps rows, `ROWS_TOGETHER` in each, the first being that of number `first`. */
export function insertRows(
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  first: number,
  rows: readonly KeptRow[],
): Statement[] {
  if (rows.length === 0) return [];
  const groups = Array.from({ length: Math.ceil(rows.length / ROWS_TOGETHER) }, (_, i) => [
    first + i * ROWS_TOGETHER,
    rows.slice(i * ROWS_TOGETHER, (i + 1) * ROWS_TOGETHER),
  ]);
  return [
    db.run(sql`
      INSERT INTO ${validationRows} (job_id, first, workspace_id, rows)
      SELECT ${jobId}, value->>0, ${workspaceId}, value->1 FROM json_each(${JSON.stringify(groups)})`),
  ];
}

/** Rows from number `from` on, at least one group of them; none: there are no more. */
export async function selectKeptRows(
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  from: number,
): Promise<readonly KeptRow[]> {
  const first = from - (from % ROWS_TOGETHER);
  const found = await db.all<{ rows: string }>(sql`
    SELECT rows FROM ${validationRows} WHERE job_id = ${jobId} AND first = ${first}
      AND +workspace_id = ${workspaceId}`);
  // Written by `insertRows` alone.
  const rows = JSON.parse(found[0]?.rows ?? "[]") as KeptRow[];
  return rows.slice(from - first);
}

/** Keeps results, the first being that of row `first`, while the job is leased. */
export const insertResults = (
  db: Db,
  workspaceId: WorkspaceId,
  leased: LeasedJob,
  results: readonly KeptResult[],
): Statement =>
  db.run(sql`
    INSERT INTO ${validationResults} (job_id, first, workspace_id, results)
    SELECT ${leased.id}, ${leased.cursor}, ${workspaceId}, ${JSON.stringify(results)}
    WHERE ${isLeased(workspaceId, leased)}`);

/** The results of some rows from number `from` on, in their order; none: there are no more. */
export async function selectResults(
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  from: number,
): Promise<readonly KeptResult[]> {
  const found = await db.all<{ first: number; results: string }>(sql`
    SELECT first, results FROM ${validationResults} WHERE job_id = ${jobId} AND first <= ${from}
      AND +workspace_id = ${workspaceId} ORDER BY first DESC LIMIT 1`);
  const [row] = found;
  if (!row) return [];
  // Written by `insertResults` alone.
  return (JSON.parse(row.results) as KeptResult[]).slice(from - row.first);
}

/** What the workspace saw of these addresses, where a lead has one. */
export async function selectHistory(
  db: Db,
  workspaceId: WorkspaceId,
  replied: AnswerTo<typeof leadReplied>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, { bouncedAt: UnixMs | null; repliedAt: UnixMs | null }>> {
  const rows = await db.all<{
    email: string;
    bouncedAt: UnixMs | null;
    repliedAt: UnixMs | null;
  }>(sql`
    SELECT l.email AS "email", l.bounced_at AS "bouncedAt",
      ${replied(workspaceId, sql`l.id`, sql`l.email`)} AS "repliedAt"
    FROM json_each(${JSON.stringify(addresses)}) j CROSS JOIN ${leads} l
      ON l.workspace_id = ${workspaceId} AND l.email = j.value`);
  return new Map(rows.map(({ email, ...history }) => [email, history]));
}
