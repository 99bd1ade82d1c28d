import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { Encoding, FoundEncoding } from "#modules/leads/rules/files/encoding.ts";
import { isArchive } from "#modules/leads/rules/files/foreign-file.ts";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import type { ByteSource } from "#modules/leads/rules/files/workbook/archive.ts";
import {
  chooseSheet,
  newFacts,
  openWorkbook,
  type WorkbookSheet,
} from "#modules/leads/rules/files/workbook/open-workbook.ts";
import type { SheetFacts } from "#modules/leads/rules/files/workbook/sheet-rows.ts";
import type { Delimiter } from "#modules/leads/rules/files/delimiter.ts";
import { decodeCsv } from "./decode-csv.ts";
import { readRecords } from "./read-records.ts";

/**
 * A workbook is read at many places of it, so all of it is kept: with its texts it has to fit into
 * the 128 MB of a Worker. A sheet of a million rows is about as large.
 */
const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024;

/** What somebody says about a file. */
export type ReadChoice = {
  readonly encoding?: Encoding | undefined;
  /** The sheet of a workbook by its name. */
  readonly sheet?: string | undefined;
  readonly withHidden?: boolean | undefined;
};

/** What a file turned out to be, as far as it was read. */
export type FileFacts = FoundEncoding & {
  /** What separates the cells of a CSV. */
  readonly delimiter: Delimiter;
  /** Null: the file is a CSV. */
  readonly workbook: WorkbookFacts | null;
};
export type WorkbookFacts = SheetFacts & {
  readonly sheet: string;
  /** The name of the part in which it is. */
  readonly part: string;
  readonly sheets: readonly WorkbookSheet[];
};

export type RowSource = {
  readonly rows: AsyncGenerator<readonly FileRecord[]>;
  facts(): FileFacts;
};

/**
 * The rows of a CSV or XLSX file in batches, whichever it is by its bytes. Reading throws
 * `validation_failed` for another kind of file, naming it, and what `readRecords` and `openWorkbook`
 * throw; `payload_too_large` for a workbook above 32 MB.
 */
export function readFileRows(bytes: AsyncIterable<Uint8Array>, choice: ReadChoice = {}): RowSource {
  const plain = { encoding: "utf-8", guessed: false, delimiter: "," } as const;
  let facts = (): FileFacts => ({ ...plain, workbook: null });
  async function* rows(): AsyncGenerator<readonly FileRecord[]> {
    const { first, whole } = await withFirst(bytes);
    if (isArchive(first)) {
      const opened = await openSheet(await wholeFile(whole), choice);
      facts = () => ({ ...plain, workbook: opened.facts() });
      yield* opened.rows;
    } else {
      const csv = decodeCsv(whole, choice.encoding);
      let delimiter: Delimiter = ",";
      facts = () => ({ ...csv.found(), delimiter, workbook: null });
      yield* readRecords(csv.text, (found) => (delimiter = found));
    }
  }
  return { rows: rows(), facts: () => facts() };
}

/** The chosen sheet of a workbook, or the one that looks like a list. */
export async function openSheet(
  source: ByteSource,
  choice: ReadChoice,
): Promise<{ rows: AsyncGenerator<readonly FileRecord[]>; facts(): WorkbookFacts }> {
  const workbook = await openWorkbook(source);
  const at = await chooseSheet(workbook, choice.sheet);
  const facts = newFacts();
  const sheet = workbook.sheets[at]?.name ?? "";
  return {
    rows: workbook.rows(at, { withHidden: choice.withHidden ?? false, facts }),
    facts: () => ({ ...facts, sheet, part: workbook.partOf(at), sheets: workbook.sheets }),
  };
}

const SIGN_BYTES = 4;

/** The first bytes of a file, and the same file from its beginning. */
async function withFirst(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let failure: { readonly cause: unknown } | null = null;
  let size = 0;
  while (size < SIGN_BYTES && failure === null) {
    try {
      const next = await source.next();
      if (next.done) break;
      taken.push(next.value);
      size += next.value.length;
    } catch (cause) {
      failure = { cause };
    }
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    for (let chunk = taken.shift(); chunk !== undefined; chunk = taken.shift()) yield chunk;
    if (failure !== null) throw failure.cause;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return { first: Buffer.concat(taken.slice(0, SIGN_BYTES)), whole: whole() };
}

const BLOCK_BYTES = 256 * 1024;

/** A file of known size at most, as blocks that are read at any place. */
async function wholeFile(bytes: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const blocks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    if (size + chunk.length > MAX_WORKBOOK_BYTES) throw workbookTooLarge();
    for (let at = 0; at < chunk.length;) {
      const inBlock = size % BLOCK_BYTES;
      if (inBlock === 0) blocks.push(new Uint8Array(BLOCK_BYTES));
      const piece = chunk.subarray(at, at + BLOCK_BYTES - inBlock);
      blocks.at(-1)?.set(piece, inBlock);
      at += piece.length;
      size += piece.length;
    }
  }
  if (size === 0) throw invalidField("file", "empty_file", "The file is empty.");
  return {
    size,
    async read(from, to) {
      const end = Math.min(to, size);
      const parts: Uint8Array[] = [];
      for (let at = from; at < end;) {
        const begins = at - (at % BLOCK_BYTES);
        const until = Math.min(end, begins + BLOCK_BYTES);
        const block = blocks[begins / BLOCK_BYTES] ?? new Uint8Array();
        parts.push(block.subarray(at - begins, until - begins));
        at = until;
      }
      return Buffer.concat(parts);
    },
  };
}

const workbookTooLarge = (): AppError =>
  new AppError(
    "payload_too_large",
    `An XLSX file can have up to ${MAX_WORKBOOK_BYTES / 1024 / 1024} MB. Save the sheet as CSV, or split it.`,
  );
