import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { linkedFileUrl, refuseLink } from "#modules/leads/rules/import-links/file-url.ts";

const placeOf = (ctx: WorkspaceCtx): string => `import_links:url:${ctx.workspaceId}`;

/** Seals the address of a link; a copy in another workspace cannot be opened. */
export const sealUrl = (ctx: WorkspaceCtx, url: string): Promise<string> =>
  ctx.vault.seal(url, placeOf(ctx));

/** Opens it. Throws when its key is gone from VAULT_KEYS or the value was changed. */
export const openUrl = (ctx: WorkspaceCtx, sealed: string): Promise<string> =>
  ctx.vault.open(sealed, placeOf(ctx));

/** The address of the file that somebody means. Throws `validation_failed` for one that may not be fetched. */
export function meantUrl(ctx: WorkspaceCtx, given: string): string {
  const rules = { allowPrivate: allowsPrivateNetworks(ctx.settings) };
  const refusal = refuseLink(given, rules) ?? refuseLink(linkedFileUrl(given), rules);
  if (refusal) throw invalidField("url", refusal.code, refusal.message);
  return linkedFileUrl(given);
}
