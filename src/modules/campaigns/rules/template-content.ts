import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { StepTask } from "./tasks.ts";
import type { Variant } from "./variants.ts";

/** An email of a template: what a step is but for its place. */
export type TemplateText = {
  readonly delay: number;
  readonly delayUnit: "minutes" | "hours" | "days";
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly variants: readonly Variant[];
  /** A step that is a task, for anybody: people differ between workspaces. */
  readonly task?: StepTask | null;
};

/** What a template holds. One of a step, and a snippet, has one text. */
export type TemplateContent = {
  readonly steps: readonly TemplateText[];
  /** Of a campaign, as the body names them that makes one; `{}` for the others. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** A row of D1 holds 2 MB, and its JSON is read as a whole. */
export const MAX_TEMPLATE_BYTES = 1024 * 1024;

/** Whether it fits into its row. */
export const fitsTemplate = (content: TemplateContent): boolean =>
  new TextEncoder().encode(JSON.stringify(content)).length <= MAX_TEMPLATE_BYTES;

/** A list shows as much of the first text. */
const EXCERPT = 200;

/** The beginning of a text in one line. */
export function beginningOf(text: OutsideText): string {
  const line = text
    .slice(0, 4 * EXCERPT)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).trimEnd()}…`;
}
