/** The address that was written to, and the lead's own when it was changed since. */
export function addressesOf({
  toEmail,
  leadEmail,
}: {
  readonly toEmail: string;
  readonly leadEmail: string | null;
}): string[] {
  return [...new Set([toEmail, leadEmail ?? toEmail])];
}
