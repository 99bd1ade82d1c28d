import type { ImapFlow, MessageStructureObject } from "imapflow";
import type { AttachmentHead } from "#platform/wire/attachments.ts";
import { fileType, TYPE_BYTES } from "#platform/rules/mail/file-type.ts";
import { attachmentsIn } from "#companion/inbound/attachments.ts";
import { decodePart } from "#companion/inbound/decode-part.ts";

/** Encoded bytes that hold enough of a file to tell its type. */
const HEAD_BYTES = 2 * TYPE_BYTES;

/** What is attached to a mail of the open folder: its names, sizes and types; no more than their first bytes are read. */
export async function listAttachments(
  client: ImapFlow,
  uid: number,
  structure: MessageStructureObject | undefined,
): Promise<AttachmentHead[]> {
  const listed = structure ? attachmentsIn(structure) : [];
  if (listed.length === 0) return [];
  const bodyParts = listed.map(({ part }) => ({ key: part, start: 0, maxLength: HEAD_BYTES }));
  const found = await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true });
  return listed.map(({ encoding, ...file }): AttachmentHead => {
    const bytes = found ? found.bodyParts?.get(file.part) : undefined;
    const head = bytes ? decodePart(bytes, encoding) : Buffer.alloc(0);
    return { ...file, type: fileType(head, file.name) };
  });
}
