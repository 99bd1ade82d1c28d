import { z } from "zod";
import { NullableTime, PageQuery, pathId, Time } from "#platform/contract/common.ts";

/** A queue message that was given up. What it says of people stays in the database. */
export const DeadLetter = z
  .object({
    id: z.int().describe("Id of the message."),
    type: z
      .string()
      .describe(
        "Kind of work, such as `webhook.deliver.v1`; `unknown` for what is no message of this product.",
      ),
    workspace_id: z.int().nullable().describe("Workspace that it is about; null: none."),
    attempts: z.int().describe("How often it was tried."),
    reason: z
      .enum(["attempts", "malformed"])
      .describe("`attempts`: every try failed; `malformed`: nobody could read it."),
    request_id: z
      .string()
      .nullable()
      .describe("The request that set it off, as the log has it; null: none."),
    created_at: Time.describe("When it was given up."),
    replay_at: NullableTime.describe(
      "When somebody asked for another try, which the next tick makes; null: nobody did.",
    ),
  })
  .meta({
    examples: [
      {
        id: 8,
        type: "webhook.deliver.v1",
        workspace_id: 7,
        attempts: 5,
        reason: "attempts",
        request_id: null,
        created_at: "2026-11-24T08:12:00.000Z",
        replay_at: null,
      },
    ],
  });
export type DeadLetter = z.output<typeof DeadLetter>;

export const DeadLetterQuery = PageQuery.omit({ q: true });
export const DeadLetterParams = z.object({ id: pathId<number>() });
export const ReplayedLetters = z
  .object({ replayed: z.int().describe("Messages that are tried again.") })
  .meta({ examples: [{ replayed: 3 }] });
