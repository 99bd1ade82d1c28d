import type { ValidateListAnswer } from "#modules/leads/contract/validation.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { insertJob } from "./job-store.ts";
import { presentStarted } from "./present.ts";

/**
 * Begins to validate every lead of a list in the background; an empty list is done at once. Where
 * a validation of the list is unfinished, that one is answered, so that a repeat is harmless.
 * Throws `not_found`.
 */
export async function startValidation(ctx: MemberCtx, listId: ListId): Promise<ValidateListAnswer> {
  const { db, workspaceId } = ctx;
  const job = { listId, createdBy: userIdOf(ctx.caller) };
  const { row, isNew } = await insertJob(db, workspaceId, job, ctx.now());
  if (!row) throw notFound("list");
  if (isNew && row.state === "queued") {
    await ctx.queue.send({ type: "validation.slice.v1", workspaceId, jobId: row.id });
  }
  return presentStarted(row);
}
