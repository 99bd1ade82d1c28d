import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { selectNewest } from "#modules/leads/choices/choice-store.ts";
import { chosen, keptChoice } from "#modules/leads/choices/chosen.ts";
import { countChoice } from "#modules/leads/choices/count-choice.ts";
import type { BulkBody, BulkJob } from "#modules/leads/contract/bulk.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { createTag } from "#modules/leads/tags/create-tag.ts";
import { findTagNamed } from "#modules/leads/tags/find-tag.ts";
import { startChosenValidation } from "#modules/leads/validation-jobs/start-validation.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { asId, type JobId, type TagId } from "#platform/rules/ids.ts";
import { insertBulkJob } from "./job-store.ts";
import { presentBulk } from "./present.ts";
import { assertCampaign } from "./preview-bulk.ts";
import { assertMayDoBulk } from "./verb-actions.ts";
import { readBulk } from "./read-bulk.ts";

/**
 * Begins to do something with all leads of a choice in the background, as they are chosen now. Throws
 * `not_found` for a list, segment, tag or campaign that is not here, `forbidden` for who may not.
 */
export async function startBulk(ctx: MemberCtx, body: BulkBody): Promise<BulkJob> {
  const { db, workspaceId } = ctx;
  assertMayDoBulk(ctx, body.verb);
  const { verb } = body;
  if (verb === "validate") {
    const { job_id: id } = await startChosenValidation(ctx, body.choice);
    return readBulk(ctx, asId<JobId>(id));
  }
  const filter = await chosen(ctx, body.choice);
  const choice = await keptChoice(ctx, body.choice);
  for (const id of [body.list_id, body.from_list_id]) if (id !== undefined) await findList(ctx, id);
  if (body.campaign_id !== undefined) await assertCampaign(ctx, body.campaign_id);
  const [upTo, { count }, tagId] = await Promise.all([
    body.up_to_id ?? selectNewest(db, workspaceId),
    countChoice(ctx, filter),
    tagOf(ctx, body),
  ]);
  const row = await insertBulkJob(
    db,
    workspaceId,
    {
      params: {
        verb,
        choice,
        up_to: upTo,
        tag_id: tagId,
        list_id: body.list_id ?? null,
        from_list_id: body.from_list_id ?? null,
        campaign_id: body.campaign_id ?? null,
      },
      total: count,
      createdBy: userIdOf(ctx.caller),
    },
    ctx.now(),
    auditStatement(ctx, {
      action: "leads.bulk_started",
      workspaceId,
      details: { verb, leads: count },
    }),
  );
  await ctx.queue.send({ type: "leads.bulk.v1", workspaceId, jobId: row.id });
  return presentBulk(row);
}

async function tagOf(ctx: MemberCtx, { verb, tag }: BulkBody): Promise<TagId | null> {
  if (tag === undefined) return null;
  if (verb === "untag") return (await findTagNamed(ctx, tag)).id;
  return asId<TagId>((await createTag(ctx, { name: tag })).tag.id);
}
