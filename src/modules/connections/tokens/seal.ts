import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

export type TokenColumn = "refresh_token" | "access_token" | "api_token";

const placeOf = (ctx: Pick<WorkspaceCtx, "workspaceId">, column: TokenColumn): string =>
  `mail_grants:${column}:${ctx.workspaceId}`;

/** Seals a token for its column; a copy in another column or workspace can't be opened. */
export const sealToken = (
  ctx: Pick<WorkspaceCtx, "vault" | "workspaceId">,
  column: TokenColumn,
  plain: string,
): Promise<string> => ctx.vault.seal(plain, placeOf(ctx, column));

/** Opens a sealed token: not to be logged or kept. Throws when its key is gone or it was changed. */
export const openToken = (
  ctx: Pick<WorkspaceCtx, "vault" | "workspaceId">,
  column: TokenColumn,
  sealed: string,
): Promise<string> => ctx.vault.open(sealed, placeOf(ctx, column));
