import type { LeadChoice } from "#modules/leads/contract/leads.ts";
import type { ValidateListAnswer } from "#modules/leads/contract/validation.ts";
import { selectNewest } from "#modules/leads/choices/choice-store.ts";
import { chosen, keptChoice } from "#modules/leads/choices/chosen.ts";
import { walkChoice } from "#modules/leads/choices/walk-choice.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { insertChosenJob } from "./chosen-job-store.ts";
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

/**
 * Begins to validate leads by ids, segment or filter in the background, as they are chosen now; each call is
 * a job of its own, since nobody can tell whether two choices are the same. Throws `not_found`.
 */
export async function startChosenValidation(
  ctx: MemberCtx,
  choice: LeadChoice,
): Promise<ValidateListAnswer> {
  const { db, workspaceId } = ctx;
  if (choice.list_id !== undefined) return startValidation(ctx, choice.list_id);
  const kept = await keptChoice(ctx, choice);
  const filter = await chosen(ctx, choice);
  const upTo = await selectNewest(db, workspaceId);
  const total = await (await walkChoice(ctx, filter, upTo)).count();
  const job = { choice: kept, total, upTo, createdBy: userIdOf(ctx.caller) };
  const row = await insertChosenJob(db, workspaceId, job, ctx.now());
  if (row.state === "queued") {
    await ctx.queue.send({ type: "validation.slice.v1", workspaceId, jobId: row.id });
  }
  return presentStarted(row);
}
