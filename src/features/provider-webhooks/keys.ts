import { type Deps, inWorkspace, type WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import type { WorkspaceId } from "#domain/ids.ts";
import type { Provider } from "#domain/providers/notice.ts";
import { deleteKey, selectKeys, upsertKey } from "./keys-store.ts";

const placeOf = (ctx: WorkspaceCtx): string => `provider_keys:key:${ctx.workspaceId}`;

/**
 * The statement that takes a workspace's own key for a provider's notices, for the batch that tells
 * of it; the key replaces an older one and is sealed. For SES the ARN
 * of its topic, or several by comma; SendGrid's public key; Mailgun's signing key; a secret for
 * Postmark; Resend's `whsec_...`.
 */
export async function keyStatements(
  ctx: WorkspaceCtx,
  provider: Provider,
  key: string,
): Promise<readonly Statement[]> {
  const sealed = await ctx.vault.seal(key, placeOf(ctx));
  return [upsertKey(ctx.db, ctx.workspaceId, provider, sealed, ctx.now())];
}

/** The statement after which notices that were signed with the workspace's key are refused. */
export const forgetKeyStatement = (ctx: WorkspaceCtx, provider: Provider): Statement =>
  deleteKey(ctx.db, ctx.workspaceId, provider);

/** The keys of workspaces; one that cannot be opened is left out and told to the log. */
export async function workspaceKeys(
  deps: Deps,
  provider: Provider,
): Promise<readonly { readonly workspaceId: WorkspaceId; readonly key: string }[]> {
  const opened = await Promise.all(
    (await selectKeys(deps.db, provider)).map(async ({ workspaceId, key: sealed }) => {
      const ctx = inWorkspace(deps, workspaceId);
      try {
        return [{ workspaceId, key: await ctx.vault.open(sealed, placeOf(ctx)) }];
      } catch {
        deps.log("provider_key.unreadable", { workspaceId, provider }, "error");
        return [];
      }
    }),
  );
  return opened.flat();
}
