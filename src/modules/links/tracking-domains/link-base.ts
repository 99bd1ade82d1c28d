import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectVerifiedHost } from "./store.ts";

/** Where a workspace's links lead: its verified tracking domain, else the install itself. Never what a request says. */
export async function workspaceLinkBase(ctx: WorkspaceCtx): Promise<string> {
  const host = await selectVerifiedHost(ctx.db, ctx.workspaceId);
  return host === null ? ctx.settings.BASE_URL : `https://${host}`;
}
