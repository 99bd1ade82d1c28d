import type { SQL } from "drizzle-orm";
import { hook } from "#platform/ctx/hooks.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * SQL for whether a mailbox sends for an active campaign: then its warmup only maintains its
 * reputation.
 */
export const worksForCampaign = hook<(workspaceId: WorkspaceId, mailboxId: SQL) => SQL>(
  "warmup.works_for_campaign",
);
