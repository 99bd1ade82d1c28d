import { z } from "zod";
import { Time } from "#platform/contract/common.ts";

export const EmailChange = z.object({
  email: z.string().describe("The present email."),
  pending: z
    .object({
      email: z.string().describe("The address that has to confirm."),
      created_at: Time.describe("When it was asked for."),
      expires_at: Time.describe("The link works until then."),
    })
    .nullable()
    .describe("The change that waits for its new address; null: none."),
  needs_confirmation: z
    .boolean()
    .describe(
      "Whether the new address has to confirm. False where the installation cannot send email: then a change is immediate.",
    ),
});
export type EmailChange = z.output<typeof EmailChange>;

export const ChangedEmail = z.object({ email: z.string().describe("The email from now on.") });
