import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { InstallSeedId, MailboxId } from "#platform/rules/ids.ts";

/** How a seed is called: a mailbox of the workspace, or one of the installation. */
export const seedOfMailbox = (id: MailboxId): string => `mailbox:${id}`;
export const seedOfInstall = (id: InstallSeedId): string => `install:${id}`;

/** Which one it is; null for anything else. */
export function readSeedName(
  name: OutsideText,
):
  | { readonly mailboxId: MailboxId; readonly installId: null }
  | { readonly mailboxId: null; readonly installId: InstallSeedId }
  | null {
  const [, source, digits] = /^(mailbox|install):(\d{1,15})$/.exec(name.slice(0, 40)) ?? [];
  if (source === undefined) return null;
  // Branded by which table its name says that it is of.
  return source === "mailbox"
    ? { mailboxId: Number(digits) as MailboxId, installId: null }
    : { mailboxId: null, installId: Number(digits) as InstallSeedId };
}
