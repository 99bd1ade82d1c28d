import { readGrants } from "#modules/connections/tokens/grants.ts";
import type { UpdateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";

/**
 * A mailbox of an organisation keeps its user names: the organisation's token may open every mailbox that it has,
 * and the workspace was granted this one. Throws `validation_failed` for another name. With a password the mailbox
 * signs in by that, under any name.
 */
export async function assertGrantedNames(
  ctx: WorkspaceCtx,
  { grantId, smtpUsername, imapUsername }: MailboxRow,
  body: UpdateMailboxBody,
): Promise<void> {
  if (grantId === null || body.smtp_password !== undefined) return;
  const stored = { smtp_username: smtpUsername, imap_username: imapUsername };
  const names = ["smtp_username", "imap_username"] as const;
  const changed = names.filter((name) => body[name] != null && body[name] !== stored[name]);
  if (changed.length === 0) return;
  const grant = (await readGrants(ctx, [grantId])).get(grantId);
  if (grant?.kind !== "organisation") return;
  for (const name of changed) {
    if (body[name] === grant.account) continue;
    const message = `This mailbox signs in by its organisation, as ${grant.account}. Connect another address by itself.`;
    throw invalidField(name, "not_granted", message);
  }
}
