import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import type { Address } from "#platform/wire/companion.ts";
import type { OutgoingFile } from "#platform/wire/attachments.ts";
import type { Composition } from "#platform/wire/transmission.ts";
import { serialise } from "./mime.ts";

/** The message cannot be sent; `message` names the invalid part, never its content. */
export class Unsendable extends Error {
  override readonly name = "Unsendable";
}

/** Recipients that the message names for its carrier alone. */
type Hidden = { readonly bcc?: readonly string[] };

/**
 * Builds the MIME message: equal bytes for equal input, so that a retry is the same message. Throws
 * `Unsendable` if a header value contains a line break or NUL, or an address or the name of an
 * extra header is malformed. `bcc` is for APIs that take all recipients from the header.
 */
export function compose(mail: Composition, { bcc = [] }: Hidden = {}): Buffer {
  const root = new MailComposer({
    from: mailbox("From", mail.from),
    to: mail.to.map((to) => mailbox("To", to)),
    cc: mail.cc.map((cc) => mailbox("Cc", cc)),
    ...(bcc.length > 0 && { bcc: bcc.map((to) => address("Bcc", to)) }),
    subject: clean("Subject", mail.subject),
    messageId: messageId("Message-ID", mail.message_id),
    date: new Date(mail.date),
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    ...(mail.reply_to === null ? {} : { replyTo: address("Reply-To", mail.reply_to) }),
    ...(mail.in_reply_to === null
      ? {}
      : { inReplyTo: messageIds("In-Reply-To", mail.in_reply_to.split(" ")) }),
    ...(mail.references.length === 0
      ? {}
      : { references: messageIds("References", mail.references) }),
    ...(mail.attachments && { attachments: mail.attachments.map(attached) }),
    headers: [...extraHeaders(mail.headers), ...unsubscribeHeaders(mail.list_unsubscribe)],
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  root.keepBcc = bcc.length > 0;
  nameBoundaries(root, mail.message_id);
  return serialise(root);
}

/**
 * Boundaries that tell nothing of the library that wrote the mail, and that no encoded line can hold:
 * in quoted-printable, "=_" does not occur (RFC 2045, 6.7).
 */
function nameBoundaries(node: MimeNode, seed: string): void {
  if (node.childNodes.length === 0) return;
  node.boundary = `=_${createHash("sha256").update(seed).digest("hex").slice(0, 32)}`;
  for (const [n, child] of node.childNodes.entries()) nameBoundaries(child, `${seed}/${n}`);
}

/** An address for the envelope, its domain in ASCII (RFC 5891). Throws `Unsendable`. */
export function envelopeAddress(part: string, value: string): string {
  const at = value.lastIndexOf("@");
  const domain = domainToASCII(value.slice(at + 1));
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (at < 1 || domain === "" || /[\u0000-\u0020\u007f<>]/.test(value)) {
    throw new Unsendable(`${part}: the address is malformed.`);
  }
  return `${value.slice(0, at)}@${domain}`;
}

function address(part: string, value: string): string {
  envelopeAddress(part, value);
  return value;
}

const mailbox = (part: string, { name, address: value }: Address) => ({
  name: clean(part, name),
  address: address(part, value),
});

/** Mails inside a mail may not be encoded (RFC 2046, 5.2.1), so they go as plain bytes. */
const attached = ({ name, type, content }: OutgoingFile) => ({
  filename: clean("Attachment", name),
  contentType:
    /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/^(?:message|multipart)\//i.test(type)
      ? type
      : "application/octet-stream",
  contentDisposition: "attachment" as const,
  contentTransferEncoding: "base64" as const,
  content: Buffer.from(content, "base64"),
});

function clean(part: string, value: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL is what it looks for
  if (/[\r\n\0]/.test(value))
    throw new Unsendable(`${part}: a header cannot contain a line break or NUL.`);
  return value;
}

function messageId(part: string, id: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (!/^[^\u0000-\u0020\u007f<>]+$/.test(id))
    throw new Unsendable(`${part}: the id is malformed.`);
  return `<${id}>`;
}

const messageIds = (part: string, ids: readonly string[]): string =>
  ids.map((id) => messageId(part, id)).join(" ");

/** Set by the fields of the message, or never set by us. */
const RESERVED =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|in-reply-to|references|mime-version|content-.*|list-unsubscribe(-post)?|return-path|received|dkim-signature)$/i;

function extraHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => {
    if (!/^[A-Za-z0-9-]{1,70}$/.test(key) || RESERVED.test(key)) {
      throw new Unsendable("An extra header has a name that may not be set.");
    }
    return { key, value: clean(key, value) };
  });
}

function unsubscribeHeaders(list: Composition["list_unsubscribe"]) {
  if (!list) return [];
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (!/^https?:\/\/[^\u0000-\u0020\u007f<>]+$/.test(list.url)) {
    throw new Unsendable("List-Unsubscribe: the address is malformed.");
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (list.mailto !== undefined && !/^mailto:[^\u0000-\u0020\u007f<>,]+$/.test(list.mailto)) {
    throw new Unsendable("List-Unsubscribe: the address for mail is malformed.");
  }
  const ways = [list.url, list.mailto].filter((way) => way !== undefined);
  const value = ways.map((way) => `<${way}>`).join(",\r\n ");
  return [
    { key: "List-Unsubscribe", value: { prepared: true, value } },
    {
      key: "List-Unsubscribe-Post",
      value: { prepared: true, value: "List-Unsubscribe=One-Click" },
    },
  ];
}
