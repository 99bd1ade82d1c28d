import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { RecipientLanguage } from "#modules/campaigns/rules/template/recipient-language.ts";
import { type FooterWords, unsubscribeFooter } from "#modules/campaigns/rules/template/footer.ts";
import { renderEmail } from "#modules/campaigns/rules/template/render.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { localDay, type Schedule } from "#platform/rules/schedule.ts";
import { replyTo, seedOf, type StepSubject } from "#modules/campaigns/rules/template/subject.ts";
import { templateVariables, weekdayName } from "#modules/campaigns/rules/template/variables.ts";
import { copyOf, type StepCopy } from "#modules/campaigns/rules/variants.ts";
import { isoWeekday } from "#platform/rules/time.ts";
import type { SentIds } from "#modules/delivery/rules/server-message-id.ts";
import type { Sender } from "#modules/mailboxes/connections/load-senders.ts";

/** What a step says to one lead depends on this and on the mails before it. */
export type Draft = {
  readonly lead: Parameters<typeof templateVariables>[0] & { readonly id: number };
  readonly campaign: {
    readonly name: string;
    readonly schedule: Schedule;
    readonly plainText: boolean;
    readonly firstEmailPlainText: boolean;
    readonly unsubscribeFooter: boolean;
    readonly language: RecipientLanguage | null;
  };
  readonly stepRow: StepCopy & { readonly version: number };
  /** 1-based. */
  readonly step: number;
  readonly variant: string;
};

/** A mail that left before, for threading. */
export type EarlierMail = SentIds & { readonly subject: string };
export type Thread = StepSubject & { readonly earlier: readonly EarlierMail[] };

/** Where a recipient opts out, and what the workspace's footer says of it. */
export type OptOut = { readonly url: string; readonly words: FooterWords };

export type Copy = {
  readonly subject: string;
  /** Null for a plain-text mail. Links are as they were written. */
  readonly html: string | null;
  readonly text: string;
  /** The mail that it answers. */
  readonly answers: EarlierMail | null;
};
export type Written =
  | { readonly ok: true; readonly copy: Copy }
  | {
      readonly ok: false;
      readonly reason: "missing_variable";
      readonly missing: readonly string[];
      /** With the gaps, to look at; it must not be sent. */
      readonly copy: Copy;
    }
  | {
      readonly ok: false;
      readonly reason: "template_error";
      readonly detail: string;
      /** It is no mistake in the template's language: the mail is larger than a mail may be. */
      readonly isTooLarge: boolean;
    };

/**
 * The words of one mail: rendered for its lead, with the footer, as text alone where the campaign
 * wants that. Sending, preview and test mail write it here, so that one tells the truth about the
 * others; equal input gives equal words.
 */
export function writeCopy(
  ctx: Pick<WorkspaceCtx, "now">,
  draft: Draft,
  sender: Omit<Sender, "smtp" | "id" | "isRead" | "givesOwnIds">,
  thread: Thread,
  optOut: OptOut,
): Written {
  const { campaign, lead, stepRow } = draft;
  const { template } = copyOf(stepRow, draft.variant);
  const rendered = renderEmail({
    template: { ...template, subject: thread.subject },
    seed: seedOf(lead.id, stepRow.id),
    subjectSeed: thread.seed,
    variables: templateVariables(lead, campaign, sender, {
      unsubscribeUrl: optOut.url,
      weekday: weekdayName(isoWeekday(localDay(zoneOf(draft), ctx.now()))),
    }),
    cacheKey: `${stepRow.id}:${stepRow.version}:${draft.variant}:${thread.subject}`,
  });
  if (!rendered.ok && "templateError" in rendered) {
    const { templateError: detail, isTooLarge } = rendered;
    return { ok: false, reason: "template_error", detail, isTooLarge };
  }
  const words = rendered.ok ? rendered : rendered.draft;
  const footer = campaign.unsubscribeFooter
    ? unsubscribeFooter(optOut.url, optOut.words, campaign.language)
    : { html: "", text: "" };
  const plain = campaign.plainText || (campaign.firstEmailPlainText && draft.step === 1);
  const answers = thread.sameThread ? (thread.earlier.at(-1) ?? null) : null;
  const copy: Copy = {
    // The words that were really sent, even if the step was edited since.
    subject: answers ? replyTo(answers.subject) : words.subject,
    html: words.html === null || plain ? null : words.html + footer.html,
    text: words.text + footer.text,
    answers,
  };
  return rendered.ok
    ? { ok: true, copy }
    : { ok: false, reason: "missing_variable", missing: rendered.missing, copy };
}

/** Where the lead reads the mail, as far as its campaign minds. */
function zoneOf({ lead, campaign }: Draft): string {
  const { timezone, time_zone, tz } = lead.custom;
  return scheduleFor(campaign.schedule, timezone ?? time_zone ?? tz ?? null).timezone;
}
