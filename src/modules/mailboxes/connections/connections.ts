import type { Connection } from "#platform/wire/companion.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import { openPassword } from "./passwords.ts";
import type { MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";

/** The two ways into a mailbox, passwords open: not to be logged or kept. */
export type Connections = { readonly smtp: Connection; readonly imap: Connection | null };

/** Opens a stored mailbox's connections. Throws when a password cannot be opened. */
export async function connectionsOf(ctx: WorkspaceCtx, row: MailboxRow): Promise<Connections> {
  return {
    smtp: {
      host: row.smtpHost,
      port: row.smtpPort,
      security: row.smtpSecurity,
      username: row.smtpUsername,
      password: await openPassword(ctx, "smtp_password", row.smtpPassword),
    },
    imap: await imapConnectionOf(ctx, row),
  };
}

/** The IMAP side alone; null for a mailbox that only sends. */
export async function imapConnectionOf(
  ctx: WorkspaceCtx,
  row: MailboxRow,
): Promise<Connection | null> {
  const { imapHost, imapPort, imapUsername, imapPassword } = row;
  if (!imapHost || !imapPort || imapUsername === null || imapPassword === null) return null;
  return {
    host: imapHost,
    port: imapPort,
    security: row.imapSecurity,
    username: imapUsername,
    password: await openPassword(ctx, "imap_password", imapPassword),
  };
}

/**
 * Refuses hosts and ports that this install may not dial: 422, before anything is dialled.
 */
export function assertMayDial(
  ctx: WorkspaceCtx,
  side: "smtp" | "imap",
  host: string,
  port: number,
): void {
  const refusal = refuseMailHost(host, port, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refusal) throw invalidField(`${side}_${refusal.field}`, refusal.code, refusal.message);
}
