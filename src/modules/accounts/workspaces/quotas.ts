import type { Quotas } from "#modules/accounts/rules/quota.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectQuotas } from "./quotas-store.ts";

/** What admins allow the workspace. */
export const quotasOf = (ctx: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<Quotas> =>
  selectQuotas(ctx.db, ctx.workspaceId);
