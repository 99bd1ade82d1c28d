import { actionsOfClient } from "#platform/access/switches.ts";
import type { Caller, CallerCtx } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { selectWorkspace } from "./store.ts";

/**
 * The caller as a workspace that no path named limits them: outside of one, a client may what any of
 * their workspaces gives.
 */
export async function callerInside(ctx: CallerCtx, id: WorkspaceId): Promise<Caller> {
  const { caller } = ctx;
  if (caller.byKey || caller.role !== "client") return caller;
  const row = await selectWorkspace(ctx.install, id);
  return { ...caller, only: new Set(actionsOfClient(row?.clientSwitches ?? [])) };
}
