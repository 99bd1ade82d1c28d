import type { MailboxDeletion } from "#modules/mailboxes/contract/mailboxes.ts";
import { mailboxUses } from "#modules/mailboxes/hooks.ts";
import { findMailbox } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";

const NO_USES: Omit<MailboxDeletion, "email"> = {
  campaigns: [],
  leads: 0,
  leads_handed_over: 0,
  scheduled_mails: 0,
  threads: 0,
};

/** What deleting a mailbox would do, so that a person knows before. Changes nothing. Throws `not_found`. */
export async function previewDeletion(ctx: WorkspaceCtx, id: MailboxId): Promise<MailboxDeletion> {
  const { email } = await findMailbox(ctx, id);
  const parts = await Promise.all(ctx.hooks.ask(mailboxUses).map((give) => give(ctx, id)));
  return parts.reduce<MailboxDeletion>((all, part) => ({ ...all, ...part }), { email, ...NO_USES });
}
