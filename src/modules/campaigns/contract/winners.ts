import { z } from "zod";
import { REPLY_WINDOW, WINNER_METRICS } from "#modules/campaigns/rules/winners/metrics.ts";
import { NullableTime } from "#platform/contract/common.ts";

export const WinnerMetric = z
  .enum(WINNER_METRICS)
  .describe(
    "What decides which variant of a step wins: replies, clicks or opens by people. A change starts the comparison again.",
  );
export const WindowDays = z
  .int()
  .min(REPLY_WINDOW.least)
  .max(REPLY_WINDOW.most)
  .describe(
    "Days after which an email counts in the comparison by replies, 3 to 30; clicks and opens have 2 days. A change starts the comparison again.",
  );

const Label = z.string().describe('Label of the variant; "control" is the step\'s own text.');
const Share = z.number().min(0).max(1);

const ContestArm = z.object({
  variant: Label,
  weight: z.int().describe("Its part of the next emails, relative to the other weights; 0: none."),
  mails: z.int().describe("Emails whose window is over; only these count."),
  hits: z.int().describe("Of these, emails with a hit by a person within the window."),
  rate: Share.nullable().describe("hits divided by mails, 0 to 1; null without emails."),
  waiting: z.int().describe("Emails that left and wait for the end of their window."),
  evidence: Share.describe(
    "How far the evidence that it beats all others has come: at 1 it wins. This is no probability.",
  ),
  is_out: z.boolean().describe("Another variant has beaten it."),
});

export const Contest = z.object({
  step_id: z.int().describe("The step whose variants are compared."),
  position: z.int().describe("Position of the step in the campaign, from 1."),
  number: z.int().describe("1 for the first comparison of the step; each later one started again."),
  started_at: NullableTime.describe("When its first email was written; null before that."),
  metric: WinnerMetric,
  window_days: z.int().describe("Days after which an email counts, whether it had a hit or not."),
  state: z
    .enum(["not_started", "open", "winner", "no_difference"])
    .describe(
      "no_difference: no variant is 1.5 times as good as another. Both results are final for this comparison.",
    ),
  winner: z.string().nullable().describe("Label of the variant that won; null while none has."),
  decided_at: NullableTime.describe("When the result was found."),
  applied_at: NullableTime.describe("When the winner took over all emails that had not left."),
  can_undo: z
    .boolean()
    .describe("The comparison changed the weights, and DELETE .../winner restores them."),
  arms: z.array(ContestArm).describe("The variants, the step's own text first."),
  mails_needed: z
    .int()
    .nullable()
    .describe(
      "About how many more emails it takes until a result; before the start, to tell the usual rate from 1.5 times as much. Null with a result.",
    ),
  mails_planned: z
    .int()
    .describe("Leads of the campaign that can still get the step, counted to 20,000."),
  usual_rate: Share.describe(
    "The rate that the plan is made with: the workspace's own, or a usual one before 200 emails were delivered.",
  ),
  message: z.string().describe("Where the comparison stands, in one sentence."),
});
export type Contest = z.output<typeof Contest>;

export const Contests = z.object({
  data: z.array(Contest).describe("A comparison for each step with two variants or more."),
});

export const ApplyWinnerBody = z.strictObject({
  variant: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe(
      'The variant that takes over, "control" for the step\'s own text. Left out: the one that won.',
    ),
});
export type ApplyWinnerBody = z.output<typeof ApplyWinnerBody>;
