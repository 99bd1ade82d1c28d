import type { SpamCheckBody } from "#modules/assist/contract/ai.ts";
import type { SpamAnswer } from "#modules/campaigns/contract/spam.ts";
import { checkSpam } from "#modules/campaigns/rules/spam/check-spam.ts";
import { filterAdvice } from "#modules/campaigns/rules/spam/filter-advice.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { FilterVerdict } from "#platform/wire/mail-filters.ts";
import type { Composition } from "#platform/wire/transmission.ts";

/**
 * Judges a mail by its words and looks, and asks the operator's filters where there are some. A filter,
 * or a companion, that does not answer is a verdict with its problem. Nothing is sent or stored.
 */
export async function spamCheck(ctx: WorkspaceCtx, body: SpamCheckBody): Promise<SpamAnswer> {
  const report = checkSpam(body);
  const verdicts = await ask(ctx, body);
  const filters = verdicts.map((verdict) => ({
    ...verdict,
    rules: verdict.rules.map((rule) => ({ ...rule, advice: filterAdvice(rule.name) })),
  }));
  return { ...report, matches: [...report.matches], issues: [...report.issues], filters };
}

async function ask(ctx: WorkspaceCtx, body: SpamCheckBody): Promise<readonly FilterVerdict[]> {
  const filters = ctx.settings.SPAM_FILTERS;
  if (filters.length === 0) return [];
  try {
    const { verdicts } = await ctx.mail.filter({ filters, mail: asMail(body, ctx.now()) });
    return verdicts;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const problem = cause.code === "upstream_timeout" ? "timeout" : "unreachable";
    return filters.map((filter) => ({
      kind: filter.startsWith("spamd:") ? "spamassassin" : "rspamd",
      at: new URL(filter).host,
      score: null,
      threshold: null,
      rules: [],
      problem,
    }));
  }
}

/** As it would be sent from and to people of the domains for examples (RFC 2606). */
function asMail({ subject, body }: SpamCheckBody, now: number): Composition {
  const isHtml = /<\/?[a-z]/i.test(body);
  return {
    from: { address: "sender@example.com", name: "Sender" },
    to: [{ address: "recipient@example.net", name: "" }],
    cc: [],
    reply_to: null,
    // oxlint-disable-next-line no-control-regex -- line breaks and NUL are what it looks for
    subject: subject.replace(/[\r\n\0]+/g, " "),
    message_id: `${now}@example.com`,
    in_reply_to: null,
    references: [],
    list_unsubscribe: null,
    headers: {},
    text: isHtml ? htmlToText(body) : body,
    html: isHtml ? body : null,
    date: now,
  };
}
