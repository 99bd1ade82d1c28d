import { z } from "zod";
import { SPAM_ISSUES } from "#domain/spam/check-spam.ts";
import { SPAM_CATEGORIES } from "#domain/spam/lexicon.ts";

/** As long as a step's copy may be. */
const MAX_SUBJECT = 1_000;
const MAX_BODY = 64 * 1_024;

export const SpamCheckBody = z.strictObject({
  subject: z.string().max(MAX_SUBJECT).default(""),
  /** HTML or plain text. */
  body: z.string().max(MAX_BODY).default(""),
});
export type SpamCheckBody = z.output<typeof SpamCheckBody>;

const Count = z.int().min(0);

/** Contract 2.14. */
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
