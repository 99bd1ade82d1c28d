import { z } from "zod";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";

export const MAIL_KINDS = [
  "reply",
  "auto_reply",
  "bounce",
  "delayed",
  "delivered",
  "complaint",
  "unsubscribe",
  "own",
] as const;

/** What Outrider would make of a message. */
export const ReadMail = z
  .object({
    kind: z
      .enum(MAIL_KINDS)
      .describe(
        "What it is: a person's reply, an automatic one, a bounce, a notice that a server still tries, a receipt of delivery, a complaint, an email to the address in List-Unsubscribe, or one of the workspace's own mailboxes.",
      ),
    category: z
      .enum(REPLY_CATEGORIES)
      .nullable()
      .describe("What it says; null for what is not kept: own mail and unsubscriptions."),
    category_source: z
      .enum(["rule"])
      .nullable()
      .describe("Who decided; the AI is not asked here. Null without a category."),
    category_words: z.array(z.string()).describe("The phrases that decided; at most 5."),
    confidence: z
      .number()
      .nullable()
      .describe("How sure that is, from 0 to 1; null without a category."),
    bounce: z
      .enum(["hard", "soft", "block"])
      .nullable()
      .describe("Class of a bounce; null for what is none."),
    bounce_code: z.string().describe("Its enhanced or SMTP status code; empty without one."),
    bounce_reason: z.string().describe("The server's words; empty for what is no bounce."),
    recipient: z
      .string()
      .nullable()
      .describe("Whom the email did not reach, or who complains; null where nobody is named."),
    message_id: z
      .string()
      .nullable()
      .describe(
        "Message-ID of the email that it answers or reports about, without angle brackets; null where it names none.",
      ),
    visible_text: z
      .string()
      .describe("What its writer wrote: without quoted text and the signature below `-- `."),
    return_date: z.iso
      .date()
      .nullable()
      .describe(
        "The first day back of an absence, or the day from which on somebody wants to be asked again; null where none is named.",
      ),
    matched_send: z
      .object({
        id: z.int().describe("Id of the sent email."),
        campaign_id: z.int().describe("Its campaign."),
        lead_id: z.int().describe("Its lead."),
        to: z.string().describe("Address that it was sent to."),
        subject: z.string().describe("Its subject."),
        message_id: z.string().describe("Its Message-ID, without angle brackets."),
        matched_by: z
          .enum(["header", "report", "subject", "address", "domain"])
          .describe("How it was found, as on messages of threads."),
      })
      .nullable()
      .describe("The sent email that it would be matched with; null: it would be skipped."),
  })
  .meta({
    examples: [
      {
        kind: "reply",
        category: "meeting_request",
        category_source: "rule",
        category_words: ["Thursday at ten works for me"],
        confidence: 0.95,
        bounce: null,
        bounce_code: "",
        bounce_reason: "",
        recipient: null,
        message_id: "5f2c@acme.example",
        visible_text: "Thursday at ten works for me.",
        return_date: null,
        matched_send: {
          id: 812,
          campaign_id: 3,
          lead_id: 345,
          to: "joe@contoso.com",
          subject: "A question",
          message_id: "5f2c@acme.example",
          matched_by: "header",
        },
      },
    ],
  });
export type ReadMail = z.output<typeof ReadMail>;
