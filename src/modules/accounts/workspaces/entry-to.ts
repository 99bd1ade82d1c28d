import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { visibleTo } from "./list-workspaces.ts";
import { seesWorkspace } from "./store.ts";

/**
 * Whether the caller may enter a workspace that no path named: as the routes below
 * `/workspaces/:wid` judge it, where an unknown one looks forbidden to all but admins.
 */
export async function entryTo(
  ctx: CallerCtx,
  id: WorkspaceId,
): Promise<"allowed" | "forbidden" | "unknown"> {
  const visible = visibleTo(ctx);
  if (typeof visible === "object" && "only" in visible) {
    return visible.only === id ? "allowed" : "forbidden";
  }
  if (await seesWorkspace(ctx.install, visible, id)) return "allowed";
  return visible === "all" ? "unknown" : "forbidden";
}
