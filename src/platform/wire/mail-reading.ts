import { z } from "zod";
import { AggregateReport } from "./aggregate-reports.ts";
import { AttachmentHead } from "./attachments.ts";
import { Address, Connection, TEST_STEPS } from "./companion.ts";
import { Composition } from "./transmission.ts";

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
   * Where more than so many are new, up to 2,000 of them are reported by their `heads` first, to
   * choose from. Left out: they always come whole.
   */
  sift_above: z.int().min(1).optional(),
  /** Reports about DMARC and TLS arrive here: their files are read, and mails may be larger. */
  reports: z.boolean().optional(),
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
  /** What its calendar part says; left out where it has none. */
  calendar: z.enum(["invited", "accepted", "tentative", "declined", "cancelled"]).optional(),
  /** Hash of headers and the first 4 KB, hex; the dedupe key where there is no Message-ID. */
  content_hash: z.string(),
  /** What its files report, where that was asked for. */
  aggregate_reports: z.array(AggregateReport).max(10).optional(),
  /** The parser gave up: the envelope, and in `text` the start of the body as it was sent. */
  unparsed: z.boolean(),
  /** Left out where it has none. */
  attachments: z.array(AttachmentHead).optional(),
});
export type InboundMail = z.output<typeof InboundMail>;
/** Enough of a mail to decide whether it may concern us. */
export const MailHead = z.object({
  uid: z.int().positive(),
  from: Address.nullable(),
  in_reply_to: z.array(z.string()),
  references: z.array(z.string()),
  /** Lower-case names: auto-submitted, content-type, return-path, x-failed-recipients, ... */
  headers: z.record(z.string(), z.string()),
  /** Its headers are longer than what was read of them. */
  cut: z.boolean(),
});
export type MailHead = z.output<typeof MailHead>;
export const FetchResponse = z.object({
  folders: z.array(
    z.object({
      folder: z.string(),
      uid_validity: z.string(),
      mails: z.array(InboundMail),
      /** Instead of mails, in order. */
      heads: z.array(MailHead).optional(),
      /** More waits above the last mail. */
      more: z.boolean(),
    }),
  ),
});
export type FetchResponse = z.output<typeof FetchResponse>;

/** Parses one mail that lies in no mailbox. */
export const ParseRequest = z.object({
  /** The raw message, in base64. */
  raw: z.base64(),
  /** Unix milliseconds: when it is taken to have come. */
  received_at: z.number(),
  /** Whether its files are read as reports about DMARC and TLS. */
  reports: z.boolean().optional(),
});
export type ParseRequest = z.output<typeof ParseRequest>;

/**
 * Looks after mails in a mailbox, each found by its Message-ID: flags them, moves them, and files what
 * is missing. Safe to repeat: a mail that lies where it is to go stays there.
 */
export const TendRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  acts: z
    .array(
      z.object({
        /** Without angle brackets. */
        message_id: z.string().min(1).max(900),
        /** Where to look, in this order: `INBOX`, `\\Junk`, `\\Sent`, or a folder's name. */
        folders: z.array(z.string().min(1)).min(1).max(5),
        /** Flags and keywords to set; what the server does not keep is left out. */
        flags: z.array(z.string()).max(10),
        /** Where it is to go, by name or special use; made where it does not exist. Null: it stays. */
        move_to: z.string().min(1).nullable(),
        /** Put into the first of the folders, as read, where the mail lies in none. */
        copy: Composition.optional(),
        /** Deletes it for good, instead of moving it. */
        remove: z.literal(true).optional(),
        /** Its server gives mails another Message-ID: by what else it is known. It names ours last in References. */
        replaced: z
          .object({
            /** The other one, if that is known. */
            server_message_id: z.string().min(1).max(900).optional(),
            /**
             * If no id finds it: the only mail to exactly these with exactly this subject, within
             * minutes of one of these times (Unix milliseconds).
             */
            like: z.object({
              to: z.array(z.string()).min(1),
              subject: z.string(),
              at: z.array(z.number()).min(1),
            }),
          })
          .optional(),
      }),
    )
    .min(1)
    .max(100),
});
export type TendRequest = z.output<typeof TendRequest>;
export const TendResponse = z.object({
  /** Message-IDs of the mails that were found, as the request names them. */
  found: z.array(z.string()),
  /** Those of them that have another Message-ID where they are. */
  renamed: z.array(z.object({ message_id: z.string(), server_message_id: z.string() })).optional(),
  /** Message-IDs of those whose `copy` was put there. */
  filed: z.array(z.string()).optional(),
});
export type TendResponse = z.output<typeof TendResponse>;

/** Asks for the Message-IDs of what lies in the Sent folder since then (Unix milliseconds), the newest first. */
export const SentRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  since: z.number(),
});
export type SentRequest = z.output<typeof SentRequest>;
export const SentResponse = z.object({
  /** Null: the account has no Sent folder. */
  mails: z
    .array(
      z.object({
        message_id: z.string(),
        at: z.number(),
        /** The last of its References: ours, where the server gave it another Message-ID. */
        last_reference: z.string().optional(),
      }),
    )
    .nullable(),
  /** Older ones of that time were left out: there are too many. */
  more: z.boolean(),
});
export type SentResponse = z.output<typeof SentResponse>;

/**
 * One page of a folder's past, by headers alone, oldest first: what came or left since then (Unix
 * milliseconds, a day earlier at most), above a UID. Bodies are never read.
 */
export const PastRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  /** `INBOX`, or `\\Sent`, `\\Archive` and `\\All` by special use. */
  folder: z.string().min(1),
  since: z.number(),
  uid_validity: z.string().nullable(),
  /** 0: from the first on, as where the folder has another UIDVALIDITY now. */
  last_uid: z.int().min(0),
  limit: z.int().min(1).max(1_000),
});
export type PastRequest = z.output<typeof PastRequest>;
export const PastMail = z.object({
  uid: z.int().positive(),
  /** Without angle brackets. */
  message_id: z.string().nullable(),
  /** What it had before its server gave it another one (X-Google-Original-Message-ID). */
  original_id: z.string().nullable(),
  in_reply_to: z.array(z.string()),
  references: z.array(z.string()),
  /** Addresses in lower case. */
  from: z.string().nullable(),
  to: z.array(z.string()),
  subject: z.string(),
  /** When it was written, else when the server got it. */
  at: z.number(),
  /** Lower-case names: auto-submitted, content-type, return-path, x-failed-recipients, ... */
  headers: z.record(z.string(), z.string()),
});
export type PastMail = z.output<typeof PastMail>;
export const PastResponse = z.object({
  /** Null: the account has no such folder. */
  uid_validity: z.string().nullable(),
  mails: z.array(PastMail),
  /** More lies above the last one. */
  more: z.boolean(),
});
export type PastResponse = z.output<typeof PastResponse>;

/** What the companion answers when IMAP itself fails: 502 with this. */
export const FetchFailure = z.object({
  step: z.enum(TEST_STEPS),
  error_code: z.string(),
  message: z.string(),
});
export type FetchFailure = z.output<typeof FetchFailure>;

/**
 * The folders to watch for new mail, all of them: a mailbox that is left out is no longer watched.
 * The list is only in the companion's memory; `/health` has its `version`, null after a start.
 */
export const WatchRequest = z.object({
  version: z.string().min(1).max(200),
  allow_private: z.boolean(),
  mailboxes: z
    .array(z.object({ id: z.string().min(1), imap: Connection, folder: z.string().min(1) }))
    .max(2_000),
});
export type WatchRequest = z.output<typeof WatchRequest>;
export const MailReadingHealth = z.object({ watch: z.string().nullable() });

/** Ids, as the watch list names them, of mailboxes in which mail arrived. */
export const MailArrived = z.object({ mailboxes: z.array(z.string().max(100)).min(1).max(2_000) });
export type MailArrived = z.output<typeof MailArrived>;
