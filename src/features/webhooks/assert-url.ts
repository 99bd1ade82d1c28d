import type { WorkspaceCtx } from "#core/ctx.ts";
import { allowsPrivateNetworks } from "#core/settings.ts";
import { invalidField } from "#domain/errors.ts";
import { refuseUrl } from "#domain/net/url-guard.ts";

/** Throws `validation_failed` for a URL that webhooks may not call (threat 15, contract 2.10). */
export function assertUrl(ctx: WorkspaceCtx, url: string): void {
  const refusal = refuseUrl(url, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refusal) throw invalidField("url", refusal.code, refusal.message);
}
