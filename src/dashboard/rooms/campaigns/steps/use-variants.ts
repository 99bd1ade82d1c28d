import { useState } from "react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { t } from "#dashboard/words/words.ts";
import { type StepDraft } from "./use-step-draft.ts";

export type Variant = Step["variants"][number];
/** The step's own text, or a variant by its label. */
export type Arm = string;
export const OWN = "control";
/** The step's own text stands for A. */
export const LABELS = ["B", "C", "D", "E", "F"] as const;

/** What people call a variant by. */
export const letterOf = (label: Arm): string => (label === OWN ? "A" : label);

/** The step's own text and its variants, one of which is written; each with what changes it. */
export function useVariants(draft: StepDraft["draft"], change: StepDraft["change"]) {
  const [chosen, setChosen] = useState<Arm>(OWN);
  const variant = draft.variants.find(({ label }) => label === chosen);
  const arm = variant ? chosen : OWN;
  const copy = variant
    ? { subject: variant.subject, html: variant.body }
    : { subject: draft.subject, html: draft.body_html };
  const write = (part: { subject?: string; html?: string }): void => {
    if (!variant) {
      return change({
        ...(part.subject !== undefined && { subject: part.subject }),
        // The plain part is made of the HTML, unless somebody wrote one of its own by the API.
        ...(part.html !== undefined && { body_html: part.html }),
      });
    }
    const next: Variant = {
      ...variant,
      subject: part.subject ?? variant.subject,
      body: part.html ?? variant.body,
    };
    change({ variants: draft.variants.map((one) => (one.label === arm ? next : one)) });
  };
  const add = (): void => {
    const label = LABELS.find((free) => !draft.variants.some((one) => one.label === free));
    if (!label) return;
    const weight = Math.floor(100 / (draft.variants.length + 2));
    const made: Variant = {
      id: label.toLowerCase(),
      label,
      subject: copy.subject,
      body: copy.html || "<p></p>",
      body_text: "",
      weight,
      is_active: true,
    };
    change({ variants: [...draft.variants.map((one) => ({ ...one, weight })), made] });
    setChosen(label);
  };
  const remove = async (): Promise<void> => {
    const sure = await ask({
      title: t("Delete variant {letter}?", { letter: arm }),
      text: t("Its leads get variant A instead. Its results stay in the analytics."),
      yes: t("Delete variant"),
      no: t("Cancel"),
    });
    if (!sure) return;
    change({ variants: draft.variants.filter(({ label }) => label !== arm) });
    setChosen(OWN);
  };
  return { arm, variant, copy, setChosen, write, add, remove };
}
