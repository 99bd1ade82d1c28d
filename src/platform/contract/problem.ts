import { z } from "zod";
import { ERROR_CODES } from "#platform/rules/errors.ts";

/** Every error of the API (RFC 9457). `detail` says what to do. */
export const Problem = z.object({
  type: z
    .string()
    .describe("Page that describes the error: the code, at the documentation of this API."),
  title: z.string().describe("What went wrong, the same for all errors of the code."),
  status: z.int().describe("Status of the answer, as in HTTP."),
  detail: z.string().describe("What went wrong here and what to do, for a person."),
  code: z.enum(ERROR_CODES).describe("What went wrong, as a stable code for programs."),
  errors: z
    .array(
      z.object({
        path: z.string().describe("The field, its parts joined by dots."),
        code: z.string().describe("What is wrong with it, as a stable code."),
        message: z.string().describe("What is wrong with it, for a person."),
      }),
    )
    .describe("Fields that are wrong; empty where it is not about fields."),
  quota: z
    .object({
      name: z
        .enum(["leads", "mailboxes", "mails_month"])
        .describe("Which quota: leads, mailboxes, or campaign emails in a calendar month (UTC)."),
      limit: z.int().describe("How many the workspace may have or send."),
      used: z.int().describe("How many it has, or has sent this month."),
    })
    .optional()
    .describe("Of quota_reached alone: the quota that the request would exceed."),
  request_id: z.string().describe("Id of the request, as in the log of the server."),
});
export type Problem = z.output<typeof Problem>;
