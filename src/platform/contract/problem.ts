import { z } from "zod";
import { ERROR_CODES } from "#platform/rules/errors.ts";

/** Every error of the API (RFC 9457). `detail` says what to do. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** Stable: clients branch on it. */
  code: z.enum(ERROR_CODES),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
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
  request_id: z.string(),
});
export type Problem = z.output<typeof Problem>;
