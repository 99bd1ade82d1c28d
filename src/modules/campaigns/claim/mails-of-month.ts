import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { utcMonth } from "#platform/rules/time.ts";
import { selectUsage, slotName, type UsageSlot } from "./capacity-store.ts";

/** Where a workspace's mails of a calendar month (UTC) are counted. */
export const monthSlot = (workspaceId: WorkspaceId, at: UnixMs): UsageSlot => ({
  workspaceId,
  scope: "month",
  key: "",
  day: utcMonth(at),
});

/** What campaigns of the workspace have sent in this month, what is on its way included. */
export async function mailsOfMonth(
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
): Promise<number> {
  const slot = monthSlot(ctx.workspaceId, ctx.now());
  return (await selectUsage(ctx.db, [slot])).get(slotName(slot)) ?? 0;
}
