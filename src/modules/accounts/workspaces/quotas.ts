import type { QuotaName, Quotas } from "#modules/accounts/rules/quota.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectQuotas } from "./quotas-store.ts";

type QuotaCtx = Pick<WorkspaceCtx, "db" | "workspaceId">;

/** What admins allow the workspace. */
export const quotasOf = ({ db, workspaceId }: QuotaCtx): Promise<Quotas> =>
  selectQuotas(db, workspaceId);

/** One of them; null for no quota. */
export async function quotaOf(ctx: QuotaCtx, name: QuotaName): Promise<number | null> {
  const quotas = await quotasOf(ctx);
  return quotas[name];
}
