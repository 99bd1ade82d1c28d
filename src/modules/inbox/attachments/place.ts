import type { MailPlace } from "#platform/wire/attachments.ts";
import type { MessageRow } from "#modules/inbox/threads/store.ts";

/** Where a message lies in its mailbox: one of ours among the drafts until it has left. */
export function mailPlaceOf({ message, mail }: Pick<MessageRow, "message" | "mail">): MailPlace {
  if (message.direction === "inbound") {
    return {
      message_id: message.messageId === "" ? null : message.messageId,
      folder: message.folder ?? "INBOX",
      uid_validity: message.uidValidity,
      uid: message.uid,
    };
  }
  const isSent = mail === null || mail.state === "sent" || mail.state === "unknown";
  return {
    message_id: (isSent ? mail?.serverMessageId : null) ?? message.messageId,
    folder: isSent ? "\\Sent" : "\\Drafts",
    uid_validity: null,
    uid: null,
  };
}
