import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { Expression } from "#modules/accounts/audit/audit-statement.ts";
import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, ListId, MailboxId } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { defaultsOf } from "./create-campaign.ts";
import { insertCampaign } from "./store.ts";

/** Makes the draft of a campaign for people who do not exist; `along` is written in its batch. */
export async function makeSampleCampaign(
  ctx: MemberCtx,
  values: {
    readonly name: string;
    readonly schedule: Schedule;
    readonly listIds: readonly ListId[];
  },
  steps: readonly TemplateText[],
  mailboxId: MailboxId,
  along: (campaignId: Expression) => Statement,
): Promise<CampaignId> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const row = await insertCampaign(
    ctx.db,
    {
      ...defaultsOf(await readSettings(ctx)),
      ...values,
      listIds: [...values.listIds],
      workspaceId,
      trackOpens: true,
      trackClicks: true,
      // A single bounce among twenty leads says nothing.
      bounceThresholdPct: 0,
      excludeOtherActiveCampaigns: false,
      maxPerDomainPerDay: 0,
      createdAt: now,
      updatedAt: now,
    },
    [mailboxId],
    steps,
    along,
  );
  return row.id;
}
