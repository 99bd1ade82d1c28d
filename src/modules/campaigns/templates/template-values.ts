import type { StepTexts } from "#modules/campaigns/contract/steps.ts";
import {
  beginningOf,
  fitsTemplate,
  type TemplateContent,
  type TemplateText,
} from "#modules/campaigns/rules/template-content.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import { EMPTY_STEP, stepValues } from "#modules/campaigns/steps/step-values.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { TemplateValues } from "./store.ts";

/** A text that a body gives at `path`, checked and completed like a step; what it leaves out is as in `current`. */
export function templateText(
  given: StepTexts,
  path: string,
  current: TemplateText = EMPTY_STEP,
): TemplateText {
  try {
    return stepValues(given, { ...current, variants: [...current.variants] });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const errors = cause.errors.map((error) => ({ ...error, path: `${path}${error.path}` }));
    throw new AppError(cause.code, cause.message, { cause, errors });
  }
}

/** The columns of a template. Throws `limit_reached` for more text than a template can hold. */
export function templateValues(
  name: string,
  description: string,
  content: TemplateContent,
): TemplateValues {
  if (!fitsTemplate(content)) {
    throw new AppError("limit_reached", "A template can hold up to 1 MB of text.");
  }
  const [first] = content.steps;
  const text = first?.bodyText.trim() === "" ? htmlToText(first.bodyHtml) : (first?.bodyText ?? "");
  return {
    name,
    description,
    content,
    stepCount: content.steps.length,
    subject: first?.subject ?? "",
    excerpt: beginningOf(text),
  };
}
