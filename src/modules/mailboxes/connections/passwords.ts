import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

/** The two secrets of a mailbox, by column. */
export type PasswordColumn = "smtp_password" | "imap_password";

const placeOf = (ctx: WorkspaceCtx, column: PasswordColumn): string =>
  `mailboxes:${column}:${ctx.workspaceId}`;

/** Seals a mailbox's password for its column; a copy in another column or workspace cannot be opened. */
export const sealPassword = (
  ctx: WorkspaceCtx,
  column: PasswordColumn,
  plain: string,
): Promise<string> => ctx.vault.seal(plain, placeOf(ctx, column));

/** Opens a sealed password. Throws when its key is gone from VAULT_KEYS or the value was tampered with. */
export const openPassword = (
  ctx: WorkspaceCtx,
  column: PasswordColumn,
  sealed: string,
): Promise<string> => ctx.vault.open(sealed, placeOf(ctx, column));
