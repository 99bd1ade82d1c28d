import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { FoundRowOf } from "#modules/moving/reading/found-store.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import type { FolderMail } from "#modules/moving/rules/places.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import type { OldMessage } from "./places-store.ts";

/** Older ones stay behind. */
const KEPT_MS = 180 * DAY_MS;
export const keptSince = (now: UnixMs): UnixMs => later(now, -KEPT_MS);
const MAX_TEXT = 100_000;

const STATUS: Readonly<Partial<Record<NonNullable<FoundOf<"place">["interest"]>, ThreadStatus>>> = {
  interested: "interested",
  meeting_booked: "meeting_booked",
  meeting_done: "meeting_completed",
  won: "won",
  out_of_office: "out_of_office",
  not_interested: "not_interested",
  wrong_person: "wrong_person",
  do_not_contact: "do_not_contact",
  lost: "lost",
  no_show: "no_show",
};

/** What a lead and its mailbox wrote each other; null where the lead wrote nothing, or its mailbox is not connected. */
export function conversationOf(
  mails: readonly FoundOf<"mail">[],
  copies: readonly FolderMail[],
  place: FoundRowOf<"place">,
  boxes: ReadonlyMap<string, MailboxId>,
  now: UnixMs,
) {
  const known = new Set(mails.map(({ message_id }) => message_id));
  const all = [
    ...mails.filter(({ direction }) => direction !== "sent").map((one) => messageOf(one, place)),
    // What the rival does not list, and lies in the mailbox.
    ...copies
      .filter(({ text, messageId }) => text !== "" && !known.has(messageId))
      .map((one) => copyOf(one, place)),
  ];
  const recent = [...new Map(all.map((one) => [one.messageId || one.hash, one])).values()]
    .filter(({ at }) => at >= keptSince(now) && at <= now)
    .toSorted((a, b) => a.at - b.at);
  const first = recent.find(({ direction }) => direction === "inbound");
  const last = recent.at(-1);
  if (!first || !last) return null;
  const mailboxId = boxes.get(first.toEmail);
  if (mailboxId === undefined) return null;
  const { interest } = place.data;
  return {
    mailboxId,
    subject: first.subject,
    status: (interest && STATUS[interest]) ?? ("open" as const),
    snippet: excerptOf(last.text),
    messages: recent,
  };
}

function messageOf(mail: FoundOf<"mail">, place: FoundRowOf<"place">): OldMessage {
  const inbound = mail.direction === "received";
  const sender = mail.sender.trim().toLowerCase();
  return {
    direction: inbound ? "inbound" : "outbound",
    fromEmail: inbound ? place.email : sender,
    toEmail: inbound ? sender : place.email,
    subject: mail.subject,
    text: textOf(mail),
    messageId: mail.message_id ?? "",
    hash: `moved:${mail.ref}`,
    at: unixMs(mail.at),
  };
}

const copyOf = (mail: FolderMail, place: FoundRowOf<"place">): OldMessage => ({
  direction: "inbound",
  fromEmail: place.email,
  toEmail: mail.mailbox,
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId ?? "",
  hash: `moved:${mail.messageId ?? `${mail.mailbox}:${mail.at}`}`,
  at: unixMs(mail.at),
});

const textOf = (mail: FoundOf<"mail">): string =>
  (mail.text.trim() === "" ? htmlToText(mail.html) : mail.text).slice(0, MAX_TEXT).toWellFormed();
