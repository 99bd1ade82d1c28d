import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { ValidationJob } from "#modules/leads/contract/validation.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { countJobs, selectJob, selectJobs } from "./job-store.ts";
import { presentJob } from "./present.ts";

/** Progress of a validation while it runs, its counts afterwards. Throws `not_found`. */
export async function readValidation(ctx: WorkspaceCtx, id: JobId): Promise<ValidationJob> {
  const row = await selectJob(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("validation");
  return presentJob(row);
}

/** The validations of the workspace, newest first: how a running one is found. */
export async function listValidations(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectJobs(ctx.db, ctx.workspaceId, before, page),
    countJobs(ctx.db, ctx.workspaceId),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentJob),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
