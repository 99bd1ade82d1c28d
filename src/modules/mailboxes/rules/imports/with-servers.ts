import { presetOfSmtp } from "#modules/mailboxes/rules/preset-of.ts";
import type { MailPreset } from "#modules/mailboxes/rules/presets.ts";
import type { ReadRow } from "./read-row.ts";

/** Ports of submission with STARTTLS and of reading with TLS, where a row names a server alone. */
const SMTP_PORT = 587;
const IMAP_PORT = 993;

/**
 * The body that a row means: servers and ports that it leaves out are those of its provider, a
 * username is the address, and a tracking domain that is not the workspace's is left out. A row
 * without a server for reading only sends where its file has a column for one.
 */
export function withServers(
  row: ReadRow,
  found: MailPreset | null,
  tracking: string | null,
): Record<string, unknown> {
  const { imap_host, imap_port, imap_username, imap_password, imap_security, ...body } = row.body;
  const named = body["smtp_host"];
  const preset = typeof named === "string" ? presetOfSmtp(named.toLowerCase()) : found;
  const smtp = preset?.smtp;
  const guessed = named === undefined || !row.namesImap ? (preset?.imap ?? null) : null;
  const host = imap_host ?? guessed?.host;
  return {
    ...body,
    smtp_host: named ?? smtp?.host,
    smtp_port: body["smtp_port"] ?? (named === undefined ? smtp?.port : (smtp?.port ?? SMTP_PORT)),
    tracking_domain: body["tracking_domain"] === tracking ? (tracking ?? undefined) : undefined,
    ...(host !== undefined && {
      imap_host: host,
      imap_port: imap_port ?? guessed?.port ?? IMAP_PORT,
      imap_username: imap_username ?? body["smtp_username"],
      imap_password,
      imap_security,
    }),
  };
}
