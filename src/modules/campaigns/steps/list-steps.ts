import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { selectStepsOfCampaign, type StepRow } from "./steps-store.ts";

/** The steps of a campaign in order. */
export const listSteps = (ctx: WorkspaceCtx, id: CampaignId): Promise<StepRow[]> =>
  selectStepsOfCampaign(ctx.db, ctx.workspaceId, id);
