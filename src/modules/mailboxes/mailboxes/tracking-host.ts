import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { ownTrackingHost } from "#modules/links/tracking-domains/own-host.ts";

/** Throws `validation_failed` for a tracking domain that is not the workspace's. */
export async function assertOwnHost(
  ctx: WorkspaceCtx,
  host: string | null | undefined,
): Promise<void> {
  if (host === null || host === undefined) return;
  if ((await ownTrackingHost(ctx))?.host === host) return;
  throw invalidField(
    "tracking_domain",
    "not_own_domain",
    "Set it as the tracking domain of the workspace first. Its DNS records prove that it is yours.",
  );
}
