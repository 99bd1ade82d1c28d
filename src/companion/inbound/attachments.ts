import type { MessageStructureObject } from "imapflow";
import { type AttachmentHead, MOST_ATTACHMENTS } from "#platform/wire/attachments.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { fileName } from "#platform/rules/mail/file-name.ts";

/** An attachment in the structure of a mail, before its bytes were looked at. */
export type Listed = Omit<AttachmentHead, "type"> & { readonly encoding: string };

/** Deeper parts are no attachments of anybody's. */
const MAX_DEPTH = 20;
/** Parts that are looked at. */
const MAX_PARTS = 400;

/**
 * The attachments of a mail by its structure (RFC 3501, BODYSTRUCTURE), at most 40: every part that is
 * named, is to be kept apart, or is no text. A mail inside the mail is one file.
 */
export function attachmentsIn(root: Outside<MessageStructureObject>): Listed[] {
  const found: Listed[] = [];
  let left = MAX_PARTS;
  const walk = (node: MessageStructureObject, depth: number): void => {
    if (--left < 0 || depth > MAX_DEPTH || found.length >= MOST_ATTACHMENTS) return;
    if (node.type.startsWith("multipart/")) {
      for (const child of node.childNodes ?? []) walk(child, depth + 1);
      return;
    }
    const listed = listedAs(node);
    if (listed) found.push(listed);
  };
  walk(root, 0);
  return found;
}

function listedAs(node: MessageStructureObject): Listed | null {
  const named = node.dispositionParameters?.["filename"] ?? node.parameters?.["name"];
  const isInside = node.type === "message/rfc822";
  const given = named ?? (isInside ? `${node.envelope?.subject ?? "message"}.eml` : undefined);
  const isText = node.type === "text/plain" || node.type === "text/html";
  if (isText && given === undefined && node.disposition !== "attachment") return null;
  const part = node.part ?? "1";
  if (!/^\d{1,4}(?:\.\d{1,4}){0,20}$/.test(part)) return null;
  const encoding = (node.encoding ?? "7bit").toLowerCase();
  return {
    part,
    name: fileName(String(given ?? "")),
    size: decodedSize(Math.max(0, Math.round(node.size ?? 0)), encoding),
    inline:
      node.disposition === "inline" || (node.disposition !== "attachment" && node.id !== undefined),
    encoding,
  };
}

/** Of base64 in lines of 76 signs, as nearly every program writes it. */
const decodedSize = (size: number, encoding: string): number =>
  encoding === "base64" ? Math.floor((size * 57) / 78) : size;
