import { htmlToText } from "./html-to-text.ts";
import { renderPart } from "./template.ts";
import type { TemplateVariables } from "./variables.ts";
import type { EmailTemplate } from "./variants.ts";

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
export type BrokenTemplate = { readonly ok: false; readonly templateError: string };

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
      const { message, line, column } = part.error;
      return { ok: false, templateError: `${name} ${line}:${column}: ${message}` };
    }
  }
  if ("error" in subject || "error" in html || "error" in text) {
    return { ok: false, templateError: "" };
  }
  const missing = new Set([...subject.missing, ...html.missing, ...text.missing]);
  const rendered: RenderedEmail = {
    ok: true,
    subject: oneLine(subject.text),
    html: isBlank(template.bodyHtml) ? null : html.text,
    text: isBlank(template.bodyText) ? htmlToText(html.text) : text.text,
  };
  return missing.size > 0 ? { ok: false, missing: [...missing], draft: rendered } : rendered;
}

/** A subject is one header line, whatever a value brings. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
