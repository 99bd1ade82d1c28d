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

const Sender = z.object({ mailbox_id: z.int(), email: z.string(), name: z.string() });
const StepRef = z.object({ id: z.int(), position: z.int() });

/** Without a lead an invented person stands in, whose unknown fields read `[field]`. */
export const PreviewBody = z.strictObject({
  lead_id: bodyId<LeadId>().optional(),
  /** The lead's next step, or the first, when left out. */
  step_id: z
    .int()
    .refine((id) => id !== 0)
    .transform((id) => id as StepId)
    .optional()
    .describe("A step, also one that is in the campaign's draft alone."),
  /** `control`, or the label of the arm to show; the lead's own when left out. */
  variant: z.string().min(1).max(40).optional(),
  /** Shown in place of the step's stored copy; nothing is stored. */
  draft: StepDraft.optional(),
});
export type PreviewBody = z.output<typeof PreviewBody>;

/** How many leads would be held for what their data lacks, as far as was looked. */
export const Preflight = z.object({
  /** Leads looked at: those that wait, in order, up to a bound. */
  checked: z.int(),
  /** No further lead waits. */
  complete: z.boolean(),
  held: z.int(),
  variables: z.array(z.object({ name: z.string(), leads: z.int() })),
});
export type Preflight = z.output<typeof Preflight>;

export const Preview = z.object({
  /** Null for the invented person. */
  lead_id: z.int().nullable(),
  step: StepRef,
  /** `control`, or the label of the arm. */
  variant: z.string(),
  /** Null while the campaign has no mailbox. */
  from: Sender.nullable(),
  reply_to: z.string().nullable(),
  to: z.string(),
  cc: z.array(z.string()),
  subject: z.string(),
  /** Null for a plain-text mail. */
  html: z.string().nullable(),
  text: z.string(),
  /** It answers the mail before it. */
  same_thread: z.boolean(),
  /** Variables without a value: a real lead is held for them. */
  missing: z.array(z.string()),
  /** What stops the template from being rendered. */
  error: z.string().nullable(),
  preflight: Preflight,
  /** Of the copy as it is written, with its variables; knows the thread and the footer. */
  spam: SpamReport,
  /** Custom fields of the workspace's newest leads, which templates name as `custom.name`. */
  custom_fields: z.array(z.string()),
});
export type Preview = z.output<typeof Preview>;

export const TestEmailBody = z.strictObject({
  to: Email,
  lead_id: bodyId<LeadId>().optional(),
  step_id: bodyId<StepId>().optional(),
  /** Any mailbox of the workspace; the one that would send when left out. */
  mailbox_id: bodyId<MailboxId>().optional(),
});
export type TestEmailBody = z.output<typeof TestEmailBody>;

export const TestEmailAnswer = z.object({
  from: Sender,
  to: z.string(),
  subject: z.string(),
  /** Without angle brackets. */
  message_id: z.string(),
});
export type TestEmailAnswer = z.output<typeof TestEmailAnswer>;

export const DuplicateBody = z.strictObject({
  name: z.string().trim().min(1, "Enter a name for the campaign.").max(200).optional(),
});
export type DuplicateBody = z.output<typeof DuplicateBody>;

export const SimulateBody = z.strictObject({
  days: z.int().min(1).max(90).default(14),
  /** Mails shown one by one. */
  limit: z.int().min(0).max(1_000).default(100),
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

const Counts = z.object({ sent: z.int(), first_mails: z.int(), follow_ups: z.int() });
export const Simulation = z.object({
  from: Time,
  until: Time,
  /** Leads that take part, and those that are left out, by reason. */
  leads: z.int(),
  left_out: z.object({
    finished: z.int(),
    paused: z.int(),
    suppressed: z.int(),
    invalid: z.int(),
    risky_blocked: z.int(),
    task: z.int().describe("Leads that wait for a task: nobody knows when it is done."),
    /** Held at their next mail, since a variable of it is empty. */
    missing_variable: z.int(),
  }),
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
    /** Leads that have had every step by the end. */
    finished: z.int(),
    unfinished: z.int(),
  }),
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
  /** When the last lead gets its last mail; null when that is not reached. */
  finishes_at: NullableTime,
  /** Each day of the campaign's zone on which something is sent. */
  days: z.array(Counts.extend({ date: z.iso.date() })),
  mailboxes: z.array(Sender.extend({ sent: z.int() })),
  /** The first mails in order of time. */
  mails: z.array(
    z.object({
      at: Time,
      lead_id: z.int(),
      email: z.string(),
      step: z.int(),
      step_id: z.int(),
      variant: z.string(),
      mailbox_id: z.int(),
      mailbox: z.string(),
    }),
  ),
  /** There are more leads or mails than are simulated: the end is cut off. */
  truncated: z.boolean(),
});
export type Simulation = z.output<typeof Simulation>;

/** Pausing until a date, or until somebody makes it active again. */
export const UpdateEnrolmentBody = z
  .strictObject({
    status: z.enum(["paused", "active"]),
    until: z.iso.datetime({ offset: true }).nullable().optional(),
  })
  .refine((body) => body.status === "paused" || !body.until, {
    path: ["until"],
    message: "Only allowed with status paused.",
    params: { code: "not_allowed" },
  });
export type UpdateEnrolmentBody = z.output<typeof UpdateEnrolmentBody>;

export const Explanation = z.object({
  lead_id: z.int(),
  campaign_id: z.int(),
  email: z.string(),
  status: z.enum(ENROLMENT_STATUSES),
  skip_reason: z.enum(SKIP_REASONS).nullable(),
  /** Null when none is left. */
  next_step: StepRef.extend({ variant: z.string() }).nullable(),
  /** The mailbox that will send, or would be the first to be free. */
  mailbox: Sender.extend({ sticky: z.boolean() }).nullable(),
  /** The earliest moment; in the past when it is due and nothing blocks; null when only a change helps. */
  earliest_at: NullableTime,
  /** The rule that decides; `ready` when none blocks. */
  decided_by: z.enum(EXPLAIN_RULES),
  /** One sentence: what decides, and what can be done. */
  message: z.string(),
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
  /** Every rule in the order in which they are asked. */
  rules: z.array(
    z.object({
      rule: z.enum(EXPLAIN_RULES),
      blocks: z.boolean(),
      /** When it stops blocking by itself; null when it does not block, or not by itself. */
      until: NullableTime,
      detail: z.string(),
    }),
  ),
});
export type Explanation = z.output<typeof Explanation>;
