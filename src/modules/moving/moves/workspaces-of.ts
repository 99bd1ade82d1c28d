import { selectMoveCampaigns } from "#modules/moving/bringing/campaign-store.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { findMove } from "./access.ts";

/**
 * The workspaces in which these campaigns of a move send. Campaigns are what a caller gave: those
 * that the move does not know send nowhere. Throws `not_found`.
 */
export async function workspacesOfCampaigns(
  ctx: CallerCtx,
  id: unknown,
  campaigns: unknown,
): Promise<WorkspaceId[]> {
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return [];
  // Checked by the rows.
  const move = await findMove(ctx, id as MoveId);
  const asked = new Set<unknown>(Array.isArray(campaigns) ? campaigns : []);
  const own = (await selectMoveCampaigns(ctx.install, move.id)).filter(({ ref }) => asked.has(ref));
  return [
    ...new Set(own.flatMap(({ workspaceId }) => (workspaceId === null ? [] : [workspaceId]))),
  ];
}
