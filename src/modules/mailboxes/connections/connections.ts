import type { Connection } from "#platform/wire/companion.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { Road } from "#modules/connections/rules/kinds.ts";
import { grantName } from "#modules/connections/rules/names.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { isSandbox } from "#platform/rules/mail/sandbox.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import { openPassword } from "./passwords.ts";
import type { MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";

/** The two ways into a mailbox, passwords open: not to be logged or kept. */
export type Connections = { readonly smtp: Connection; readonly imap: Connection | null };

/** Opens a stored mailbox's connections. Throws when a password cannot be opened. */
export async function connectionsOf(ctx: WorkspaceCtx, row: MailboxRow): Promise<Connections> {
  return { smtp: await smtpConnectionOf(ctx, row), imap: await imapConnectionOf(ctx, row) };
}

/** The SMTP side alone. Throws when the password cannot be opened. */
export async function smtpConnectionOf(ctx: WorkspaceCtx, row: MailboxRow): Promise<Connection> {
  return {
    host: row.smtpHost,
    port: row.smtpPort,
    security: row.smtpSecurity,
    username: row.smtpUsername,
    ...(isSandbox(row)
      ? { password: "" }
      : row.grantId === null
        ? { password: await openPassword(ctx, "smtp_password", row.smtpPassword) }
        : sendingByGrant(ctx, row.grantId, row.road)),
  };
}

/** By SMTP with a token, or by the provider's API. */
const sendingByGrant = (ctx: WorkspaceCtx, grantId: GrantId, road: Road) => {
  const { password, oauth } = granted(ctx, grantId);
  return { password, oauth: { ...oauth, ...(road === "api" && { api: true as const }) } };
};

/** The mail service asks for a token of the grant at each log-in. */
const granted = ({ workspaceId }: WorkspaceCtx, grantId: GrantId) => ({
  password: "",
  oauth: { grant: grantName(workspaceId, grantId), generation: 0 },
});

/** The IMAP side alone; null for a mailbox that only sends. */
export async function imapConnectionOf(
  ctx: WorkspaceCtx,
  row: MailboxRow,
): Promise<Connection | null> {
  const { imapHost, imapPort, imapUsername, imapPassword } = row;
  if (!imapHost || !imapPort || imapUsername === null) return null;
  const server = {
    host: imapHost,
    port: imapPort,
    security: row.imapSecurity,
    username: imapUsername,
  };
  if (row.grantId !== null) return { ...server, ...granted(ctx, row.grantId) };
  if (imapPassword === null) return null;
  return { ...server, password: await openPassword(ctx, "imap_password", imapPassword) };
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
