import { z } from "zod";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";
import { KeyLimits, KeyLimitsBody } from "./key-limits.ts";

export const CreateApiKeyBody = KeyLimitsBody.extend({
  name: z.string().trim().min(1, "Enter a name for the key.").max(100),
  /** What the key may do in its workspace. */
  role: z.enum(["employee", "client"]).default("employee"),
});
export type CreateApiKeyBody = z.output<typeof CreateApiKeyBody>;

export const ApiKey = KeyLimits.extend({
  id: z.int(),
  name: z.string(),
  role: z.enum(["employee", "client"]),
  prefix: z.string(),
  last_four: z.string(),
  created_by: z.int().nullable(),
  /** The admin who took it over. */
  adopted_by: z.int().nullable(),
  /**
   * `active`; `stopped`: the person who made it left the workspace, so it answers 401 until an admin adopts it; `flagged`: they
   * had left before an update brought that rule, so it goes on working, and should be adopted or revoked; `expired`: `expires_at` is over.
   */
  status: z.enum(["active", "stopped", "flagged", "expired"]),
  created_at: Time,
  /** To the minute. */
  last_used_at: NullableTime,
});
export type ApiKey = z.output<typeof ApiKey>;

/** The only answer that holds the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });

export const ApiKeyParams = z.object({ wid: z.string(), id: pathId<number>() });
