import type { UpdateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { isSample, isSandbox } from "#platform/rules/mail/sandbox.ts";

/** Throws `validation_failed` for an address of the sandbox's own: no server can have it. */
export function assertNotSample(email: string): void {
  if (!isSample(email)) return;
  throw invalidField(
    "email",
    "address_not_allowed",
    "This address is reserved for sample data. Enter the address of a real mailbox.",
  );
}

/** What decides where the mail of a mailbox goes. */
const SERVERS = [
  "email",
  "smtp_host",
  "smtp_port",
  "smtp_security",
  "smtp_username",
  "smtp_password",
  "imap_host",
  "imap_port",
  "imap_security",
  "imap_username",
  "imap_password",
  "road",
] as const satisfies readonly (keyof UpdateMailboxBody)[];

/**
 * Throws `invalid_state` for a change of what makes a mailbox the sandbox, and `validation_failed` for
 * an address of the sandbox's own on another mailbox. Values that stay the same pass.
 */
export function assertKindStays(row: MailboxRow, body: UpdateMailboxBody): void {
  if (body.email !== undefined && body.email !== row.email) assertNotSample(body.email);
  if (!isSandbox(row)) return;
  const stored: Partial<Record<(typeof SERVERS)[number], unknown>> = {
    email: row.email,
    smtp_host: row.smtpHost,
    smtp_port: row.smtpPort,
    smtp_security: row.smtpSecurity,
    smtp_username: row.smtpUsername,
    imap_host: row.imapHost,
    imap_port: row.imapPort,
    imap_security: row.imapSecurity,
    imap_username: row.imapUsername,
    road: row.road,
  };
  const isChanged = SERVERS.some((field) => {
    const given = body[field];
    return given !== undefined && given !== stored[field];
  });
  if (isChanged) throw noServer();
}

/** Throws `invalid_state` for a mailbox that has no server which could be asked. */
export function assertHasServer(row: MailboxRow): void {
  if (isSandbox(row)) throw noServer();
}

const noServer = (): AppError =>
  new AppError(
    "invalid_state",
    "This is a sandbox mailbox: it has no server, and nothing leaves Outrider. Add a real mailbox instead.",
  );
