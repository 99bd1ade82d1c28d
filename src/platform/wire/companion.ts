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
  ok: z.boolean(),
  latency_ms: z.int(),
  /** The step that failed, or `ok`. */
  step: z.enum(TEST_STEPS),
  /** Stable: connection_refused, timeout, dns_failed, tls_failed, starttls_missing, auth_failed, auth_missing, imap_disabled, address_refused, protocol_error; smtp_auth_disabled, password_not_accepted, sign_in_blocked; of a provider's API api_not_granted, api_refused; why there is no token (TOKEN_REFUSALS). */
  error_code: z.string().nullable(),
  message: z.string().nullable(),
  hint: z.string().nullable(),
});
export const ImapTestResult = SmtpTestResult.extend({
  folders: z.object({
    inbox: z.string().nullable(),
    sent: z.string().nullable(),
    junk: z.string().nullable(),
  }),
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
