import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type {
  CampaignVersion,
  CampaignVersionDetail,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { actorsOf, presentContent, presentVersion } from "./present.ts";
import { selectVersion, selectVersions, type VersionRow } from "./versions-store.ts";

/** What was published of a campaign, newest first. Throws `not_found`. */
export async function listVersions(
  ctx: WorkspaceCtx,
  id: CampaignId,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<{ data: CampaignVersion[]; next: number | null }> {
  await findCampaign(ctx, id);
  const [rows, newest] = await Promise.all([
    selectVersions(ctx.db, ctx.workspaceId, id, before, limit + 1),
    newestOf(ctx, id),
  ]);
  const page = rows.slice(0, limit);
  const actor = await actorsOf(ctx, page);
  return {
    data: page.map((row) => presentVersion(row, actor(row), row.version === newest)),
    next: rows.length > limit ? (page.at(-1)?.version ?? null) : null,
  };
}

async function newestOf(ctx: WorkspaceCtx, id: CampaignId): Promise<number | null> {
  const [row] = await selectVersions(ctx.db, ctx.workspaceId, id, null, 1);
  return row?.version ?? null;
}

/** One version with what it says. Throws `not_found`. */
export async function readPublishedVersion(
  ctx: WorkspaceCtx,
  id: CampaignId,
  version: number,
): Promise<CampaignVersionDetail> {
  const row = await findVersion(ctx, id, version);
  const [actor, newest] = await Promise.all([actorsOf(ctx, [row]), newestOf(ctx, id)]);
  const summary = { ...row, steps: row.content?.steps.length ?? null };
  return {
    ...presentVersion(summary, actor(row), version === newest),
    content: presentContent(id, row.content),
  };
}

/** A version of a campaign. Throws `not_found` for either. */
export async function findVersion(
  ctx: WorkspaceCtx,
  id: CampaignId,
  version: number,
): Promise<VersionRow> {
  await findCampaign(ctx, id);
  const row = await selectVersion(ctx.db, ctx.workspaceId, id, version);
  if (!row) throw notFound("version");
  return row;
}
