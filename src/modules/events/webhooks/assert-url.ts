import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";

/** Throws `validation_failed` for a URL that webhooks may not call. */
export function assertUrl(ctx: WorkspaceCtx, url: string): void {
  const refusal = refuseUrl(url, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refusal) throw invalidField("url", refusal.code, refusal.message);
}
