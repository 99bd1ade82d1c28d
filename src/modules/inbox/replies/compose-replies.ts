import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { Composed, Unclaimed } from "#modules/delivery/engine/kind.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { referencesOf } from "#modules/mailboxes/rules/own-servers.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectDrafts } from "#modules/inbox/attachments/drafts-store.ts";
import { filesOf } from "#modules/inbox/attachments/files-of.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { type LeasedMail, selectLeasedMails } from "./compose-store.ts";

/** Files of the mails that are handed over together; one mail may be larger. */
const MAX_LEASE_BYTES = 10 * 1024 * 1024;
/** A mailbox that can't be read for so long is looked at by a person. */
const OVERDUE_MS = HOUR_MS;
const UNREADABLE = "The mailbox that has the attached files could not be read for an hour.";
const isOverdue = (ctx: WorkspaceCtx, mail: LeasedMail): boolean =>
  ctx.now() - Math.max(mail.createdAt, mail.sendAt ?? 0) > OVERDUE_MS;

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
  const drafts = await selectDrafts(
    ctx.db,
    ctx.workspaceId,
    mails.filter(({ attachments }) => attachments.length > 0).map(({ messageId }) => messageId),
  );
  let room = MAX_LEASE_BYTES;
  const composed: Composed[] = [];
  const composeOne = async (mail: LeasedMail): Promise<Composed> => {
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
    if (mail.attachments.length === 0)
      return { as: "mail", letter, mail: compose(ctx, mail, sender) };
    const size = mail.attachments.reduce((sum, file) => sum + file.size, 0);
    if (size > room && room < MAX_LEASE_BYTES) return { as: "away", letter };
    room -= size;
    const files = await filesOf(ctx, mail, drafts.get(mail.messageId));
    if (files.as === "gone") return fails(files.detail);
    if (files.as === "away")
      return isOverdue(ctx, mail) ? fails(UNREADABLE) : { as: "away", letter };
    return {
      as: "mail",
      letter,
      mail: { ...compose(ctx, mail, sender), attachments: files.files },
    };
  };
  // One after the other: files of many mails at a time would not fit into memory.
  for (const mail of mails) composed.push(await composeOne(mail));
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
