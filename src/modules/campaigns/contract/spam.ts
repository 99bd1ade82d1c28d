import { z } from "zod";
import { SPAM_ISSUES } from "#modules/campaigns/rules/spam/check-spam.ts";
import { SPAM_CATEGORIES } from "#modules/campaigns/rules/spam/lexicon.ts";

const Count = z.int().min(0);

/** What checking a mail for spam words and looks found. */
export const SpamReport = z.object({
  /** 100 is clean. */
  score: z.int().min(0).max(100),
  /** good from 80, fair from 50. */
  rating: z.enum(["good", "fair", "poor"]),
  matches: z.array(
    z.object({
      term: z.string(),
      category: z.enum(SPAM_CATEGORIES),
      field: z.enum(["subject", "body"]),
      /** UTF-16 units into the field as it was given, HTML included. */
      index: Count,
      length: Count,
      weight: z.number(),
      suggestion: z.string(),
    }),
  ),
  metrics: z.object({
    words: Count,
    links: Count,
    images: Count,
    caps_ratio: z.number(),
    exclamations: Count,
    question_marks: Count,
    emoji_in_subject: Count,
    subject_length: Count,
    html_text_ratio: z.number(),
    unresolved_variables: Count,
  }),
  issues: z.array(z.enum(SPAM_ISSUES)),
});
export type SpamReport = z.output<typeof SpamReport>;
