import type { ImapFlow, MessageStructureObject } from "imapflow";
import {
  type AttachmentRequest,
  MAX_ATTACHMENT_BYTES,
  type MailPlace,
} from "#platform/wire/attachments.ts";
import type { Answer } from "#companion/http.ts";
import { attachmentsIn } from "#companion/inbound/attachments.ts";
import { partDecoder } from "#companion/inbound/decode-part.ts";
import { limitParallel } from "#companion/limit.ts";
import { ImapFailure } from "./connect.ts";
import { pathOfUse } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

/** Where people and programs put a mail that was read. */
const ELSEWHERE = ["INBOX", "\\Archive", "\\All", "\\Junk", "\\Trash"] as const;
const PIECE_BYTES = 1024 * 1024;
/** Encoded, with its line ends. */
const MAX_ENCODED = Math.ceil((MAX_ATTACHMENT_BYTES * 78) / 57) + 1024;
/** Each is in memory as a whole while it is handed over. */
const AT_ONCE = 3;

type Found = { readonly uid: number; readonly structure: MessageStructureObject };

/** Hands out attachments of mails. Answers 410 `mail_gone` and 413 `payload_too_large`; throws `ImapFailure`. */
export function createAttachmentReader(pool: ImapPool) {
  const limit = limitParallel(AT_ONCE);
  return ({ imap, allow_private, mail, part }: AttachmentRequest): Promise<Answer> =>
    limit(() =>
      pool.use(imap, allow_private, async (client) => {
        const found = await findPlace(client, mail);
        if (!found) return gone;
        if (part === undefined) return { status: 200, body: { found: true } };
        return bytesOf(client, found, part);
      }),
    );
}

const gone: Answer = {
  status: 410,
  body: { code: "mail_gone", message: "The email is no longer in the mailbox." },
};

async function findPlace(client: ImapFlow, mail: MailPlace): Promise<Found | null> {
  const seen = new Set<string>();
  for (const name of [mail.folder, ...ELSEWHERE]) {
    const path = name.startsWith("\\") ? await pathOfUse(client, name) : name;
    if (path === null || seen.has(path)) continue;
    seen.add(path);
    const validity = await opened(client, path);
    if (validity === null) continue;
    const isPlace = name === mail.folder && validity === mail.uid_validity;
    const byPlace = isPlace && mail.uid !== null ? await look(client, mail.uid, mail) : null;
    const found = byPlace ?? (await byMessageId(client, mail));
    if (found) return found;
  }
  return null;
}

/** Its UIDVALIDITY; null if there is no such folder. */
async function opened(client: ImapFlow, path: string): Promise<string | null> {
  try {
    return String((await client.mailboxOpen(path, { readOnly: true })).uidValidity);
  } catch (cause) {
    if (client.usable) return null;
    throw cause;
  }
}

async function byMessageId(client: ImapFlow, mail: MailPlace): Promise<Found | null> {
  if (mail.message_id === null) return null;
  const query = { header: { "message-id": `<${mail.message_id}>` } };
  const uids = await client.search(query, { uid: true });
  if (!uids && !client.usable) throw new ImapFailure("select", "protocol_error");
  const uid = uids ? uids.at(-1) : undefined;
  return uid === undefined ? null : look(client, uid, mail);
}

/** The mail of that UID, unless it is another one. */
async function look(client: ImapFlow, uid: number, mail: MailPlace): Promise<Found | null> {
  const parts = { uid: true, envelope: true, bodyStructure: true };
  const found = await client.fetchOne(String(uid), parts, { uid: true });
  if (!found || !found.bodyStructure) {
    if (!client.usable) throw new ImapFailure("select", "protocol_error");
    return null;
  }
  const id = /<([^<>]*)>/.exec((found.envelope?.messageId ?? "").slice(0, 1_100))?.[1] ?? null;
  if (mail.message_id !== null && id !== mail.message_id) return null;
  return { uid: found.uid, structure: found.bodyStructure };
}

async function bytesOf(client: ImapFlow, { uid, structure }: Found, part: string): Promise<Answer> {
  const listed = attachmentsIn(structure).find((one) => one.part === part);
  if (!listed) return gone;
  if (listed.size > MAX_ATTACHMENT_BYTES) return tooLarge;
  const decoder = partDecoder(listed.encoding);
  const pieces: Buffer[] = [];
  for (let start = 0; ; start += PIECE_BYTES) {
    if (start > MAX_ENCODED) return tooLarge;
    const bodyParts = [{ key: part, start, maxLength: PIECE_BYTES }];
    const found = await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true });
    if (!found) {
      if (!client.usable) throw new ImapFailure("select", "protocol_error");
      return gone;
    }
    const piece = found.bodyParts?.get(part);
    if (piece) pieces.push(decoder.push(piece));
    if (!piece || piece.length < PIECE_BYTES) break;
  }
  return { status: 200, bytes: Buffer.concat([...pieces, decoder.end()]) };
}

const tooLarge: Answer = {
  status: 413,
  body: { code: "payload_too_large", message: "The attachment is larger than 32 MB." },
};
