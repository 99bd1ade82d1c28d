import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { defaultsOf } from "./create-campaign.ts";
import { type CampaignValues, insertCampaign } from "./store.ts";

/** What of a campaign comes from another product. */
export type BroughtCampaign = Pick<
  CampaignValues,
  "dailyLimit" | "trackOpens" | "trackClicks" | "plainText" | "checkReply" | "tags"
> & {
  readonly name: string;
  /** Of the workspace's usual schedule. */
  readonly schedule: (usual: Schedule) => Schedule;
  readonly at: UnixMs;
  /** Whether a step can't be sent as it is: then it is a draft, else paused. */
  readonly needsLook: boolean;
  readonly from: string;
};

/** Makes a campaign that moves in with its steps, in one batch. Nothing of it is sent before it is started. */
export async function bringInCampaign(
  ctx: MemberCtx,
  { schedule, at, needsLook, from, ...values }: BroughtCampaign,
  steps: readonly TemplateText[],
  mailboxIds: readonly MailboxId[],
): Promise<CampaignId> {
  const { workspaceId } = ctx;
  const settings = await readSettings(ctx);
  const campaign = await insertCampaign(
    ctx.db,
    {
      ...defaultsOf(settings),
      ...values,
      // Leads that are here go on where they were: nobody is left out for being in two campaigns.
      excludeOtherActiveCampaigns: false,
      workspaceId,
      status: needsLook ? "draft" : "paused",
      pausedReason: needsLook ? null : "manual",
      schedule: schedule(settings.sending.default_schedule),
      createdAt: at,
      updatedAt: at,
    },
    mailboxIds,
    steps,
    (campaignId) =>
      auditStatement(ctx, {
        action: "campaign.moved_in",
        workspaceId,
        target: { type: "campaign", id: campaignId },
        details: { from },
      }),
  );
  return campaign.id;
}
