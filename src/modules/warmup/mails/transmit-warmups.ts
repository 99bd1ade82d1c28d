import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { WarmupMailId } from "#platform/rules/ids.ts";
import { LANGUAGES } from "#modules/warmup/rules/language.ts";
import { personOf } from "#modules/warmup/rules/person.ts";
import { type WarmupText, writeAnswer, writeStarter } from "#modules/warmup/rules/text.ts";
import { WARMUP_HEADER, warmupToken } from "#modules/warmup/rules/token.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { warmupTicket } from "#platform/mail/ticket.ts";
import { settleWarmups } from "./settle-warmups.ts";
import { type LeasedWarmup, selectLeasedWarmups } from "./transmit-store.ts";

/**
 * Job `warmup.transmit.v1`: writes the mails of a lease and hands them over. A repeat hands the same
 * mails over again, which the companion's journal and the intent gate turn into one transmission.
 */
export async function transmitWarmups(
  ctx: WorkspaceCtx,
  job: { readonly lease: string; readonly mailIds: readonly WarmupMailId[] },
): Promise<void> {
  const mails = await selectLeasedWarmups(ctx.db, ctx.workspaceId, job.lease, job.mailIds);
  if (mails.length === 0) return;
  const senders = await loadSenders(ctx, [...new Set(mails.map((mail) => mail.fromMailboxId))]);
  const ready: OutgoingMail[] = [];
  const unsent: SendResult[] = [];
  for (const mail of mails) {
    const sender = senders.get(mail.fromMailboxId);
    if (sender) ready.push(compose(ctx, job.lease, mail, sender));
    else unsent.push(resultOf(ctx, job.lease, mail));
  }
  if (ready.length > 0) {
    try {
      await ctx.mail.transmit(ready);
    } catch (cause) {
      ctx.log("warmup.not_taken", { count: ready.length, cause: String(cause) }, "warn");
      unsent.push(
        ...mails
          .filter((mail) => senders.has(mail.fromMailboxId))
          .map((mail) => resultOf(ctx, job.lease, mail)),
      );
    }
  }
  if (unsent.length > 0) await settleWarmups(ctx, unsent);
}

/** Plain text, no pixel, no link, no list header: a mail between two people. */
function compose(
  ctx: WorkspaceCtx,
  lease: string,
  mail: LeasedWarmup,
  sender: Sender,
): OutgoingMail {
  const { subject, text } = textOf(mail, sender);
  const token = warmupToken(ctx.settings.TRACKING_SECRET, mail.messageId, mail.toEmail);
  return {
    ticket: warmupTicket(ctx.workspaceId, mail.id),
    lease,
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [mail.toEmail] },
    from: { address: sender.email, name: sender.fromName },
    to: [{ address: mail.toEmail, name: mail.toName }],
    cc: [],
    reply_to: null,
    subject,
    message_id: mail.messageId,
    in_reply_to: mail.starterMessageId,
    references: mail.starterMessageId === null ? [] : [mail.starterMessageId],
    list_unsubscribe: null,
    headers: { [WARMUP_HEADER]: token },
    text,
    html: null,
    date: ctx.now(),
  };
}

function textOf(mail: LeasedWarmup, sender: Sender): WarmupText {
  const language = LANGUAGES.find((name) => name === mail.language) ?? "en";
  const from = personOf(sender.fromName, sender.email);
  const to = personOf(mail.toName, mail.toEmail);
  const names = { from, to };
  if (mail.kind === "starter") return writeStarter(mail.seed, language, names);
  const original = writeStarter(mail.seed, language, { from: to, to: from });
  return writeAnswer(mail.seed, language, names, original);
}

/** Nothing was tried. */
const resultOf = (ctx: WorkspaceCtx, lease: string, mail: LeasedWarmup): SendResult => ({
  ticket: warmupTicket(ctx.workspaceId, mail.id),
  lease,
  message_id: mail.messageId,
  ending: "withheld",
  phase: "connect",
  code: null,
  enhanced: null,
  response: null,
  replayed: false,
});
