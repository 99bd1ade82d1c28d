import { z } from "zod";
import { NullableTime, PageQuery, Time } from "#platform/contract/common.ts";

/** How far one more try of an unclear mail is. */
export const AGAIN_STATES = ["waiting", "on_its_way", "unclear", "refused", "given_up"] as const;

export const SendAgain = z.object({
  state: z
    .enum(AGAIN_STATES)
    .describe(
      "How far the latest try is: waiting for its time, on_its_way to the server, unclear again, refused by the server, or given_up before it left.",
    ),
  times: z.int().describe("How often another try was asked for, from 1."),
  asked_at: Time.describe("When the latest try was asked for."),
  asked_by: z.string().describe("Who asked for it: `user:7` or `key:3`."),
  not_before: NullableTime.describe("It leaves no earlier; null once it is not waiting any more."),
  waits_for: z
    .string()
    .nullable()
    .describe("What holds it up, as a sentence; null where it waits for its turn alone."),
  response: z
    .string()
    .describe("What the server said to this try; empty where it has said nothing."),
});

/** A mail of which nobody knows whether it arrived: it was handed to its server, and no answer came back. */
export const UnclearSend = z
  .object({
    id: z.int().describe("Id of the send."),
    campaign_id: z.int().describe("Id of the campaign."),
    lead_id: z.int().describe("Id of the lead that it was written to."),
    email: z.string().describe("The address that it was sent to."),
    step: z.int().describe("Place of its step in the sequence, from 1."),
    subject: z.string().describe("Its subject as it was sent."),
    mailbox_id: z.int().describe("Id of the mailbox that sent it."),
    mailbox: z
      .string()
      .describe("Address of that mailbox; empty where the mailbox was removed since."),
    at: Time.describe("When its outcome became unclear."),
    response: z.string().describe("What was last heard of it; empty where nothing was."),
    refusal: z
      .string()
      .nullable()
      .describe("Why it cannot be sent again, as a sentence; null where it can."),
    again: SendAgain.nullable().describe(
      "Its latest further try; null where nobody has asked for one.",
    ),
  })
  .meta({
    examples: [
      {
        id: 91,
        campaign_id: 4,
        lead_id: 17,
        email: "ann@example.com",
        step: 1,
        subject: "A question about your store",
        mailbox_id: 2,
        mailbox: "bob@example.net",
        at: "2026-12-01T09:00:00.000Z",
        response: "Connection lost after DATA.",
        refusal: "This email is already being sent.",
        again: {
          state: "waiting",
          times: 1,
          asked_at: "2026-12-01T10:00:00.000Z",
          asked_by: "user:7",
          not_before: "2026-12-01T10:02:00.000Z",
          waits_for: "The Sent folder is checked first.",
          response: "",
        },
      },
    ],
  });
export type UnclearSend = z.output<typeof UnclearSend>;

export const UnclearQuery = PageQuery.omit({ q: true }).extend({
  lead_id: z.coerce.number().int().positive().optional().describe("Only mails to this lead."),
});
export type UnclearQuery = z.output<typeof UnclearQuery>;

export const SendAgainBody = z
  .strictObject({
    times: z
      .int()
      .min(0)
      .optional()
      .describe(
        "How often it had been asked for as you saw it: `again.times`, or 0. With it the answer is 409 where somebody was faster.",
      ),
  })
  .meta({ examples: [{ times: 0 }] });
export type SendAgainBody = z.output<typeof SendAgainBody>;
