import { z } from "zod";
import { Time } from "#platform/contract/common.ts";

/** What happened to a lead, or was done with it. */
export const ACTIVITY_TYPES = [
  "created",
  "validated",
  "suppressed",
  "enrolled",
  "enrolment_ended",
  "sent",
  "send_failed",
  "send_unclear",
  "opened",
  "clicked",
  "bounced",
  "unsubscribed",
  "meeting_booked",
  "replied",
  "auto_replied",
  "answered",
  "rule",
  "task",
  "task_done",
  "task_skipped",
  "task_ended",
] as const;

export const LeadActivity = z.object({
  id: z.string().describe("Id of the entry; no other of the lead has it."),
  type: z.enum(ACTIVITY_TYPES).describe("What happened."),
  at: Time.describe("When it happened."),
  campaign_id: z.int().nullable().describe("The campaign that it belongs to; null: none."),
  campaign_name: z.string().describe("Name of that campaign; empty without one."),
  step: z.int().nullable().describe("Position of the step; null: no step."),
  thread_id: z.int().nullable().describe("The thread that it can be read in; null: none."),
  subject: z.string().describe("Subject of the email; empty without one."),
  detail: z
    .string()
    .describe(
      "The link, the reason of a bounce, the result of a validation, how a sequence ended, what a reply says, what a rule did or what a task is; may be empty.",
    ),
});
export type LeadActivity = z.output<typeof LeadActivity>;
