import { z } from "zod";
import { TRANSPORT_SECURITIES } from "#domain/mail/mailbox.ts";

/**
 * The channel between app and companion: JSON over HTTP, each request signed with
 * COMPANION_SECRET (see `domain/internal-signature.ts`). Both directions use it.
 *
 * App to companion:  POST /v1/test, /v1/transmit, /v1/fetch, /v1/tend, /v1/watch; GET /health (unsigned).
 * Companion to app:  POST /internal/companion/intents, /results, /mail, /tick.
 */

const Connection = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  security: z.enum(TRANSPORT_SECURITIES),
  username: z.string(),
  password: z.string(),
});
export type Connection = z.output<typeof Connection>;

const Address = z.object({ address: z.string(), name: z.string() });
export type Address = z.output<typeof Address>;

/** How far a connection test came; `ok` is the end. */
export const TEST_STEPS = ["dial", "tls", "greeting", "starttls", "auth", "select", "ok"] as const;

export const SmtpTestResult = z.object({
  ok: z.boolean(),
  latency_ms: z.int(),
  /** The step that failed, or `ok`. */
  step: z.enum(TEST_STEPS),
  /** Stable: connection_refused, timeout, dns_failed, tls_failed, starttls_missing, auth_failed, auth_missing, address_refused, protocol_error. */
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

/** One message to transmit. The journal's key is `message_id`: constant over retries and restores. */
export const OutgoingMail = z.object({
  /** Opaque to the companion. */
  ticket: z.string(),
  /** Fencing token of the claim; comes back with intent and result. */
  lease: z.string(),
  smtp: Connection,
  allow_private: z.boolean(),
  envelope: z.object({ from: z.string(), to: z.array(z.string()).min(1) }),
  from: Address,
  to: z.array(Address).min(1),
  cc: z.array(Address),
  reply_to: z.string().nullable(),
  subject: z.string(),
  /** Without angle brackets, like the two below. */
  message_id: z.string(),
  in_reply_to: z.string().nullable(),
  references: z.array(z.string()),
  /** RFC 8058: `url` goes into List-Unsubscribe with List-Unsubscribe-Post. */
  list_unsubscribe: z.object({ url: z.string() }).nullable(),
  /** Extra headers by name. */
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  html: z.string().nullable(),
  /** Unix milliseconds of the Date header. */
  date: z.number(),
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
 * The companion has started anew, as `run`, and has told all that its journal knows of earlier
 * runs: what those held is queued again, what those were granted and never told of stays unclear.
 */
export const StartedRequest = z.object({ run: z.string().max(64).optional() });

/** How far the SMTP dialogue came when it ended: facts; the app decides what they mean (reliability 4.5). */
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
  /** From the journal, after a restart or for a repeated key. */
  replayed: z.boolean(),
  /** When it was sent, where an earlier try stands in the way of another; milliseconds. */
  at: z.number().optional(),
});
export type SendResult = z.output<typeof SendResult>;
export const ResultsRequest = z.object({ results: z.array(SendResult).min(1).max(500) });
/** Tickets that the app has stored, or knows to be settled; others are offered again. */
export const ResultsResponse = z.object({ settled: z.array(z.string()) });
export type ResultsRequest = z.output<typeof ResultsRequest>;
export type ResultsResponse = z.output<typeof ResultsResponse>;

/**
 * Reads new mail: everything above `last_uid`, oldest first, `limit` at most. Where `last_uid` is 0 or
 * the folder's UIDVALIDITY is another, what arrived in the last 30 days.
 */
export const FetchRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  folders: z.array(
    z.object({
      /** `INBOX`, or `\\Junk` by special use. */
      folder: z.string(),
      uid_validity: z.string().nullable(),
      last_uid: z.int().min(0),
      /** These mails alone, whole, of whatever is there. */
      uids: z.array(z.int().positive()).min(1).max(200).optional(),
    }),
  ),
  limit: z.int().min(1).max(200),
  /**
   * Where more than so many are new, what they are about is told first, for up to 2,000 of them: mails
   * without words (`heads`), to choose by. Left out: they always come whole.
   */
  heads_above: z.int().min(1).optional(),
});
export type FetchRequest = z.output<typeof FetchRequest>;

/** A delivery report (RFC 3464) or a complaint (RFC 5965) inside a mail. */
const Report = z.object({
  kind: z.enum(["dsn", "arf"]),
  action: z.string().nullable(),
  status: z.string().nullable(),
  diagnostic: z.string().nullable(),
  recipient: z.string().nullable(),
  feedback_type: z.string().nullable(),
  /** Message-ID of the mail that it is about, without angle brackets. */
  original_message_id: z.string().nullable(),
});
export const InboundMail = z.object({
  uid: z.int().positive(),
  /** Unix milliseconds. */
  received_at: z.number(),
  size: z.int(),
  message_id: z.string().nullable(),
  in_reply_to: z.array(z.string()),
  references: z.array(z.string()),
  from: Address.nullable(),
  to: z.array(Address),
  cc: z.array(Address),
  subject: z.string(),
  text: z.string(),
  /** Sanitised. */
  html: z.string(),
  /** Lower-case names: auto-submitted, precedence, return-path, x-failed-recipients, ... */
  headers: z.record(z.string(), z.string()),
  report: Report.nullable(),
  /** Hash of headers and the first 4 KB, hex; the dedupe key where there is no Message-ID. */
  content_hash: z.string(),
  /** The parser gave up; `text` holds what could be read. */
  unparsed: z.boolean(),
});
export type InboundMail = z.output<typeof InboundMail>;
export const FetchResponse = z.object({
  folders: z.array(
    z.object({
      folder: z.string(),
      uid_validity: z.string(),
      mails: z.array(InboundMail),
      /** The mails have headers alone, and no hash. */
      heads: z.boolean().optional(),
      /** More waits above the last mail. */
      more: z.boolean(),
    }),
  ),
});
export type FetchResponse = z.output<typeof FetchResponse>;

/**
 * Looks after mails in a mailbox, each found by its Message-ID: flags them, and moves them. Safe to
 * repeat: a mail that lies where it is to go stays there.
 */
export const TendRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  acts: z
    .array(
      z.object({
        /** Without angle brackets. */
        message_id: z.string().min(1).max(900),
        /** Where to look, in this order: `INBOX`, `\\Junk`, or a folder's name. */
        folders: z.array(z.string().min(1)).min(1).max(5),
        /** Flags and keywords to set; what the server does not keep is left out. */
        flags: z.array(z.string()).max(10),
        /** Where it is to go; made where it does not exist. Null: it stays. */
        move_to: z.string().min(1).nullable(),
      }),
    )
    .min(1)
    .max(100),
});
export type TendRequest = z.output<typeof TendRequest>;
/** Message-IDs of the mails that were found. */
export const TendResponse = z.object({ found: z.array(z.string()) });
export type TendResponse = z.output<typeof TendResponse>;

/** What the companion answers when IMAP itself fails: 502 with this. */
export const FetchFailure = z.object({
  step: z.enum(TEST_STEPS),
  error_code: z.string(),
  message: z.string(),
});
export type FetchFailure = z.output<typeof FetchFailure>;

/**
 * The folders to watch for new mail, all of them: a mailbox that is left out is watched no more.
 * The list lives in the companion's memory; `/health` tells its `version`, null after a start.
 */
export const WatchRequest = z.object({
  version: z.string().min(1).max(200),
  allow_private: z.boolean(),
  mailboxes: z
    .array(z.object({ id: z.string().min(1), imap: Connection, folder: z.string().min(1) }))
    .max(2_000),
});
export type WatchRequest = z.output<typeof WatchRequest>;
export const Health = z.object({ watch: z.string().nullable() });

/** Ids, as the watch list names them, of mailboxes in which mail arrived. */
export const MailArrived = z.object({ mailboxes: z.array(z.string().max(100)).min(1).max(2_000) });
export type MailArrived = z.output<typeof MailArrived>;
