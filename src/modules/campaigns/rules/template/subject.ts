import type { OutsideText } from "#platform/rules/outside-text.ts";
import { armOf, type StepCopy } from "#modules/campaigns/rules/variants.ts";

/** The subject of a step, still a template, and which seed spins it. */
export type StepSubject = {
  readonly subject: string;
  /** Seed of the step that the words come from, so that "Re: ..." repeats what was sent. */
  readonly seed: string;
  /** Whether the mail answers the one before it (In-Reply-To and References set). */
  readonly sameThread: boolean;
};

/** The seed of everything that is chosen for one lead in one step. */
export const seedOf = (leadId: number, stepId: number): string => `${leadId}:${stepId}`;

/**
 * The subject of the step at `index` for a lead: its own, or, where that is empty
 * after the first step, "Re: " and the subject of the thread that it continues. Where the mail
 * before was sent already, its recorded subject is better than this one: the copy may have been
 * edited since.
 */
export function subjectOfStep(
  steps: readonly StepCopy[],
  index: number,
  leadId: number,
  /** False where nothing is known that it could answer: it begins a thread with the inherited subject. */
  mayAnswer = true,
): StepSubject {
  for (let i = index; i >= 0; i--) {
    const step = steps[i];
    if (!step) continue;
    const { subject } = armOf(step, leadId).template;
    if (subject.trim() === "" && i > 0) continue;
    const sameThread = mayAnswer && i < index;
    return {
      subject: sameThread && subject.trim() !== "" ? replyTo(subject) : subject,
      seed: seedOf(leadId, step.id),
      sameThread,
    };
  }
  return { subject: "", seed: seedOf(leadId, 0), sameThread: false };
}

/**
 * The mails of the thread that the last of these belongs to, in order: one whose subject does not
 * repeat that of the mail before it began a thread of its own.
 */
export function threadOf<M extends { readonly subject: string }>(earlier: readonly M[]): M[] {
  const begins = earlier.findLastIndex(
    ({ subject }, i) => subject !== replyTo(earlier[i - 1]?.subject ?? subject),
  );
  return earlier.slice(Math.max(0, begins));
}

/** "Re: " before a subject, once. */
export const replyTo = (subject: OutsideText): string =>
  /^\s*re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
