import { AppError, invalidField } from "#platform/rules/errors.ts";
import { MAX_FILE_BYTES } from "#modules/leads/rules/fields.ts";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import { type NumberFormat, numberText } from "./cell-text.ts";
import { appended, type StringTable, withoutEscapes } from "./string-table.ts";
import { xmlReader } from "./xml.ts";

/** What the cells of a sheet refer to, and which of its rows are meant. */
export type SheetContext = {
  readonly strings: StringTable;
  readonly formats: readonly NumberFormat[];
  readonly epoch: "1900" | "1904";
  readonly withHidden: boolean;
};

/** What became known while the rows were read. */
export type SheetFacts = {
  /** Rows with cells that were left out, since they are hidden by hand or by a filter. */
  hiddenRows: number;
  /** Formulas whose result is not in the file. */
  emptyFormulas: number;
  /** Filled cells right of the last column that is read. */
  cellsBeyond: number;
};

/** Cells of a row that are read; an upload has 64 columns. */
const MAX_CELLS = 256;
/** A spreadsheet has no more rows. */
const MAX_ROWS = 1_048_576;
/** So much of the document is read between two batches of rows. */
const PIECE_CHARS = 64 * 1024;

/**
 * The rows of a sheet in batches, as they come. Values are those that the file holds: of formulas
 * the last result, of merged cells the one that the first cell has, as a spreadsheet program writes
 * them into a CSV file. Rows without a value are left out. Throws `payload_too_large` where the cells
 * hold more than 100 MB of text, as a CSV file could.
 */
export async function* readSheetRows(
  pieces: AsyncIterable<string>,
  context: SheetContext,
  facts: SheetFacts,
): AsyncGenerator<FileRecord[]> {
  const sheet = sheetReader(context, facts);
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length && !sheet.isOver(); at += PIECE_CHARS) {
      sheet.write(piece.slice(at, at + PIECE_CHARS));
      const rows = sheet.take();
      if (rows.length > 0) yield rows;
    }
    if (sheet.isOver()) return;
  }
  throw incomplete();
}

function sheetReader(context: SheetContext, facts: SheetFacts) {
  let rows: FileRecord[] = [];
  let chars = 0;
  let isOver = false;
  let row: { line: number; cells: string[]; isHidden: boolean } | null = null;
  let line = 0;
  let cell: {
    column: number;
    type: string;
    style: number;
    value: string;
    formula: boolean;
  } | null = null;
  /** Whether the text that comes is part of the cell's value. */
  let isValue = false;
  let phonetic = 0;

  function endCell(): void {
    if (cell === null || row === null) return;
    const value = valueOf(cell, context);
    if (value === "" && cell.formula && cell.value === "") facts.emptyFormulas++;
    if (value === "") return;
    if (cell.column >= MAX_CELLS) {
      facts.cellsBeyond++;
      return;
    }
    while (row.cells.length < cell.column) row.cells.push("");
    row.cells[cell.column] = value;
    chars += value.length;
    if (chars > MAX_FILE_BYTES) throw tooMuchText();
  }

  function endRow(): void {
    if (row === null || row.cells.length === 0) return;
    if (row.isHidden && !context.withHidden) facts.hiddenRows++;
    else rows.push({ line: row.line, last: row.line, cells: row.cells });
  }

  const xml = xmlReader({
    open(name, attributes) {
      if (isOver) return;
      if (name === "row") {
        line = Math.max(line + 1, Number(attributes["r"]) || 0);
        if (line > MAX_ROWS) throw tooManyRows();
        row = { line, cells: [], isHidden: /^(?:1|true)$/.test(attributes["hidden"] ?? "") };
        cell = null;
      } else if (name === "c" && row !== null) {
        const before = cell?.column ?? -1;
        cell = {
          column: columnOf(attributes["r"]) ?? before + 1,
          type: attributes["t"] ?? "n",
          style: Number(attributes["s"] ?? 0),
          value: "",
          formula: false,
        };
      } else if (name === "f" && cell !== null) cell.formula = true;
      else if (name === "rPh") phonetic++;
      else if (name === "v" || name === "t") isValue = cell !== null && phonetic === 0;
    },
    text(piece) {
      if (isValue && cell !== null) cell.value = appended(cell.value, piece);
    },
    close(name) {
      if (isOver) return;
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") phonetic--;
      else if (name === "c") endCell();
      else if (name === "row") {
        endRow();
        row = null;
      } else if (name === "sheetData") isOver = true;
    },
  });
  return {
    write: (piece: string) => xml.write(piece),
    isOver: () => isOver,
    take(): FileRecord[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function valueOf(
  cell: { type: string; style: number; value: string },
  { strings, formats, epoch }: SheetContext,
): string {
  switch (cell.type) {
    case "s":
      return strings.get(Number(cell.value));
    case "str":
    case "inlineStr":
      return withoutEscapes(cell.value);
    case "b":
      return cell.value === "1" ? "TRUE" : cell.value === "" ? "" : "FALSE";
    // A result that could not be computed is no value.
    case "e":
      return "";
    case "d":
      return cell.value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
    default:
      return numberText(cell.value, formats[cell.style] ?? "plain", epoch);
  }
}

/** The column of a reference such as `AB12`, from 0; null without one. */
function columnOf(reference = ""): number | null {
  let column = 0;
  let at = 0;
  for (; at < 4; at++) {
    const letter = reference.charCodeAt(at) | 32;
    if (!(letter >= 97 && letter <= 122)) break;
    column = column * 26 + letter - 96;
  }
  return at === 0 ? null : column - 1;
}

const tooMuchText = (): AppError =>
  new AppError(
    "payload_too_large",
    `The cells of a sheet can have up to ${MAX_FILE_BYTES / 1024 / 1024} MB of text. Split it.`,
  );

const tooManyRows = () =>
  invalidField("file", "too_many_lines", `A sheet can have up to ${MAX_ROWS} rows.`);

const incomplete = () =>
  invalidField("file", "damaged_file", "The sheet ends early. Save the file again, or as CSV.");
