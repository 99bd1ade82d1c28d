import {
  type AddressValidation,
  ValidateFileOptions,
} from "#modules/leads/contract/validations.ts";
import { type FileFacts, readFileRows } from "#modules/leads/files/read-rows.ts";
import { readUpload, type UploadPart } from "#modules/leads/files/upload-parts.ts";
import { keepingFile } from "#modules/leads/job-files/keep-file.ts";
import { MAX_FIELD_CHARS, MAX_ROWS } from "#modules/leads/rules/fields.ts";
import { addressColumn, columnName } from "#modules/leads/rules/files/columns.ts";
import { HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";
import { type FileRecord, locateRows } from "#modules/leads/rules/files/open-rows.ts";
import { MAX_EXTRA_COLUMNS, resultNames } from "#modules/leads/rules/files/result-columns.ts";
import { sourceName } from "#modules/leads/rules/source.ts";
import { JOB_LEASE_MS } from "#modules/leads/validation-jobs/job-store.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { parseFields } from "#platform/http/validate.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { assertRoomFor } from "./kept-rows.ts";
import { presentValidation } from "./present.ts";
import { findValidation } from "./read-validations.ts";
import { insertRows, type KeptRow, keptRow, ROWS_TOGETHER } from "./rows-store.ts";
import {
  deleteValidation,
  extendReceiving,
  type FileLayout,
  insertReceiving,
  queueReceived,
} from "./validations-store.ts";

/** Rows of one write. */
const ROWS_PER_WRITE = 10 * ROWS_TOGETHER;

/**
 * Takes a file whose addresses are validated in the background, without making leads of them. It is
 * kept as it came, so that it can be given back with the results. Throws what `readUpload` and
 * `readFileRows` throw, `validation_failed` for a file without addresses, and `limit_reached` where too
 * many rows are kept.
 */
export async function validateFile(ctx: MemberCtx, request: Request): Promise<AddressValidation> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  let id: JobId | null = null;
  try {
    for await (const part of readUpload(request)) {
      if (part.kind === "text") {
        if (part.name in texts) throw invalidField(part.name, "duplicate_part", "Send it once.");
        if (id !== null) throw tooLate(part.name);
        texts[part.name] = part.value;
      } else if (part.name !== "file") {
        throw invalidField(part.name, "unknown_field", "Send the file in a part named file.");
      } else if (id !== null) {
        throw invalidField("file", "duplicate_part", "Send one file at a time.");
      } else {
        const options = parseFields(ValidateFileOptions, texts);
        await assertRoomFor(ctx, 1);
        id = await begin(ctx);
        await receive(ctx, id, part, options);
      }
    }
  } catch (cause) {
    if (id !== null) await deleteValidation(ctx.db, ctx.workspaceId, id);
    throw cause;
  }
  if (id === null) throw invalidField("file", "required", "Send the file in a part named file.");
  await ctx.queue.send({
    type: "validation.slice.v1",
    workspaceId: ctx.workspaceId,
    jobId: id,
  });
  return presentValidation(await findValidation(ctx, id));
}

const begin = (ctx: MemberCtx): Promise<JobId> =>
  insertReceiving(
    ctx.db,
    ctx.workspaceId,
    { createdBy: userIdOf(ctx.caller), leaseUntil: later(ctx.now(), JOB_LEASE_MS) },
    ctx.now(),
  );

type FilePart = UploadPart & { kind: "file" };

/** Reads a file to its end, keeps it with its rows, and queues the validation. */
async function receive(
  ctx: MemberCtx,
  id: JobId,
  part: FilePart,
  options: ValidateFileOptions,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const extend = () => extendReceiving(db, workspaceId, id, later(ctx.now(), JOB_LEASE_MS));
  let size = 0;
  const kept = keepingFile(ctx, id, part.bytes, async (statement) => {
    await runBatch(db, [statement, extend()]);
  });
  const counted = (async function* () {
    for await (const chunk of kept) {
      size += chunk.length;
      yield chunk;
    }
  })();
  const source = readFileRows(counted, { ...options, withHidden: true });
  const rows = rowCollector(ctx, id, options);
  for await (const records of source.rows) await rows.take(records);
  const { total, file } = await rows.end(source.facts());
  await assertRoomFor(ctx, total);
  const { headers, headerLine, column, width } = file;
  const facts = source.facts();
  const common = {
    header: headerLine,
    named: headers.length,
    names: resultNames(headers),
    width,
  };
  const layout: FileLayout =
    facts.workbook === null
      ? { ...common, format: "csv", delimiter: facts.delimiter, encoding: facts.encoding }
      : { ...common, format: "xlsx", part: facts.workbook.part, sheet: facts.workbook.sheet };
  const named = (headers[column] ?? "").trim().slice(0, 200).toWellFormed();
  await runBatch(db, [
    queueReceived(db, workspaceId, id, {
      params: {
        name: sourceName(part.filename),
        size,
        layout,
        column: named === "" ? columnName(column) : named,
      },
      total,
      leaseUntil: later(ctx.now(), JOB_LEASE_MS),
    }),
  ]);
}

type OpenFile = {
  readonly headers: readonly string[];
  readonly headerLine: number;
  readonly column: number;
  /** Columns of the longest row so far. */
  width: number;
};

/** Takes the addresses out of the records of a file, and keeps them group by group. */
function rowCollector(ctx: MemberCtx, id: JobId, options: ValidateFileOptions) {
  const { db, workspaceId } = ctx;
  let head: FileRecord[] = [];
  let file: OpenFile | null = null;
  let waiting: KeptRow[] = [];
  let total = 0;

  async function write(rows: readonly KeptRow[]): Promise<void> {
    await runBatch(db, [
      ...insertRows(db, workspaceId, id, total - waiting.length, rows),
      extendReceiving(db, workspaceId, id, later(ctx.now(), JOB_LEASE_MS)),
    ]);
    waiting = waiting.slice(rows.length);
  }

  async function add(records: readonly FileRecord[], opened: OpenFile): Promise<void> {
    for (const record of records) {
      waiting.push(rowOf(record, opened));
      if (++total > MAX_ROWS) {
        throw new AppError(
          "payload_too_large",
          `A file can have up to ${MAX_ROWS} rows. Split it.`,
        );
      }
      if (waiting.length === ROWS_PER_WRITE) await write(waiting);
    }
  }

  function open(): OpenFile {
    const { headers, headerLine, sample, rows } = locateRows(head, mappingOf(options));
    const column = addressColumn(headers, sample, options.column);
    head = [...rows];
    file = { headers, headerLine, column, width: headers.length };
    return file;
  }

  return {
    async take(records: readonly FileRecord[]): Promise<void> {
      if (file !== null) return add(records, file);
      head.push(...records);
      if (head.length < HEAD_RECORDS) return;
      const opened = open();
      await add(head, opened);
    },
    async end({ workbook }: FileFacts): Promise<{ total: number; file: OpenFile }> {
      if (file === null && head.length > 0) {
        const opened = open();
        await add(head, opened);
      }
      if (file === null || total === 0) throw noRows(workbook?.sheet ?? null);
      if (waiting.length > 0) await write(waiting);
      return { total, file };
    },
  };
}

const mappingOf = ({ column }: ValidateFileOptions): Record<string, string> =>
  column === undefined || /^column_\d+$/.test(column) ? {} : { [column]: "email" };

/** A row as it is kept; one with far more cells than there are names could not be given back in order. */
function rowOf(record: FileRecord, file: OpenFile): KeptRow {
  if (record.cells === null) return keptRow(record.last, 0, null);
  const { length } = record.cells;
  if (length > file.headers.length + MAX_EXTRA_COLUMNS) return keptRow(record.last, length, null);
  file.width = Math.max(file.width, length);
  // As much as shows that it is too long.
  const cell = record.cells[file.column] ?? "";
  return keptRow(record.last, length, cell.slice(0, MAX_FIELD_CHARS + 1).trim());
}

const noRows = (sheet: string | null): AppError =>
  sheet === null
    ? invalidField("file", "no_rows", "The file has no rows.")
    : invalidField("file", "empty_sheet", `The sheet "${sheet}" has no rows.`);

const tooLate = (name: string): AppError =>
  invalidField(name, "part_after_file", `Put ${name} before the file.`);
