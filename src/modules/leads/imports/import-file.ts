import type { RowError, UploadOptions } from "#modules/leads/contract/imports.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { type FileFacts, type ReadChoice, readFileRows } from "#modules/leads/files/read-rows.ts";
import { type Column, columnName, planOf } from "#modules/leads/rules/files/columns.ts";
import { MAX_ROWS } from "#modules/leads/rules/fields.ts";
import { HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";
import {
  type FileRecord,
  type LineFault,
  type OpenedRows,
  openRows,
} from "#modules/leads/rules/files/open-rows.ts";
import { type BadRow, readLeadRow } from "#modules/leads/rules/lead-row.ts";
import { addBad, addRow, type Chunk, newChunk, rowsIn } from "#modules/leads/leads/chunk.ts";
import type { Sink } from "./import-sink.ts";

const PIECE_BYTES = 32 * 1024;

/** Bad rows that the answer itself shows. */
export const SHOWN_ERRORS = 100;

/** What was found while a file was read. */
export type ReadFile = FileFacts & {
  /** The first of the rows that cannot be stored. */
  readonly errors: RowError[];
  /** Line of the column names; 0 without one. */
  readonly headerLine: number;
  /** What its columns are. */
  readonly opened: OpenedRows;
  /** Filled cells without a column, which were left out. */
  readonly ignoredCells: number;
};

/**
 * Reads a file into a sink, chunk by chunk: the next one is read while one is written, and no
 * more. Rows that cannot be stored are collected by line. Throws `validation_failed` for a file
 * without rows or without an email column, `payload_too_large` above a million rows, and what reading
 * the bytes throws; the rows that were read by then are stored.
 */
export async function importFile(
  { wait }: Pick<Deps, "wait">,
  bytes: AsyncIterable<Uint8Array>,
  options: Pick<UploadOptions, "mapping" | "on_duplicate"> & ReadChoice,
  sink: Sink,
): Promise<ReadFile> {
  const run: Run = {
    read: 0,
    rows: 0,
    ignoredCells: 0,
    errors: [],
    chunk: newChunk(options.on_duplicate === "update"),
    writing: Promise.resolve(),
  };
  const source = readFileRows(counted(wait, bytes, run), options);
  let file: Opened | null = null;
  let head: FileRecord[] = [];
  try {
    for await (const records of source.rows) {
      if (file === null) {
        head.push(...records);
        if (head.length < HEAD_RECORDS) continue;
      }
      const rows: readonly FileRecord[] =
        file === null ? (file = open(head, options)).opened.rows : records;
      for (const record of rows) await settle(record, file, run, sink);
      head = [];
    }
    if (file === null && head.length > 0) {
      file = open(head, options);
      for (const record of file.opened.rows) await settle(record, file, run, sink);
    }
    if (file === null || run.rows === 0) throw noRows(file === null, source.facts());
    await write(run, sink, true);
    await run.writing;
    const { errors } = run;
    const facts = source.facts();
    const ignoredCells = run.ignoredCells + (facts.workbook?.cellsBeyond ?? 0);
    const { opened } = file;
    return { errors, ignoredCells, headerLine: opened.headerLine, opened, ...facts };
  } catch (thrown) {
    await keepRead(file === null ? head : [], options, run, sink);
    throw await stopped(thrown, sink);
  }
}

/** Writes the rows that were read before the file broke off, those of its unopened `head` as well. */
async function keepRead(
  head: readonly FileRecord[],
  options: Pick<UploadOptions, "mapping">,
  run: Run,
  sink: Sink,
): Promise<void> {
  try {
    if (head.length > 0) {
      const file = open(head, options);
      for (const record of file.opened.rows) await settle(record, file, run, sink);
    }
    await run.writing;
    if (rowsIn(run.chunk) > 0) await sink.write(run.chunk, run.read, false);
  } catch {
    // The error that ended the import is reported; that this failed too adds nothing.
  }
}

type Run = {
  read: number;
  rows: number;
  ignoredCells: number;
  readonly errors: RowError[];
  chunk: Chunk;
  /** The chunk before this one, on its way into the database. */
  writing: Promise<void>;
};

/** Begins to write the chunk once the one before it is written, and starts a new one. */
async function write(run: Run, sink: Sink, last: boolean): Promise<void> {
  await run.writing;
  run.writing = sink.write(run.chunk, run.read, last);
  // The next `await` gets the failure; until then it must not count as unhandled.
  run.writing.catch(() => undefined);
  run.chunk = newChunk(run.chunk.merges);
}

/** Between pieces of the file everybody else gets a turn. */
async function* counted(
  wait: Deps["wait"],
  bytes: AsyncIterable<Uint8Array>,
  run: Run,
): AsyncGenerator<Uint8Array> {
  let since = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      run.read += piece.length;
      since += piece.length;
      yield piece;
      if (since < PIECE_BYTES) continue;
      since = 0;
      await wait(0);
    }
  }
}

type Opened = { readonly plan: readonly Column[]; readonly opened: OpenedRows };

/** Finds the columns among the first records. */
function open(head: readonly FileRecord[], { mapping }: Pick<UploadOptions, "mapping">): Opened {
  const opened = openRows(head, mapping);
  return { plan: planOf(opened.guesses), opened };
}

async function settle(
  record: FileRecord,
  { plan, opened }: Opened,
  run: Run,
  sink: Sink,
): Promise<void> {
  if (++run.rows > MAX_ROWS) {
    throw new AppError("payload_too_large", `A file can have up to ${MAX_ROWS} rows. Split it.`);
  }
  const read =
    record.cells === null
      ? ({ ok: false, bad: unreadable(record.line, record.fault) } as const)
      : named(readLeadRow(record.line, record.cells, plan), opened);
  const added = read.ok ? addRow(run.chunk, read.row, record.line) : addBad(run.chunk, read.bad);
  if (read.ok) run.ignoredCells += read.surplus;
  if (!read.ok && run.errors.length < SHOWN_ERRORS) run.errors.push(shown(read.bad));
  if (added) return;
  await write(run, sink, false);
  if (read.ok) addRow(run.chunk, read.row, record.line);
  else addBad(run.chunk, read.bad);
}

/** As the answer to an upload has it. */
const shown = ({ line, email, code, message }: BadRow): RowError => ({
  line,
  email,
  code,
  message,
});

const COLUMN_CHARS = 100;

/** With the name of the column that the fault is in. */
function named(read: ReturnType<typeof readLeadRow>, { headers }: OpenedRows): typeof read {
  if (read.ok) return read;
  const name = (headers[read.at] ?? "").trim().slice(0, COLUMN_CHARS).toWellFormed();
  return { ...read, bad: { ...read.bad, column: name || columnName(read.at) } };
}

const FAULTS: Readonly<Record<LineFault, string>> = {
  unclosed_quote: "A cell in this line has an unclosed quote.",
  row_too_long: "This line is too long. Shorten its cells.",
};
const unreadable = (line: number, fault: LineFault): BadRow => ({
  line,
  email: "",
  code: fault,
  message: FAULTS[fault],
});

function noRows(empty: boolean, { workbook }: FileFacts): AppError {
  if (workbook !== null && workbook.hiddenRows > 0) {
    return invalidField(
      "file",
      "only_hidden_rows",
      `All ${workbook.hiddenRows} rows of the sheet "${workbook.sheet}" are hidden. Show them, or send hidden_rows as include.`,
    );
  }
  if (workbook !== null && empty) {
    return invalidField("file", "empty_sheet", `The sheet "${workbook.sheet}" is empty.`);
  }
  return empty
    ? invalidField("file", "empty_file", "The file is empty.")
    : invalidField("file", "no_rows", "The file has a header line but no rows.");
}

/** Records the end in the import and returns what was kept. */
async function stopped(thrown: unknown, sink: Sink): Promise<unknown> {
  const known = thrown instanceof AppError ? thrown : null;
  const message = known?.message ?? "The import was interrupted. Upload the file again.";
  await sink.fail({ code: known?.errors[0]?.code ?? known?.code ?? "internal", message });
  const { importId, done } = sink.outcome();
  if (known === null || importId === null) return thrown;
  return new AppError(known.code, `${message} The first ${done} rows are done.`, {
    cause: thrown,
    errors: known.errors,
  });
}
