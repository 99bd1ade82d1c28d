import { htmlToText } from "./html-to-text.ts";
import { MAX_OUTPUT, TOO_LARGE } from "./liquid.ts";
import { renderPart } from "./template.ts";
import type { TemplateVariables } from "./variables.ts";
import type { EmailTemplate } from "#modules/campaigns/rules/variants.ts";

export type RenderedEmail = {
  readonly ok: true;
  /** One line. */
  readonly subject: string;
  /** Null for a plain-text mail. */
  readonly html: string | null;
  readonly text: string;
};
/** Held, never sent with a gap: the variables that were needed and empty. `draft` has the gaps. */
export type MissingVariables = {
  readonly ok: false;
  readonly missing: readonly string[];
  readonly draft: RenderedEmail;
};
export type BrokenTemplate = {
  readonly ok: false;
  readonly templateError: string;
  /** It can be rendered, but comes out larger than a mail may be. */
  readonly isTooLarge: boolean;
};

/**
 * Renders a mail for one lead: spintax chosen by the seed, then Liquid; values escaped in the HTML
 * part; the text part derived from the HTML where there is none. Deterministic for equal input.
 * `subjectSeed` is the seed of the step that the subject comes from, where that is another one.
 */
export function renderEmail(input: {
  readonly template: EmailTemplate;
  readonly seed: string;
  readonly subjectSeed?: string;
  readonly variables: TemplateVariables;
  readonly cacheKey?: string;
}): RenderedEmail | MissingVariables | BrokenTemplate {
  const { template, seed, variables, cacheKey } = input;
  const bare = { text: "", missing: [] };
  const subject = renderPart(
    template.subject,
    "subject",
    `${input.subjectSeed ?? seed}:subject`,
    variables.text,
    cacheKey,
  );
  const isBlank = (source: string) => source.trim() === "";
  const html = isBlank(template.bodyHtml)
    ? bare
    : renderPart(template.bodyHtml, "html", seed, variables.html, cacheKey);
  const text = isBlank(template.bodyText)
    ? bare
    : renderPart(template.bodyText, "text", seed, variables.text, cacheKey);

  for (const [name, part] of [
    ["subject", subject],
    ["body_html", html],
    ["body_text", text],
  ] as const) {
    if ("error" in part) {
      const { message, line, column, isTooLarge = false } = part.error;
      return { ok: false, templateError: `${name} ${line}:${column}: ${message}`, isTooLarge };
    }
  }
  if ("error" in subject || "error" in html || "error" in text) {
    return { ok: false, templateError: "", isTooLarge: false };
  }
  const missing = new Set([...subject.missing, ...html.missing, ...text.missing]);
  const rendered: RenderedEmail = {
    ok: true,
    subject: oneLine(subject.text),
    html: isBlank(template.bodyHtml) ? null : html.text,
    text: isBlank(template.bodyText) ? htmlToText(html.text) : text.text,
  };
  const size = rendered.subject.length + (rendered.html?.length ?? 0) + rendered.text.length;
  if (size > MAX_OUTPUT) return { ok: false, templateError: TOO_LARGE, isTooLarge: true };
  return missing.size > 0 ? { ok: false, missing: [...missing], draft: rendered } : rendered;
}

/** A subject is one header line, whatever a value brings. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
