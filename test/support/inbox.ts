import type { FetchRequest, FetchResponse, InboundMail } from "#contract/companion.ts";

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
  const folders = new Map<string, { uidValidity: string; mails: InboundMail[] }>();
  const of = (username: string, folder: string) => {
    const key = `${username} ${folder}`;
    const found = folders.get(key) ?? { uidValidity: "1", mails: [] };
    folders.set(key, found);
    return found;
  };
  const asked: FetchRequest[] = [];
  return {
    asked,
    /** Puts mail into a folder and answers it with its UID. */
    put(mail: InboundMail, username = "sender1@ours.test", folder = "INBOX"): InboundMail {
      const box = of(username, folder);
      const placed = { ...mail, uid: (box.mails.at(-1)?.uid ?? 0) + 1 };
      box.mails.push(placed);
      return placed;
    },
    /** The server numbers the folder anew, as after a restore. */
    renumber(username = "sender1@ours.test", folder = "INBOX"): void {
      const box = of(username, folder);
      box.uidValidity = `${Number(box.uidValidity) + 1}`;
      box.mails = box.mails.map((mail, i) => ({ ...mail, uid: i + 1 }));
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
