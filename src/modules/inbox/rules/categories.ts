import {
  POSITIVE_CATEGORIES,
  type ReplyCategory,
} from "#modules/delivery/rules/reply-categories.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";

/** Who decided: a rule, the AI where no rule fits, or a person, whose word wins. */
export const CATEGORY_SOURCES = ["rule", "ai", "person"] as const;
export type CategorySource = (typeof CATEGORY_SOURCES)[number];

/** What the rules say about a mail, for its row. */
export type Said = {
  readonly category: ReplyCategory;
  /** The phrases that decided. */
  readonly words: readonly string[];
  readonly confidence: number;
  /** When to ask the AI; null: the rules know, or nobody wants it. */
  readonly aiDueAt: UnixMs | null;
};

/** Of a mail whose kind says it all. */
export const surely = (category: ReplyCategory): Said => ({
  category,
  words: [],
  confidence: 1,
  aiDueAt: null,
});

/** The status that a category gives an open thread; of the others none follows. */
const STATUSES: Partial<Record<ReplyCategory, ThreadStatus>> = {
  interested: "interested",
  meeting_request: "interested",
  question: "information_requested",
  not_interested: "not_interested",
  wrong_person: "wrong_person",
  do_not_contact: "do_not_contact",
  hostile: "do_not_contact",
};

/** The status that a category gives a thread which is `open`; null: it stays. */
export const statusOfCategory = (category: ReplyCategory | null): ThreadStatus | null =>
  category === null ? null : (STATUSES[category] ?? null);

const isOneOf =
  (categories: readonly ReplyCategory[]) =>
  (category: ReplyCategory | null): boolean =>
    category !== null && categories.includes(category);

/** Whether nothing may be sent to its writer any more. */
export const isOptOut = isOneOf(["do_not_contact", "hostile"]);

/** Whether it counts among the positive replies. */
export const isPositive = (category: ReplyCategory | null): category is PositiveCategory =>
  isOneOf(POSITIVE_CATEGORIES)(category);
export type PositiveCategory = (typeof POSITIVE_CATEGORIES)[number];

/** Whether the campaign's sequence ends, whatever the campaign does after a reply. */
export const endsSequence = isOneOf(["not_interested", "wrong_person", "left_company"]);

/** Whether somebody else may be named in the place of the lead. */
export const asksForSuccessor = isOneOf(["wrong_person", "left_company", "referral"]);

/** Whether it says nothing about the lead, so that what an earlier message said stays. */
export const saysNothing = isOneOf(["other", "automatic", "bounce"]);
