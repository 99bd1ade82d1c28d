import { createHash } from "node:crypto";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { Brand } from "#modules/accounts/brands/read-brand.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { AppError } from "#platform/rules/errors.ts";
import { noticeTicket } from "#platform/rules/mail/ticket.ts";

/** Throws `not_found` where SYSTEM_MAIL_URL is not set: then the routes of these mails are not there. */
export function assertMailsNotices(deps: Pick<Deps, "settings">): void {
  if (deps.settings.SYSTEM_MAIL_URL !== undefined) return;
  throw new AppError("not_found", "This installation cannot send email itself. Ask an admin.");
}

/**
 * A mail of the install itself, through the server of SYSTEM_MAIL_URL
 * (`smtps://user:password@host:port?from=address`; without `from` the user, else `no-reply` at the
 * install's own host), from whom the brand of its reader says. `key` makes it one mail, however often
 * it is handed over.
 */
export function noticeMail(
  deps: Pick<Deps, "settings" | "now">,
  brand: Pick<Brand, "name" | "senderName" | "senderEmail">,
  notice: { key: string; to: { address: string; name: string }; subject: string; text: string },
): OutgoingMail {
  const url = new URL(deps.settings.SYSTEM_MAIL_URL ?? "");
  const user = decodeURIComponent(url.username);
  const host = new URL(deps.settings.BASE_URL).hostname;
  const own = url.searchParams.get("from") ?? (user.includes("@") ? user : `no-reply@${host}`);
  const from = brand.senderEmail ?? own;
  const id = createHash("sha256").update(`notice:${notice.key}`).digest("hex").slice(0, 32);
  const implicitTls = url.protocol === "smtps:";
  return {
    ticket: noticeTicket(id),
    lease: id,
    smtp: {
      host: url.hostname,
      port: url.port === "" ? (implicitTls ? 465 : 587) : Number(url.port),
      security: implicitTls ? "tls" : "auto",
      username: user,
      password: decodeURIComponent(url.password),
    },
    // The operator's own setting, not a tenant's.
    allow_private: true,
    envelope: { from, to: [notice.to.address] },
    from: { address: from, name: oneLine(brand.senderName ?? brand.name) },
    to: [notice.to],
    cc: [],
    reply_to: null,
    subject: notice.subject,
    message_id: `${id}@${from.slice(from.lastIndexOf("@") + 1)}`,
    in_reply_to: null,
    references: [],
    list_unsubscribe: null,
    // RFC 3834: no vacation reply to this one.
    headers: { "Auto-Submitted": "auto-generated" },
    text: notice.text,
    html: null,
    date: deps.now(),
  };
}

/** Names are what people typed: in a mail they stay words of one line. */
export const oneLine = (text: OutsideText): string =>
  text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 100);
