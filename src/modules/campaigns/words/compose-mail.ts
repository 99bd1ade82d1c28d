import type { SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import type { Unclaimed } from "#modules/delivery/engine/kind.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { inReplyToOf, sentIdsOf } from "#modules/delivery/rules/server-message-id.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { FooterWords } from "#modules/campaigns/rules/template/footer.ts";
import { honeypotPart, linkPart } from "#modules/links/rules/link.ts";
import { trackHtml } from "#modules/links/rules/rewrite-links.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { unsubscribeMailto } from "#modules/links/rules/unsubscribe-mail.ts";
import { clickUrl, pixelUrl, unsubscribeUrl } from "#modules/links/rules/urls.ts";
import type { Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { referencesOf } from "#modules/mailboxes/rules/own-servers.ts";
import type { LeasedSend } from "#modules/campaigns/sends/compose-store.ts";
import { type Copy, type Thread, writeCopy } from "./write-copy.ts";

export type Composed =
  | { readonly ok: true; readonly mail: Unclaimed; readonly html: string; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: "missing_variable" | "template_error";
      readonly detail: string;
    };

/**
 * Makes the message of one send: its words, links and pixel tracked as the campaign says,
 * unsubscribe header, threaded below the mails before it. The same send always gives the same
 * message, so a retry repeats.
 */
export function composeMail(
  ctx: WorkspaceCtx,
  send: LeasedSend,
  sender: Sender,
  thread: Thread,
  own: { readonly words: FooterWords; readonly linkBase: string },
): Composed {
  const { campaign } = send;
  const secret = ctx.settings.TRACKING_SECRET;
  const base = own.linkBase;
  const optOutToken = unsubscribeToken(secret, ctx.workspaceId, send.id);
  const optOut = unsubscribeUrl(base, optOutToken);
  const written = writeCopy(ctx, send, sender, thread, { url: optOut, words: own.words });
  if (!written.ok) {
    const { reason } = written;
    const detail = reason === "missing_variable" ? written.missing.join(", ") : written.detail;
    return { ok: false, reason, detail };
  }
  const { copy } = written;
  const token = hitToken(secret, ctx.workspaceId, send.id);
  const html =
    copy.html === null
      ? null
      : trackHtml(copy.html, {
          linkOf: campaign.trackClicks
            ? (url) => clickUrl(base, token, linkPart(secret, token, url))
            : null,
          pixelUrl: campaign.trackOpens ? pixelUrl(base, token) : null,
          honeypotUrl: campaign.trackClicks
            ? clickUrl(base, token, honeypotPart(secret, token))
            : null,
          keep: [optOut],
        });
  const mail = addressed(
    ctx,
    { ...copy, html },
    sender,
    { address: send.toEmail, name: recipientNameOf(send.lead) },
    {
      messageId: send.messageId,
      cc: campaign.cc,
      bcc: campaign.bcc,
      optOut: campaign.unsubscribeHeader ? { url: optOut, token: optOutToken } : null,
      ancestors: copy.answers ? thread.earlier.flatMap(sentIdsOf) : [],
    },
  );
  return { ok: true, mail, text: copy.text, html: html ?? "" };
}

/** How a lead is addressed in To. */
export const recipientNameOf = (lead: {
  readonly firstName: string;
  readonly lastName: string;
}): string => `${lead.firstName} ${lead.lastName}`.trim();

/** The page that unsubscribes, and the token that does so by mail. */
type OptOutHeader = { readonly url: string; readonly token: string };

/** Puts words into an envelope. */
export function addressed(
  ctx: Pick<WorkspaceCtx, "settings" | "now">,
  copy: Copy,
  sender: Sender,
  to: { readonly address: string; readonly name: string },
  envelope: {
    readonly messageId: string;
    readonly cc: readonly string[];
    readonly bcc: readonly string[];
    /** What List-Unsubscribe leads to; null leaves it out. */
    readonly optOut: OptOutHeader | null;
    /** Message-IDs of the mails before it, the oldest first. */
    readonly ancestors: readonly string[];
  },
): Unclaimed {
  return {
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [to.address, ...envelope.cc, ...envelope.bcc] },
    from: { address: sender.email, name: sender.fromName },
    to: [to],
    cc: envelope.cc.map((address) => ({ address, name: "" })),
    reply_to: sender.replyTo,
    subject: copy.subject,
    message_id: envelope.messageId,
    in_reply_to: copy.answers && inReplyToOf(copy.answers),
    references: referencesOf(envelope, sender),
    list_unsubscribe: envelope.optOut && {
      url: envelope.optOut.url,
      ...(sender.isRead && { mailto: unsubscribeMailto(sender.email, envelope.optOut.token) }),
    },
    headers: {},
    text: copy.text,
    html: copy.html,
    date: ctx.now(),
  };
}

/** What a workspace's settings say of the footer of its mails. */
export const footerWords = ({ general, compliance }: SettingsValues): FooterWords => ({
  unsubscribeText: compliance.unsubscribe_text,
  company: general.from_company,
  postalAddress: general.postal_address,
});
