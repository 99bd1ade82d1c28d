import { z } from "zod";
import { Connection } from "./companion.ts";

/** Attachments of one mail that are listed. */
export const MOST_ATTACHMENTS = 40;
/** Bytes of the largest attachment that is handed out. */
export const MAX_ATTACHMENT_BYTES = 32 * 1024 * 1024;

/** An attachment as the mailbox has it; its bytes stay there. */
export const AttachmentHead = z.object({
  /** Its section in the mail (RFC 3501, 6.4.5), such as `2.1`. */
  part: z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,20}$/),
  /** Without path, control characters and reserved signs. */
  name: z.string().max(200),
  /** By its first bytes. */
  type: z.string().max(200),
  /** Bytes once decoded; reckoned from its encoded size. */
  size: z.int().min(0),
  /** It stands inside the text, as a picture does. */
  inline: z.boolean(),
});
export type AttachmentHead = z.output<typeof AttachmentHead>;

/** Where a mail lies: by its place while that is good, else by its Message-ID. */
export const MailPlace = z.object({
  /** Without angle brackets; null where the mail has none. */
  message_id: z.string().min(1).max(998).nullable(),
  /** `INBOX`, a name, or a special use such as `\\Drafts`. */
  folder: z.string().min(1),
  uid_validity: z.string().nullable(),
  uid: z.int().positive().nullable(),
});
export type MailPlace = z.output<typeof MailPlace>;

/**
 * Asks for an attachment's bytes, or without `part` whether the mail is there. 200 with the bytes, 204
 * without `part`; 410 `mail_gone`, 413 `payload_too_large`, 502 as for all of IMAP.
 */
export const AttachmentRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  mail: MailPlace,
  part: AttachmentHead.shape.part.optional(),
});
export type AttachmentRequest = z.output<typeof AttachmentRequest>;

/** A file of a mail that is sent. */
export const OutgoingFile = z.object({
  name: z.string().min(1).max(200),
  type: z.string().max(200),
  /** In base64. */
  content: z.base64(),
});
export type OutgoingFile = z.output<typeof OutgoingFile>;
