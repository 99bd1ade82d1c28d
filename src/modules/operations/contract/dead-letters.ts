import { z } from "zod";
import { NullableTime, PageQuery, pathId, Time } from "#platform/contract/common.ts";

/** A queue message that was given up. What it says of people stays in the database. */
export const DeadLetter = z.object({
  id: z.int(),
  /** Kind of work, such as `webhook.deliver.v1`; `unknown` for what is no message of ours. */
  type: z.string(),
  workspace_id: z.int().nullable(),
  attempts: z.int(),
  /** `attempts` when every try failed, `malformed` when nobody could read it. */
  reason: z.enum(["attempts", "malformed"]),
  /** The request that set it off, as the log has it. */
  request_id: z.string().nullable(),
  created_at: Time,
  /** Set when somebody asked for another try; the next tick makes it. */
  replay_at: NullableTime,
});
export type DeadLetter = z.output<typeof DeadLetter>;

export const DeadLetterQuery = PageQuery.omit({ q: true });
export const DeadLetterParams = z.object({ id: pathId<number>() });
export const ReplayedLetters = z.object({ replayed: z.int() });
