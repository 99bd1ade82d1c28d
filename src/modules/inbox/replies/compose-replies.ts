import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { Composed, Unclaimed } from "#modules/delivery/engine/kind.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { referencesOf } from "#modules/mailboxes/rules/own-servers.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { type LeasedMail, selectLeasedMails } from "./compose-store.ts";

/** Makes the mails of a lease as they were written. What may no longer be sent fails with its reason. */
export async function composeReplies(
  ctx: WorkspaceCtx,
  lease: string,
  ids: readonly number[],
): Promise<{ readonly composed: readonly Composed[] }> {
  const mails = await selectLeasedMails(ctx.db, ctx.workspaceId, lease, ids);
  if (mails.length === 0) return { composed: [] };
  const [senders, suppressed, byInstall] = await Promise.all([
    loadSenders(ctx, [...new Set(mails.map((mail) => mail.mailboxId))]),
    suppressedAmong(ctx, [...new Set(mails.filter((m) => !m.force).flatMap(recipientsOf))]),
    installSuppressedAmong(ctx, [...new Set(mails.flatMap(recipientsOf))]),
  ]);
  const composed = mails.map((mail): Composed => {
    const letter = { id: mail.id, messageId: mail.messageId };
    const fails = (detail: string): Composed => ({ as: "unsendable", letter, detail });
    const sender = senders.get(mail.mailboxId);
    if (!sender)
      return fails("The mailbox was deleted, or its password can no longer be decrypted.");
    if (mail.mailboxStatus === "disabled") return fails("The mailbox is disabled.");
    const barred = mail.force ? undefined : recipientsOf(mail).find((a) => suppressed.has(a));
    if (barred !== undefined) return fails("A recipient is suppressed.");
    if (recipientsOf(mail).some((a) => byInstall.has(a))) {
      return fails("The installation suppresses a recipient.");
    }
    return { as: "mail", letter, mail: compose(ctx, mail, sender) };
  });
  return { composed };
}

const recipientsOf = (mail: LeasedMail): string[] => [...mail.to, ...mail.cc, ...mail.bcc];

function compose(ctx: WorkspaceCtx, mail: LeasedMail, sender: Sender): Unclaimed {
  const named = (address: string) => ({ address, name: "" });
  return {
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [...new Set(recipientsOf(mail))] },
    from: { address: sender.email, name: sender.fromName },
    to: mail.to.map(named),
    cc: mail.cc.map(named),
    reply_to: sender.replyTo,
    subject: mail.subject,
    message_id: mail.messageId,
    in_reply_to: mail.inReplyTo,
    references: referencesOf({ messageId: mail.messageId, ancestors: mail.references }, sender),
    list_unsubscribe: null,
    headers: {},
    text: mail.text,
    html: mail.html === "" ? null : mail.html,
    date: ctx.now(),
  };
}
