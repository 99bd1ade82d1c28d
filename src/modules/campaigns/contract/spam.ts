import { z } from "zod";
import { FILTER_KINDS } from "#platform/wire/mail-filters.ts";
import { SPAM_ISSUES } from "#modules/campaigns/rules/spam/check-spam.ts";
import { SPAM_CATEGORIES } from "#modules/campaigns/rules/spam/lexicon.ts";

const Count = z.int().min(0);

/** What checking a mail for spam words and looks found. */
export const SpamReport = z.object({
  score: z.int().min(0).max(100).describe("0 to 100; 100 is clean."),
  rating: z.enum(["good", "fair", "poor"]).describe("`good` from 80 points, `fair` from 50."),
  matches: z
    .array(
      z.object({
        term: z.string().describe("The word or phrase of the list."),
        category: z.enum(SPAM_CATEGORIES).describe("What kind of word it is."),
        field: z.enum(["subject", "body"]).describe("Where it stands."),
        index: Count.describe("Where it begins in the field as given, in UTF-16 units."),
        length: Count.describe("Its length there, in UTF-16 units."),
        weight: z.number().describe("How much it counts."),
        suggestion: z.string().describe("What to write instead."),
      }),
    )
    .describe("Words that filters mind, by their place."),
  metrics: z
    .object({
      words: Count.describe("Words of the body."),
      links: Count.describe("Links of the body."),
      images: Count.describe("Images of the body."),
      caps_ratio: z.number().describe("Share of capitals among letters, 0 to 1."),
      exclamations: Count.describe("Exclamation marks."),
      question_marks: Count.describe("Question marks."),
      emoji_in_subject: Count.describe("Emoji in the subject."),
      subject_length: Count.describe("Characters of the subject."),
      html_text_ratio: z.number().describe("Share of visible text in the HTML, 0 to 1."),
      unresolved_variables: Count.describe("Variables of templates that nothing fills."),
    })
    .describe("What was counted."),
  issues: z.array(z.enum(SPAM_ISSUES)).describe("What is wrong with the form of the email."),
});
export type SpamReport = z.output<typeof SpamReport>;

/** The report, and what the operator's filters say. */
export const SpamAnswer = SpamReport.extend({
  filters: z
    .array(
      z.object({
        kind: z.enum(FILTER_KINDS).describe("The program that was asked."),
        at: z.string().describe("Host and port of the filter."),
        score: z
          .number()
          .nullable()
          .describe("Points of all rules together; null if the filter did not answer."),
        threshold: z
          .number()
          .nullable()
          .describe("Points from which the filter calls an email spam, as it is set up."),
        rules: z
          .array(
            z.object({
              name: z.string().describe("Name of the rule at the filter."),
              points: z.number().describe("Its points; negative ones speak for the email."),
              about: z.string().describe("What the filter says about the rule."),
              advice: z
                .string()
                .nullable()
                .describe("What you can do about it; null if nothing is known."),
            }),
          )
          .describe("Rules that gave points, the worst first."),
        problem: z
          .enum(["unreachable", "timeout", "unreadable"])
          .nullable()
          .describe("Why there is no verdict; null if there is one."),
      }),
    )
    .describe("Verdicts of the filters of SPAM_FILTERS. Empty if none is set up."),
});
export type SpamAnswer = z.output<typeof SpamAnswer>;
