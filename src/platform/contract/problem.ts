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
  request_id: z.string(),
});
export type Problem = z.output<typeof Problem>;
