import type { SQL } from "drizzle-orm";
import { hook } from "#platform/ctx/hooks.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** SQL that tells whether a mailbox works for an active campaign: then its warmup only maintains it. */
export const worksForCampaign = hook<(workspaceId: WorkspaceId, mailboxId: SQL) => SQL>(
  "warmup.works_for_campaign",
);
