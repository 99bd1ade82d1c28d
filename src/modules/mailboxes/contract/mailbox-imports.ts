import { z } from "zod";
import { IMPORT_FORMATS } from "#modules/mailboxes/rules/imports/columns.ts";
import { NullableTime, Time } from "#platform/contract/common.ts";
import { Mailbox } from "./mailboxes.ts";

/** The text parts beside `file`. */
export const ImportOptions = z.strictObject({
  dry_run: z
    .enum(["true", "false", "1", "0", ""])
    .transform((text) => text === "true" || text === "1")
    .default(false),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** Rows that failed or were skipped, by why. */
const Causes = z.array(z.object({ code: z.string(), message: z.string(), rows: z.int() }));

export const MailboxImport = z.object({
  import_id: z.int(),
  name: z.string(),
  status: z.enum(["running", "completed"]),
  total: z.int(),
  /** Rows whose mailbox was made. */
  stored: z.int(),
  /** Of them, those whose connection was tested. */
  tested: z.int(),
  active: z.int(),
  failed: z.int(),
  /** The address was there before, or is no mailbox to connect. */
  skipped: z.int(),
  causes: Causes,
  /** The failed rows as CSV. */
  errors_url: z.string(),
  created_at: Time,
  finished_at: NullableTime,
});
export type MailboxImport = z.output<typeof MailboxImport>;

const { shape } = Mailbox;
/** What a row would become; passwords are never shown. */
const ImportedMailbox = z.object({
  from_name: shape.from_name,
  reply_to: shape.reply_to,
  smtp_host: shape.smtp_host,
  smtp_port: shape.smtp_port,
  smtp_username: shape.smtp_username,
  imap_host: shape.imap_host,
  imap_port: shape.imap_port,
  imap_username: shape.imap_username,
  daily_limit: shape.daily_limit,
  min_gap_seconds: shape.min_gap_seconds,
  ramp_enabled: shape.ramp_enabled,
  tags: shape.tags,
  group: shape.group,
  warmup: z.boolean(),
});

/** What an import would do. */
export const ImportPreview = z.object({
  /** Whose export it is, by its columns. */
  format: z.enum(IMPORT_FORMATS),
  total: z.int(),
  /** Rows that would be stored and tested. */
  new: z.int(),
  failed: z.int(),
  skipped: z.int(),
  causes: Causes,
  /** So many mailboxes fit into the workspace; an import with more new ones is refused. */
  room: z.int(),
  /** The first 500 rows. */
  rows: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      state: z.enum(["new", "failed", "skipped"]),
      code: z.string().nullable(),
      message: z.string().nullable(),
      mailbox: ImportedMailbox.nullable(),
    }),
  ),
});
export type ImportPreview = z.output<typeof ImportPreview>;
