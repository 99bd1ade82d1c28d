import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { deleteKey, selectProviderKeys, upsertKey } from "./keys-store.ts";

const placeOf = (ctx: WorkspaceCtx): string => `provider_keys:key:${ctx.workspaceId}`;

/**
 * The statement that takes a workspace's own key for a provider's notices, for the batch of the
 * connection; the key replaces an older one, which is good for another day, and is sealed. For SES
 * the ARN of its topic, or several by comma; SendGrid's public key; Mailgun's signing key; a secret
 * for Postmark; Resend's `whsec_...`.
 */
export async function keyStatements(
  ctx: WorkspaceCtx,
  provider: NoticeProvider,
  key: string,
): Promise<readonly InstallStatement[]> {
  const sealed = await ctx.vault.seal(key, placeOf(ctx));
  return [upsertKey(ctx.install, ctx.workspaceId, provider, sealed, ctx.now())];
}

/** The statement after which notices that were signed with the workspace's key are refused. */
export const forgetKeyStatement = (ctx: WorkspaceCtx, provider: NoticeProvider): InstallStatement =>
  deleteKey(ctx.install, ctx.workspaceId, provider);

/** Keys that one call is tried with, at most: of any address, and of one that fails much. */
const MAX_KEYS = { all: 1_000, few: 20 } as const;
/** Workspaces whose keys fitted last, the newest first. */
const fitting = new Map<NoticeProvider, readonly (WorkspaceId | 0)[]>();

/** Has this workspace's key tried among the first from now on. */
export function rememberFitting(provider: NoticeProvider, workspaceId: WorkspaceId | 0): void {
  const others = (fitting.get(provider) ?? []).filter((id) => id !== workspaceId);
  fitting.set(provider, [workspaceId, ...others].slice(0, MAX_KEYS.few));
}

/**
 * The keys of workspaces, the recently matching first; one that cannot be decrypted is left out and
 * logged.
 */
export async function workspaceKeys(
  deps: Deps,
  provider: NoticeProvider,
  many: keyof typeof MAX_KEYS,
): Promise<readonly { readonly workspaceId: WorkspaceId; readonly key: string }[]> {
  const first = fitting.get(provider) ?? [];
  const rows = await selectProviderKeys(deps.install, provider, first, MAX_KEYS[many]);
  const opened = await Promise.all(
    rows.flatMap(({ workspaceId, key, formerKey, formerUntil }) => {
      const isInGrace = formerKey !== null && (formerUntil ?? 0) > deps.now();
      return [key, ...(isInGrace ? [formerKey] : [])].map((one) => open(workspaceId, one));
    }),
  );
  return opened.flat();

  async function open(workspaceId: WorkspaceId, sealed: string) {
    const ctx = inWorkspace(deps, workspaceId);
    try {
      return [{ workspaceId, key: await ctx.vault.open(sealed, placeOf(ctx)) }];
    } catch {
      deps.log("provider_key.unreadable", { workspaceId, provider }, "error");
      return [];
    }
  }
}
