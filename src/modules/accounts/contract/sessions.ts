import { z } from "zod";
import { pathId, Time } from "#platform/contract/common.ts";
import { SIGN_IN_METHODS } from "#platform/rules/choices.ts";
import type { UserId } from "#platform/rules/ids.ts";

export const Session = z.object({
  id: z.string().describe("Id of the session; it opens nothing."),
  device: z.string().describe("Browser and system, such as `Firefox on Windows`; may be empty."),
  network: z
    .string()
    .describe("The network of the sign-in, /24 or /48; no exact address is kept. May be empty."),
  method: z.enum(SIGN_IN_METHODS).describe("What the person signed in with."),
  is_current: z.boolean().describe("Whether it is the session of this request."),
  created_at: Time.describe("When the person signed in."),
  last_used_at: Time.describe("The last request, to the minute."),
  expires_at: Time.describe("When it ends."),
});
export type Session = z.output<typeof Session>;
export const Sessions = z.object({ data: z.array(Session).describe("Newest use first.") });
export const EndedSessions = z.object({ ended: z.int().describe("How many sessions ended.") });
export const SessionParams = z.object({
  session: z
    .string()
    .regex(/^[0-9a-f-]{36}$/)
    .describe("Id of the session."),
});
export const SessionsOfParams = z.object({ uid: pathId<UserId>() });
