import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/link-base.ts";
import { addressed, nameOf } from "#modules/campaigns/transmit/compose-mail.ts";
import { prolong, type ResendMail, selectResendMails } from "./resend-store.ts";
import { settleResends } from "./settle-resends.ts";
import { againTicket } from "#platform/mail/ticket.ts";

/**
 * Job `sends.again.v1`: hands mails over once more, in the very words, under the Message-ID and at
 * the place in their thread that they had the first time. Repeating it hands the same mails over
 * again, which the companion's journal and the intent gate turn into one transmission.
 */
export async function transmitResends(
  ctx: WorkspaceCtx,
  job: { readonly lease: string; readonly sendIds: readonly SendId[] },
): Promise<Outcome> {
  const { db, workspaceId } = ctx;
  const mails = await selectResendMails(db, workspaceId, job.lease, job.sendIds);
  if (mails.length === 0) return done;
  const [base, senders, suppressed] = await Promise.all([
    workspaceLinkBase(ctx),
    loadSenders(ctx, [...new Set(mails.map((mail) => mail.mailboxId))]),
    suppressedAmong(ctx, [...new Set(mails.flatMap(({ cc, bcc }) => [...cc, ...bcc]))]),
  ]);
  const ready: { mail: ResendMail; message: OutgoingMail }[] = [];
  const told: SendResult[] = [];
  for (const mail of mails) {
    const sender = senders.get(mail.mailboxId);
    if (!mail.copy) {
      told.push(resultOf(ctx, job.lease, mail, "The words of this mail are not kept any more."));
    } else if (!sender) told.push(resultOf(ctx, job.lease, mail, null));
    else {
      const own = { sender, base, suppressed };
      ready.push({ mail, message: compose(ctx, job.lease, mail, mail.copy, own) });
    }
  }
  if (ready.length > 0) {
    const ids = ready.map(({ mail }) => mail.id);
    const until = later(ctx.now(), SEND_LEASE_MS);
    await runBatch(db, [prolong(db, workspaceId, job.lease, ids, until)]);
    try {
      await ctx.mail.transmit(ready.map(({ message }) => message));
    } catch (cause) {
      ctx.log("sends.not_taken", { count: ready.length, cause: String(cause) }, "warn");
      told.push(...ready.map(({ mail }) => resultOf(ctx, job.lease, mail, null)));
    }
  }
  if (told.length > 0) await settleResends(ctx, told);
  return done;
}

function compose(
  ctx: WorkspaceCtx,
  lease: string,
  mail: ResendMail,
  copy: NonNullable<ResendMail["copy"]>,
  own: {
    readonly sender: Sender;
    readonly base: string;
    readonly suppressed: ReadonlySet<string>;
  },
): OutgoingMail {
  const { TRACKING_SECRET: secret } = ctx.settings;
  const allowed = (emails: readonly string[]) => emails.filter((to) => !own.suppressed.has(to));
  const token = unsubscribeToken(secret, ctx.workspaceId, mail.id);
  const { firstName, lastName } = mail;
  const message = addressed(
    ctx,
    {
      subject: copy.subject,
      text: copy.text,
      html: copy.html === "" ? null : copy.html,
      answers:
        copy.inReplyTo === null ? null : { messageId: copy.inReplyTo, subject: copy.subject },
    },
    own.sender,
    {
      address: mail.toEmail,
      name: nameOf({ firstName: firstName ?? "", lastName: lastName ?? "" }),
    },
    {
      ticket: againTicket(ctx.workspaceId, mail.id),
      lease,
      messageId: mail.messageId,
      cc: allowed(mail.cc),
      bcc: allowed(mail.bcc),
      optOut: mail.unsubscribeHeader ? { url: unsubscribeUrl(own.base, token), token } : null,
      references: copy.references,
    },
  );
  const from = { address: own.sender.email, name: copy.fromName };
  return { ...message, from, again: true };
}

/** Without asking a server: it waits, or, with a reason, cannot be sent. */
const resultOf = (
  ctx: WorkspaceCtx,
  lease: string,
  mail: ResendMail,
  reason: string | null,
): SendResult => ({
  ticket: againTicket(ctx.workspaceId, mail.id),
  lease,
  message_id: mail.messageId,
  ending: reason === null ? "withheld" : "unsendable",
  phase: "connect",
  code: null,
  enhanced: null,
  response: reason,
  replayed: false,
});
