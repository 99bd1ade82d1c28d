import type { AssignmentRule, WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import type { SQL } from "drizzle-orm";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";

/** What the settings of a workspace show of its tracking domain, which is set elsewhere. */
export const trackingHostShown =
  hook<
    (
      ctx: WorkspaceCtx,
    ) => Promise<Pick<WorkspaceSettings["tracking"], "domain" | "status" | "cname_target" | "ssl">>
  >("settings.tracking_host");

/** How many leads a workspace has, as part of a statement: counted, not as its row keeps it. */
export const leadsCounted = hook<(workspaceId: WorkspaceId) => SQL<number>>("workspaces.leads");

/** Throws `validation_failed` for rules that give threads to nobody who could answer them. */
export const assignmentRulesChecked = hook<
  (ctx: MemberCtx, rules: readonly AssignmentRule[]) => Promise<void>
>("settings.assignment_rules");
