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
  /** Unique within the lead. */
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  at: Time,
  campaign_id: z.int().nullable(),
  campaign_name: z.string(),
  step: z.int().nullable(),
  thread_id: z.int().nullable(),
  /** Of the mail. */
  subject: z.string(),
  /** The link, the reason of a bounce, the outcome of a validation, how an enrolment ended, what a reply says, what a rule did, what a task is. */
  detail: z.string(),
});
export type LeadActivity = z.output<typeof LeadActivity>;
