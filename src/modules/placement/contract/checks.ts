import { z } from "zod";
import { Time } from "#platform/contract/common.ts";
import { PROVIDER_RULES } from "#modules/placement/rules/provider-rules.ts";

export const ProviderChecks = z.object({
  data: z
    .array(
      z.object({
        rule: z.enum(PROVIDER_RULES).describe("The rule."),
        domain: z.string().describe("The sending domain that it was checked for."),
        status: z
          .enum(["pass", "warn", "fail", "unknown"])
          .describe("unknown: nobody could tell; never counted as pass."),
        message: z.string().describe("What was found, and what to do."),
        sources: z
          .array(
            z.object({
              provider: z.string().describe("Whose rule it is."),
              title: z.string().describe("Page that says so."),
              url: z.string().describe("Address of the page."),
              since: z.iso.date().describe("Since when it applies."),
              applies: z.string().describe("To which mail."),
            }),
          )
          .describe("Where the rule is from."),
      }),
    )
    .describe("A check for each rule and sending domain of the campaign's mailboxes."),
});
export type ProviderChecks = z.output<typeof ProviderChecks>;

export const PostmasterBody = z.strictObject({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .min(3)
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, "Enter a domain, such as example.com.")
    .describe("The sending domain."),
  day: z.iso.date().describe("The day of the figure, YYYY-MM-DD."),
  spam_rate: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of delivered emails that people marked as spam, 0 to 1; 0.001 is 0.1%."),
});
export type PostmasterBody = z.output<typeof PostmasterBody>;

export const PostmasterFigure = PostmasterBody.extend({
  band: z
    .enum(["well", "fine", "high", "over"])
    .describe("Under 0.03%, under 0.1%, under 0.3%, or at least that."),
  entered_by: z.string().describe("Who entered it."),
  created_at: Time.describe("When it was entered."),
});
export type PostmasterFigure = z.output<typeof PostmasterFigure>;
export const PostmasterFigures = z.object({
  data: z.array(PostmasterFigure).describe("The newest days first; 500 at most."),
});
