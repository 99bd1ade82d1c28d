import { and, eq, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { jobFiles } from "#modules/leads/schema/jobs.ts";
import type { JobId, WorkspaceId } from "#platform/rules/ids.ts";

export const insertPart = (
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  part: { number: number; packed: string },
): Statement =>
  db.insert(jobFiles).values({ jobId, part: part.number, workspaceId, packed: part.packed });

export async function selectPart(
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  part: number,
): Promise<string | null> {
  const rows = await db
    .select({ packed: jobFiles.packed })
    .from(jobFiles)
    .where(
      and(
        eq(jobFiles.jobId, jobId),
        eq(jobFiles.part, part),
        sql`+${jobFiles.workspaceId} = ${workspaceId}`,
      ),
    );
  return rows[0]?.packed ?? null;
}
