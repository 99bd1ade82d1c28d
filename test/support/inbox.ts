import type { AttachmentRequest } from "#platform/wire/attachments.ts";
import type { AttachmentBytes } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import type {
  FetchRequest,
  FetchResponse,
  InboundMail,
  TendRequest,
  TendResponse,
} from "#platform/wire/mail-reading.ts";

let serial = 0;

/** A received mail as the companion reports it; the UID is given by the inbox. */
export function mailFrom(address: string, mail: Partial<InboundMail> = {}): InboundMail {
  serial++;
  return {
    uid: 0,
    received_at: Date.UTC(2026, 10, 18, 12, 0, 0),
    size: 1_000,
    message_id: `in-${serial}@elsewhere.test`,
    in_reply_to: [],
    references: [],
    from: { address, name: "" },
    to: [{ address: "sender1@ours.test", name: "" }],
    cc: [],
    subject: "Re: Hello",
    text: "Yes, tell me more.",
    html: "",
    headers: {},
    report: null,
    content_hash: `hash-${serial}`,
    unparsed: false,
    ...mail,
  };
}

/** A delivery report from the sender's own server. */
export const returned = (
  messageId: string | null,
  report: Partial<NonNullable<InboundMail["report"]>> = {},
  mail: Partial<InboundMail> = {},
): InboundMail =>
  mailFrom("MAILER-DAEMON@ours.test", {
    subject: "Undelivered Mail Returned to Sender",
    headers: {
      "return-path": "<>",
      "content-type": "multipart/report; report-type=delivery-status",
    },
    text: "I'm sorry to have to inform you that your message could not be delivered.",
    report: {
      kind: "dsn",
      action: "failed",
      status: "5.1.1",
      diagnostic: "550 5.1.1 User unknown",
      recipient: null,
      feedback_type: null,
      original_message_id: messageId,
      ...report,
    },
    ...mail,
  });

/** The mailboxes of the outside world, by user name and folder, read as the companion reads them. */
export function inboxes() {
  const folders = new Map<string, { uidValidity: string; lastUid: number; mails: InboundMail[] }>();
  const of = (username: string, folder: string) => {
    const key = `${username} ${folder}`;
    const found = folders.get(key) ?? { uidValidity: "1", lastUid: 0, mails: [] };
    folders.set(key, found);
    return found;
  };
  const asked: FetchRequest[] = [];
  /** By Message-ID and part. */
  const files = new Map<string, Buffer>();
  /** Flags by user name and Message-ID. */
  const flags = new Map<string, Set<string>>();
  const flagsOf = (username: string, messageId: string): Set<string> => {
    const key = `${username} ${messageId}`;
    const found = flags.get(key) ?? new Set<string>();
    flags.set(key, found);
    return found;
  };
  return {
    asked,
    /** Mails that lie in a folder now. */
    in: (username: string, folder = "INBOX"): readonly InboundMail[] => of(username, folder).mails,
    flagsOf: (username: string, messageId: string | null): string[] =>
      [...flagsOf(username, messageId ?? "")].toSorted(),
    async tend({ imap, acts }: TendRequest): Promise<TendResponse> {
      const found: string[] = [];
      const renamed: NonNullable<TendResponse["renamed"]> = [];
      const filed: string[] = [];
      for (const act of acts) {
        const { message_id, folders: wanted, flags: set, move_to, copy, replaced } = act;
        const isIt = (mail: InboundMail): boolean =>
          mail.message_id === message_id ||
          (replaced !== undefined &&
            (mail.message_id === replaced.server_message_id ||
              mail.references.at(-1) === message_id));
        const place = wanted
          .map((folder) => ({ folder, box: of(imap.username, folder) }))
          .find(({ box }) => box.mails.some(isIt));
        if (!place && copy) {
          const { from, subject, text, html } = copy;
          const mail = mailFrom(from.address, { message_id, subject, text, html: html ?? "" });
          this.put(mail, imap.username, wanted[0]);
          for (const [i, { content }] of (copy.attachments ?? []).entries()) {
            this.attach(message_id, String(i + 2), Buffer.from(content, "base64"));
          }
          filed.push(message_id);
        }
        if (!place) continue;
        found.push(message_id);
        const bears = place.box.mails.find(isIt)?.message_id ?? message_id;
        if (bears !== message_id) renamed.push({ message_id, server_message_id: bears });
        for (const flag of set) flagsOf(imap.username, message_id).add(flag);
        if (act.remove) place.box.mails = place.box.mails.filter((mail) => !isIt(mail));
        if (move_to === null || move_to === place.folder) continue;
        const moved = place.box.mails.filter(isIt);
        place.box.mails = place.box.mails.filter((mail) => !isIt(mail));
        for (const mail of moved) this.put(mail, imap.username, move_to);
      }
      return {
        found,
        ...(renamed.length > 0 && { renamed }),
        ...(filed.length > 0 && { filed }),
      };
    },
    /** The bytes of a part of a mail. */
    attach(messageId: string, part: string, bytes: Buffer): void {
      files.set(`${messageId} ${part}`, bytes);
    },
    /** Deletes a mail from every folder of the mailbox. */
    expunge(messageId: string, username = "sender1@ours.test"): void {
      for (const [key, box] of folders) {
        if (!key.startsWith(`${username} `)) continue;
        box.mails = box.mails.filter((mail) => mail.message_id !== messageId);
      }
    },
    async attachment({ imap, mail, part }: AttachmentRequest): Promise<AttachmentBytes> {
      const isThere = [...folders].some(
        ([key, box]) =>
          key.startsWith(`${imap.username} `) &&
          box.mails.some(({ message_id }) => message_id === mail.message_id),
      );
      const bytes = part === undefined ? Buffer.alloc(0) : files.get(`${mail.message_id} ${part}`);
      if (!isThere || !bytes) throw new AppError("mail_gone", "The email is gone.");
      return { size: bytes.length, body: new Response(new Uint8Array(bytes)).body };
    },
    /** Puts mail into a folder and answers it with its UID. */
    put(mail: InboundMail, username = "sender1@ours.test", folder = "INBOX"): InboundMail {
      const box = of(username, folder);
      const placed = { ...mail, uid: ++box.lastUid };
      box.mails.push(placed);
      return placed;
    },
    /** The server numbers the folder anew, as after a restore. */
    renumber(username = "sender1@ours.test", folder = "INBOX"): void {
      const box = of(username, folder);
      box.uidValidity = `${Number(box.uidValidity) + 1}`;
      box.mails = box.mails.map((mail, i) => ({ ...mail, uid: i + 1 }));
      box.lastUid = box.mails.length;
    },
    async fetch(request: FetchRequest): Promise<FetchResponse> {
      asked.push(request);
      return {
        folders: request.folders.map(({ folder, uid_validity, last_uid }) => {
          const box = of(request.imap.username, folder);
          const from = uid_validity === box.uidValidity ? last_uid : 0;
          const above = box.mails.filter((mail) => mail.uid > from);
          return {
            folder,
            uid_validity: box.uidValidity,
            mails: above.slice(0, request.limit),
            more: above.length > request.limit,
          };
        }),
      };
    },
  };
}
