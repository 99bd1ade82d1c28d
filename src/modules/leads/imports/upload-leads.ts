import { UploadOptions, type UploadAnswer } from "#modules/leads/contract/imports.ts";
import type { Deps, MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { parseFields } from "#platform/http/validate.ts";
import { importFile, SHOWN_ERRORS } from "./import-file.ts";
import { dryRunSink, type SinkOutcome, storingSink } from "./import-sink.ts";
import { failLapsed, renameImport } from "./jobs-store.ts";
import { errorsUrl, presentRead } from "./present-import.ts";
import { readUpload, type UploadPart } from "#modules/leads/files/upload-parts.ts";

/**
 * So much of a file is buffered, so that text parts after a small file still apply to it. A larger
 * file is stored while it streams; its text parts must come first.
 */
const BUFFERED_BYTES = 4 * 1024 * 1024;

/**
 * Takes an upload: stores the good rows of its file in a list, one lead per
 * address, and answers the counts and the bad rows. `importId` is null in a dry run. Throws
 * `not_found` for a foreign list and what `readUpload` and `importFile` throw.
 */
export async function uploadLeads(
  ctx: MemberCtx,
  request: Request,
): Promise<{ importId: JobId | null; answer: UploadAnswer }> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: { bytes: AsyncIterable<Uint8Array>; filename: string } | null = null;
  let settled: Settled | null = null;
  for await (const part of readUpload(request)) {
    if (part.kind === "text") {
      if (settled) await takeLate(ctx, part.name, part.value, settled);
      else if (part.name in texts) throw invalidField(part.name, "duplicate_part", "Send it once.");
      else texts[part.name] = part.value;
      continue;
    }
    if (part.name !== "file") throw unknownPart(part.name);
    if (file !== null) throw invalidField("file", "duplicate_part", "Send one file at a time.");
    const buffered = await bufferFile(part);
    file = { bytes: buffered.bytes, filename: part.filename };
    if (!buffered.whole) settled = await importUpload(ctx, request, file, texts);
  }
  if (settled) return settled;
  if (file === null) throw invalidField("file", "required", "Send the file in a part named file.");
  return importUpload(ctx, request, file, texts);
}

type Settled = { importId: JobId | null; answer: UploadAnswer; options: UploadOptions };

async function importUpload(
  ctx: MemberCtx,
  request: Request,
  file: { bytes: AsyncIterable<Uint8Array>; filename: string },
  texts: Readonly<Record<string, string>>,
): Promise<Settled> {
  const options = parseFields(UploadOptions, texts);
  const list = options.list_id === undefined ? null : await findList(ctx, options.list_id);
  const listName = list?.name ?? options.list_name ?? nameOf(file.filename, iso(ctx.now()));
  const totalBytes = Number(request.headers.get("content-length")) || null;
  const sink = options.dry_run
    ? await dryRunSink(ctx, list?.id ?? null)
    : await storingSink(ctx, { list, listName, totalBytes }, file.filename);
  const choice = { ...options, withHidden: options.hidden_rows === "include" };
  const read = await importFile(ctx, file.bytes, choice, sink);
  const { importId, listId, done, counts, repeated, refused }: SinkOutcome = sink.outcome();
  const answer = {
    list_id: listId,
    list_name: listName,
    total: done,
    created: counts.created,
    duplicates: counts.duplicates,
    updated: counts.updated,
    invalid: counts.invalid,
    suppressed: counts.suppressed,
    repeated,
    header_line: read.headerLine,
    ...presentRead(read),
    encoding: read.encoding,
    encoding_guessed: read.guessed,
    ignored_cells: read.ignoredCells,
    errors: [...read.errors, ...refused].toSorted((a, b) => a.line - b.line).slice(0, SHOWN_ERRORS),
    errors_url: importId === null ? null : errorsUrl(ctx.workspaceId, importId),
  };
  return { importId, answer, options };
}

/**
 * Reads up to `BUFFERED_BYTES`; `whole` when that was the file. If the connection ends early, what
 * arrived is passed on and then throws: rows that arrived are kept, as with a large file.
 */
async function bufferFile(part: UploadPart & { kind: "file" }) {
  const source = part.bytes[Symbol.asyncIterator]();
  const buffered: Uint8Array[] = [];
  let size = 0;
  let whole = false;
  let broken: AppError | null = null;
  while (size <= BUFFERED_BYTES && !whole && broken === null) {
    try {
      const next = await source.next();
      if (next.done) whole = true;
      else {
        buffered.push(next.value);
        size += next.value.length;
      }
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== "malformed_request") throw cause;
      broken = cause;
    }
  }
  const bytes = (async function* () {
    for (let chunk = buffered.shift(); chunk !== undefined; chunk = buffered.shift()) yield chunk;
    if (broken !== null) throw broken;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  })();
  return { bytes, whole };
}

/**
 * A text part behind a file that is stored already: a name for its new list still helps, and what
 * says no more than was done anyway does no harm.
 */
async function takeLate(
  ctx: MemberCtx,
  name: string,
  value: string,
  { importId, answer, options }: Settled,
): Promise<void> {
  const late = parseFields(UploadOptions, { [name]: value });
  if (late.list_name !== undefined && options.list_id === undefined) {
    answer.list_name = late.list_name;
    if (importId !== null) await renameImport(ctx.db, ctx.workspaceId, importId, late.list_name);
    return;
  }
  const key = name as keyof UploadOptions;
  if (JSON.stringify(late[key]) === JSON.stringify(options[key])) return;
  const message = `Put ${name} before the file. The file was processed before ${name} arrived.`;
  throw new AppError("validation_failed", message, {
    errors: [{ path: name, code: "part_after_file", message }],
  });
}

function nameOf(filename: string, now: string): string {
  const base = filename
    .replace(/\.[^.]*$/, "")
    .trim()
    .slice(0, 200)
    .toWellFormed();
  return base === "" ? `Import ${now.slice(0, 10)}` : base;
}

const unknownPart = (name: string): AppError =>
  invalidField(name, "unknown_field", "Unknown part. Send the file in a part named file.");

/** Ends imports whose upload died with its process; what they stored stays, and a repeat is harmless. */
export const failLapsedImports = (deps: Deps): Promise<void> =>
  failLapsed(deps.db, deps.now(), {
    code: "interrupted",
    message:
      "The upload was interrupted. Upload the file again. Rows stored so far count as duplicates.",
  });
