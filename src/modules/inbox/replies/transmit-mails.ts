import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { MessageId } from "#platform/rules/ids.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { messageTicket } from "#platform/mail/ticket.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { settleMails } from "./settle-mails.ts";
import { type LeasedMail, selectLeasedMails } from "./transmit-store.ts";

/**
 * Job `outbox.transmit.v1`, and the way of a mail that is sent at once: makes the messages of a
 * lease and hands them over. A repeat hands the same messages over again, which the companion's
 * journal and the intent gate turn into one transmission. What may no longer be sent fails with its
 * reason. Answers whether any was handed over; where the mail service is away they wait.
 */
export async function transmitMails(
  ctx: WorkspaceCtx,
  job: { readonly lease: string; readonly messageIds: readonly MessageId[] },
): Promise<boolean> {
  const mails = await selectLeasedMails(ctx.db, ctx.workspaceId, job.lease, job.messageIds);
  const [senders, suppressed] = await Promise.all([
    loadSenders(ctx, [...new Set(mails.map((mail) => mail.mailboxId))]),
    suppressedAmong(ctx, [...new Set(mails.filter((m) => !m.force).flatMap(recipientsOf))]),
  ]);
  const ready: OutgoingMail[] = [];
  const results: SendResult[] = [];
  for (const mail of mails) {
    const sender = senders.get(mail.mailboxId);
    const barred = mail.force ? undefined : recipientsOf(mail).find((a) => suppressed.has(a));
    if (!sender) {
      const why = "The mailbox was deleted, or its password cannot be opened.";
      results.push(resultOf(ctx, job.lease, mail, "unsendable", why));
    } else if (barred !== undefined) {
      results.push(resultOf(ctx, job.lease, mail, "unsendable", "A recipient is suppressed."));
    } else ready.push(compose(ctx, job.lease, mail, sender));
  }
  if (ready.length > 0) {
    try {
      await ctx.mail.transmit(ready);
    } catch (cause) {
      ctx.log("outbox.not_taken", { count: ready.length, cause: String(cause) }, "warn");
      const waiting = mails.filter((mail) =>
        ready.some((other) => other.message_id === mail.messageId),
      );
      results.push(...waiting.map((mail) => resultOf(ctx, job.lease, mail, "withheld", null)));
      ready.length = 0;
    }
  }
  if (results.length > 0) await settleMails(ctx, results);
  return ready.length > 0;
}

const recipientsOf = (mail: LeasedMail): string[] => [...mail.to, ...mail.cc, ...mail.bcc];

function compose(ctx: WorkspaceCtx, lease: string, mail: LeasedMail, sender: Sender): OutgoingMail {
  const named = (address: string) => ({ address, name: "" });
  return {
    ticket: messageTicket(ctx.workspaceId, mail.id),
    lease,
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [...new Set(recipientsOf(mail))] },
    from: { address: sender.email, name: sender.fromName },
    to: mail.to.map(named),
    cc: mail.cc.map(named),
    reply_to: sender.replyTo,
    subject: mail.subject,
    message_id: mail.messageId,
    in_reply_to: mail.inReplyTo,
    references: mail.references,
    list_unsubscribe: null,
    headers: {},
    text: mail.text,
    html: mail.html === "" ? null : mail.html,
    date: ctx.now(),
  };
}

/** What we know without asking a server. */
const resultOf = (
  ctx: WorkspaceCtx,
  lease: string,
  mail: LeasedMail,
  ending: SendResult["ending"],
  response: string | null,
): SendResult => ({
  ticket: messageTicket(ctx.workspaceId, mail.id),
  lease,
  message_id: mail.messageId,
  ending,
  phase: "connect",
  code: null,
  enhanced: null,
  response,
  replayed: false,
});
