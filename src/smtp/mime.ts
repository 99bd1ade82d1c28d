import { encode as encodeBase64, wrap as wrapBase64 } from "nodemailer/lib/base64";
import type MimeNode from "nodemailer/lib/mime-node";
import { encode as encodeQuoted, wrap as wrapQuoted } from "nodemailer/lib/qp";

/**
 * The bytes of a tree of text parts and of files in base64, lines ending in CRLF, equal to what the `build` of the tree
 * returns. Its eight streams per message would take most of the time. Throws a TypeError for a part
 * whose content is neither.
 */
export function serialise(root: MimeNode): Buffer {
  const text = written(root);
  const ending = text.endsWith("\n") ? "" : text.endsWith("\r") ? "\n" : "\r\n";
  return Buffer.from((text + ending).replace(LONE_FEED, "\r\n"));
}

const LONE_FEED = /(?<!\r)\n/g;

function written(node: MimeNode): string {
  const encoding = node.getTransferEncoding();
  // Building the headers decides the kind of the node.
  const head = `${node.buildHeaders()}\r\n\r\n`;
  const own = head + (node.content ? encoded(node.content, encoding) : "");
  if (!node.multipart) return own;
  const parts = node.childNodes.map((child) => `--${String(node.boundary)}\r\n${written(child)}`);
  return `${own}${parts.join("\r\n")}\r\n--${String(node.boundary)}--\r\n`;
}

function encoded(content: unknown, encoding: string | false): string {
  if (content instanceof Uint8Array && encoding === "base64") {
    return wrapBase64(Buffer.from(content).toString("base64"));
  }
  if (typeof content !== "string") throw new TypeError("only text parts and files can be written");
  if (encoding === "quoted-printable") return wrapQuoted(encodeQuoted(content));
  return encoding === "base64" ? wrapBase64(encodeBase64(content)) : content;
}
