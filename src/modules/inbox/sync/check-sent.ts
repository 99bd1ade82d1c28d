import type { TendRequest } from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks, trackingSecrets } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import {
  FIRST_LOOK_MS,
  firstLookAfter,
  LAST_LOOK_MS,
} from "#modules/mailboxes/rules/sent-folder.ts";
import { later } from "#platform/rules/time.ts";
import { withoutTracking } from "#modules/inbox/rules/own-copy.ts";
import type { Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { confirmMail } from "#modules/inbox/replies/confirm-mail.ts";
import { confirmSent } from "#modules/campaigns/sends/confirm-sent.ts";
import { selectSendsByMessageIds } from "#modules/inbox/matching/match-store.ts";
import { serverMessageIdOf } from "#modules/delivery/rules/server-message-id.ts";
import { type LeftMail, selectLeftMails } from "./sent-store.ts";

/** In one call to the mail service: with their words, a few megabytes at most. */
const MAILS_PER_CALL = 20;
const SENT = "\\Sent";

/**
 * Looks into the Sent folder once what left is old enough that a server which files by itself has
 * done so: an `unknown` mail that lies there was sent, and a sent one that is
 * missing is put there, unless the mailbox keeps no copies. Answers until when it has looked, null
 * where the mailbox could not be asked: then the next sync looks for the same mails. Safe to repeat.
 */
export async function checkSent(ctx: WorkspaceCtx, mailbox: Reader): Promise<UnixMs | null> {
  const now = ctx.now();
  const from = firstLookAfter(mailbox.sentCheckedAt, now);
  const spanOf = (age: number) => ({ after: later(from, -age), until: later(now, -age) });
  const mails = await selectLeftMails(ctx.db, ctx.workspaceId, mailbox, {
    first: spanOf(FIRST_LOOK_MS),
    last: spanOf(LAST_LOOK_MS),
  });
  try {
    for (let i = 0; i < mails.length; i += MAILS_PER_CALL) {
      await look(ctx, mailbox, mails.slice(i, i + MAILS_PER_CALL));
    }
    return now;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    ctx.log("mailbox.sent_unchecked", { mailboxId: mailbox.id, code: cause.code }, "warn");
    return null;
  }
}

async function look(ctx: WorkspaceCtx, mailbox: Reader, mails: readonly LeftMail[]): Promise<void> {
  const { found, renamed = [] } = await ctx.mail.tend({
    imap: mailbox.imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
    acts: mails.map((mail) => actOf(mail, mailbox, trackingSecrets(ctx.settings))),
  });
  const proved = new Set(found);
  const others = new Map(renamed.map((one) => [one.message_id, one]));
  for (const mail of mails) {
    if (mail.state !== "unknown" || !proved.has(mail.messageId)) continue;
    const other = others.get(mail.messageId);
    if (other && (await isOfAnother(ctx, mail, other.server_message_id))) continue;
    const theirs = other ? serverMessageIdOf(other) : null;
    await runBatch(
      ctx.db,
      mail.send === null
        ? [confirmMail(ctx, mail.id, "sent_folder", theirs)]
        : confirmSent(ctx, { ...mail.send, state: mail.state }, "sent_folder", theirs),
    );
  }
}

/** What was found is known as another mail of ours, which only looks the same: that proves nothing. */
async function isOfAnother(ctx: WorkspaceCtx, mail: LeftMail, id: string): Promise<boolean> {
  const known = await selectSendsByMessageIds(ctx.db, ctx.workspaceId, [id]);
  return known.some((send) =>
    mail.send === null
      ? send.written !== mail.id
      : send.written !== null || send.id !== mail.send.id,
  );
}

type Act = TendRequest["acts"][number];

const knownBy = (mail: LeftMail): NonNullable<Act["replaced"]> => ({
  ...(mail.serverMessageId !== null && { server_message_id: mail.serverMessageId }),
  like: {
    to: [...mail.toEmails],
    subject: mail.subject,
    at: [mail.sentAt, mail.finishedAt ?? mail.sentAt],
  },
});

/** Without the tracking of its recipient: the sender reads this copy. */
function actOf(mail: LeftMail, mailbox: Reader, secrets: readonly string[]): Act {
  const act: Act = {
    message_id: mail.messageId,
    folders: [SENT],
    flags: [],
    move_to: null,
    ...(mailbox.givesOwnIds && { replaced: knownBy(mail) }),
  };
  // One with files is moved there from the drafts; without its files a copy would be another mail.
  if (mail.state === "unknown" || mail.attachments.length > 0) return act;
  const named = (address: string) => ({ address, name: "" });
  return {
    ...act,
    copy: {
      from: { address: mail.fromEmail, name: mail.fromName },
      to: mail.toEmails.map(named),
      cc: mail.ccEmails.map(named),
      reply_to: mail.replyTo,
      subject: mail.subject,
      message_id: mail.messageId,
      in_reply_to: mail.inReplyTo,
      references: [...mail.references],
      list_unsubscribe: null,
      headers: {},
      text: mail.text,
      html: mail.html === "" ? null : withoutTracking(mail.html, secrets),
      date: mail.sentAt,
    },
  };
}
