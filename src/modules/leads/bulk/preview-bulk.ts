import { selectNewest, selectSome } from "#modules/leads/choices/choice-store.ts";
import { chosen } from "#modules/leads/choices/chosen.ts";
import { countChoice } from "#modules/leads/choices/count-choice.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import type { BulkBody, BulkPreview } from "#modules/leads/contract/bulk.ts";
import { usesOf } from "#modules/leads/deletion/preview-lead-deletion.ts";
import { leadsEnrolled } from "#modules/leads/hooks.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectTagNamed } from "#modules/leads/tags/store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { listed, selectNumber, tagged, tagless, unlisted } from "./act-store.ts";
import { assertMayDoBulk } from "./verb-actions.ts";

/** Leads that are looked at one by one, as many as lists count. */
const LEADS_COUNTED = 10_000;

/** What bulk work would do, to show it before. Changes nothing. Throws as the work would. */
export async function previewBulk(ctx: MemberCtx, body: BulkBody): Promise<BulkPreview> {
  const { db, workspaceId } = ctx;
  assertMayDoBulk(ctx, body.verb);
  for (const id of [body.list_id, body.from_list_id]) if (id !== undefined) await findList(ctx, id);
  const filter = await chosen(ctx, body.choice);
  const upTo = body.up_to_id ?? (await selectNewest(db, workspaceId));
  const found = await selectSome(
    db,
    workspaceId,
    conditionsOf(ctx, filter),
    upTo,
    LEADS_COUNTED + 1,
  );
  const those = found.slice(0, LEADS_COUNTED);
  const ids = those.map(({ id }) => id);
  const emails = those.map(({ email }) => email);
  const [counted, suppressed, uses, outcomes] = await Promise.all([
    found.length > LEADS_COUNTED
      ? countChoice(ctx, filter)
      : { count: those.length, estimated: false },
    suppressedAmong(ctx, emails),
    usesOf(ctx, ids),
    body.campaign_id === undefined ? null : outcomesOf(ctx, body.campaign_id, ids),
  ]);
  return {
    dry_run: true,
    verb: body.verb,
    total: Math.max(counted.count, those.length),
    estimated: counted.estimated,
    leads: those.length,
    unchanged: outcomes
      ? those.length - (outcomes["added"] ?? 0)
      : body.verb === "suppress"
        ? suppressed.size
        : await unchangedAmong(ctx, body, ids),
    suppressed: suppressed.size,
    in_sequence: uses.in_sequence,
    campaigns: uses.campaigns,
    threads: uses.threads,
    outcomes,
    up_to_id: upTo,
  };
}

/** How many leads are already as the verb leaves them. */
async function unchangedAmong(
  { db, workspaceId }: MemberCtx,
  { verb, tag, list_id: listId, from_list_id: fromId }: BulkBody,
  ids: readonly LeadId[],
): Promise<number> {
  if (tag !== undefined) {
    const row = await selectTagNamed(db, workspaceId, tag);
    if (!row) return verb === "tag" ? 0 : ids.length;
    const isThere = verb === "tag" ? tagged : tagless;
    return selectNumber(db, isThere(workspaceId, row.id, ids));
  }
  if (fromId !== undefined) {
    return selectNumber(db, unlisted(workspaceId, fromId, ids));
  }
  return listId === undefined ? 0 : selectNumber(db, listed(workspaceId, listId, ids));
}

/** What would become of each lead in a campaign. Throws `not_found` for a foreign one. */
async function outcomesOf(
  ctx: MemberCtx,
  campaignId: CampaignId,
  ids: readonly LeadId[],
): Promise<Record<string, number>> {
  const [those] = conditionsOf(ctx, { ids });
  if (!those) return {};
  const { outcomes } = await ctx.hooks.one(leadsEnrolled)(ctx, campaignId, those);
  const [rows] = (await runBatch(ctx.db, [outcomes])) as [{ outcome: string }[]];
  const counts: Record<string, number> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Throws `not_found` for a campaign that is not here. */
export const assertCampaign = (ctx: MemberCtx, campaignId: CampaignId): Promise<unknown> =>
  outcomesOf(ctx, campaignId, []);
