import {
  changeMoveCampaign,
  type MoveCampaignRow,
  selectMoveCampaigns,
} from "#modules/moving/bringing/campaign-store.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { MoveCampaign, MoveCampaignBody } from "#modules/moving/contract/moves.ts";
import { findMove } from "#modules/moving/moves/access.ts";
import { waitAgain, waitForPlaces } from "#modules/moving/reading/found-store.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MoveId } from "#platform/rules/ids.ts";

/** Decides about a campaign; what is left out stays. `POST .../move` takes it over then. */
export async function changeCampaign(
  ctx: CallerCtx,
  id: MoveId,
  ref: string,
  body: MoveCampaignBody,
): Promise<MoveCampaign> {
  const move = await findMove(ctx, id);
  const row = await findCampaignOfMove(ctx, id, ref);
  if (body.unknown_places === "go_on" && (body.unknown_step ?? row.unknownStep) === null) {
    throw new AppError("validation_failed", "Say with which step these leads go on.", {
      errors: [{ path: "unknown_step", code: "required", message: "Enter the next step." }],
    });
  }
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "move.changed",
      workspaceId: move.workspaceId,
      target: { type: "move", id },
      details: { campaign: ref },
    }),
    changeMoveCampaign(ctx.install, id, ref, {
      ...(body.left_out !== undefined && { leftOut: body.left_out }),
      ...(body.time_zone !== undefined && { timeZone: body.time_zone }),
      ...(body.unknown_places !== undefined && { unknownPlaces: body.unknown_places }),
      ...(body.unknown_step !== undefined && { unknownStep: body.unknown_step }),
    }),
    waitForPlaces(ctx.install, id, ref),
    ...(row.campaignId === null ? [waitAgain(ctx.install, id, ["campaign"], [row.client])] : []),
  ]);
  return presentMoveCampaign(await findCampaignOfMove(ctx, id, ref));
}

async function findCampaignOfMove(
  ctx: CallerCtx,
  id: MoveId,
  ref: string,
): Promise<MoveCampaignRow> {
  const row = (await selectMoveCampaigns(ctx.install, id)).find((one) => one.ref === ref);
  if (!row) throw new AppError("not_found", "The move has found no such campaign.");
  return row;
}

export const presentMoveCampaign = (row: MoveCampaignRow): MoveCampaign => ({
  ref: row.ref,
  client: row.client,
  left_out: row.leftOut,
  time_zone: row.timeZone,
  unknown_places: row.unknownPlaces,
  unknown_step: row.unknownStep,
  workspace_id: row.workspaceId,
  campaign_id: row.campaignId,
  start: row.start,
  problem: row.problem,
});
