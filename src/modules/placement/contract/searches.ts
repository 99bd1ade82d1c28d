import { z } from "zod";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { FACTORS } from "#modules/placement/rules/search/factors.ts";
import {
  ANSWERS,
  MAILS_PER_PROVIDER,
  MAILS_PER_SEARCH,
} from "#modules/placement/rules/search/next-step.ts";

export const SearchBody = z.strictObject({
  mailbox_id: bodyId<MailboxId>()
    .optional()
    .describe("The sender of its emails; the one with most spam in the test when left out."),
  providers: z
    .array(z.string().min(1).max(253))
    .min(1)
    .max(8)
    .optional()
    .describe("Providers to ask, at most 8; those with spam in the test when left out."),
});
export type SearchBody = z.output<typeof SearchBody>;

const FactorName = z.enum(FACTORS);

export const Search = z.object({
  id: z.int().describe("Number of the search."),
  mailbox_id: z.int().describe("The sender of its emails."),
  state: z.enum(["running", "done", "cancelled"]).describe("Whether it goes on."),
  present: z.array(FactorName).describe("Factors that the email has, and that can be the cause."),
  mails: z.int().describe(`Emails so far; ${MAILS_PER_SEARCH} at most.`),
  mails_at_most: z.int().describe("The budget of the whole search."),
  mails_per_day: z.int().describe("Emails that its sender may spend on it a day."),
  providers: z
    .array(
      z.object({
        provider: z.string().describe("Provider of the seeds."),
        mails: z.int().describe(`Emails to it so far; ${MAILS_PER_PROVIDER} at most.`),
        spam: z.int().describe("Of these, emails found as spam."),
        inbox: z.int().describe("Of these, emails found in the inbox or another folder."),
        answer: z
          .enum(ANSWERS)
          .nullable()
          .describe(
            "cause: without these factors it arrives; not_junked: the whole email arrives; not_content: everything is junked, whatever it says; nothing_found: not known. Null: still searching.",
          ),
        cause: z
          .array(FactorName)
          .describe("Factors that have to go together; empty but for a cause."),
        confidence: z.number().nullable().describe("Probability of the answer, 0 to 1."),
        message: z.string().describe("What was found, and what it can't show, in words."),
      }),
    )
    .describe("Where the search stands with each provider."),
  created_at: Time.describe("When it was started."),
  finished_at: NullableTime.describe("When it ended."),
});
export type Search = z.output<typeof Search>;
