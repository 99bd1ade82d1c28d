import { z } from "zod";
import { OutgoingFile } from "./attachments.ts";
import { Address, Connection } from "./companion.ts";

/** What goes into one MIME message. */
export const Composition = z.object({
  from: Address,
  to: z.array(Address).min(1),
  cc: z.array(Address),
  reply_to: z.string().nullable(),
  subject: z.string(),
  /** Without angle brackets, like the two below. */
  message_id: z.string(),
  /** One id, or several that name one mail, separated by a space. */
  in_reply_to: z.string().nullable(),
  references: z.array(z.string()),
  /**
   * RFC 8058: `url` goes into List-Unsubscribe with List-Unsubscribe-Post. `mailto` is behind it,
   * for programs that unsubscribe by mail (RFC 2369).
   */
  list_unsubscribe: z.object({ url: z.string(), mailto: z.string().optional() }).nullable(),
  /** Extra headers by name. */
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  html: z.string().nullable(),
  /** Left out where it has none. */
  attachments: z.array(OutgoingFile).max(20).optional(),
  /** Unix milliseconds of the Date header. */
  date: z.number(),
});
export type Composition = z.output<typeof Composition>;

/** One message to transmit. The journal's key is `message_id`: constant over retries and restores. */
export const OutgoingMail = Composition.extend({
  /** Opaque to the companion. */
  ticket: z.string(),
  /** Fencing token of the claim; comes back with intent and result. */
  lease: z.string(),
  smtp: Connection,
  allow_private: z.boolean(),
  envelope: z.object({ from: z.string(), to: z.array(z.string()).min(1) }),
  /** A person, or evidence, decided to send although the outcome of an earlier try is unclear. A key known as accepted is not sent even so. */
  again: z.boolean().optional(),
});
export type OutgoingMail = z.output<typeof OutgoingMail>;
/**
 * 202 once taken; outcomes follow by /results. A message whose key the journal holds as sent, or as
 * unclear without `again`, is not sent again: its result is repeated under the new ticket and lease.
 * 503: not taken, try again later.
 */
export const TransmitRequest = z.object({ mails: z.array(OutgoingMail).min(1).max(100) });
export type TransmitRequest = z.output<typeof TransmitRequest>;

const Claim = z.object({ ticket: z.string(), lease: z.string() });
/** Asked between the server's 354 and the first body byte; what is not granted is not sent. */
export const IntentsRequest = z.object({
  intents: z.array(Claim).min(1).max(500),
  /** Names this start of the companion, so that what it leaves behind is known as such. */
  run: z.string().max(64).optional(),
});
export const IntentsResponse = z.object({ granted: z.array(z.string()) });
export type IntentsRequest = z.output<typeof IntentsRequest>;
export type IntentsResponse = z.output<typeof IntentsResponse>;

/**
 * The companion has restarted, as `run`, and has reported all that its journal knows of earlier
 * runs. Mails that those had queued are queued again; mails that were granted but never reported
 * stay unclear.
 */
export const StartedRequest = z.object({ run: z.string().max(64).optional() });

/** How far the SMTP dialogue came when it ended: facts; the app decides what they mean. */
export const SMTP_PHASES = [
  "connect",
  "auth",
  "mail",
  "rcpt",
  "data",
  "body",
  "dot",
  "done",
] as const;
export type SmtpPhase = (typeof SMTP_PHASES)[number];
export const SMTP_ENDINGS = [
  /** 2xx after the dot. */
  "accepted",
  /** The server refused with a 4xx or 5xx reply (`code`). */
  "reply",
  /** The connection broke, timed out or TLS failed. */
  "network",
  "timeout",
  "tls",
  /** The intent was not granted (paused, unsubscribed, a newer lease) or the app did not answer; no body byte was sent. */
  "withheld",
  /** The address may not be dialled. */
  "address_refused",
  /** A user name is given, but the server offers no way to log in. */
  "auth_missing",
  /** The mailbox got no access token, so that nothing was tried; `response` says why (`noTokenText`). */
  "no_token",
  /** The provider's API asks to be left alone for `retry_after_ms`; nothing was sent. */
  "throttled",
  /** The message itself is at fault: a header with a line break, a malformed address, too large. Trying again is useless. */
  "unsendable",
] as const;
export const SendResult = z.object({
  ticket: z.string(),
  lease: z.string(),
  message_id: z.string(),
  ending: z.enum(SMTP_ENDINGS),
  phase: z.enum(SMTP_PHASES),
  code: z.int().nullable(),
  /** RFC 3463, such as `5.1.1`. */
  enhanced: z.string().nullable(),
  /** The server's words, at most 500 characters. */
  response: z.string().nullable(),
  /** The Message-ID that the server gave the mail in place of ours, without angle brackets (Microsoft). */
  server_message_id: z.string().max(500).optional(),
  /** Sent by the provider's API, not by SMTP. */
  road: z.literal("api").optional(),
  /** Of `throttled`. */
  retry_after_ms: z.number().optional(),
  /** From the journal, after a restart or for a repeated key. */
  replayed: z.boolean(),
  /** When it was sent, if an earlier try blocks another; milliseconds. */
  at: z.number().optional(),
  /** When the SMTP dialogue ended, by the sender's clock; Unix milliseconds. */
  ended_at: z.number().optional(),
});
export type SendResult = z.output<typeof SendResult>;
export const ResultsRequest = z.object({
  results: z.array(SendResult).min(1).max(500),
  /** The sender's clock as it asks: the app has another one, and reads times by their age. */
  now: z.number().optional(),
});
/** Tickets that the app has stored, or knows to be settled; others are offered again. */
export const ResultsResponse = z.object({ settled: z.array(z.string()) });
export type ResultsRequest = z.output<typeof ResultsRequest>;
export type ResultsResponse = z.output<typeof ResultsResponse>;
