import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { checkHost } from "./check-host.ts";
import { selectOwn, selectVerifiedHost, type TrackingRow } from "./store.ts";

/** The workspace's tracking host with its state; null without one. */
export const ownTrackingHost = (
  ctx: Pick<WorkspaceCtx, "install" | "workspaceId">,
): Promise<TrackingRow | null> => selectOwn(ctx.install, ctx.workspaceId);

/** Checks the workspace's tracking host now; no record without one. */
export async function verifyTrackingHost(ctx: WorkspaceCtx): Promise<RecordCheck[]> {
  const row = await selectOwn(ctx.install, ctx.workspaceId);
  return row ? checkHost(ctx, row) : [];
}

/** Where a workspace's links lead: its verified tracking domain, else the install itself. Never what a request says. */
export async function workspaceLinkBase(ctx: WorkspaceCtx): Promise<string> {
  const host = await selectVerifiedHost(ctx.install, ctx.workspaceId);
  return host === null ? ctx.settings.BASE_URL : `https://${host}`;
}
