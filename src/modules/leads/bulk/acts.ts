import { bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import { leaveStatements } from "#modules/leads/deletion/leave.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { hashAddress } from "#modules/leads/hashes/restore-address.ts";
import { leadsEnrolled } from "#modules/leads/hooks.ts";
import {
  insertSuppressionsStatement,
  newSuppressionCount,
} from "#modules/leads/suppressions/import-store.ts";
import { tagLeads, untagLeads } from "#modules/leads/tags/lead-tags-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { AppError, unreachable } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import {
  addToList,
  type CountSql,
  howMany,
  listed,
  removeFromList,
  selectEmailsOf,
  tagged,
  tagless,
  unlisted,
} from "./act-store.ts";
import type { BulkParams } from "./job-store.ts";

/** What a verb does with some leads, in one batch. */
export type Act = {
  /** How many of them it changes: asked before the statements. */
  readonly changed: CountSql;
  readonly statements: readonly Statement[];
};

/** The statements of a verb for these leads; leads, tags and lists that are gone meanwhile are left out. */
export async function actOn(
  ctx: WorkspaceCtx,
  params: BulkParams,
  ids: readonly LeadId[],
): Promise<Act> {
  const { db, workspaceId } = ctx;
  const { tag_id: tagId, list_id: listId, from_list_id: fromId, campaign_id: campaignId } = params;
  const all = howMany(workspaceId, ids);
  switch (params.verb) {
    case "tag":
      return {
        changed: tagless(workspaceId, given(tagId), ids),
        statements: tagLeads(db, workspaceId, given(tagId), ids),
      };
    case "untag":
      return {
        changed: tagged(workspaceId, given(tagId), ids),
        statements: untagLeads(db, workspaceId, given(tagId), ids),
      };
    case "add_to_list":
      return {
        changed: unlisted(workspaceId, given(listId), ids),
        statements: addToList(db, workspaceId, given(listId), ids),
      };
    case "remove_from_list":
      return {
        changed: listed(workspaceId, given(fromId), ids),
        statements: removeFromList(db, workspaceId, given(fromId), ids),
      };
    case "move_to_list":
      return {
        changed: listed(workspaceId, given(fromId), ids),
        statements: [
          ...addToList(db, workspaceId, given(listId), ids, given(fromId)),
          ...removeFromList(db, workspaceId, given(fromId), ids),
        ],
      };
    case "suppress": {
      const entries = (await selectEmailsOf(db, workspaceId, ids)).map((value) => ({
        kind: "address" as const,
        value,
        hashes: hashesOf(ctx, value),
        reason: "manual" as const,
      }));
      return {
        changed: newSuppressionCount(workspaceId, entries),
        statements: [
          insertSuppressionsStatement(db, workspaceId, entries, {
            hashOnly: false,
            now: ctx.now(),
          }),
        ],
      };
    }
    case "delete":
      return {
        changed: all,
        statements: [
          hashAddress(ctx, await selectEmailsOf(db, workspaceId, ids)),
          ...leaveStatements(ctx, ids),
        ],
      };
    case "add_to_campaign": {
      const { added, statements } = await enrolmentOf(ctx, given(campaignId), ids);
      return { changed: added, statements };
    }
    default:
      return unreachable(params.verb);
  }
}

function enrolmentOf(ctx: WorkspaceCtx, campaignId: CampaignId, ids: readonly LeadId[]) {
  const [those] = conditionsOf(ctx, { ids });
  if (!those) throw new Error("ids are one condition");
  return ctx.hooks.one(leadsEnrolled)({ ...ctx, ...bySystem(ctx) }, campaignId, those);
}

/** What follows when all leads were looked at, and so many were changed. Safe to repeat. */
export async function finishBulk(
  ctx: WorkspaceCtx,
  { verb, campaign_id: campaignId }: BulkParams,
  changed: number,
): Promise<void> {
  if (verb !== "add_to_campaign") return;
  await (await enrolmentOf(ctx, given(campaignId), [])).afterwards(changed);
}

/** What the contract asks for with the verb. */
function given<T>(value: T | null): T {
  if (value === null) throw new AppError("not_found", "What the job needs is not there any more.");
  return value;
}
