import { z } from "zod";
import { ENROLMENT_STATUSES, SKIP_REASONS } from "#modules/campaigns/rules/states.ts";
import type { LeadId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { EXPLAIN_RULES } from "#modules/campaigns/rules/leaving/rule.ts";
import { Email } from "#modules/accounts/contract/accounts.ts";
import { StartWarning } from "./campaigns.ts";
import { SpamReport } from "./spam.ts";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { StepDraft } from "./steps.ts";

/** Looking at a campaign before and while it sends: preview, test mail, copy, simulation, explanation. */

const Sender = z.object({
  mailbox_id: z.int().describe("Id of the mailbox."),
  email: z.string().describe("Its address."),
  name: z.string().describe("The name that its emails are from."),
});
const StepRef = z.object({
  id: z.int().describe("Id of the step; below 0: it is in the campaign's draft alone."),
  position: z.int().describe("Its place in the sequence, from 1."),
});

/** Without a lead an invented person stands in, whose unknown fields read `[field]`. */
export const PreviewBody = z.strictObject({
  lead_id: bodyId<LeadId>()
    .optional()
    .describe("A lead of the workspace; left out: an invented person."),
  step_id: z
    .int()
    .refine((id) => id !== 0)
    .transform((id) => id as StepId)
    .optional()
    .describe(
      "A step, also one that is in the campaign's draft alone; left out: the lead's next one, or the first.",
    ),
  variant: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'Label of the variant, "control" for the step\'s own text; left out: the one that the lead gets.',
    ),
  draft: StepDraft.optional().describe(
    "Texts to show in place of the stored ones of the step; nothing is stored.",
  ),
});
export type PreviewBody = z.output<typeof PreviewBody>;

/** How many leads would be held for what their data lacks, as far as was looked. */
export const Preflight = z.object({
  checked: z.int().describe("Leads that were looked at: those that wait, in order, up to a bound."),
  complete: z.boolean().describe("Whether all waiting leads were looked at."),
  held: z
    .int()
    .describe("Leads, of those looked at, with an empty variable in one of their emails."),
  variables: z
    .array(
      z.object({
        name: z.string().describe("Name of the variable."),
        leads: z.int().describe("Leads, of those looked at, for whom it is empty."),
      }),
    )
    .describe("Variables that are empty for some of them, the most frequent first."),
});
export type Preflight = z.output<typeof Preflight>;

export const Preview = z.object({
  lead_id: z.int().nullable().describe("The lead; null: the invented person."),
  step: StepRef.describe("The step that is shown."),
  variant: z
    .string()
    .describe('Label of the variant that is shown; "control" is the text of the step itself.'),
  from: Sender.nullable().describe("Who would send it; null: the campaign has no mailbox."),
  reply_to: z
    .string()
    .nullable()
    .describe("Where replies go; null: to the sender, or there is none."),
  to: z.string().describe("Address of the recipient."),
  cc: z.array(z.string()).describe("Addresses that get a visible copy."),
  subject: z.string().describe("The subject; empty where the email cannot be written."),
  html: z
    .string()
    .nullable()
    .describe("The HTML; null: the email is plain text, or cannot be written."),
  text: z.string().describe("The plain text; empty where the email cannot be written."),
  same_thread: z.boolean().describe("Whether it answers the email before it."),
  missing: z
    .array(z.string())
    .describe("Variables without a value: the email is not sent to a real lead while they lack."),
  error: z
    .string()
    .nullable()
    .describe("What is wrong with the template, so that nothing can be written; null: nothing."),
  preflight: Preflight.describe("How many waiting leads lack a variable, as far as was looked."),
  spam: SpamReport.describe(
    "What the spam check finds in the text as it is written, with its variables; it knows the thread and the footer.",
  ),
  custom_fields: z
    .array(z.string())
    .describe("Custom fields of the workspace's newest leads; templates name them as custom.name."),
});
export type Preview = z.output<typeof Preview>;

export const TestEmailBody = z.strictObject({
  to: Email.describe("Where the test goes: an address of your own."),
  lead_id: bodyId<LeadId>()
    .optional()
    .describe("A lead of the workspace to write for; left out: an invented person."),
  step_id: bodyId<StepId>()
    .optional()
    .describe("The step; left out: the lead's next one, or the first."),
  mailbox_id: bodyId<MailboxId>()
    .optional()
    .describe("Any mailbox of the workspace; left out: the one that would send."),
});
export type TestEmailBody = z.output<typeof TestEmailBody>;

export const TestEmailAnswer = z.object({
  from: Sender.describe("Who sent it."),
  to: z.string().describe("Where it went."),
  subject: z.string().describe("Its subject, which begins with [Test]."),
  message_id: z.string().describe("Its Message-ID, without angle brackets."),
});
export type TestEmailAnswer = z.output<typeof TestEmailAnswer>;

export const DuplicateBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name for the campaign.")
    .max(200)
    .optional()
    .describe("Name of the copy: 1 to 200 characters; left out: that of the campaign with (copy)."),
});
export type DuplicateBody = z.output<typeof DuplicateBody>;

export const SimulateBody = z.strictObject({
  days: z.int().min(1).max(90).default(14).describe("How many days from now on, 1 to 90."),
  limit: z
    .int()
    .min(0)
    .max(1_000)
    .default(100)
    .describe("Emails that are shown one by one, 0 to 1,000; all are counted."),
});
export type SimulateBody = z.output<typeof SimulateBody>;

/** Why a lead has no part in a simulation. */
export const LEFT_OUT = [
  "finished",
  "paused",
  "suppressed",
  "invalid",
  "risky_blocked",
  "task",
  "missing_variable",
] as const;

/** What a start would say, and who of the campaign's lists is not in it. */
export const Readiness = z.object({
  warnings: z
    .array(StartWarning)
    .describe("What the campaign lacks, and what big providers ask that it does not meet."),
  errors: z
    .array(
      z.object({
        path: z.string().describe("Where the error is: the step from 0, and its field."),
        code: z.string().describe("What kind of error it is: `template_error`."),
        message: z.string().describe("Line and column, and what is wrong there."),
      }),
    )
    .describe("Errors of its templates: it can't be started before they are fixed."),
  lists: z
    .array(
      z.object({
        id: z.int().describe("Id of the list."),
        name: z.string().describe("Name of the list."),
        in_campaign: z.int().describe("Leads of the list that are in the campaign."),
        not_added: z.int().describe("Leads that came into the list later and could be added."),
        left_out: z
          .object({
            suppressed: z.int().describe("Suppressed leads."),
            unsubscribed: z.int().describe("Leads who unsubscribed."),
            bounced: z.int().describe("Leads whose address bounced."),
            invalid: z.int().describe("Leads whose address is invalid."),
            risky_blocked: z
              .int()
              .describe("Leads with a risky address, where the campaign skips those."),
            in_other_campaign: z
              .int()
              .describe("Leads in another active campaign, where the campaign skips those."),
          })
          .describe("Leads of the list that are not added, by the reason."),
        complete: z
          .boolean()
          .describe("Every lead of the list was looked at; false: only 20,000 of them were."),
      }),
    )
    .describe("Lists whose leads were added to the campaign; the newest 20 at most."),
});
export type Readiness = z.output<typeof Readiness>;

const Counts = z.object({
  sent: z.int().describe("Emails that would leave."),
  first_mails: z.int().describe("Of these, first emails to leads."),
  follow_ups: z.int().describe("Of these, all others."),
});
export const Simulation = z.object({
  from: Time.describe("Where it begins: now."),
  until: Time.describe("Where it ends."),
  leads: z.int().describe("Leads that take part."),
  left_out: z
    .object({
      finished: z.int().describe("Leads whose sequence has ended."),
      paused: z.int().describe("Leads that are paused without a date."),
      suppressed: z
        .int()
        .describe("Leads to whom nothing may be sent: suppressed, unsubscribed or bounced."),
      invalid: z.int().describe("Leads whose address is invalid."),
      risky_blocked: z
        .int()
        .describe("Leads with a risky address, where the campaign skips those."),
      task: z.int().describe("Leads that wait for a task: nobody knows when it is done."),
      missing_variable: z
        .int()
        .describe("Leads whose next email is not sent, since a variable of it is empty."),
    })
    .describe("Leads that have no part in it, by the reason."),
  left_out_leads: z
    .array(
      z.object({
        lead_id: z.int().describe("Id of the lead."),
        email: z.string().describe("Its address."),
        reason: z.enum(LEFT_OUT).describe("Why it has no part."),
      }),
    )
    .describe("Leads that are left out, the first 20 for each reason."),
  totals: Counts.extend({
    finished: z.int().describe("Leads that have had every step by the end."),
    unfinished: z
      .int()
      .describe("Leads that have not had every step by the end, and that no rule took out."),
  }).describe("What happens in all days together."),
  left_by_rule: z
    .int()
    .describe(
      "Leads that follow-up rules about silence take out of the campaign, if nobody replies.",
    ),
  goes_on: z
    .array(
      z.object({
        campaign_id: z.int().describe("Where they go on."),
        name: z.string().describe("Name of that campaign."),
        status: z.enum(CAMPAIGN_STATUSES).describe("It sends only while it is active."),
        step: z.int().describe("The step at which they begin there."),
        leads: z.int().describe("How many leads, without those who may not be written to there."),
        first_at: NullableTime.describe(
          "When the first of them is due there, before limits; null while that campaign does not send.",
        ),
      }),
    )
    .describe("Campaigns in which rules about silence let leads go on, if nobody replies."),
  not_foreseen: z
    .array(z.string())
    .describe(
      "Rules that end sequences here by what nobody knows before: replies, opens, clicks, fields.",
    ),
  finishes_at: NullableTime.describe(
    "When the last lead gets its last email; null: not within these days.",
  ),
  days: z
    .array(
      Counts.extend({
        date: z.iso.date().describe("The day in the time zone of the campaign, YYYY-MM-DD."),
      }),
    )
    .describe("Each day on which something would leave, in order."),
  mailboxes: z
    .array(Sender.extend({ sent: z.int().describe("Emails that it would send.") }))
    .describe("The active mailboxes of the campaign."),
  mails: z
    .array(
      z.object({
        at: Time.describe("When it would leave."),
        lead_id: z.int().describe("Who gets it."),
        email: z.string().describe("Address of the lead."),
        step: z.int().describe("Position of the step, from 1."),
        step_id: z.int().describe("Id of the step."),
        variant: z
          .string()
          .describe('Label of the variant; "control" is the text of the step itself.'),
        mailbox_id: z.int().describe("Id of the mailbox that would send it."),
        mailbox: z.string().describe("Address of the mailbox that would send it."),
      }),
    )
    .describe("The first emails in order of time, as many as were asked for."),
  truncated: z
    .boolean()
    .describe("There are more leads or emails than are simulated: the end is cut off."),
});
export type Simulation = z.output<typeof Simulation>;

/** Pausing until a date, or until somebody makes it active again. */
export const UpdateEnrolmentBody = z
  .strictObject({
    status: z
      .enum(["paused", "active"])
      .describe("paused: nothing is sent to the lead in this campaign; active: it goes on."),
    until: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .describe("When it goes on by itself; only with paused. Null or left out: not by itself."),
  })
  .refine((body) => body.status === "paused" || !body.until, {
    path: ["until"],
    message: "Only allowed with status paused.",
    params: { code: "not_allowed" },
  });
export type UpdateEnrolmentBody = z.output<typeof UpdateEnrolmentBody>;

export const Explanation = z.object({
  lead_id: z.int().describe("The lead."),
  campaign_id: z.int().describe("The campaign."),
  email: z.string().describe("Address of the lead."),
  status: z.enum(ENROLMENT_STATUSES).describe("Status of the lead in this campaign."),
  skip_reason: z
    .enum(SKIP_REASONS)
    .nullable()
    .describe("Why the lead was skipped; null: it was not."),
  next_step: StepRef.extend({
    variant: z
      .string()
      .describe('Label of the variant that the lead gets; "control" is the step\'s own text.'),
  })
    .nullable()
    .describe("The step that comes next, or is on its way; null: none is left."),
  mailbox: Sender.extend({
    sticky: z
      .boolean()
      .describe("Whether the lead has this mailbox for good, since it got an email from it."),
  })
    .nullable()
    .describe("Who will send it, or would be the first to be free; null: none could."),
  earliest_at: NullableTime.describe(
    "The earliest moment at which it can leave, in the past when it is due and nothing blocks it; null: only a change helps, the email is on its way, or no time is found in the next 90 days.",
  ),
  decided_by: z
    .enum(EXPLAIN_RULES)
    .describe("The rule that decides; ready: nothing keeps the email back."),
  message: z.string().describe("One sentence for people: what decides, and what can be done."),
  follow_ups: z
    .array(
      z.object({
        rule_id: z.int().describe("Id of the follow-up rule."),
        summary: z.string().describe("The rule as one sentence."),
        matched: z.boolean().describe("It has found a cause in this lead."),
        at: NullableTime.describe("When it acts if the lead does not reply; null: nobody knows."),
      }),
    )
    .describe("Follow-up rules of the campaign that are active."),
  rules: z
    .array(
      z.object({
        rule: z.enum(EXPLAIN_RULES).describe("Name of the rule."),
        blocks: z.boolean().describe("Whether it keeps the email back now."),
        until: NullableTime.describe(
          "When it stops blocking by itself; null: it does not block, or not by itself.",
        ),
        detail: z.string().describe("What it says, as one sentence for people."),
      }),
    )
    .describe("Every rule in the order in which they are asked."),
});
export type Explanation = z.output<typeof Explanation>;
