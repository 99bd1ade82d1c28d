import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import type { Composed, Unclaimed } from "#modules/delivery/engine/kind.ts";
import { addressed, recipientNameOf } from "#modules/campaigns/words/compose-mail.ts";
import { type ResendMail, selectResendMails } from "./resend-store.ts";

/**
 * Makes mails once more, in the very words, under the Message-ID and at the place in their thread
 * that they had the first time.
 */
export async function composeResends(
  ctx: WorkspaceCtx,
  lease: string,
  ids: readonly number[],
): Promise<{ readonly composed: readonly Composed[] }> {
  const mails = await selectResendMails(ctx.db, ctx.workspaceId, lease, ids);
  if (mails.length === 0) return { composed: [] };
  const [base, senders, suppressed, barred] = await Promise.all([
    workspaceLinkBase(ctx),
    loadSenders(ctx, [...new Set(mails.map((mail) => mail.mailboxId))]),
    suppressedAmong(ctx, [...new Set(mails.flatMap(({ cc, bcc }) => [...cc, ...bcc]))]),
    installSuppressedAmong(ctx, [...new Set(mails.map(({ toEmail }) => toEmail))]),
  ]);
  const composed = mails.map((mail): Composed => {
    const letter = { id: mail.id, messageId: mail.messageId };
    const sender = senders.get(mail.mailboxId);
    if (!mail.copy) {
      return { as: "unsendable", letter, detail: "The text of this email is no longer stored." };
    }
    if (barred.has(mail.toEmail)) {
      return { as: "unsendable", letter, detail: "The installation suppresses the address." };
    }
    if (!sender) return { as: "away", letter };
    return {
      as: "mail",
      letter,
      mail: compose(ctx, mail, mail.copy, { sender, base, suppressed }),
    };
  });
  return { composed };
}

function compose(
  ctx: WorkspaceCtx,
  mail: ResendMail,
  copy: NonNullable<ResendMail["copy"]>,
  own: {
    readonly sender: Sender;
    readonly base: string;
    readonly suppressed: ReadonlySet<string>;
  },
): Unclaimed {
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
        copy.inReplyTo === null
          ? null
          : { messageId: copy.inReplyTo, serverMessageId: null, subject: copy.subject },
    },
    own.sender,
    {
      address: mail.toEmail,
      name: recipientNameOf({ firstName: firstName ?? "", lastName: lastName ?? "" }),
    },
    {
      messageId: mail.messageId,
      cc: allowed(mail.cc),
      bcc: allowed(mail.bcc),
      optOut: mail.unsubscribeHeader ? { url: unsubscribeUrl(own.base, token), token } : null,
      ancestors: copy.references,
    },
  );
  const from = { address: own.sender.email, name: copy.fromName };
  return { ...message, from, again: true };
}
