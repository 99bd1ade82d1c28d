import { sql } from "drizzle-orm";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { JobId, WorkspaceId } from "#platform/rules/ids.ts";

/** The leads that the chunk in hand made: `jobs.cursor` is the highest id before it. */
export function newSince(workspaceId: WorkspaceId, job: JobId): Part {
  const mark = sql`(SELECT cursor FROM ${jobs} WHERE ${jobs.id} = ${job})`;
  return {
    from: sql`${leads}`,
    where: sql`leads.workspace_id = ${workspaceId} AND leads.id > ${mark}`,
    id: sql`leads.id`,
    joins: false,
    orders: [],
    test: sql`+leads.id > ${mark}`,
  };
}
