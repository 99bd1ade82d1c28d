import type { OutgoingMail } from "#contract/companion.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { allowsPrivateNetworks } from "#core/settings.ts";
import { localDay } from "#domain/campaigns/schedule.ts";
import { replyTo, seedOf, type StepSubject } from "#domain/campaigns/subject.ts";
import { renderEmail } from "#domain/campaigns/render.ts";
import { templateVariables, weekdayName } from "#domain/campaigns/variables.ts";
import { copyOf } from "#domain/campaigns/variants.ts";
import { isoWeekday } from "#domain/time.ts";
import { honeypotPart, linkPart } from "#domain/tracking/link.ts";
import { trackHtml } from "#domain/tracking/rewrite-links.ts";
import { hitToken, unsubscribeToken } from "#domain/tracking/token.ts";
import { clickUrl, pixelUrl, unsubscribeUrl } from "#domain/tracking/urls.ts";
import type { Sender } from "#features/mailboxes/load-senders.ts";
import { sendTicket } from "./ticket.ts";
import type { LeasedSend } from "./transmit-store.ts";

/** A mail that left before, for threading. */
export type EarlierMail = { readonly messageId: string; readonly subject: string };

export type Composed =
  | { readonly ok: true; readonly mail: OutgoingMail; readonly html: string; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: "missing_variable" | "template_error";
      readonly detail: string;
    };

/**
 * Makes the message of one send: rendered for its lead, links and pixel tracked as the campaign
 * says, unsubscribe header and footer, threaded below the mails before it. The same send always
 * gives the same message, so a retry repeats and a preview tells the truth.
 */
export function composeMail(
  ctx: WorkspaceCtx,
  send: LeasedSend,
  sender: Sender,
  lease: string,
  thread: StepSubject & { readonly earlier: readonly EarlierMail[] },
): Composed {
  const { campaign, lead, stepRow } = send;
  const secret = ctx.settings.TRACKING_SECRET;
  const base =
    sender.trackingDomain === null ? ctx.settings.BASE_URL : `https://${sender.trackingDomain}`;
  const optOut = unsubscribeUrl(base, unsubscribeToken(secret, ctx.workspaceId, send.id));
  const { template } = copyOf(stepRow, send.variant);
  const rendered = renderEmail({
    template: { ...template, subject: thread.subject },
    seed: seedOf(lead.id, stepRow.id),
    subjectSeed: thread.seed,
    variables: templateVariables(lead, campaign, sender, {
      unsubscribeUrl: optOut,
      weekday: weekdayName(isoWeekday(localDay(campaign.schedule.timezone, ctx.now()))),
    }),
    cacheKey: `${stepRow.id}:${stepRow.version}:${send.variant}:${thread.subject}`,
  });
  if (!rendered.ok) {
    return "missing" in rendered
      ? { ok: false, reason: "missing_variable", detail: rendered.missing.join(", ") }
      : { ok: false, reason: "template_error", detail: rendered.templateError };
  }

  const footer = campaign.unsubscribeFooter ? unsubscribeFooter(optOut) : { html: "", text: "" };
  const plain = campaign.plainText || (campaign.firstEmailPlainText && send.step === 1);
  const text = rendered.text + footer.text;
  let html: string | null = null;
  if (rendered.html !== null && !plain) {
    const token = hitToken(secret, ctx.workspaceId, send.id);
    html = trackHtml(rendered.html + footer.html, {
      linkOf: campaign.trackClicks
        ? (url) => clickUrl(base, token, linkPart(secret, token, url))
        : null,
      pixelUrl: campaign.trackOpens ? pixelUrl(base, token) : null,
      honeypotUrl: campaign.trackClicks ? clickUrl(base, token, honeypotPart(secret, token)) : null,
      keep: [optOut],
    });
  }
  const last = thread.sameThread ? thread.earlier.at(-1) : undefined;
  return {
    ok: true,
    text,
    html: html ?? "",
    mail: {
      ticket: sendTicket(ctx.workspaceId, send.id),
      lease,
      smtp: sender.smtp,
      allow_private: allowsPrivateNetworks(ctx.settings),
      envelope: { from: sender.email, to: [send.toEmail, ...campaign.cc, ...campaign.bcc] },
      from: { address: sender.email, name: sender.fromName },
      to: [{ address: send.toEmail, name: `${lead.firstName} ${lead.lastName}`.trim() }],
      cc: campaign.cc.map((address) => ({ address, name: "" })),
      reply_to: sender.replyTo,
      // The words that were really sent, even if the step was edited since.
      subject: last ? replyTo(last.subject) : rendered.subject,
      message_id: send.messageId,
      in_reply_to: last?.messageId ?? null,
      references: last ? thread.earlier.map((mail) => mail.messageId) : [],
      list_unsubscribe: campaign.unsubscribeHeader ? { url: optOut } : null,
      headers: {},
      text,
      html,
      date: ctx.now(),
    },
  };
}

function unsubscribeFooter(url: string): { html: string; text: string } {
  return {
    html: `<p style="color:#777;font-size:12px">If you would rather not hear from me again, <a href="${url}">unsubscribe</a>.</p>`,
    text: `\n\nIf you would rather not hear from me again: ${url}\n`,
  };
}
