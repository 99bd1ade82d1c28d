import { z } from "zod";
import { IMPORT_COLUMNS, IMPORT_FORMATS } from "#modules/mailboxes/rules/imports/columns.ts";
import { NullableTime, Time } from "#platform/contract/common.ts";

/** The text parts beside `file`. */
export const ImportOptions = z.strictObject({
  dry_run: z
    .enum(["true", "false", "1", "0", ""])
    .transform((text) => text === "true" || text === "1")
    .default(false)
    .describe("Whether to show what would be stored, and to store nothing."),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** Why so many rows failed or were skipped. */
export const ImportCause = z.object({
  code: z.string().describe("What it is, for programs."),
  message: z.string().describe("What to do about it; where rows differ, the words of one of them."),
  rows: z.int().describe("Rows that it happened to."),
});

/** A file of mailboxes, and how far it is. */
export const MailboxImport = z
  .object({
    import_id: z.int().describe("Id of the import."),
    name: z.string().describe("Name of the file."),
    status: z
      .enum(["running", "completed"])
      .describe("Whether rows still wait to be stored or tested."),
    total: z.int().describe("Rows of the file."),
    stored: z.int().describe("Rows whose mailbox was made."),
    tested: z.int().describe("Of those stored, mailboxes whose connection was tested."),
    active: z.int().describe("Of those tested, mailboxes that may send."),
    failed: z.int().describe("Rows that were refused, and mailboxes whose test failed."),
    skipped: z
      .int()
      .describe("Rows whose address was there before, or is no mailbox to be connected."),
    causes: z
      .array(ImportCause)
      .describe("Why rows failed or were skipped, the most frequent first."),
    errors_url: z.string().describe("Where the failed rows are as CSV."),
    created_at: Time.describe("When the file was taken."),
    finished_at: NullableTime.describe("When its last row was settled; null while it runs."),
  })
  .meta({
    examples: [
      {
        import_id: 3,
        name: "mailboxes.csv",
        status: "running",
        total: 400,
        stored: 120,
        tested: 100,
        active: 98,
        failed: 2,
        skipped: 0,
        causes: [{ code: "smtp_auth_failed", message: "SMTP failed at auth.", rows: 2 }],
        errors_url: "/api/v1/workspaces/1/mailboxes/imports/3/errors",
        created_at: "2026-12-01T09:00:00.000Z",
        finished_at: null,
      },
    ],
  });
export type MailboxImport = z.output<typeof MailboxImport>;

/** What a row of a file would become; passwords are never shown. */
export const ImportedMailbox = z.object({
  from_name: z.string().describe("Name of the sender."),
  reply_to: z.string().nullable().describe("Where answers go, if not to the mailbox itself."),
  smtp_host: z.string().describe("Server that it would send by."),
  smtp_port: z.int().describe("Port of that server."),
  smtp_username: z.string().describe("Username there."),
  imap_host: z
    .string()
    .nullable()
    .describe("Server that it would be read from; null: it only sends."),
  imap_port: z.int().nullable().describe("Port of that server."),
  imap_username: z.string().nullable().describe("Username there."),
  daily_limit: z.int().describe("Campaign mails a day at most."),
  min_gap_seconds: z.int().describe("Seconds between two mails at least."),
  ramp_enabled: z.boolean().describe("Whether its first days send less."),
  tags: z.array(z.string()).describe("Its tags."),
  group: z.string().nullable().describe("Its group."),
  warmup: z.boolean().describe("Whether its warmup would be started."),
});

export const ImportPreviewRow = z.object({
  line: z.int().describe("Where the row begins in the file, from 1."),
  email: z.string().describe("Its address; empty where it has none."),
  state: z.enum(["new", "failed", "skipped"]).describe("What would become of it."),
  code: z.string().nullable().describe("Why it would fail or be skipped, for programs."),
  message: z.string().nullable().describe("The same as a sentence, with what to do."),
  mailbox: ImportedMailbox.nullable().describe("What would be stored; null for any but a new one."),
});

/** What an import would do. */
export const ImportPreview = z
  .object({
    format: z.enum(IMPORT_FORMATS).describe("Whose export the file is, by its columns."),
    columns: z
      .array(
        z.object({
          name: z.string().describe("The column as the file names it."),
          field: z
            .enum(IMPORT_COLUMNS)
            .nullable()
            .describe("What it was recognised as; null: it is left out."),
        }),
      )
      .describe("The columns of the file in their order, 200 at most."),
    total: z.int().describe("Rows of the file."),
    new: z.int().describe("Rows that would be stored and tested."),
    failed: z.int().describe("Rows that would be refused."),
    skipped: z.int().describe("Rows that would be left out."),
    causes: z
      .array(ImportCause)
      .describe("Why rows would fail or be skipped, the most frequent first."),
    room: z
      .int()
      .describe(
        "So many mailboxes fit into the workspace; an import with more new ones is refused.",
      ),
    rows: z.array(ImportPreviewRow).describe("The first 500 rows, in the order of the file."),
  })
  .meta({
    examples: [
      {
        format: "smartlead",
        columns: [
          { name: "from_email", field: "email" },
          { name: "user_name", field: "smtp_username" },
          { name: "notes", field: null },
        ],
        total: 1,
        new: 0,
        failed: 0,
        skipped: 1,
        causes: [
          { code: "exists", message: "The workspace has a mailbox with this address.", rows: 1 },
        ],
        room: 150,
        rows: [
          {
            line: 2,
            email: "ann@example.com",
            state: "skipped",
            code: "exists",
            message: "The workspace has a mailbox with this address.",
            mailbox: null,
          },
        ],
      },
    ],
  });
export type ImportPreview = z.output<typeof ImportPreview>;
