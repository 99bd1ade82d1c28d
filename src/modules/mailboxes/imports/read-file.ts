import { readFileRows } from "#modules/leads/files/read-rows.ts";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import { readUpload } from "#modules/leads/files/upload-parts.ts";
import { ImportOptions } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { type ImportPlan, planImport } from "#modules/mailboxes/rules/imports/columns.ts";
import { readImportRow, type ReadRow } from "#modules/mailboxes/rules/imports/read-row.ts";
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "#modules/mailboxes/rules/imports/states.ts";
import { parseFields } from "#platform/http/validate.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";

/** Records among which the header line has to be: titles may be above it. */
const HEAD_RECORDS = 30;

/** A row of the file, or a line that could not be read as one. */
export type FileRow = ReadRow | { readonly line: number; readonly fault: string };

export type MailboxFile = {
  readonly name: string;
  readonly options: ImportOptions;
  readonly format: ImportPlan["format"];
  readonly columns: ImportPlan["columns"];
  readonly rows: readonly FileRow[];
};

/**
 * Reads a file of mailboxes from a multipart body, whole: it is small. Throws `payload_too_large`
 * above 5 MB or 5,000 rows, `unsupported_media_type` for other bodies, `validation_failed` for a
 * file without rows or without a column of addresses.
 */
export async function readMailboxFile(request: Request): Promise<MailboxFile> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: { name: string; read: ReadRows } | null = null;
  for await (const part of readUpload(request)) {
    if (part.kind === "text") {
      if (part.name in texts) throw invalidField(part.name, "duplicate_part", "Send it once.");
      texts[part.name] = part.value;
    } else if (part.name !== "file") {
      throw invalidField(
        part.name,
        "unknown_field",
        "Unknown part. Send the CSV in a part named file.",
      );
    } else if (file !== null) {
      throw invalidField("file", "duplicate_part", "Send one file at a time.");
    } else file = { name: part.filename, read: await readRows(capped(part.bytes)) };
  }
  const options = parseFields(ImportOptions, texts);
  if (file === null) throw invalidField("file", "required", "Send the CSV in a part named file.");
  const name = file.name.trim().slice(0, 200).toWellFormed() || "mailboxes.csv";
  return { name, options, ...file.read };
}

async function* capped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_IMPORT_BYTES) {
      throw new AppError(
        "payload_too_large",
        `A file can have up to ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it.`,
      );
    }
    yield chunk;
  }
}

type ReadRows = Pick<MailboxFile, "format" | "columns" | "rows">;

async function readRows(bytes: AsyncIterable<Uint8Array>): Promise<ReadRows> {
  const rows: FileRow[] = [];
  let plan: ImportPlan | null = null;
  let above = 0;
  for await (const records of readFileRows(bytes).rows) {
    for (const record of records) {
      if (plan !== null) {
        const row = rowOf(record, plan);
        if (row !== null && rows.push(row) > MAX_IMPORT_ROWS) throw tooManyRows();
      } else {
        plan = record.cells === null ? null : planImport(record.cells);
        if (plan === null && ++above >= HEAD_RECORDS) throw noAddresses();
      }
    }
  }
  if (plan === null) throw noAddresses();
  if (rows.length === 0) {
    throw invalidField("file", "no_rows", "The file has a header line but no rows.");
  }
  return { format: plan.format, columns: plan.columns, rows };
}

const rowOf = (record: FileRecord, plan: ImportPlan): FileRow | null =>
  record.cells === null
    ? { line: record.line, fault: record.fault }
    : readImportRow(record.line, record.cells, plan);

const tooManyRows = (): AppError =>
  new AppError("payload_too_large", `A file can have up to ${MAX_IMPORT_ROWS} rows. Split it.`);

const noAddresses = (): AppError =>
  invalidField(
    "file",
    "no_email_column",
    "No column is named email. Add a header line with the names of the columns.",
  );
