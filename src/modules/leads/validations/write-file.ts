import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { keptFile, keptSource } from "#modules/leads/job-files/keep-file.ts";
import { csvEnd, resultCells, resultNames } from "#modules/leads/rules/files/result-columns.ts";
import { lineEnds, type LineUnit } from "#modules/leads/rules/files/line-ends.ts";
import { csvLine } from "#platform/rules/csv.ts";
import { cellAdder } from "#modules/leads/rules/files/workbook/add-cells.ts";
import { rewriteArchive } from "#modules/leads/rules/files/workbook/rewrite-archive.ts";
import { whyNone } from "./present.ts";
import { findValidation } from "./read-validations.ts";
import { readResults, type ResultRow } from "./results.ts";
import type { AddressesRow, FileLayout } from "./validations-store.ts";

export type ValidatedFile = {
  readonly body: ReadableStream<Uint8Array>;
  readonly name: string;
};

/**
 * The file of a validation with its results, made while it is sent: every byte that was sent is
 * given back, with more columns behind the others. An array comes as a CSV. Throws `not_found`, and
 * `invalid_state` while results are still added.
 */
export async function writeValidatedFile(ctx: WorkspaceCtx, id: JobId): Promise<ValidatedFile> {
  const job = await findValidation(ctx, id);
  if (job.state === "queued" || job.state === "running") {
    throw new AppError("invalid_state", "The validation is still running. Wait, or cancel it.");
  }
  const { layout, name } = job.params;
  const base = name.replace(/\.[^.]*$/, "") || `validation-${id}`;
  if (layout?.format === "xlsx") {
    return { body: workbookOf(ctx, job, layout), name: `${base}-validated.xlsx` };
  }
  const bytes = layout === null ? listOf(ctx, job) : csvOf(ctx, job, layout);
  return { body: streamOf(bytes), name: `${base}-validated.csv` };
}

/** The cells of a row; none where it has no result yet. */
const cellsOf = ({ row: [, , address], result }: ResultRow): string[] =>
  result === undefined
    ? ["", "", "", ""]
    : resultCells(result && shortOf(result), whyNone(address));

const shortOf = ([verdict, score, reasons, suggestion]: NonNullable<ResultRow["result"]>) => ({
  verdict,
  score,
  reasons,
  suggestion,
});

async function* listOf(ctx: WorkspaceCtx, job: AddressesRow): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  yield utf8.encode(`\u{feff}${csvLine(["email", ...resultNames(["email"])])}`);
  for await (const group of readResults(ctx, job)) {
    const lines = group.map((one) => csvLine([one.row[2] ?? "", ...cellsOf(one)]));
    yield utf8.encode(lines.join(""));
  }
}

const UNITS: Readonly<Record<string, LineUnit>> = {
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
};
/** So much of a file is looked at for the ends of its rows at once. */
const PIECE = 16 * 1024;

async function* csvOf(
  ctx: WorkspaceCtx,
  job: AddressesRow,
  layout: FileLayout & { format: "csv" },
): AsyncGenerator<Uint8Array> {
  const { delimiter, encoding, width: of, header, names } = layout;
  const rows = rowsInOrder(ctx, job);
  const isUnicode = encoding.startsWith("utf-");
  const writer = lineEnds(UNITS[encoding] ?? "byte", (line) => {
    if (line === header) return csvEnd(names, { width: layout.named, of, delimiter });
    const found = rows.endingIn(line);
    // A line that could not be read is no row: more cells would not be read either.
    if (found === null || found.row[2] === null) return "";
    // A code page may not have the letters of a suggestion.
    const cells = cellsOf(found).map((cell) => (isUnicode || isAscii(cell) ? cell : ""));
    return csvEnd(cells, { width: found.row[1], of, delimiter });
  });
  for await (const bytes of keptFile(ctx, job.id)) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      await rows.load(PIECE);
      yield* writer.write(bytes.subarray(at, at + PIECE));
    }
  }
  await rows.load(1);
  yield* writer.end();
}

// oxlint-disable-next-line no-control-regex -- a control character is ASCII too
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

function workbookOf(
  ctx: WorkspaceCtx,
  job: AddressesRow,
  layout: FileLayout & { format: "xlsx" },
): ReadableStream<Uint8Array> {
  const rows = rowsInOrder(ctx, job);
  const adder = cellAdder(layout.width, (line) => {
    if (line === layout.header) return layout.names;
    const found = rows.endingIn(line);
    return found === null || found.row[2] === null ? null : cellsOf(found);
  });
  const source = keptSource(ctx, job.id, job.params.size);
  return rewriteArchive(source, layout.part, async function* (pieces) {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += PIECE) {
        await rows.load(PIECE);
        yield adder.write(piece.slice(at, at + PIECE));
      }
    }
    await rows.load(1);
    yield adder.end();
  });
}

/** The rows of a validation, looked up by the lines that they end in, which only rise. */
function rowsInOrder(ctx: WorkspaceCtx, job: AddressesRow) {
  const groups = readResults(ctx, job);
  let rows: ResultRow[] = [];
  let at = 0;
  let isRead = false;
  return {
    /** Makes sure that so many rows are there, as far as there are any. */
    async load(count: number): Promise<void> {
      rows = rows.slice(at);
      at = 0;
      while (!isRead && rows.length < count) {
        const next = await groups.next();
        if (next.done) isRead = true;
        else rows.push(...next.value);
      }
    },
    endingIn(line: number): ResultRow | null {
      const row = rows[at];
      if (row === undefined || row.row[0] !== line) return null;
      at++;
      return row;
    },
  };
}

function streamOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(out) {
      const next = await bytes.next();
      if (next.done) out.close();
      else out.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}
