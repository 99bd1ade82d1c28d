import { hash32 } from "#platform/rules/seed.ts";

/** An A/B arm of a step; the step's own copy is the control. */
export type Variant = {
  readonly id: string;
  readonly label: string;
  readonly subject: string;
  readonly body_html: string;
  readonly body_text: string;
  /** 1 to 100. */
  readonly weight: number;
  readonly is_active: boolean;
};

/** What a step or an arm of it says. */
export type EmailTemplate = {
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
};

/** A step as far as its copy goes. */
export type StepCopy = EmailTemplate & {
  readonly id: number;
  readonly variants: readonly Variant[];
};

/** Name of the step's own copy among its arms. */
export const CONTROL = "control";

/**
 * What stands for the arm of a mail that another product sent before the lead moved in: it has no
 * arm of ours, and counts in no statistic, limit or threshold.
 */
export const IMPORTED = "imported";

/**
 * Shares of a step's arms, in percent. Active arms take their weights; the control takes what they
 * leave of 100, so that a single arm of weight 50 splits evenly. Arms that sum to 100 or more leave
 * the control nothing and share in proportion. A disabled arm's share falls back to the control.
 */
export function splitOf(variants: readonly Variant[]): { label: string; weight: number }[] {
  const arms = variants.filter((v) => v.is_active).map(({ label, weight }) => ({ label, weight }));
  const taken = arms.reduce((sum, arm) => sum + arm.weight, 0);
  return [{ label: CONTROL, weight: Math.max(0, 100 - taken) }, ...arms];
}

/**
 * The name of the arm that a lead gets of a step: decided by a hash of both, so a retry, a preview
 * and the send agree.
 */
export function labelOf(step: Pick<StepCopy, "id" | "variants">, leadId: number): string {
  const split = splitOf(step.variants);
  const total = split.reduce((sum, arm) => sum + arm.weight, 0);
  let point = (hash32(`arm:${leadId}:${step.id}`) / 2 ** 32) * total;
  return split.find((arm) => (point -= arm.weight) < 0)?.label ?? CONTROL;
}

/** The arm that a lead gets of a step. An arm without a subject takes the step's own. */
export const armOf = (step: StepCopy, leadId: number): { label: string; template: EmailTemplate } =>
  copyOf(step, labelOf(step, leadId));

/** The copy of an arm by its label; the step's own where no such arm is left. */
export function copyOf(step: StepCopy, label: string): { label: string; template: EmailTemplate } {
  const arm = step.variants.find((v) => v.label === label);
  if (!arm) {
    const { subject, bodyHtml, bodyText } = step;
    return { label: CONTROL, template: { subject, bodyHtml, bodyText } };
  }
  return {
    label,
    template: {
      subject: arm.subject.trim() === "" ? step.subject : arm.subject,
      bodyHtml: arm.body_html,
      bodyText: arm.body_text,
    },
  };
}

/** The step as nothing but that arm of it. */
export const asArm = (step: StepCopy, label: string): StepCopy => ({
  id: step.id,
  ...copyOf(step, label).template,
  variants: [],
});
