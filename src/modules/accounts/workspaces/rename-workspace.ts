import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { copyWorkspace, uncopied } from "./copy-workspace.ts";
import { renameRow } from "./store.ts";

/** Gives the workspace another name, in the install and where it lies. */
export async function renameWorkspace(ctx: WorkspaceCtx, name: string): Promise<void> {
  const row = await renameRow(
    ctx.install,
    ctx.workspaceId,
    name,
    ctx.now(),
    uncopied(ctx, { id: ctx.workspaceId }),
  );
  if (row) await copyWorkspace(ctx, row);
}
