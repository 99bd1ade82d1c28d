import type { Attachment } from "postal-mime";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { bytesOf } from "./report.ts";

type Calendar = NonNullable<InboundMail["calendar"]>;

/** The method and the first answer stand at the beginning. */
const MAX_CALENDAR = 64 * 1024;
const ANSWERS: Readonly<Record<string, Calendar>> = {
  ACCEPTED: "accepted",
  TENTATIVE: "tentative",
  DECLINED: "declined",
};

/** What a mail's calendar part says (RFC 5546): an invitation, or the answer to one. Null for none. */
export function calendarIn(attachments: readonly Outside<Attachment>[]): Calendar | null {
  const part = attachments.find(({ mimeType }) => mimeType === "text/calendar");
  if (!part) return null;
  const text = Buffer.from(bytesOf(part))
    .toString("utf8", 0, MAX_CALENDAR)
    .replace(/\r?\n[ \t]/g, "");
  const method = /^METHOD:\s{0,3}(\w{1,20})/im.exec(text)?.[1]?.toUpperCase();
  if (method === "REQUEST") return "invited";
  if (method === "CANCEL") return "cancelled";
  if (method === "COUNTER") return "tentative";
  if (method !== "REPLY") return null;
  return ANSWERS[/\bPARTSTAT=(\w{1,20})/i.exec(text)?.[1]?.toUpperCase() ?? ""] ?? null;
}
