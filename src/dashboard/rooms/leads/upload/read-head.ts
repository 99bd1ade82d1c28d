import Papa from "papaparse";
import type { ColumnGuess } from "#modules/leads/rules/files/columns.ts";
import { announcedDelimiter, detectDelimiter } from "#modules/leads/rules/files/delimiter.ts";
import {
  detectEncoding,
  type Encoding,
  type FoundEncoding,
} from "#modules/leads/rules/files/encoding.ts";
import { HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";
import { isArchive } from "#modules/leads/rules/files/foreign-file.ts";
import { type FileRecord, openRows } from "#modules/leads/rules/files/open-rows.ts";
import type { WorkbookSheet } from "#modules/leads/rules/files/workbook/open-workbook.ts";

/** As much of a file as is needed to find its columns. */
const HEAD_BYTES = 256 * 1024;
const SAMPLE_ROWS = 3;

/** What a person chose about a file. */
export type HeadChoice = {
  readonly encoding?: Encoding | undefined;
  readonly sheet?: string | undefined;
  readonly withHidden?: boolean | undefined;
};

/** The columns of a file, each with a few values of its first rows and what it becomes by itself. */
export type Head = FoundEncoding & {
  readonly columns: readonly {
    readonly name: string;
    readonly values: readonly string[];
    readonly guess: ColumnGuess;
  }[];
  /** The first rows, to recognise columns without a known name. */
  readonly rows: readonly (readonly string[])[];
  /** Null for a CSV. */
  readonly workbook: { readonly sheet: string; readonly sheets: readonly WorkbookSheet[] } | null;
};

/** The first rows of a file as the server will read them, and what it is. */
export type FirstRows = FoundEncoding &
  Pick<Head, "workbook"> & { readonly data: readonly (readonly string[])[] };

/** Reads the header and the first rows as the server will. Throws `AppError` for what is no list. */
export async function readFileHead(file: File, choice: HeadChoice = {}): Promise<Head> {
  const { data, ...facts } = await readFirstRows(file, choice);
  return { ...facts, ...columnsOf(recordsOf(data)) };
}

/** Reads the first rows alone. Throws `AppError` for what is no list. */
export async function readFirstRows(file: File, choice: HeadChoice = {}): Promise<FirstRows> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (isArchive(bytes)) return readWorkbookRows(file, choice);
  const found =
    choice.encoding === undefined
      ? detectEncoding(bytes, file.size <= HEAD_BYTES)
      : { encoding: choice.encoding, guessed: false };
  const text = new TextDecoder(found.encoding).decode(bytes).replaceAll(/\r\n?/g, "\n");
  const [firstLine = "", ...others] = text.split("\n");
  const announced = announcedDelimiter(firstLine);
  const content = announced === null ? text : others.join("\n");
  const { data } = Papa.parse<string[]>(content, {
    delimiter: announced ?? detectDelimiter(content),
    preview: HEAD_RECORDS,
    skipEmptyLines: "greedy",
  });
  return { ...found, data, workbook: null };
}

/** The same as the records that the rules take. */
export const recordsOf = (data: readonly (readonly string[])[]): FileRecord[] =>
  data.map((cells, i) => ({ line: i + 1, last: i + 1, cells }));

/** Of a workbook only the parts are unpacked that are needed for its first rows. */
async function readWorkbookRows(file: File, choice: HeadChoice): Promise<FirstRows> {
  const { chooseSheet, firstRows, openWorkbook } =
    await import("#modules/leads/rules/files/workbook/open-workbook.ts");
  const workbook = await openWorkbook({
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  });
  const at = await chooseSheet(workbook, choice.sheet);
  const data = await firstRows(workbook, at, choice.withHidden);
  const sheet = workbook.sheets[at]?.name ?? "";
  return {
    encoding: "utf-8",
    guessed: false,
    data,
    workbook: { sheet, sheets: workbook.sheets },
  };
}

function columnsOf(records: readonly FileRecord[]): Pick<Head, "columns" | "rows"> {
  const { headers, guesses, sample } = openRows(records, {});
  return {
    columns: guesses.map((guess, index) => ({
      name: (headers[index] ?? "").trim(),
      values: sample
        .slice(0, SAMPLE_ROWS)
        .map((row) => row[index]?.trim() ?? "")
        .filter(Boolean),
      guess,
    })),
    rows: sample,
  };
}
