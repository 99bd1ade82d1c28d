import { z } from "zod";
import { TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";

/**
 * The channel between app and companion: JSON over HTTP, each request signed with
 * COMPANION_SECRET (see `domain/internal-signature.ts`). Both directions use it.
 *
 * App to companion:  POST /v1/test, /v1/transmit, /v1/fetch, /v1/attachment, /v1/parse, /v1/filters, /v1/tend, /v1/watch,
 * /v1/lookup; GET /health (unsigned).
 * Companion to app:  POST /internal/companion/intents, /results, /started, /mail, /tick; the journal
 * where the app keeps it (send-journal.ts).
 */

export const Connection = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  security: z.enum(TRANSPORT_SECURITIES),
  username: z.string(),
  /** Empty where the mailbox signs in by a token. */
  password: z.string(),
  /**
   * Signs in by XOAUTH2 or OAUTHBEARER with an access token of this grant, asked of the app at each
   * log-in. `generation` grows when the mailbox is connected again; a renewed token changes nothing
   * here, so that queues and watches stay.
   */
  oauth: z
    .object({
      grant: z.string().min(1),
      generation: z.int(),
      /** It sends by its provider's API, which the app asks by itself; the servers are for reading alone. */
      api: z.literal(true).optional(),
    })
    .optional(),
});
export type Connection = z.output<typeof Connection>;

export const Address = z.object({ address: z.string(), name: z.string() });
export type Address = z.output<typeof Address>;

/** How far a connection test came; `ok` is the end. */
export const TEST_STEPS = ["dial", "tls", "greeting", "starttls", "auth", "select", "ok"] as const;

export const SmtpTestResult = z.object({
  ok: z.boolean().describe("Whether the sign-in succeeded."),
  latency_ms: z.int().describe("Milliseconds that the test took."),
  step: z.enum(TEST_STEPS).describe("The step that failed; `ok`: none."),
  error_code: z
    .string()
    .nullable()
    .describe("Why it failed, as a stable code such as `auth_failed`; null when it succeeded."),
  message: z
    .string()
    .nullable()
    .describe("What the server or the network said; null when it succeeded."),
  hint: z.string().nullable().describe("What to do; null: nothing is known to help."),
});
export const ImapTestResult = SmtpTestResult.extend({
  folders: z
    .object({
      inbox: z.string().nullable().describe("Name of the inbox; null: not found."),
      sent: z.string().nullable().describe("Name of the folder of sent emails; null: not found."),
      junk: z.string().nullable().describe("Name of the spam folder; null: not found."),
    })
    .describe("Folders that were found."),
});
export const TestRequest = z.object({
  smtp: Connection.nullable(),
  imap: Connection.nullable(),
  /** Whether loopback and private addresses may be dialled. */
  allow_private: z.boolean(),
});
export const TestResponse = z.object({
  smtp: SmtpTestResult.nullable(),
  imap: ImapTestResult.nullable(),
});
export type TestRequest = z.output<typeof TestRequest>;
export type TestResponse = z.output<typeof TestResponse>;
