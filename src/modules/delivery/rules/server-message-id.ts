import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";

/** What may be between angle brackets in a header of ours. */
const HEADER_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{3,250}$/;

/** Whether a Message-ID from outside, without angle brackets, may stand in a header of ours. */
export const fitsHeader = (id: OutsideText): boolean => HEADER_ID.test(id);

/**
 * The Message-ID, without angle brackets, that a server gave a mail in place of ours; null where it
 * reported none, or none that an answer could name.
 */
export const serverMessageIdOf = (
  result: Outside<{
    readonly message_id: string;
    readonly server_message_id?: string | undefined;
  }>,
): string | null => {
  const { message_id: own, server_message_id: id } = result;
  return id !== undefined && id !== own && fitsHeader(id) ? id : null;
};

/** The Message-IDs of a mail that left: ours, and the one that its server gave it instead. */
export type SentIds = { readonly messageId: string; readonly serverMessageId: string | null };

/** Both, ours first: for References. */
export const sentIdsOf = ({ messageId, serverMessageId }: SentIds): string[] =>
  serverMessageId === null ? [messageId] : [messageId, serverMessageId];

/** Both as In-Reply-To has them, separated by a space: the server's first, since its recipient knows that. */
export const inReplyToOf = (mail: SentIds): string => sentIdsOf(mail).reverse().join(" ");

/** The one of ours in such an In-Reply-To. */
export const ownIdIn = (inReplyTo: string): string => inReplyTo.split(" ").at(-1) ?? inReplyTo;
