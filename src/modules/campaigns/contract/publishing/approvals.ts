import { z } from "zod";
import { NullableTime, Time } from "#platform/contract/common.ts";
import { APPROVAL_STATES } from "#modules/campaigns/rules/publishing/content.ts";
import { Actor } from "./drafts.ts";

/** Asking a client whether the words of a campaign may be sent. */

const Note = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[^\0]*$/);

export const AskApprovalBody = z.strictObject({
  note: Note.default("").describe("What you say to who decides; up to 2,000 characters."),
});
export type AskApprovalBody = z.output<typeof AskApprovalBody>;

export const Approval = z.object({
  id: z.int().describe("Its id."),
  state: z
    .enum(APPROVAL_STATES)
    .describe("withdrawn: another approval was asked for since, so its link has ended."),
  is_current: z
    .boolean()
    .describe("Whether it is about the words that would be started or published now."),
  note: z.string().describe("What the team said."),
  steps: z.int().describe("How many steps it is about."),
  asked_at: Time.describe("When it was asked for."),
  asked_by: Actor.describe("Who asked."),
  expires_at: Time.describe("When its link ends, 14 days after it was asked for."),
  decided_at: NullableTime.describe("When somebody decided; null: nobody has."),
  decided_by: Actor.nullable().describe("Who decided; null: nobody has."),
  by_link: z.boolean().describe("Whether it was decided by the link, without an account."),
  comment: z.string().describe("What who decided says."),
});
export type Approval = z.output<typeof Approval>;

export const AskedApproval = Approval.extend({
  link: z.url().describe("Opens the decision without an account, until it ends. Shown once."),
});

export const Approvals = z.object({
  required: z.boolean().describe("Whether the workspace asks for approval."),
  approved: z
    .boolean()
    .describe("Whether the words that would be started or published now are approved."),
  data: z.array(Approval).describe("The newest first, up to 50."),
});
export type Approvals = z.output<typeof Approvals>;

const decision = z
  .enum(["approved", "changes_requested"])
  .describe("Yes, or what has to change first.");
const needsComment = {
  path: ["comment"],
  message: "Say what should change.",
  params: { code: "required" },
};

export const DecideBody = z
  .strictObject({
    decision,
    comment: Note.default("").describe("What should change; needed with changes_requested."),
  })
  .refine((body) => body.decision === "approved" || body.comment !== "", needsComment);
export type DecideBody = z.output<typeof DecideBody>;

/** The token stands after the "#" of the link. */
const Token = z.string().min(1).max(200).describe("What stands behind token= in the link.");
export const ApprovalTokenBody = z.strictObject({ token: Token });

export const DecideByLinkBody = z
  .strictObject({
    token: Token,
    name: z
      .string()
      .trim()
      .min(1, "Enter your name.")
      .max(200)
      .regex(/^[^\r\n\0]*$/, "Use one line of text.")
      .describe("Who decides, for the team."),
    decision,
    comment: Note.default("").describe("What should change; needed with changes_requested."),
  })
  .refine((body) => body.decision === "approved" || body.comment !== "", needsComment);
export type DecideByLinkBody = z.output<typeof DecideByLinkBody>;

const MailToRead = z.object({
  position: z.int().describe("Place of the step in the sequence."),
  variant: z.string().describe("control, or the letter of the variant."),
  wait: z.string().describe("When it leaves, in words."),
  subject: z.string().describe("Subject as an invented lead reads it."),
  html: z.string().nullable().describe("HTML as an invented lead reads it; null: plain text."),
  text: z.string().describe("Plain text as an invented lead reads it."),
});
export type MailToRead = z.output<typeof MailToRead>;

export const ApprovalToDecide = z.object({
  workspace: z.string().describe("Whose campaign it is."),
  campaign: z.string().describe("Name of the campaign."),
  state: z.enum(APPROVAL_STATES).describe("Whether it is still to be decided."),
  is_current: z.boolean().describe("Whether the words are still those that would be sent."),
  note: z.string().describe("What the team says."),
  asked_by: z.string().nullable().describe("Who asks; null: nobody who is known by now."),
  expires_at: Time.describe("When the link ends."),
  mails: z.array(MailToRead).describe("The emails in order, each with its variants."),
});
export type ApprovalToDecide = z.output<typeof ApprovalToDecide>;
