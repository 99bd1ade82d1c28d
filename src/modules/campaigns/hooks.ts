import type { Column, SQL } from "drizzle-orm";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { hook } from "#platform/ctx/hooks.ts";

/** Columns that name a lead in a campaign. */
export type EnrolmentKey = Readonly<Record<"workspaceId" | "campaignId" | "leadId", Column>>;

/** What the lead has made of the campaign: an expression for the status of their conversation, null while there is none. */
export const enrolmentInterest = hook<(of: EnrolmentKey) => SQL<ThreadStatus | null>>(
  "campaigns.enrolment_interest",
);
