import type { WorkspaceCtx } from "#core/ctx.ts";
import { selectWorkspaceName } from "./store.ts";

/** What recipients know the workspace by; a neutral word once it is gone. */
export const senderName = async (ctx: WorkspaceCtx): Promise<string> =>
  (await selectWorkspaceName(ctx.db, ctx.workspaceId)) || "this sender";
