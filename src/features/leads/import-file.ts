import type { RowError, UploadOptions } from "#contract/imports.ts";
import { AppError, invalidField } from "#domain/errors.ts";
import { type Column, planColumns } from "#domain/leads/columns.ts";
import { MAX_ROWS } from "#domain/leads/fields.ts";
import { type BadRow, readLeadRow } from "#domain/leads/lead-row.ts";
import { addBad, addRow, type Chunk, newChunk } from "./chunk.ts";
import { decodeCsv } from "./decode-csv.ts";
import type { Sink } from "./import-sink.ts";
import { type CsvRecord, readRecords } from "./read-records.ts";

/** Bad rows that the answer itself shows. */
const SHOWN_ERRORS = 100;

/**
 * Reads a CSV file into a sink, chunk by chunk: the next one is read while one is written, and no
 * more. Rows that cannot be stored are collected by line. Throws `validation_failed` for a file without rows or without an
 * email column, `payload_too_large` above a million rows; what was stored by then stays.
 */
export async function importFile(
  bytes: AsyncIterable<Uint8Array>,
  options: Pick<UploadOptions, "mapping" | "on_duplicate">,
  sink: Sink,
): Promise<{ errors: RowError[] }> {
  const run: Run = {
    read: 0,
    rows: 0,
    errors: [],
    chunk: newChunk(options.on_duplicate === "update"),
    writing: Promise.resolve(),
  };
  try {
    let plan: Column[] | null = null;
    for await (const records of readRecords(decodeCsv(counted(bytes, run)))) {
      for (const record of records) {
        if (plan === null) plan = planOf(record, options);
        else await settle(record, plan, run, sink);
      }
    }
    if (run.rows === 0) throw noRows(plan === null);
    await write(run, sink, true);
    await run.writing;
    return { errors: run.errors };
  } catch (thrown) {
    await run.writing.catch(() => undefined);
    throw await stopped(thrown, sink);
  }
}

type Run = {
  read: number;
  rows: number;
  readonly errors: RowError[];
  chunk: Chunk;
  /** The chunk before this one, on its way into the database. */
  writing: Promise<void>;
};

/** Begins to write the chunk once the one before it is written, and starts a new one. */
async function write(run: Run, sink: Sink, last: boolean): Promise<void> {
  await run.writing;
  run.writing = sink.write(run.chunk, run.read, last);
  // Whoever awaits it next gets the failure; until then it is nobody's unhandled one.
  run.writing.catch(() => undefined);
  run.chunk = newChunk(run.chunk.merges);
}

async function* counted(bytes: AsyncIterable<Uint8Array>, run: Run): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    run.read += chunk.length;
    yield chunk;
  }
}

function planOf(header: CsvRecord, options: Pick<UploadOptions, "mapping">): Column[] {
  if (header.cells === null) {
    throw invalidField(
      "file",
      "unclosed_quote",
      "The header line opens a quote and never closes it.",
    );
  }
  return planColumns(header.cells, options.mapping);
}

async function settle(
  record: CsvRecord,
  plan: readonly Column[],
  run: Run,
  sink: Sink,
): Promise<void> {
  if (++run.rows > MAX_ROWS) {
    throw new AppError("payload_too_large", `A file may have ${MAX_ROWS} rows; split it.`);
  }
  const read =
    record.cells === null
      ? ({ ok: false, bad: unclosed(record.line) } as const)
      : readLeadRow(record.line, record.cells, plan);
  const added = read.ok ? addRow(run.chunk, read.row) : addBad(run.chunk, read.bad);
  if (!read.ok && run.errors.length < SHOWN_ERRORS) run.errors.push(read.bad);
  if (added) return;
  await write(run, sink, false);
  if (read.ok) addRow(run.chunk, read.row);
  else addBad(run.chunk, read.bad);
}

const unclosed = (line: number): BadRow => ({
  line,
  email: "",
  code: "unclosed_quote",
  message: "A cell of this line opens a quote and never closes it.",
});

const noRows = (empty: boolean): AppError =>
  empty
    ? invalidField("file", "empty_file", "The file is empty.")
    : invalidField("file", "no_rows", "The file has a header line and nothing below it.");

/** Notes the end in the import and tells the caller what stayed. */
async function stopped(thrown: unknown, sink: Sink): Promise<unknown> {
  const known = thrown instanceof AppError ? thrown : null;
  const message = known?.message ?? "It stopped on our side; upload the file again.";
  await sink.fail({ code: known?.errors[0]?.code ?? known?.code ?? "internal", message });
  const { importId, done } = sink.outcome();
  if (known === null || importId === null) return thrown;
  return new AppError(known.code, `${message} The first ${done} rows are settled.`, {
    cause: thrown,
    errors: known.errors,
  });
}
