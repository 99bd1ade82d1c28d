import type { z } from "zod";
import type {
  Template,
  TemplateStep,
  UpdateTemplateBody,
} from "#modules/campaigns/contract/templates.ts";

/** A template that is being changed; each text has a key of its own while it moves. */
export type DraftText = TemplateStep & { readonly key: string };
export type Draft = {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly DraftText[];
};

let made = 0;
/** A text with a key that no other has. */
export const keyed = (text: TemplateStep): DraftText => ({ ...text, key: `text-${++made}` });

/** The texts of a template, whatever its kind. */
function textsOf(template: Template): readonly TemplateStep[] {
  switch (template.kind) {
    case "campaign":
      return template.steps;
    case "step":
      return [template.step];
    case "snippet": {
      const { body_html, body_text } = template;
      return [{ body_html, body_text, subject: "", delay: 0, delay_unit: "days", variants: [] }];
    }
  }
}

export const templateDraftOf = (template: Template): Draft => ({
  name: template.name,
  description: template.description,
  steps: textsOf(template).map(keyed),
});

/** Without what only the page knows. */
export function unkeyed(text: DraftText): TemplateStep {
  const { key: _, ...plain } = text;
  return plain;
}
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs from the template; null when nothing does. */
export function patchOf(
  template: Template,
  draft: Draft,
): z.input<typeof UpdateTemplateBody> | null {
  const texts = draft.steps.map(unkeyed);
  const [first] = texts;
  const isRewritten = !same(texts, textsOf(template));
  const patch = {
    ...(draft.name !== template.name && { name: draft.name }),
    ...(draft.description !== template.description && { description: draft.description }),
    ...(isRewritten && template.kind === "campaign" && { steps: texts.map(given) }),
    ...(isRewritten && template.kind === "step" && first && { step: given(first) }),
    ...(isRewritten &&
      template.kind === "snippet" &&
      first && { body_html: first.body_html, body_text: first.body_text }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

/** A text as a body takes it. */
const given = ({ variants, ...text }: TemplateStep) => ({
  ...text,
  variants: variants.map(({ label, ...arm }) => ({ ...arm, label: label as "B" })),
});
