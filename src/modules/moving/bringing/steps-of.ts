import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import { checkTemplate } from "#modules/campaigns/rules/template/template.ts";
import type { FoundOf, Rival } from "#modules/moving/rules/found.ts";
import { waitOf } from "#modules/moving/rules/schedule-of.ts";
import { type CopyProblem, translateCopy } from "#modules/moving/rules/translate.ts";

type TheirStep = FoundOf<"campaign">["steps"][number];

/** A text as it is there and as it will be here. */
export type MovedText = {
  readonly theirs: { readonly subject: string; readonly body_html: string };
  readonly ours: { readonly subject: string; readonly body_html: string };
  readonly changes: readonly { readonly theirs: string; readonly ours: string }[];
  readonly problems: readonly CopyProblem[];
  readonly warnings: readonly CopyProblem[];
};
export type MovedStep = {
  readonly number: number;
  readonly values: TemplateText;
  readonly texts: readonly MovedText[];
  /** It can't be sent before somebody looked. */
  readonly needsLook: boolean;
};

/** A step of ours has its own text and five others. */
const MAX_TEXTS = 6;
const LABELS = ["B", "C", "D", "E", "F"] as const;

/** The steps of a campaign in our language. The first text of a step is its own, the others are variants. */
export function stepsOf(
  rival: Rival,
  steps: readonly TheirStep[],
  names: readonly string[],
): MovedStep[] {
  return [...steps]
    .toSorted((a, b) => a.number - b.number)
    .map((step, i) => stepOf(rival, step, i, names));
}

function stepOf(rival: Rival, step: TheirStep, index: number, names: readonly string[]): MovedStep {
  const chosen = step.variants.slice(0, MAX_TEXTS);
  const texts = chosen.map((variant): MovedText => {
    const theirs = { subject: variant.subject, body_html: variant.body_html };
    const said = translateCopy(rival, { subject: theirs.subject, body: theirs.body_html }, names);
    // An empty subject continues the thread; of the first step there is none.
    const subject = step.same_thread && index > 0 ? "" : said.subject;
    return {
      theirs,
      ours: { subject, body_html: said.body },
      changes: said.changes,
      problems: said.problems,
      warnings: said.warnings,
    };
  });
  const [own, ...others] = texts;
  const weights = sharesOf(chosen.map(({ weight }) => weight));
  const { delay, delayUnit } = waitOf(index === 0 ? 0 : step.wait_minutes);
  const values: TemplateText = {
    delay,
    delayUnit,
    subject: own?.ours.subject ?? "",
    bodyHtml: own?.ours.body_html ?? "",
    bodyText: "",
    variants: others.map(({ ours }, i) => ({
      id: crypto.randomUUID(),
      label: LABELS[i] ?? "F",
      subject: ours.subject,
      body_html: ours.body_html,
      body_text: "",
      weight: weights[i + 1] ?? 1,
      is_active: true,
    })),
  };
  return {
    number: index + 1,
    values,
    texts,
    needsLook: texts.some(({ problems, ours }) => problems.length > 0 || isBroken(ours)),
  };
}

const isBroken = (ours: MovedText["ours"]): boolean =>
  ours.body_html.trim() === "" ||
  checkTemplate(ours.subject, "subject") !== null ||
  checkTemplate(ours.body_html, "html") !== null;

/** Shares in whole percent, at least one each; even ones where the rival names none. */
function sharesOf(weights: readonly (number | null)[]): number[] {
  const sum = weights.reduce<number>((all, weight) => all + (weight ?? 0), 0);
  if (sum <= 0 || weights.some((weight) => weight === null)) {
    return weights.map(() => Math.max(1, Math.floor(100 / weights.length)));
  }
  return weights.map((weight) => Math.max(1, Math.round(((weight ?? 0) / sum) * 100)));
}
