import { addressedBy, takeRouted, takesReports } from "#modules/inbox/routed/take-routed.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";

/** Of a mail; a report of 10 MB in base64 for those who are named for reports. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_REPORT_BYTES = 14 * 1024 * 1024;

/**
 * A mail that Cloudflare Email Routing hands to the Worker. It is refused at SMTP where no mailbox has
 * the address and where it is too large; anything else is taken as if it were read from the mailbox.
 */
export async function takeEmail(message: ForwardableEmailMessage, deps: Deps): Promise<void> {
  const boxes = await addressedBy(deps, message.to);
  if (boxes.length === 0) return message.setReject("550 5.1.1 There is no such address here.");
  const reports = await takesReports(deps, boxes);
  if (message.rawSize > (reports ? MAX_REPORT_BYTES : MAX_BYTES))
    return message.setReject("552 5.3.4 The message is too large.");
  const raw = new Uint8Array(await new Response(message.raw).arrayBuffer());
  const mail = await parsed(deps, raw, reports);
  const taken = await takeRouted(deps, boxes, mail);
  deps.log("email.routed", { mailboxId: boxes[0]?.id, bytes: raw.length, reports, taken });
}

/**
 * By the companion, whose thread may be ended; here where there is none, without the files of reports,
 * which the companion alone reads.
 */
async function parsed(deps: Deps, raw: Uint8Array, reports: boolean): Promise<InboundMail> {
  const received_at = deps.now();
  // Who hears of new mail is a companion.
  if (deps.mail.watcher) {
    try {
      const text = Buffer.from(raw).toString("base64");
      return await deps.mail.parse({ raw: text, received_at, reports });
    } catch (cause) {
      // Refused for now: the sender's server tries again. Without its files a report tells nothing.
      if (reports) throw cause;
      deps.log("email.parsed_here", { cause: describe(cause) }, "warn");
    }
  }
  if (reports) deps.log("email.reports_unread", {}, "warn");
  const { parseMail } = await import("#companion/inbound/parse-mail.ts");
  return parseMail(raw, { uid: 1, received_at, size: raw.length });
}
