import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

const placeOf = (ctx: WorkspaceCtx): string => `webhooks:secret:${ctx.workspaceId}`;

/** Seals a signing secret; a copy in another column or workspace cannot be opened. */
export const sealSecret = (ctx: WorkspaceCtx, plain: string): Promise<string> =>
  ctx.vault.seal(plain, placeOf(ctx));

/** Opens a signing secret. Throws when its key is gone from VAULT_KEYS or the value was tampered with. */
export const openSecret = (ctx: WorkspaceCtx, sealed: string): Promise<string> =>
  ctx.vault.open(sealed, placeOf(ctx));
