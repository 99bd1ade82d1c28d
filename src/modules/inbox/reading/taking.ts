import { createHash } from "node:crypto";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { Statement } from "#platform/db/db.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { MatchedBy } from "#modules/inbox/rules/match.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import type { MessageType } from "#modules/delivery/rules/message-types.ts";
import type { Reader } from "#modules/mailboxes/connections/open-reader.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import type { InboundMessage } from "./message-store.ts";

/** A mail on its way in: where it was read, what it says, and the cursor move that ends its batch. */
export type Taking = {
  readonly mailbox: Pick<Reader, "id" | "email">;
  readonly folder: string;
  readonly uidValidity: string;
  readonly mail: InboundMail;
  readonly received: ReceivedMail;
  readonly hash: string;
  readonly receivedAt: UnixMs;
  readonly cursor: Statement;
  /** It was routed here, past the mailbox's own server. */
  readonly isRouted?: boolean;
};

/** Kept of the text and of the HTML: a row of D1 holds 2 MB at most. */
const MAX_TEXT = 256 * 1024;
const MAX_HTML = 640 * 1024;

/** Database text: NUL and broken surrogates would not come back as they went in. */
const storable = (text: string, max: number): string =>
  text.slice(0, max).replaceAll("\0", "").toWellFormed();

/** SHA-256, hex, of the Message-ID; of headers and first 4 KB where there is none. */
export const dedupeHash = (mail: InboundMail): string =>
  mail.message_id === null || mail.message_id === ""
    ? mail.content_hash
    : createHash("sha256").update(mail.message_id).digest("hex");

/** When the server received it; a clock that runs ahead does not lead ours. */
export const receivedAt = (mail: InboundMail, now: UnixMs): UnixMs =>
  unixMs(Math.min(Math.max(0, Math.round(mail.received_at)), now));

/** The wire's mail as the rules see it. */
export const receivedMail = (mail: InboundMail): ReceivedMail => ({
  messageId: mail.message_id,
  inReplyTo: mail.in_reply_to,
  references: mail.references,
  from: mail.from,
  subject: mail.subject,
  text: mail.text,
  headers: mail.headers,
  calendar: mail.calendar,
  report: mail.report && {
    kind: mail.report.kind,
    action: mail.report.action,
    status: mail.report.status,
    diagnostic: mail.report.diagnostic,
    recipient: mail.report.recipient?.toLowerCase() ?? null,
    feedbackType: mail.report.feedback_type,
    originalMessageId: mail.report.original_message_id,
  },
});

/** The row of a mail that found its send. */
export const messageRowOf = (
  { mail, received, mailbox, ...taking }: Taking,
  send: MatchedSend,
  type: MessageType,
  matchedBy: MatchedBy,
): InboundMessage => ({
  mailboxId: mailbox.id,
  leadId: send.leadId,
  sendId: send.id,
  type,
  fromEmail: storable(mail.from?.address.toLowerCase() ?? "", 320),
  fromName: plainLine(mail.from?.name ?? "", 200),
  replyTo: replyToOf(mail),
  to: mail.to.slice(0, 100).map(({ address }) => storable(address, 320)),
  cc: mail.cc.slice(0, 100).map(({ address }) => storable(address, 320)),
  subject: plainLine(mail.subject, 1_000),
  // For a mail that could not be parsed, only the start of the text after its headers.
  text: mail.unparsed ? "" : storable(received.text, MAX_TEXT),
  // A longer one is left out whole: a cut could end inside a tag.
  html: mail.html.length > MAX_HTML ? "" : storable(mail.html, MAX_HTML),
  messageId: storable(mail.message_id ?? "", 998),
  inReplyTo: mail.in_reply_to[0] === undefined ? null : storable(mail.in_reply_to[0], 998),
  references: mail.references.slice(-50).map((id) => storable(id, 998)),
  matchedBy,
  folder: taking.folder,
  uidValidity: taking.uidValidity,
  uid: mail.uid,
  dedupeHash: taking.hash,
  isUnreadable: mail.unparsed,
  attachments: (mail.attachments ?? []).map((file) => ({
    ...file,
    name: storable(file.name, 200),
  })),
  receivedAt: taking.receivedAt,
});

/** The address in Reply-To, where it is another than the sender's. */
function replyToOf(mail: InboundMail): string | null {
  const header = Object.hasOwn(mail.headers, "reply-to") ? mail.headers["reply-to"] : undefined;
  const address = /[^\s<>"',;]{1,64}@[^\s<>"',;]{1,253}/.exec((header ?? "").slice(0, 1_000))?.[0];
  if (address === undefined) return null;
  const lower = storable(address.toLowerCase(), 320);
  return lower === mail.from?.address.toLowerCase() ? null : lower;
}
