import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { visibleTo } from "./list-workspaces.ts";
import { selectVisible } from "./store.ts";

/** Every workspace that the caller may enter at this moment, with its name. One query. */
export const visibleWorkspaces = (
  ctx: CallerCtx,
): Promise<readonly { readonly workspaceId: WorkspaceId; readonly name: string }[]> =>
  selectVisible(ctx.install, visibleTo(ctx));
