import type { Column, SQL } from "drizzle-orm";
import type { RuleStatus } from "#modules/campaigns/rules/follow-ups/rule.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** Columns that name a lead in a campaign. */
export type EnrolmentKey = Readonly<Record<"workspaceId" | "campaignId" | "leadId", Column>>;

/** What else is wrong with a campaign before it starts: warnings that keep nothing back. */
export const campaignChecks =
  hook<
    (
      ctx: WorkspaceCtx,
      campaign: { readonly id: CampaignId; readonly unsubscribeHeader: boolean },
    ) => Promise<readonly { readonly code: string; readonly message: string }[]>
  >("campaigns.checks");

/** What the lead has made of the campaign: an expression for the status of their conversation, null while there is none. */
export const enrolmentInterest = hook<(of: EnrolmentKey) => SQL<ThreadStatus | null>>(
  "campaigns.enrolment_interest",
);

/** A campaign that waits until what another product reported of its leads is stored. */
export type BehindMove = {
  readonly workspaceId: WorkspaceId;
  readonly campaignId: CampaignId;
  /** How the product is called. */
  readonly product: string;
};

/** Campaigns of the whole install whose leads may have opted out elsewhere, and that is not stored yet. */
export const campaignsBehindMove =
  hook<(deps: Pick<Deps, "install">) => Promise<readonly BehindMove[]>>("campaigns.behind_move");

/** Changes the conversations of leads in a campaign, where there are any; repeating it changes nothing. */
export const followUpThreads = hook<
  (
    ctx: WorkspaceCtx,
    of: { readonly campaignId: CampaignId; readonly ids: readonly LeadId[] },
    change: { readonly status: RuleStatus } | { readonly assignedTo: UserId },
  ) => readonly Statement[]
>("campaigns.follow_up_threads");
