import { z } from "zod";
import { RivalAddress, Amount, Count, Id, Moment, Text } from "#modules/moving/rivals/rows.ts";

export const Unsubscribe = z.object({ _id: Id, value: z.string(), source: Text });

export const Team = z.object({ userIds: z.array(z.string()).nullish().catch(null) });

/** Without secrets: only what is named here is read. */
export const LemlistMailbox = z.object({
  _id: Id,
  email: RivalAddress,
  provider: Text,
  lemlist: z.object({ emailLimit: Amount }).nullish().catch(null),
});
export const LemlistUser = z.object({ mailboxes: z.array(z.unknown()).nullish().catch(null) });

export const LemlistCampaign = z.object({
  _id: Id,
  name: Text,
  status: Text,
  timezone: Text,
  createdAt: Moment,
  senders: z
    .array(z.object({ email: Text }))
    .nullish()
    .catch(null),
});
export type LemlistCampaign = z.output<typeof LemlistCampaign>;

export const LemlistStats = z.object({
  campaignId: Id,
  messagesSent: Count,
  opened: Count,
  clicked: Count,
  replied: Count,
  messagesBounced: Count,
  nbLeadsUnsubscribed: Count,
});

export const StepShape = z.object({
  _id: Id,
  index: Amount,
  sequenceStep: Amount,
  type: Text,
  delay: Amount,
  subject: Text,
  message: Text,
  abTest: z.union([z.boolean(), z.string()]).nullish().catch(null),
});
export type Step = z.output<typeof StepShape>;
export const Sequence = z.object({
  _id: Id,
  steps: z.array(z.unknown()).nullish().catch(null),
  level: Amount,
  parentId: Text,
  conditionalStepIndex: Amount,
});
export type Sequence = z.output<typeof Sequence>;
export const Variant = z.object({ subject: Text, message: Text });

export const LemlistSchedule = z.object({
  timezone: Text,
  start: Text,
  end: Text,
  weekdays: z.array(Amount).nullish().catch(null),
});

export const LemlistActivity = z.object({
  _id: Id,
  type: Text,
  leadEmail: RivalAddress,
  campaignId: Text,
  contactId: Text,
  sequenceId: Text,
  sequenceStep: Amount,
  sendUserEmail: Text,
  createdAt: Moment,
  subject: Text,
  message: Text,
  messageId: Text,
});

export const CampaignLead = z.object({ _id: Id, contactId: Text, state: Text, email: Text });

export const InboxMail = z.object({
  _id: Id.optional().catch(undefined),
  type: Text,
  campaignId: Text,
  leadEmail: Text,
  email: Text,
  messageId: Text,
  sequenceId: Text,
  sequenceStep: Amount,
  subject: Text,
  message: Text,
  sendUserEmail: Text,
  sendUserMailboxId: Text,
  createdAt: Moment,
});
export type InboxMail = z.output<typeof InboxMail>;
