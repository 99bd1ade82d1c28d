import { AppError } from "#platform/rules/errors.ts";

/** The IMAP fields of a body; null and absent are the same. */
export type ImapFields = {
  readonly imap_host?: string | null | undefined;
  readonly imap_port?: number | null | undefined;
  readonly imap_username?: string | null | undefined;
  readonly imap_password?: string | null | undefined;
};

/** All four IMAP fields, or none of them: a mailbox that only sends. Throws `validation_failed` in between. */
export function completeImap(
  fields: ImapFields,
): { host: string; port: number; username: string; password: string } | null {
  const {
    imap_host: host,
    imap_port: port,
    imap_username: username,
    imap_password: password,
  } = fields;
  if (host && port && username && password) return { host, port, username, password };
  const given = {
    imap_host: host,
    imap_port: port,
    imap_username: username,
    imap_password: password,
  };
  const missing = Object.entries(given).filter(([, value]) => !value);
  if (missing.length === 4) return null;
  throw new AppError(
    "validation_failed",
    "Enter all IMAP fields, or none for a mailbox that only sends.",
    {
      errors: missing.map(([path]) => ({
        path,
        code: "required",
        message: "Required for reading email.",
      })),
    },
  );
}
